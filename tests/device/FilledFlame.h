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

/// The colour coordinate of all samples of the flame of one colour: between two entries of its
/// palette, and no multiple of a fraction that a kernel may divide their distance by.
inline constexpr double kBetweenEntries = (84 + 0.41) / 256;

/// The same flame with that colour. Entries of its palette are black and white in turns, and
/// colours between them blends.
Animation makeBlendedFlame();

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_FILLEDFLAME_H
