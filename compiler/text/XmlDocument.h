// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An XML text as a list of elements. Every name and value has a source location, so that later
// stages can point at errors. Several root elements are accepted, because pairs of flames for edges
// are distributed in this form. Elements lie in document order, each followed by its descendants.

#ifndef FLAME_COMPILER_TEXT_XMLDOCUMENT_H
#define FLAME_COMPILER_TEXT_XMLDOCUMENT_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <optional>
#include <vector>

namespace flame {

/// One attribute. `name` lies in the source buffer; so does `value`, unless it had entities to
/// decode.
struct XmlAttribute {
  llvm::StringRef name;
  llvm::StringRef value;
  llvm::SMRange nameRange;
  /// Without the quotes.
  llvm::SMRange valueRange;

  /// The source range of `piece`, a part of `value`; the range of the whole value if it cannot be
  /// determined.
  llvm::SMRange rangeOf(llvm::StringRef piece) const;
};

/// One element, valid as long as its document.
struct XmlElement {
  llvm::StringRef name;
  llvm::SMRange nameRange;
  /// From '<' of the start tag to '>' of the end tag.
  llvm::SMRange range;
  /// The text between the tags as in the source, including children.
  llvm::StringRef content;
  llvm::ArrayRef<XmlAttribute> attributes;
  /// Number of elements from this one to its last descendant, both included.
  unsigned extent = 1;

  /// The attribute of that name, or null.
  const XmlAttribute *find(llvm::StringRef attribute) const;
};

/// A parsed text. Refers to the source buffer, which the SourceMgr owns.
class XmlDocument {
public:
  /// Maximum nesting depth of elements.
  static constexpr unsigned kMaxDepth = 64;
  /// Maximum number of attributes of an element.
  static constexpr unsigned kMaxAttributes = 4096;
  /// Maximum number of elements and attributes together. Each takes more memory than its text.
  static constexpr size_t kMaxNames = size_t(1) << 22;

  /// Parses a buffer of the SourceMgr of `diags`. Failure has been reported at the location of the
  /// error: truncated text, mismatched tags, bytes that are not UTF-8, an empty file.
  static std::optional<XmlDocument> parse(unsigned bufferId, Diagnostics &diags);

  const std::vector<XmlElement> &elements() const { return all; }
  /// Pointers to the children of `parent`, in order.
  static llvm::SmallVector<const XmlElement *> children(const XmlElement &parent);
  /// The decoded character data of `element`, without comments and children.
  static std::string text(const XmlElement &element);

private:
  friend class XmlComposer;
  XmlDocument() = default;

  std::vector<XmlElement> all;
  /// The attributes, and the values that differ from their source text.
  llvm::BumpPtrAllocator storage;
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLDOCUMENT_H
