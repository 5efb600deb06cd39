// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the start tag of an XML element. Attributes keep the order of addition; numbers have
// enough digits to be read back exactly.

#ifndef FLAME_COMPILER_GENOME_XMLTAG_H
#define FLAME_COMPILER_GENOME_XMLTAG_H

#include "compiler/genome/Genome.h"

#include <string>

namespace flame {

/// Escapes `text` for an XML attribute value, including line feeds.
std::string escapedAttribute(llvm::StringRef text);

/// Numbers separated by blanks.
std::string spellNumbers(llvm::ArrayRef<double> numbers);

/// The start tag of an element at nesting depth `depth`.
class XmlTag {
public:
  XmlTag(size_t depth, llvm::StringRef name)
      : text(std::string(2 * depth, ' ') + "<" + name.str()) {}

  XmlTag &add(llvm::StringRef name, llvm::StringRef value);
  XmlTag &add(llvm::StringRef name, const char *value) { return add(name, llvm::StringRef(value)); }
  XmlTag &add(llvm::StringRef name, llvm::ArrayRef<double> numbers) {
    return add(name, spellNumbers(numbers));
  }
  XmlTag &add(llvm::StringRef name, double number);
  XmlTag &add(llvm::StringRef name, int number) { return add(name, std::to_string(number)); }
  XmlTag &addAffine(llvm::StringRef name, const Affine &m) {
    return add(name, {m.a, m.d, m.b, m.e, m.c, m.f});
  }
  /// Adds the keyword of an enumerated value.
  template <class Enum>
  XmlTag &addKeyword(llvm::StringRef name, Enum value,
                     llvm::ArrayRef<llvm::StringLiteral> keywords) {
    return add(name, llvm::StringRef(keywords[static_cast<unsigned>(value)]));
  }
  XmlTag &addText(llvm::StringRef name, const std::string &value) {
    return value.empty() ? *this : add(name, llvm::StringRef(value));
  }

  std::string open() const { return text + ">\n"; }
  std::string empty() const { return text + "/>\n"; }

private:
  std::string text;
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XMLTAG_H
