// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to neighbouring buckets along a direction, for filters that consist of passes in one
// direction each, like cuburn's. A direction need not be an axis or a diagonal: a step is rounded
// to a bucket, halves to the even one. Outside the grid, the bucket at the edge is repeated.

#ifndef FLAME_RUNTIME_SHARED_NEIGHBOURS_H
#define FLAME_RUNTIME_SHARED_NEIGHBOURS_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/SpatialFilter.h"

namespace flame {

/// Taps on each side of a blur.
inline constexpr int kBlurReach = abi::kBlurTaps - 1;

/// `at` clamped to the range 0 to size - 1.
FLAME_INLINE int withinGrid(int at, uint32_t size) {
  const int last = int(size) - 1, atLeast = at > 0 ? at : 0;
  return atLeast < last ? atLeast : last;
}

/// The bucket at (x, y), or the nearest one within the grid.
FLAME_INLINE uint64_t bucketAt(const abi::GridSize &grid, int x, int y) {
  return uint64_t(withinGrid(y, grid.height)) * grid.width + uint32_t(withinGrid(x, grid.width));
}

/// Columns or rows of `steps` steps in a direction. `part` is its x or y.
FLAME_INLINE int wayAlong(float part, int steps) {
  return int(__builtin_rintf(part * float(steps)));
}

/// A number of columns and rows.
struct alignas(8) GridPoint {
  int x, y;
};

/// The displacement of `steps` steps in a direction.
FLAME_INLINE GridPoint wayOf(const abi::Direction &direction, int steps) {
  return {wayAlong(direction.x, steps), wayAlong(direction.y, steps)};
}

/// The buckets of a line through (x, y). Called with a number of steps, it returns the bucket that
/// many steps away in `direction`.
struct BoundedLine {
  abi::GridSize grid;
  abi::Direction direction;
  int x, y;

  FLAME_INLINE uint64_t operator()(int steps) const {
    return bucketAt(grid, x + wayAlong(direction.x, steps), y + wayAlong(direction.y, steps));
  }
};

/// The same for a line that does not leave the grid.
struct FreeLine {
  uint32_t gridWidth;
  abi::Direction direction;
  uint64_t bucket; ///< where it starts

  FLAME_INLINE uint64_t operator()(int steps) const {
    return bucket + uint64_t(int64_t(wayAlong(direction.y, steps) * int(gridWidth) +
                                     wayAlong(direction.x, steps)));
  }
};

/// The blur of the values `valueAt(bucket)` at the start of a line, with taps `stride` steps apart.
template <class Line, class ValueAt>
FLAME_INLINE float blurredAlong(const Line &line, const abi::Blur &blur, int stride,
                                const ValueAt &valueAt) {
  float sum = 0;
  for (int tap = -kBlurReach; tap <= kBlurReach; ++tap)
    sum += blur.taps[tap < 0 ? -tap : tap] * valueAt(line(stride * tap));
  return sum;
}

/// The same for accumulators.
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
