// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the cameras of a frame at random on the GPU, after flame_interpolate has computed them.

#include "runtime/shared/Interpolate.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: at least temporalSamples threads in all, with the arguments of flame_interpolate.
FLAME_KERNEL void flame_jitter(abi::InterpolateArgs args) {
  const uint32_t sample = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
  if (sample >= args.temporalSamples)
    return;
  float *block = args.params + uint64_t(sample) * args.layout.blockFloats;
  jitterCamera(block + abi::kCameraOffset, args.jitter * float(args.frame.supersample), args.seed,
               sample);
}
