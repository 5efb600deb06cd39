// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws text in pictures: lower-case letters, digits and some signs of 5x7 dots, designed for
// flamec. Other characters are blank.

#ifndef FLAME_RUNTIME_OUTPUT_LETTERING_H
#define FLAME_RUNTIME_OUTPUT_LETTERING_H

#include <cstdint>
#include <string_view>

namespace flame::rt {

/// Size of a letter including the space beside it, in dots.
inline constexpr uint32_t kLetterWidth = 6, kLetterHeight = 7;

/// True if there is a dot at (x, y) of a line of text, measured from its upper left corner.
bool hasDot(std::string_view text, uint32_t x, uint32_t y);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_LETTERING_H
