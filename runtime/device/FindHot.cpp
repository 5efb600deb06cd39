// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which buckets are hot: fills the table of HotTable.h from the histogram of a short run.

#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotTable.h"

#include <gpuintrin.h>

using namespace flame;

/// Enters a key into a set. Whoever does not have a slot or has it no longer tries the next one: the greatest keys are found
/// in any order of threads.
FLAME_INLINE void enter(uint64_t *set, uint64_t key) {
#pragma unroll
  for (uint32_t way = 0; way < kHotWays && key; ++way) {
    const uint64_t other =
        __scoped_atomic_fetch_max(set + way, key, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    key = other < key ? other : key;
  }
}

/// Launch: any number of threads.
FLAME_KERNEL void flame_find_hot(abi::FindHotArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  const abi::CellLayout layout = abi::layOutCells(args.buckets);
  for (uint32_t bucket = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       bucket < args.buckets; bucket += stride) {
    const uint64_t count =
        exactTotals(args.cells[abi::cellOf(bucket, layout)], args.wide[bucket]).count;
    if (!count)
      continue;
    uint64_t *set = args.table + hotSetOf(bucket, args.tableBits);
    const uint64_t key = hotKey(count, bucket);
    const uint64_t least =
        __scoped_atomic_load_n(set + kHotWays - 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    if (key > least)
      enter(set, key);
  }
}
