// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuburn's haloclip: a gamma curve that is weakened around bright spots. A blur of the tenth root
// of red along both diagonals gives the brightness of the surroundings.

#ifndef FLAME_RUNTIME_SHARED_HALOCLIP_H
#define FLAME_RUNTIME_SHARED_HALOCLIP_H

#include "runtime/shared/Neighbours.h"
#include "runtime/shared/ToneMap.h"

namespace flame {

/// The blurred brightness at the start of a line. The first blur reads the accumulators.
template <class Line> FLAME_INLINE float haloAt(const abi::HaloArgs &args, const Line &line) {
  if (args.halo)
    return blurredAlong(line, args.blur, 1, [&](uint64_t bucket) { return args.halo[bucket]; });
  return blurredAlong(line, args.blur, 1, [&](uint64_t bucket) {
    return powPositive(args.accumulators[bucket].red * (1 / kDensityWhite), 0.1f);
  });
}

/// The colour of a bucket in a halo.
FLAME_INLINE abi::Accumulator haloClip(const abi::Accumulator &accumulator, float halo,
                                       const abi::ToneParams &tone) {
  if (!(accumulator.alpha > 0))
    return overBackground({0, 0, 0, 0}, tone);
  const float curve = powPositive(accumulator.alpha * (1 / kDensityWhite), tone.inverseGamma - 1);
  const float scale = divide(minimum(curve, kMostAlpha), maximum(1, halo));
  return overBackground(scaledAccumulator(accumulator, scale), tone);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HALOCLIP_H
