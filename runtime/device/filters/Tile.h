// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of a block over its tile, for kernels launched with launchPerTile.

#ifndef FLAME_RUNTIME_DEVICE_FILTERS_TILE_H
#define FLAME_RUNTIME_DEVICE_FILTERS_TILE_H

#include "abi/FinishAbi.h"
#include "runtime/shared/Neighbours.h"

#include <gpuintrin.h>

namespace flame {

/// True if `steps` steps in any direction stay in the grid, from everywhere in the block's tile.
FLAME_INLINE bool staysInGrid(const abi::GridSize &grid, uint32_t steps) {
  const uint32_t left = __gpu_block_id_x() * abi::kDensityTile;
  const uint32_t top = __gpu_block_id_y() * abi::kDensityTile;
  return left >= steps && left + abi::kDensityTile + steps <= grid.width && top >= steps &&
         top + abi::kDensityTile + steps <= grid.height;
}

/// Calls `work(x, y, bucket)` for this thread's buckets of the grid. A thread has one column;
/// neighbouring threads have neighbouring columns.
template <class Work> FLAME_INLINE void forEachInTile(const abi::GridSize &grid, const Work &work) {
  // rows that a block processes at once
  constexpr uint32_t kRows = abi::kFinishThreads / abi::kDensityTile;
  const uint32_t thread = __gpu_thread_id_x();
  const uint32_t x = __gpu_block_id_x() * abi::kDensityTile + thread % abi::kDensityTile;
  const uint32_t top = __gpu_block_id_y() * abi::kDensityTile + thread / abi::kDensityTile;
  if (x >= grid.width)
    return;
  for (uint32_t row = 0; row < abi::kDensityTile; row += kRows)
    if (const uint32_t y = top + row; y < grid.height)
      work(int(x), int(y), uint64_t(y) * grid.width + x);
}

/// Calls `work(bucket, line)` for this thread's buckets. `line` starts at the bucket, runs in the
/// direction of `args`, and is read for at most `most` steps to each side. In most tiles all lines
/// stay in the grid and need no bounds checks.
template <class Args, class Work>
FLAME_INLINE void forEachLine(const Args &args, uint32_t most, const Work &work) {
  if (staysInGrid(args.grid, most))
    forEachInTile(args.grid, [&](int, int, uint64_t bucket) {
      work(bucket, FreeLine{args.grid.width, args.direction, bucket});
    });
  else
    forEachInTile(args.grid, [&](int x, int y, uint64_t bucket) {
      work(bucket, BoundedLine{args.grid, args.direction, x, y});
    });
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_FILTERS_TILE_H
