// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of the bilateral filter, three for each direction. A block has a tile, a thread a column of every eighth
// bucket in it. The mathematics is in the header, shared with the CPU.

#include "runtime/shared/Bilateral.h"
#include "runtime/device/filters/Tile.h"

namespace flame {

FLAME_KERNEL void flame_bilateral_blur(abi::BilateralArgs args) {
  forEachInTile(args.grid, [&](int x, int y, uint64_t bucket) {
    args.blurred[bucket] = blurredDensity(args, x, y);
  });
}

FLAME_KERNEL void flame_bilateral_guide(abi::BilateralArgs args) {
  forEachInTile(args.grid,
                [&](int x, int y, uint64_t bucket) { args.guide[bucket] = guideOf(args, x, y); });
}

FLAME_KERNEL void flame_bilateral(abi::BilateralArgs args) {
  forEachInTile(args.grid, [&](int x, int y, uint64_t bucket) {
    args.result[bucket] = bilateral(args, x, y);
  });
}

} // namespace flame
