// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instants of an exposure. A frame is iterated with the parameters of several instants in turn, each with the same
// share of the samples, which makes what moves blurred.
//
// flam3 spreads the instants evenly over the shutter and gives each a weight, the temporal filter. Here the filter is
// their density instead: instant k of T is the quantile (k + 1/2) / T of the filter's weight function, so that any part
// of the shutter receives the share of the light that the weights would give it, while every sample counts the same.
// The weight functions are flam3's in the limit of many instants; x is the position in the shutter, 0 when it opens, 1
// when it closes:
//
//   box        1
//   gaussian   exp(-4.5 (2x - 1)^2)
//   exp        x^e for e >= 0, (1 - x)^|e| below

#ifndef FLAME_RUNTIME_PLAN_TEMPORALSAMPLES_H
#define FLAME_RUNTIME_PLAN_TEMPORALSAMPLES_H

#include "runtime/plan/FilterTables.h"

#include <vector>

namespace flame::rt {

/// Temporal samples of an exposure, at most: more do not show, but cost memory.
inline constexpr uint32_t kMaxTemporalSamples = 1024;

/// The word of a manifest as a shape; readers have checked it.
TemporalShape temporalShapeOf(std::string_view word);

/// A part of the shutter: all of it, or what one of several passes sees.
struct ShutterPart {
  double opens = 0, closes = 1;
};

/// Where in the shutter, from 0 to 1, `count` temporal samples (at least 1) of a part lie, in ascending order. `exponent`
/// is that of the exp filter.
std::vector<double> shutterPositions(TemporalShape shape, double exponent, uint32_t count,
                                     ShutterPart part = {});

/// The times of temporal samples at `positions` in a shutter that is open for `length` around `centre`, both in animation
/// time; with a length below 0 time runs backwards. With `loops` they are times of the loop, in [0,1).
std::vector<float> temporalSampleTimes(std::span<const double> positions, double centre,
                                       double length, bool loops);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_TEMPORALSAMPLES_H
