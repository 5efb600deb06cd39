// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of non-local means, two for each pass. The mathematics is in the header, shared
// with the CPU.

#include "runtime/shared/NonLocalMeans.h"
#include "runtime/device/filters/Tile.h"

namespace flame {

FLAME_KERNEL void flame_nlm_roots(abi::NlmArgs args) {
  forEachInTile(args.grid, [&](int, int, uint64_t bucket) {
    args.roots[bucket] = rootsOf(args.accumulators[bucket], args.perSample);
  });
}

FLAME_KERNEL void flame_nlm(abi::NlmArgs args) {
  forEachInTile(args.grid,
                [&](int x, int y, uint64_t bucket) { storeNonLocalMean(args, x, y, bucket); });
}

} // namespace flame
