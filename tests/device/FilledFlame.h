// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame that fills the unit square evenly: four xforms, each onto a quarter of it.

#ifndef FLAME_TESTS_DEVICE_FILLEDFLAME_H
#define FLAME_TESTS_DEVICE_FILLEDFLAME_H

namespace flame {
struct Animation;
}

namespace flame::test {

/// Pixels per side.
inline constexpr unsigned kFilledSize = 400;

/// The picture shows the unit square, or the middle of it, `magnification` times as large.
Animation makeFilledFlame(double magnification = 1);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_FILLEDFLAME_H
