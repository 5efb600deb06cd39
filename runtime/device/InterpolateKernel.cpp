// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the parts of every temporal sample's parameter block that all flames have: tracks, camera,
// selection tables. Each sample has one thread block. The flame's flame_precalc_blocks adds the
// hoisted values.

#include "runtime/shared/Interpolate.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: temporalSamples blocks of any number of threads.
FLAME_KERNEL void flame_interpolate(abi::InterpolateArgs args) {
  const uint32_t sample = __gpu_block_id_x();
  const float time = args.times[sample];
  float *block = args.params + uint64_t(sample) * args.layout.blockFloats;
  for (uint32_t i = __gpu_thread_id_x(); i < args.trackCount; i += __gpu_num_threads_x())
    block[args.tracks[i].offset] = evaluateTrack(args.tracks[i], args.knots, time);
  __gpu_sync_threads();
  if (__gpu_thread_id_x() == 0) {
    const float *view = block + args.layout.viewOffset;
    const float angle = view[4] * kDegree;
    deriveBlock(block, args.layout, args.frame, args.pixelAspect, math::cos(angle),
                math::sin(angle), math::exp2(view[3]) * args.viewScale);
  }
}
