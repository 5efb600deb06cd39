// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test kernel that applies single xforms of a compiled flame to given points with given random
// numbers on the GPU. It is linked into a flame instead of the iterate kernel, so it also defines
// the draw functions.

#include "abi/ProbeAbi.h"
#include "runtime/device/Genome.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: any number of threads and blocks.
FLAME_KERNEL void flame_probe(abi::ProbeArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  for (uint32_t i = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       i < args.count; i += stride) {
    const abi::Probe &probe = args.probes[i];
    abi::Point point = {probe.x, probe.y, probe.color, 1};
    abi::DrawFeed feed = {probe.draws};
    float depth = 0;
    flame_apply_one(probe.xform, args.params, &point, &depth, reinterpret_cast<Rng *>(&feed));
    args.results[i] = point;
  }
}

static FLAME_INLINE float nextFed(Rng *rng) {
  return *reinterpret_cast<abi::DrawFeed *>(rng)->next++;
}

FLAME_DEVICE float flame_draw_u01(Rng *rng) { return nextFed(rng); }
FLAME_DEVICE float flame_draw_u11(Rng *rng) { return nextFed(rng); }
FLAME_DEVICE float flame_draw_bit(Rng *rng) { return nextFed(rng); }
FLAME_DEVICE float flame_draw_bell(Rng *rng) { return nextFed(rng); }
