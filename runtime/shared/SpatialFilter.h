// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The spatial filter: from buckets to output pixels. Its table is the product of a row and a column
// of coefficients, so it is applied one row of buckets at a time. A caller may keep the sums of
// rows, which several pixels share. A filter that is not such a product has taps.

#ifndef FLAME_RUNTIME_SHARED_SPATIALFILTER_H
#define FLAME_RUNTIME_SHARED_SPATIALFILTER_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// sum += weight * value
FLAME_INLINE void addWeighted(abi::Accumulator &sum, float weight, const abi::Accumulator &value) {
  sum.red += weight * value.red;
  sum.green += weight * value.green;
  sum.blue += weight * value.blue;
  sum.alpha += weight * value.alpha;
}

/// The weighted sum of `width` accumulators that lie `stride` apart.
FLAME_INLINE abi::Accumulator weightedSum(const abi::Accumulator *values, uint64_t stride,
                                          const float *weights, uint32_t width) {
  abi::Accumulator sum = {0, 0, 0, 0};
  for (uint32_t i = 0; i < width; ++i)
    addWeighted(sum, weights[i], values[i * stride]);
  return sum;
}

/// The filtered value of the pixel whose filter starts at bucket `corner`.
FLAME_INLINE abi::Accumulator filtered(const abi::Accumulator *corner, uint32_t gridWidth,
                                       const float *filterX, const float *filterY, uint32_t width) {
  abi::Accumulator sum = {0, 0, 0, 0};
  for (uint32_t j = 0; j < width; ++j)
    addWeighted(sum, filterY[j], weightedSum(corner + uint64_t(j) * gridWidth, 1, filterX, width));
  return sum;
}

/// The same with one tap per bucket.
FLAME_INLINE abi::Accumulator tapped(const abi::Accumulator *corner, uint32_t gridWidth,
                                     const abi::FilterTap *taps, uint32_t width) {
  abi::Accumulator sum = {0, 0, 0, 0};
  for (uint32_t j = 0; j < width; ++j)
    for (uint32_t i = 0; i < width; ++i) {
      const abi::Accumulator &bucket = corner[uint64_t(j) * gridWidth + i];
      const abi::FilterTap &tap = taps[j * width + i];
      sum.red += tap.color * bucket.red;
      sum.green += tap.color * bucket.green;
      sum.blue += tap.color * bucket.blue;
      sum.alpha += tap.density * bucket.alpha;
    }
  return sum;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_SPATIALFILTER_H
