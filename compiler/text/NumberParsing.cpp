// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Based on std::from_chars, which ignores the locale and rounds correctly. It accepts neither a
// leading plus nor the hexadecimal prefix, and does not report whether an out-of-range number was
// too large or too small.

#include "compiler/text/NumberParsing.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace flame {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

namespace {
/// A number at the front of a text, and its length in characters; 0 if there is none.
struct Prefix {
  double value = 0;
  size_t length = 0;
};
} // namespace

/// Returns true if a number that from_chars found out of range is too close to zero.
static bool isTooSmall(llvm::StringRef digits, bool hex) {
  size_t exponent = digits.find_last_of(hex ? "pP" : "eE");
  if (exponent != llvm::StringRef::npos)
    return digits.substr(exponent + 1).starts_with("-");
  return digits.ltrim('0').starts_with(".");
}

static Prefix parsePrefix(llvm::StringRef text) {
  llvm::StringRef rest = text;
  bool negative = rest.consume_front("-");
  if (!negative)
    rest.consume_front("+");
  // from_chars would accept a second sign.
  if (rest.starts_with("-") || rest.starts_with("+"))
    return {};
  bool hex = rest.consume_front_insensitive("0x");
  auto format = hex ? std::chars_format::hex : std::chars_format::general;
  double value = 0;
  auto [end, code] = std::from_chars(rest.begin(), rest.end(), value, format);
  if (code == std::errc::invalid_argument) // after "0x", only the zero is a number
    return hex ? Prefix{0, static_cast<size_t>(rest.begin() - 1 - text.begin())} : Prefix{};
  if (code == std::errc::result_out_of_range) {
    llvm::StringRef digits(rest.begin(), end - rest.begin());
    value = isTooSmall(digits, hex) ? 0 : std::numeric_limits<double>::infinity();
  }
  return {negative ? -value : value, static_cast<size_t>(end - text.begin())};
}

std::optional<double> parseDouble(llvm::StringRef word) {
  Prefix prefix = parsePrefix(word);
  if (prefix.length == 0 || prefix.length != word.size())
    return std::nullopt;
  return prefix.value;
}

std::optional<int> parseInteger(llvm::StringRef word) {
  std::optional<double> value = parseDouble(word);
  if (!value || *value != std::floor(*value) || std::abs(*value) > std::numeric_limits<int>::max())
    return std::nullopt;
  return static_cast<int>(*value);
}

double parseLeadingDouble(llvm::StringRef text) {
  return parsePrefix(text.drop_while(isBlank)).value;
}

std::string spellNumber(double value) {
  char buffer[32];
  return {buffer, std::to_chars(std::begin(buffer), std::end(buffer), value).ptr};
}

llvm::SmallVector<llvm::StringRef, 8> splitWords(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  while (!(text = text.drop_while(isBlank)).empty()) {
    words.push_back(text.take_until(isBlank));
    text = text.drop_front(words.back().size());
  }
  return words;
}

} // namespace flame
