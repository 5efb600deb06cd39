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
  const int last = int(size) - 1, atLeast = at > 0 ? at : 0;
  return atLeast < last ? atLeast : last;
}

/// The bucket at (x, y), or the one nearest to there.
FLAME_INLINE uint64_t bucketAt(const abi::GridSize &grid, int x, int y) {
  return uint64_t(withinGrid(y, grid.height)) * grid.width + uint32_t(withinGrid(x, grid.width));
}

/// How many columns or rows `steps` in a direction are: `part` is its x or y.
FLAME_INLINE int wayAlong(float part, int steps) {
  return int(__builtin_rintf(part * float(steps)));
}

/// Columns and rows.
struct alignas(8) GridPoint {
  int x, y;
};

/// How far `steps` in a direction lead.
FLAME_INLINE GridPoint wayOf(const abi::Direction &direction, int steps) {
  return {wayAlong(direction.x, steps), wayAlong(direction.y, steps)};
}

/// The buckets of a line through (x, y): called with a number of steps, it returns the bucket that many steps in `direction`.
struct BoundedLine {
  abi::GridSize grid;
  abi::Direction direction;
  int x, y;

  FLAME_INLINE uint64_t operator()(int steps) const {
    return bucketAt(grid, x + wayAlong(direction.x, steps), y + wayAlong(direction.y, steps));
  }
};

/// The same where the line does not leave the grid.
struct FreeLine {
  uint32_t gridWidth;
  abi::Direction direction;
  uint64_t bucket; ///< where it starts

  FLAME_INLINE uint64_t operator()(int steps) const {
    return bucket + uint64_t(int64_t(wayAlong(direction.y, steps) * int(gridWidth) +
                                     wayAlong(direction.x, steps)));
  }
};

/// The blurred value, where a line starts, of what `valueAt(bucket)` returns, with taps `stride` steps apart.
template <class Line, class ValueAt>
FLAME_INLINE float blurredAlong(const Line &line, const abi::Blur &blur, int stride,
                                const ValueAt &valueAt) {
  float sum = 0;
  for (int tap = -kBlurReach; tap <= kBlurReach; ++tap)
    sum += blur.taps[tap < 0 ? -tap : tap] * valueAt(line(stride * tap));
  return sum;
}

/// The same of accumulators.
template <class Line, class AccumulatorAt>
FLAME_INLINE abi::Accumulator blurredSum(const Line &line, const abi::Blur &blur,
                                         const AccumulatorAt &accumulatorAt) {
  abi::Accumulator sum = {0, 0, 0, 0};
  for (int tap = -kBlurReach; tap <= kBlurReach; ++tap)
    addWeighted(sum, blur.taps[tap < 0 ? -tap : tap], accumulatorAt(line(tap)));
  return sum;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_NEIGHBOURS_H
