// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The start of an element in XML that we write: attributes in the order in which they are added, numbers with as many digits as it
// takes to read them back.

#ifndef FLAME_COMPILER_GENOME_XMLTAG_H
#define FLAME_COMPILER_GENOME_XMLTAG_H

#include "compiler/genome/Genome.h"

#include <string>

namespace flame {

/// `text` as the value of an attribute of XML, line feeds and the like included.
std::string escapedAttribute(llvm::StringRef text);

/// Numbers with blanks between them.
std::string spellNumbers(llvm::ArrayRef<double> numbers);

/// The start of one element, which stands in as many others as `depth` says.
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
  /// The word of an enumerated value.
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
