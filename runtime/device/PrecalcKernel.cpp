// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a flame in filling parameter blocks: what it hoisted out of its xforms. All else is flame_interpolate's, which
// no flame changes and which is therefore compiled with the project, not with each flame.

#include "runtime/device/Genome.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: at least temporalSamples threads in all, with the arguments of flame_interpolate and after it.
FLAME_KERNEL void flame_precalc_blocks(abi::InterpolateArgs args) {
  const uint32_t sample = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
  if (sample < args.temporalSamples)
    flame_precalc(args.params + uint64_t(sample) * args.layout.blockFloats);
}
