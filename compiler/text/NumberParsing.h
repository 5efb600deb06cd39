// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as flam3 files spell them: what strtod and strtol accept in the C locale, whatever locale
// is active. Beyond flam3, blanks may follow a number, a number that is too small to represent is
// 0, and an integer may be written "1.0".

#ifndef FLAME_COMPILER_TEXT_NUMBERPARSING_H
#define FLAME_COMPILER_TEXT_NUMBERPARSING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace flame {

/// True for the blanks that may stand before, between and after numbers.
bool isBlank(char c);

/// The number that `word` spells, all of it and without blanks around. Decimal or hexadecimal,
/// `inf` and `nan` included; a number too large for a double is infinite.
std::optional<double> parseDouble(llvm::StringRef word);

/// The integer that `word` spells, also as a decimal fraction without fractional part. Nothing if
/// it does not fit.
std::optional<int> parseInteger(llvm::StringRef word);

/// The longest number at the front of `text`, after blanks; 0 if there is none. What C calls atof.
double parseLeadingDouble(llvm::StringRef text);

/// `value` as short as it can be written without loss.
std::string spellNumber(double value);

/// The words of `text`, which blanks separate. They refer into `text`.
llvm::SmallVector<llvm::StringRef, 8> splitWords(llvm::StringRef text);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_NUMBERPARSING_H
