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

/// The noise of the whole of two halves, as a share of white: a half of the root mean square of the halves' difference over the
/// channels of all pixels that show light, which are those whose mean is farther than a level of 8 bits from `background` (0 to
/// 1). Of these, the share `specks` with the largest differences is left out: both halves have their own. 0 if nothing shows.
///
/// Both halves are kRgbaFloat, of one size, and finished as if each had all samples of the whole (see doubled).
double noiseBetween(const RenderedFrame &one, const RenderedFrame &other,
                    const std::array<double, 3> &background, double specks = 2 * kSpecks);

/// How far the whole of two halves is from their mean, as a share of white, over the same pixels: the root mean square. The logarithm of
/// counts that scatter is on average below that of their mean, so that pictures of few samples are too dark, and halves darker
/// than the whole. What the whole still lacks is as much, if that falls with the number of samples.
double gainOfWhole(const RenderedFrame &whole, const RenderedFrame &one, const RenderedFrame &other,
                   const std::array<double, 3> &background);

/// A half of the samples, as if it were the whole: filters whose width follows from the number of samples are then as wide as
/// those of the whole.
std::vector<PassHistogram> doubled(std::vector<PassHistogram> half);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_NOISEMEASURE_H
