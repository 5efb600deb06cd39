// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks over neighbouring buckets in a direction, for filters that are made of passes in one direction each, as cuburn's
// are. A direction need not be an axis or a diagonal: a step is rounded to a bucket, halves to the even one. Beyond the
// edge of the grid the bucket at the edge stands for all.

#ifndef FLAME_RUNTIME_SHARED_NEIGHBOURS_H
#define FLAME_RUNTIME_SHARED_NEIGHBOURS_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/SpatialFilter.h"

namespace flame {

/// Taps on each side of a blur.
inline constexpr int kBlurReach = abi::kBlurTaps - 1;

/// `at`, or the nearest of 0 to size - 1.
FLAME_INLINE int withinGrid(int at, uint32_t size) {
  return at < 0 ? 0 : at < int(size) ? at : int(size) - 1;
}

/// The bucket `steps` in `direction` from (x, y).
FLAME_INLINE uint64_t bucketAlong(const abi::GridSize &grid, const abi::Direction &direction, int x,
                                  int y, int steps) {
  const int column = x + int(__builtin_rintf(direction.x * float(steps)));
  const int row = y + int(__builtin_rintf(direction.y * float(steps)));
  return uint64_t(withinGrid(row, grid.height)) * grid.width +
         uint32_t(withinGrid(column, grid.width));
}

/// The blurred value at (x, y) of what `valueAt(bucket)` returns, with taps `stride` steps apart.
template <class ValueAt>
FLAME_INLINE float blurredAlong(const abi::GridSize &grid, const abi::Direction &direction,
                                const abi::Blur &blur, int stride, int x, int y,
                                const ValueAt &valueAt) {
  float sum = 0;
  for (int tap = -kBlurReach; tap <= kBlurReach; ++tap)
    sum +=
        blur.taps[tap < 0 ? -tap : tap] * valueAt(bucketAlong(grid, direction, x, y, stride * tap));
  return sum;
}

/// The same of light.
template <class LightAt>
FLAME_INLINE abi::Accumulator blurredLight(const abi::GridSize &grid,
                                           const abi::Direction &direction, const abi::Blur &blur,
                                           int x, int y, const LightAt &lightAt) {
  abi::Accumulator sum = {0, 0, 0, 0};
  for (int tap = -kBlurReach; tap <= kBlurReach; ++tap)
    addWeighted(sum, blur.taps[tap < 0 ? -tap : tap],
                lightAt(bucketAlong(grid, direction, x, y, tap)));
  return sum;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_NEIGHBOURS_H
