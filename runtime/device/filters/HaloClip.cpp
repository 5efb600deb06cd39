// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of the halo clip: a blur, and a second blur that also computes colours. The
// mathematics is in the header, shared with the CPU.

#include "runtime/shared/HaloClip.h"
#include "runtime/device/filters/Tile.h"

namespace flame {

FLAME_KERNEL void flame_halo_blur(abi::HaloArgs args) {
  forEachLine(args, kBlurReach, [&](uint64_t bucket, const auto &line) {
    args.blurred[bucket] = haloAt(args, line);
  });
}

FLAME_KERNEL void flame_halo_clip(abi::HaloArgs args) {
  forEachLine(args, kBlurReach, [&](uint64_t bucket, const auto &line) {
    args.result[bucket] = haloClip(args.accumulators[bucket], haloAt(args, line), args.tone);
  });
}

} // namespace flame
