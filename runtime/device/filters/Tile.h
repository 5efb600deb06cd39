// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk of a block over its tile, for kernels that are launched with launchPerTile.

#ifndef FLAME_RUNTIME_DEVICE_FILTERS_TILE_H
#define FLAME_RUNTIME_DEVICE_FILTERS_TILE_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FlameDevice.h"

#include <gpuintrin.h>

namespace flame {

/// Calls `work(x, y, bucket)` for this thread's buckets of the grid: one column, neighbouring threads side by side.
template <class Work> FLAME_INLINE void forEachInTile(const abi::GridSize &grid, const Work &work) {
  constexpr uint32_t kRows = abi::kFinishThreads / abi::kDensityTile; // that a block does at once
  const uint32_t thread = __gpu_thread_id_x();
  const uint32_t x = __gpu_block_id_x() * abi::kDensityTile + thread % abi::kDensityTile;
  const uint32_t top = __gpu_block_id_y() * abi::kDensityTile + thread / abi::kDensityTile;
  if (x >= grid.width)
    return;
  for (uint32_t row = 0; row < abi::kDensityTile; row += kRows)
    if (const uint32_t y = top + row; y < grid.height)
      work(int(x), int(y), uint64_t(y) * grid.width + x);
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_FILTERS_TILE_H
