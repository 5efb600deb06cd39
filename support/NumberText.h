// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FLAME_SUPPORT_NUMBERTEXT_H
#define FLAME_SUPPORT_NUMBERTEXT_H

#include <charconv>
#include <string>

namespace flame::rt {

/// A number for messages, with as many digits as it needs: 0, 0.5, 1e+300.
inline std::string numberText(double number) {
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_NUMBERTEXT_H
