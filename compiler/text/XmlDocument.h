// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An XML text as a list of elements whose every name and value knows where it stands. tinyxml2
// parses and decodes; it only knows lines, so a scanner of our own walks the original text first,
// records the ranges in document order, and reports what is not well-formed at the very character.
// Both are paired element by element.
//
// More than one root element is accepted: that is how edges between two flames are handed around.

#ifndef FLAME_COMPILER_TEXT_XMLDOCUMENT_H
#define FLAME_COMPILER_TEXT_XMLDOCUMENT_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
} // namespace tinyxml2

namespace flame {

/// One attribute. `name` lies in the source buffer; so does `value`, unless it had entities to
/// decode.
struct XmlAttribute {
  llvm::StringRef name;
  llvm::StringRef value;
  llvm::SMRange nameRange;
  /// Without the quotes.
  llvm::SMRange valueRange;

  /// Where `part`, a piece of `value`, stands in the source; the whole value if that cannot be
  /// said.
  llvm::SMRange rangeOf(llvm::StringRef part) const;
};

/// One element. Elements are stored in document order, so that its descendants follow it.
struct XmlElement {
  llvm::StringRef name;
  llvm::SMRange nameRange;
  /// From '<' of the start tag to '>' of the end tag.
  llvm::SMRange range;
  /// The text between the tags as it stands in the source, children and all.
  llvm::StringRef content;
  std::vector<XmlAttribute> attributes;
  /// Index of the first element after this one that is not inside it.
  unsigned end = 0;
  const tinyxml2::XMLElement *node = nullptr;

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
  /// Larger files are refused.
  static constexpr size_t kMaxBytes = size_t(1) << 28;

  /// Parses a buffer of the SourceMgr of `diags`. Failure has been reported at the place where the
  /// text stops being XML: truncated, mismatched tags, bytes that are not UTF-8, an empty file.
  static std::optional<XmlDocument> parse(unsigned bufferId, Diagnostics &diags);

  XmlDocument(XmlDocument &&);
  XmlDocument &operator=(XmlDocument &&);
  ~XmlDocument();

  const std::vector<XmlElement> &elements() const { return all; }
  /// Pointers to the children of `parent`, in order.
  llvm::SmallVector<const XmlElement *> children(const XmlElement &parent) const;
  /// The character data of `element` without comments and children, decoded.
  static std::string text(const XmlElement &element);

private:
  XmlDocument();

  std::vector<XmlElement> all;
  std::unique_ptr<tinyxml2::XMLDocument> document;
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLDOCUMENT_H
