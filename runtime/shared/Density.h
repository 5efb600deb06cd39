// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation: a bucket that was hit rarely is spread over its surroundings by a kernel as
// wide as its samples are rare. These are the rules for one bucket: who takes part, which kernel it
// gets, and the coefficient at an offset. The table of kernels is built on the host
// (runtime/plan/FilterTables.h).
//
// Which kernel: the samples within hitRadius, as many as the table is made for, rounded up; beyond
// 100 hits the kernels of the table stand for ever longer ranges.
//
// With edges, as cuburn had it in 2011: a Gaussian whose width falls with a power of the density of the bucket alone, in steps
// of a share of an octave. Beside a strong edge a bucket of the antialiased fringe is thin and would bloom far
// into the dark; where the density around a bucket is as steep as where the table ends, its kernel is one of a third of a
// pixel. How steep it is, a Roberts cross three buckets wide tells: the differences over both diagonals.

#ifndef FLAME_RUNTIME_SHARED_DENSITY_H
#define FLAME_RUNTIME_SHARED_DENSITY_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FinishMath.h"

namespace flame {

/// Hits up to which every number of hits has a kernel of its own.
inline constexpr double kExactHits = 100;

/// Whether a bucket lies far enough from the edge of the grid to be spread.
FLAME_INLINE bool insideMargin(const abi::DensityParams &params, uint32_t x, uint32_t y) {
  return x >= params.margin && x + params.margin < params.gridWidth && y >= params.margin &&
         y + params.margin < params.gridHeight;
}

/// The kernel for `samples` samples in the neighbourhood.
FLAME_INLINE uint32_t selectKernel(double samples, const abi::DensityParams &params) {
  const double hits = samples * params.hitFactor;
  if (hits > params.maxHits)
    return params.lastKernel;
  uint32_t index;
  if (hits <= kExactHits) {
    const uint32_t rounded = uint32_t(__builtin_ceil(hits));
    index = rounded > 0 ? rounded - 1 : 0;
  } else {
    // The margin makes powers that are integers come out as integers on every device.
    const float power = powPositive(float(hits - kExactHits), params.curve);
    index = uint32_t(kExactHits) + uint32_t(power * (1 + 2e-6f));
  }
  return index < params.lastKernel ? index : params.lastKernel;
}

/// The step of the table for a density, with edges.
FLAME_INLINE float widthStep(float density, const abi::DensityParams &params) {
  return params.curve * float(params.stepsPerOctave) * log2Fast(density + 1);
}

/// The kernel of a bucket inside the margin, with edges.
FLAME_INLINE uint32_t selectByEdges(const float *hits, const abi::DensityParams &params, uint32_t x,
                                    uint32_t y) {
  const float *own = hits + uint64_t(y) * params.gridWidth + x;
  const uint64_t row = params.gridWidth;
  const float perPixel = float(params.hitFactor), quarter = 0.25f * perPixel;
  const float falling = quarter * (own[row + 1] - *(own - row - 1));
  const float rising = quarter * (*(own + row - 1) - *(own - row + 1));
  const float steepness = __builtin_sqrtf(falling * falling + rising * rising);
  if (widthStep(steepness, params) > float(params.lastKernel))
    return params.edgeKernel;
  const float step = widthStep(*own * perPixel, params) + 0.5f;
  return step < float(params.lastKernel) ? uint32_t(step) : params.lastKernel;
}

/// Samples in the neighbourhood of a bucket inside the margin: the sum of its rows.
FLAME_INLINE float samplesAround(const float *hits, const abi::DensityParams &params, uint32_t x,
                                 uint32_t y) {
  const uint32_t side = 2 * params.hitRadius + 1;
  const float *row =
      hits + uint64_t(y - params.hitRadius) * params.gridWidth + (x - params.hitRadius);
  float sum = 0;
  for (uint32_t j = 0; j < side; ++j, row += params.gridWidth) {
    float inRow = 0;
    for (uint32_t i = 0; i < side; ++i)
      inRow += row[i];
    sum += inRow;
  }
  return sum;
}

/// Whether a bucket contributes something.
FLAME_INLINE bool isSpread(const float *hits, const abi::DensityParams &params, uint32_t x,
                           uint32_t y) {
  return insideMargin(params, x, y) && hits[uint64_t(y) * params.gridWidth + x] > 0;
}

/// The kernel of any bucket, kNoKernel when it contributes nothing.
FLAME_INLINE uint16_t kernelAt(const float *hits, const abi::DensityParams &params, uint32_t x,
                               uint32_t y) {
  if (!isSpread(hits, params, x, y))
    return abi::kNoKernel;
  return uint16_t(params.stepsPerOctave ? selectByEdges(hits, params, x, y)
                                        : selectKernel(samplesAround(hits, params, x, y), params));
}

/// Whether a kernel has a coefficient at the offset whose squared parts are given. Axis points
/// exactly at the width are left out; they count in the kernel's norm all the same, so integer
/// widths lose energy: part of the look.
FLAME_INLINE bool isCovered(float limit, float dx2, float dy2) {
  return dx2 + dy2 <= limit && maximum(dx2, dy2) < limit;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_DENSITY_H
