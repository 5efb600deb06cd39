// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initial points, replacements of bad values, and the initial xform state.

#ifndef FLAME_RUNTIME_DEVICE_STARTPOINT_H
#define FLAME_RUNTIME_DEVICE_STARTPOINT_H

#include "runtime/device/Genome.h"
#include "runtime/shared/Rng.h"

namespace flame {

FLAME_INLINE void startPoint(abi::Point &point, Rng &rng) {
  point.x = nextU11(rng);
  point.y = nextU11(rng);
  point.color = nextU01(rng);
  point.visibility = 1;
}

/// Fills the xform state, if there is one, with random numbers in [0, 1).
FLAME_INLINE void startXformState(RngWithXformState &rng) {
  if (hasFeature(abi::kHasState)) {
#pragma unroll
    for (float &number : rng.xformState)
      number = nextU01(rng);
  }
}

/// Replaces a bad value by a random point. Returns true if it was bad.
FLAME_INLINE bool replaceBadValue(abi::Point &point, Rng &rng) {
  const bool good = __builtin_fabsf(point.x) <= abi::kBadLimit &&
                    __builtin_fabsf(point.y) <= abi::kBadLimit; // false for NaN
  if (!good) {
    point.x = nextU11(rng);
    point.y = nextU11(rng);
  }
  return !good;
}

/// Same for points that may have a z coordinate: a bad z makes the point bad.
FLAME_INLINE bool replaceBadValue(abi::Point &point, float &depth, Rng &rng) {
  if (!hasFeature(abi::kDepth))
    return replaceBadValue(point, rng);
  if (!(__builtin_fabsf(depth) <= abi::kBadLimit))
    point.x = depth;
  const bool bad = replaceBadValue(point, rng);
  depth = bad ? 0 : depth;
  return bad;
}

/// Same with periodic reseeding: bad values are replaced only if `reseeds`. Replaces also the
/// colour, which may be NaN.
FLAME_INLINE bool replaceBadValue(abi::Point &point, float &depth, bool reseeds, Rng &rng) {
  if (!hasFeature(abi::kPeriodicReseed))
    return replaceBadValue(point, depth, rng);
  const bool good = __builtin_fabsf(point.x) <= abi::kBadLimit &&
                    __builtin_fabsf(point.y) <= abi::kBadLimit &&
                    (!hasFeature(abi::kDepth) || __builtin_fabsf(depth) <= abi::kBadLimit);
  if (!good && reseeds) {
    startPoint(point, rng);
    depth = 0;
  }
  return !good;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_STARTPOINT_H
