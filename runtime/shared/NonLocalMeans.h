// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-local means over accumulators before log scaling. A bucket becomes the weighted mean of
// itself and others around it. The weight of another bucket grows with the likeness of the two
// patches, where a patch is a bucket with its eight neighbours. Buckets that differ by chance alone
// are mixed; others stay apart (A. Buades, B. Coll, J.-M. Morel, "A non-local algorithm for image
// denoising", 2005).
//
// The noise is known. A number of samples is a Poisson variable n, and 2 sqrt(n + 3/8) has a
// variance of 1 for any n (F. J. Anscombe, 1948). The variance of a sum of colours is lower, as
// each sample adds at most 1. The filter compares these roots of density, red, green and blue. The
// squared differences of two patches, in variances, have a mean of about 2 if only chance differs.
// The excess over that decides the weight.
//
// There are several passes. Each mixes a bucket with the eight buckets a stride away, and the
// stride doubles with each pass. After four passes a sparse region is spread over 31 x 31 buckets,
// for the price of 32. Each pass compares the result of the previous one and knows its variance,
// which is that of a mean.

#ifndef FLAME_RUNTIME_SHARED_NONLOCALMEANS_H
#define FLAME_RUNTIME_SHARED_NONLOCALMEANS_H

#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Neighbours.h"

namespace flame {

/// Squared difference of the roots of two buckets, in variances, if only chance differs.
inline constexpr float kChanceDifference = 2;
/// Loss of weight per squared step, as a negative power of 2. Among equals, near buckets win.
inline constexpr float kPerSquaredStep = 0.144f;

/// The roots that are compared for a bucket.
FLAME_INLINE abi::Accumulator rootsOf(const abi::Accumulator &accumulator, float perSample) {
  const auto root = [&](float sum) {
    return 2 * __builtin_sqrtf(maximum(sum, 0) * perSample + 0.375f);
  };
  return {root(accumulator.red), root(accumulator.green), root(accumulator.blue),
          root(accumulator.alpha)};
}

/// The patches around one bucket: five by five buckets, which include the patches of its
/// neighbours.
class PatchesAround {
public:
  FLAME_INLINE PatchesAround(const abi::NlmArgs &args, int x, int y) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kSide * kSide; ++i) {
      buckets[i] =
          bucketAt(args.grid, x + (i % kSide - 2) * args.stride, y + (i / kSide - 2) * args.stride);
      roots[i] = args.roots[buckets[i]];
      variances[i] = args.variance ? args.variance[buckets[i]] : 1;
    }
  }

  FLAME_INLINE uint64_t bucket(int dx, int dy) const { return buckets[at(dx, dy)]; }
  FLAME_INLINE float variance(int dx, int dy) const { return variances[at(dx, dy)]; }

  /// Difference between the patch at (dx, dy), in strides, and the central one, beyond that of
  /// chance.
  FLAME_INLINE float excess(int dx, int dy) const {
    float difference = 0, variance = 0;
#pragma clang loop unroll(full)
    for (int j = -1; j <= 1; ++j)
#pragma clang loop unroll(full)
      for (int i = -1; i <= 1; ++i) {
        difference += squaredDifference(roots[at(i, j)], roots[at(i + dx, j + dy)]);
        variance += variances[at(i, j)] + variances[at(i + dx, j + dy)];
      }
    return maximum(divide(2 * difference, variance) - kChanceDifference, 0);
  }

private:
  static constexpr int kSide = 5;
  static constexpr int at(int dx, int dy) { return (dy + 2) * kSide + dx + 2; }

  FLAME_INLINE static float squaredDifference(const abi::Accumulator &a,
                                              const abi::Accumulator &b) {
    const float red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    const float alpha = a.alpha - b.alpha;
    return red * red + green * green + (blue * blue + alpha * alpha);
  }

  uint64_t buckets[kSide * kSide];
  abi::Accumulator roots[kSide * kSide];
  float variances[kSide * kSide];
};

/// One pass for one bucket.
FLAME_INLINE void storeNonLocalMean(const abi::NlmArgs &args, int x, int y, uint64_t bucket) {
  const PatchesAround patches(args, x, y);
  abi::Accumulator sum = args.accumulators[bucket];
  float total = 1, variance = patches.variance(0, 0);
#pragma clang loop unroll(full)
  for (int dy = -1; dy <= 1; ++dy)
#pragma clang loop unroll(full)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0)
        continue;
      const float weight = exp2Fast(
          -(args.perExcess * patches.excess(dx, dy) + kPerSquaredStep * float(dx * dx + dy * dy)));
      addWeighted(sum, weight, args.accumulators[patches.bucket(dx, dy)]);
      total += weight;
      variance += weight * weight * patches.variance(dx, dy);
    }
  const float norm = reciprocal(total);
  args.result[bucket] = {sum.red * norm, sum.green * norm, sum.blue * norm, sum.alpha * norm};
  args.resultVariance[bucket] = variance * norm * norm;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_NONLOCALMEANS_H
