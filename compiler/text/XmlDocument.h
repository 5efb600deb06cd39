// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An XML text as a list of elements whose every name and value knows where it stands, so that whoever interprets it can
// point at what is wrong. More than one root element is accepted: that is how edges between two flames are handed
// around. Elements lie in document order, each followed by its descendants.

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

  /// Where `piece`, a part of `value`, stands in the source; the whole value if that cannot be
  /// said.
  llvm::SMRange rangeOf(llvm::StringRef piece) const;
};

/// One element, valid as long as its document.
struct XmlElement {
  llvm::StringRef name;
  llvm::SMRange nameRange;
  /// From '<' of the start tag to '>' of the end tag.
  llvm::SMRange range;
  /// The text between the tags as it stands in the source, children and all.
  llvm::StringRef content;
  llvm::ArrayRef<XmlAttribute> attributes;
  /// How many elements there are from this one to its last descendant, both included.
  unsigned extent = 1;

  /// The attribute of that name, or null.
  const XmlAttribute *find(llvm::StringRef attribute) const;
};

/// A parsed text. Refers to the source buffer, which the SourceMgr keeps.
class XmlDocument {
public:
  /// Elements nested deeper are refused.
  static constexpr unsigned kMaxDepth = 64;
  /// Elements with more attributes are refused.
  static constexpr unsigned kMaxAttributes = 4096;
  /// Texts with more elements and attributes together are refused: one takes more memory than its text.
  static constexpr size_t kMaxNames = size_t(1) << 22;

  /// Parses a buffer of the SourceMgr of `diags`. Failure has been reported at the location where the
  /// text stops being XML: truncated, mismatched tags, bytes that are not UTF-8, an empty file.
  static std::optional<XmlDocument> parse(unsigned bufferId, Diagnostics &diags);

  const std::vector<XmlElement> &elements() const { return all; }
  /// Pointers to the children of `parent`, in order.
  static llvm::SmallVector<const XmlElement *> children(const XmlElement &parent);
  /// The character data of `element` without comments and children, decoded.
  static std::string text(const XmlElement &element);

private:
  friend class XmlComposer;
  XmlDocument() = default;

  std::vector<XmlElement> all;
  llvm::BumpPtrAllocator
      storage; ///< the attributes, and the values that do not stand in the source as they are
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLDOCUMENT_H
