// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernel of the smearing clip, launched once for each of its four passes. The mathematics
// is in the header, shared with the CPU.

#include "runtime/shared/SmearClip.h"
#include "runtime/device/filters/Tile.h"

namespace flame {

FLAME_KERNEL void flame_smear_clip(abi::SmearArgs args) {
  forEachLine(args, kBlurReach, [&](uint64_t bucket, const auto &line) {
    args.result[bucket] = smearClip(args, bucket, line);
  });
}

} // namespace flame
