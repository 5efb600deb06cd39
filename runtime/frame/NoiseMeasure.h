// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the noise of a picture from two pictures with half its samples each, which differ by
// chance alone. Structure appears in both halves and cancels, however rough it is; filters act on
// both halves alike.

#ifndef FLAME_RUNTIME_FRAME_NOISEMEASURE_H
#define FLAME_RUNTIME_FRAME_NOISEMEASURE_H

#include "runtime/plan/FramePlan.h"

#include <array>

namespace flame::rt {

/// Fraction of a picture's pixels that the noise measure ignores: those with the largest errors. A
/// few bright specks must not decide.
inline constexpr double kSpecks = 0.01;

/// Returns half the root mean square difference of two pictures, as a fraction of white. The mean
/// covers the channels of all pixels that show light, that is, whose mean differs from `background`
/// (0 to 1) by more than one 8-bit level. The fraction `specks` of these pixels with the largest
/// differences is ignored; the default is doubled because each picture has its own specks. Returns
/// 0 if no pixel shows light. For two halves this is the noise of the whole, if noise falls with
/// the square root of the sample count.
///
/// Both pictures are kRgbaFloat and have the same size.
double noiseBetween(const RenderedFrame &one, const RenderedFrame &other,
                    const std::array<double, 3> &background, double specks = 2 * kSpecks);

/// Returns the distance of the whole from the mean of its two halves, as a fraction of white, over
/// all pixels that show light. The logarithm of a random count is on average below the logarithm of
/// its mean, so pictures of few samples are too dark, and halves are darker than the whole. The
/// whole still lacks the same amount, if that bias falls in proportion to the sample count. The
/// result is the root of the mean product of diagonally adjacent pixels: their bias is alike, their
/// noise is independent, and spatial filters mix them little.
double gainOfWhole(const RenderedFrame &whole, const RenderedFrame &one, const RenderedFrame &other,
                   const std::array<double, 3> &background);

/// Doubles a half of the samples so that it counts as the whole. Filters whose width depends on the
/// sample count are then as wide as for the whole.
std::vector<PassHistogram> doubled(std::vector<PassHistogram> half);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_NOISEMEASURE_H
