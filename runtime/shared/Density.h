// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation: a bucket with few samples is spread over its surroundings by a kernel as
// wide as its samples are rare. These are the rules for one bucket: who takes part, which kernel it
// gets, and the coefficient at an offset. The table of kernels is built on the host
// (runtime/plan/FilterTables.h).
//
// Which kernel: the samples within countRadius, as many as the table is made for, rounded up;
// beyond 100 samples the kernels of the table stand for ever longer ranges.
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

/// Up to this sample count, each count has its own kernel.
inline constexpr double kExactCounts = 100;

/// Whether a bucket lies far enough from the edge of the grid to be spread.
FLAME_INLINE bool insideMargin(const abi::DensityParams &params, uint32_t x, uint32_t y) {
  return x >= params.margin && x + params.margin < params.gridWidth && y >= params.margin &&
         y + params.margin < params.gridHeight;
}

/// The kernel for a value, when its index is at most one off: devices round powers and logarithms each in its own way, and
/// the next kernel would show.
FLAME_INLINE uint32_t exactKernel(uint32_t index, float value, const abi::DensityKernel *kernels,
                                  const abi::DensityParams &params) {
  index = index < params.lastKernel ? index : params.lastKernel;
  if (value < kernels[index].start)
    return index - 1;
  return index < params.lastKernel && value >= kernels[index + 1].start ? index + 1 : index;
}

/// The kernel for `samples` samples in the neighbourhood.
FLAME_INLINE uint32_t selectKernel(double samples, const abi::DensityKernel *kernels,
                                   const abi::DensityParams &params) {
  const double count = samples * params.countFactor;
  if (count > params.maxCount)
    return params.lastKernel;
  if (count > kExactCounts) {
    const float beyond = float(count - kExactCounts);
    return exactKernel(uint32_t(kExactCounts) + uint32_t(powPositive(beyond, params.curve)), beyond,
                       kernels, params);
  }
  const uint32_t rounded = uint32_t(__builtin_ceil(count));
  const uint32_t index = rounded > 0 ? rounded - 1 : 0;
  return index < params.lastKernel ? index : params.lastKernel;
}

/// The kernel of a bucket inside the margin, with edges.
FLAME_INLINE uint32_t selectByEdges(const float *sampleCounts, const abi::DensityKernel *kernels,
                                    const abi::DensityParams &params, uint32_t x, uint32_t y) {
  const float *cell = sampleCounts + uint64_t(y) * params.gridWidth + x;
  const uint64_t row = params.gridWidth;
  const float perPixel = float(params.countFactor), quarter = 0.25f * perPixel;
  const float falling = quarter * (cell[row + 1] - *(cell - row - 1));
  const float rising = quarter * (*(cell + row - 1) - *(cell - row + 1));
  if (falling * falling + rising * rising > params.steepest)
    return params.edgeKernel;
  const float density = *cell * perPixel;
  const float step = params.curve * float(params.stepsPerOctave) * log2Fast(density + 1) + 0.5f;
  return exactKernel(uint32_t(minimum(step, float(params.lastKernel))), density, kernels, params);
}

/// Samples in the neighbourhood of a bucket inside the margin: the sum of its rows.
FLAME_INLINE float samplesAround(const float *sampleCounts, const abi::DensityParams &params,
                                 uint32_t x, uint32_t y) {
  const uint32_t side = 2 * params.countRadius + 1;
  const float *row =
      sampleCounts + uint64_t(y - params.countRadius) * params.gridWidth + (x - params.countRadius);
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
FLAME_INLINE bool isSpread(const float *sampleCounts, const abi::DensityParams &params, uint32_t x,
                           uint32_t y) {
  return insideMargin(params, x, y) && sampleCounts[uint64_t(y) * params.gridWidth + x] > 0;
}

/// The kernel of any bucket, kNoKernel when it contributes nothing.
FLAME_INLINE uint16_t kernelAt(const float *sampleCounts, const abi::DensityKernel *kernels,
                               const abi::DensityParams &params, uint32_t x, uint32_t y) {
  if (!isSpread(sampleCounts, params, x, y))
    return abi::kNoKernel;
  return uint16_t(params.stepsPerOctave
                      ? selectByEdges(sampleCounts, kernels, params, x, y)
                      : selectKernel(samplesAround(sampleCounts, params, x, y), kernels, params));
}

/// Whether a kernel has a coefficient at the offset whose squared parts are given. Axis points
/// exactly at the width are left out; they count in the kernel's norm all the same, so integer
/// widths lose energy: part of the look.
FLAME_INLINE bool isCovered(float limit, float dx2, float dy2) {
  return dx2 + dy2 <= limit && maximum(dx2, dy2) < limit;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_DENSITY_H
