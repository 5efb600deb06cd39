// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ShellText.h"

#include <algorithm>
#include <cstdio>

namespace flame::rt {

static bool isPlain(char c) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  return kPlain.find(c) != kPlain.npos;
}

static bool isControl(char c) { return (c > 0 && c < ' ') || c == '\x7f'; }

/// A control character needs $'...', where numbers of three octal digits stand for bytes.
static std::string escaped(std::string_view word) {
  std::string text = "$'";
  for (const char c : word) {
    char octal[5];
    snprintf(octal, sizeof(octal), "\\%03o", unsigned(static_cast<unsigned char>(c)));
    text += isPlain(c) ? std::string(1, c) : octal;
  }
  return text + "'";
}

std::string posixQuoted(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, isPlain))
    return std::string(word);
  std::string text = "'";
  for (const char c : word)
    text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string shellQuoted(std::string_view word) {
  return std::ranges::any_of(word, isControl) ? escaped(word) : posixQuoted(word);
}

} // namespace flame::rt
