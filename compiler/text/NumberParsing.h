// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses numbers as flam3 files spell them: everything that strtod and strtol accept in the C
// locale, regardless of the active locale. Extensions to flam3: blanks may follow a number, a
// number too small to represent is 0, and an integer may be written as "1.0".

#ifndef FLAME_COMPILER_TEXT_NUMBERPARSING_H
#define FLAME_COMPILER_TEXT_NUMBERPARSING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace flame {

/// True for the blanks permitted before, between and after numbers.
bool isBlank(char c);

/// Parses all of `word`, without surrounding blanks. Accepts decimal and hexadecimal numbers, `inf`
/// and `nan`. A number too large for a double becomes infinite.
std::optional<double> parseDouble(llvm::StringRef word);

/// Parses an integer, also if spelled as a decimal fraction without fractional part. Nothing if it
/// does not fit.
std::optional<int> parseInteger(llvm::StringRef word);

/// The longest number at the start of `text`, after blanks; 0 if there is none. Equals C's atof.
double parseLeadingDouble(llvm::StringRef text);

/// The shortest spelling of `value` that reads back exactly.
std::string spellNumber(double value);

/// Splits `text` into words at blanks. The words refer into `text`.
llvm::SmallVector<llvm::StringRef, 8> splitWords(llvm::StringRef text);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_NUMBERPARSING_H
