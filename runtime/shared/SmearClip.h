// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuburn's default tone curve. Light beyond white spills into the surroundings: the excess is
// blurred along both diagonals and then both axes, and added to the accumulators. Then the tone
// curve is applied to whole colours, so hues stay.

#ifndef FLAME_RUNTIME_SHARED_SMEARCLIP_H
#define FLAME_RUNTIME_SHARED_SMEARCLIP_H

#include "runtime/shared/Neighbours.h"
#include "runtime/shared/ToneMap.h"

namespace flame {

/// The part of an accumulator beyond density 1.
FLAME_INLINE abi::Accumulator excessOf(const abi::Accumulator &accumulator) {
  if (!(accumulator.alpha > kDensityWhite))
    return {0, 0, 0, 0};
  const float share = divide(accumulator.alpha - kDensityWhite, accumulator.alpha);
  return {accumulator.red * share, accumulator.green * share, accumulator.blue * share,
          accumulator.alpha * share};
}

/// The excess at the start of a line after one more blur. The first blur reads the accumulators.
template <class Line>
FLAME_INLINE abi::Accumulator smeared(const abi::SmearArgs &args, const Line &line) {
  if (!args.excess)
    return blurredSum(line, args.blur,
                      [&](uint64_t bucket) { return excessOf(args.accumulators[bucket]); });
  return blurredSum(line, args.blur, [&](uint64_t bucket) { return args.excess[bucket]; });
}

/// Result of one pass for a bucket: the blurred excess or, in the last pass, the colour.
template <class Line>
FLAME_INLINE abi::Accumulator smearClip(const abi::SmearArgs &args, uint64_t bucket,
                                        const Line &line) {
  const abi::Accumulator excess = smeared(args, line);
  if (!args.isLast)
    return excess;
  abi::Accumulator accumulator = args.accumulators[bucket];
  addWeighted(accumulator, 1, excess);
  return toneScaled(accumulator, 1, args.tone);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_SMEARCLIP_H
