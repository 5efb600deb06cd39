// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation: spreads a bucket with few samples over its surroundings, by a kernel that is
// the wider the fewer samples there are. These are the rules for one bucket: whether it takes part,
// its kernel, and the coefficient at an offset. The host builds the table of kernels
// (runtime/plan/FilterTables.h).
//
// The kernel depends on the number of samples within countRadius, scaled to the table and rounded
// up. Beyond 100 samples, the kernels of the table cover ever longer ranges.
//
// With edges, as in cuburn in 2011: a Gaussian whose width falls with a power of the density of the
// bucket alone, in fractions of an octave. Next to a strong edge, a bucket of the antialiased
// fringe is thin and would bloom far into the dark. So if the density around a bucket is as steep
// as at the end of the table, the kernel is a third of a pixel wide. A Roberts cross three buckets
// wide measures the steepness: the differences along both diagonals.

#ifndef FLAME_RUNTIME_SHARED_DENSITY_H
#define FLAME_RUNTIME_SHARED_DENSITY_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FinishMath.h"

namespace flame {

/// Up to this sample count, each count has its own kernel.
inline constexpr double kExactCounts = 100;

/// True if a bucket lies far enough from the edge of the grid to be spread.
FLAME_INLINE bool insideMargin(const abi::DensityParams &params, uint32_t x, uint32_t y) {
  return x >= params.margin && x + params.margin < params.gridWidth && y >= params.margin &&
         y + params.margin < params.gridHeight;
}

/// The kernel for a value, given an index that is off by at most one. Devices round powers and
/// logarithms differently, and the neighbouring kernel would be visible.
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

/// Samples in the neighbourhood of a bucket inside the margin, summed row by row.
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

/// True if a bucket contributes something.
FLAME_INLINE bool isSpread(const float *sampleCounts, const abi::DensityParams &params, uint32_t x,
                           uint32_t y) {
  return insideMargin(params, x, y) && sampleCounts[uint64_t(y) * params.gridWidth + x] > 0;
}

/// The kernel of any bucket; kNoKernel if it contributes nothing.
FLAME_INLINE uint16_t kernelAt(const float *sampleCounts, const abi::DensityKernel *kernels,
                               const abi::DensityParams &params, uint32_t x, uint32_t y) {
  if (!isSpread(sampleCounts, params, x, y))
    return abi::kNoKernel;
  return uint16_t(params.stepsPerOctave
                      ? selectByEdges(sampleCounts, kernels, params, x, y)
                      : selectKernel(samplesAround(sampleCounts, params, x, y), kernels, params));
}

/// True if a kernel has a coefficient at the offset with these squared components. Axis points
/// exactly at the width are left out. They still count in the kernel's norm, so integer widths lose
/// energy, which is part of the look.
FLAME_INLINE bool isCovered(float limit, float dx2, float dy2) {
  return dx2 + dy2 <= limit && maximum(dx2, dy2) < limit;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_DENSITY_H
