// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instants of an exposure. A frame is iterated with the parameters of several instants in turn.
// Each gets the same share of the samples, which makes motion blur.
//
// flam3 spreads the instants evenly over the shutter and gives each a weight, the temporal filter.
// Here the filter is the density of the instants instead: instant k of T is the quantile (k + 1/2)
// / T of the filter's weight function. Any part of the shutter gets the same share of light as with
// the weights, and every sample counts the same. The weight functions are flam3's in the limit of
// many instants. x is the position in the shutter, 0 when it opens and 1 when it closes:
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

/// Most temporal samples of an exposure: more do not show and cost memory.
inline constexpr uint32_t kMaxTemporalSamples = 1024;

/// The shape that a manifest's word names. Readers have checked the word.
TemporalShape temporalShapeOf(std::string_view word);

/// A part of the shutter: all of it, or the part that one of several passes covers.
struct ShutterPart {
  double opens = 0, closes = 1;
};

/// Positions in the shutter, from 0 to 1 in ascending order, of `count` temporal samples (at least
/// 1) of a part. `exponent` belongs to the exp filter.
std::vector<double> shutterPositions(TemporalShape shape, double exponent, uint32_t count,
                                     ShutterPart part = {});

/// The times of temporal samples at `positions` in a shutter that is open for `length` around
/// `centre`, both in animation time. With a negative length, time runs backwards. With `loops`, the
/// times are those of the loop, in [0,1).
std::vector<float> temporalSampleTimes(std::span<const double> positions, double centre,
                                       double length, bool loops);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_TEMPORALSAMPLES_H
