// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FLAME_SUPPORT_PRINTABLE_H
#define FLAME_SUPPORT_PRINTABLE_H

#include <cstdio>
#include <string>
#include <string_view>

namespace flame::rt {

/// Makes text from an untrusted source safe for a terminal: control characters except line feeds
/// are written as \x1b.
inline std::string printable(std::string_view text) {
  std::string result;
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if ((code >= 0x20 && code != 0x7f) || character == '\n') {
      result += character;
      continue;
    }
    char escaped[5];
    snprintf(escaped, sizeof(escaped), "\\x%02x", code);
    result += escaped;
  }
  return result;
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_PRINTABLE_H
