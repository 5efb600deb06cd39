// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/XmlTag.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

std::string escapedAttribute(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\t':
    case '\n':
    case '\r':
      result += "&#" + std::to_string(int(c)) + ";";
      break;
    default:
      result += c;
    }
  }
  return result;
}

std::string spellNumbers(llvm::ArrayRef<double> numbers) {
  return llvm::join(llvm::map_range(numbers, spellNumber), " ");
}

XmlTag &XmlTag::add(llvm::StringRef name, llvm::StringRef value) {
  text += (" " + name + "=\"" + escapedAttribute(value) + "\"").str();
  return *this;
}

XmlTag &XmlTag::add(llvm::StringRef name, double number) { return add(name, spellNumber(number)); }

} // namespace flame
