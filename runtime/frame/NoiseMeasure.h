// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much noise a picture has, from two pictures of half its samples each that differ by nothing but chance. What lies in one
// half lies in the other, too, and is no noise, however rough it is; what a filter blurs is blurred in both.

#ifndef FLAME_RUNTIME_FRAME_NOISEMEASURE_H
#define FLAME_RUNTIME_FRAME_NOISEMEASURE_H

#include "runtime/plan/FramePlan.h"

#include <array>

namespace flame::rt {

/// The share of a picture's pixels, those that are farthest from what they should be, that its noise does not count: single specks
/// shall not decide.
inline constexpr double kSpecks = 0.01;

/// A half of the root mean square of what two pictures differ by, as a share of white, over the channels of all pixels that show light:
/// those whose mean is farther than a level of 8 bits from `background` (0 to 1). Of these, the share `specks` with the largest
/// differences is left out: both pictures have their own. 0 if nothing shows. Of two halves this is the noise of the whole, if noise
/// falls with the root of the samples.
///
/// Both pictures are kRgbaFloat, and of one size.
double noiseBetween(const RenderedFrame &one, const RenderedFrame &other,
                    const std::array<double, 3> &background, double specks = 2 * kSpecks);

/// How far the whole of two halves is from their mean, as a share of white, over all pixels that show light. The logarithm of counts that scatter
/// is on average below that of their mean, so that pictures of few samples are too dark, and halves darker than the whole. What
/// the whole still lacks is as much, if that falls with the number of samples. It is the root of the mean product of pixels that
/// touch at a corner: these lose alike, while what chance adds to it is their own, and spatial filters mix them little.
double gainOfWhole(const RenderedFrame &whole, const RenderedFrame &one, const RenderedFrame &other,
                   const std::array<double, 3> &background);

/// A half of the samples, as if it were the whole: filters whose width follows from the number of samples are then as wide as
/// those of the whole.
std::vector<PassHistogram> doubled(std::vector<PassHistogram> half);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_NOISEMEASURE_H
