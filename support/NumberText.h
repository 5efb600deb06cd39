// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FLAME_SUPPORT_NUMBERTEXT_H
#define FLAME_SUPPORT_NUMBERTEXT_H

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

namespace flame::rt {

/// A number for messages, with as many digits as it needs: 0, 0.5, 1e+300.
inline std::string numberText(double number) {
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
}

/// A number of bytes for messages: "12.3 MiB", "1.5 GiB".
inline std::string formatBytes(uint64_t bytes) {
  constexpr double kMebibyte = 1 << 20, kGibibyte = 1 << 30;
  char text[32];
  if (double(bytes) < kGibibyte)
    snprintf(text, sizeof(text), "%.1f MiB", double(bytes) / kMebibyte);
  else
    snprintf(text, sizeof(text), "%.1f GiB", double(bytes) / kGibibyte);
  return text;
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_NUMBERTEXT_H
