// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the flame's own part of the parameter blocks: the values hoisted out of its xforms.
// flame_interpolate fills the rest; it is the same for all flames and compiled with the project.

#include "runtime/device/Genome.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: at least temporalSamples threads in all, after flame_interpolate and with its arguments.
FLAME_KERNEL void flame_precalc_blocks(abi::InterpolateArgs args) {
  const uint32_t sample = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
  if (sample < args.temporalSamples)
    flame_precalc(args.params + uint64_t(sample) * args.layout.blockFloats);
}
