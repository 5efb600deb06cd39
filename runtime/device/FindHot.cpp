// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the bucket with the most samples. Some flames send a tenth of all samples to one pixel, where the atomics of
// the whole GPU would queue up; the iterate kernel sums such buckets in shared memory once it knows them.

#include "runtime/device/HistogramCell.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: any number of threads, in whole warps.
FLAME_KERNEL void flame_find_hot(abi::FindHotArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  const uint32_t rows = abi::cellRows(args.buckets);
  uint64_t best = 0;
  for (uint32_t bucket = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       bucket < args.buckets; bucket += stride) {
    bool isKnown = false;
    for (uint32_t i = 0; i < args.knownCount; ++i)
      isKnown |= args.known[i] == bucket;
    const uint64_t count =
        exactTotals(args.cells[abi::cellOf(bucket, rows)], args.wide[bucket]).count;
    const uint64_t key = (count < UINT32_MAX ? count : UINT32_MAX) << 32 | bucket;
    if (!isKnown && key > best)
      best = key;
  }
  __scoped_atomic_fetch_max(args.result, best, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
