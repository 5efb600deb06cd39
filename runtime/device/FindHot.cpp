// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which buckets are full: fills the table of HotTable.h from the histogram of a short run.

#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotTable.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: any number of threads.
FLAME_KERNEL void flame_find_hot(abi::FindHotArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  const abi::CellPlacement placement = abi::placeCells(args.buckets);
  for (uint32_t bucket = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       bucket < args.buckets; bucket += stride) {
    const uint64_t count =
        exactTotals(args.cells[abi::cellOf(bucket, placement)], args.wide[bucket]).count;
    uint64_t *slot = args.table + hotSlotOf(bucket, args.tableBits);
    const uint64_t key = hotKey(count, bucket);
    if (count && key > __scoped_atomic_load_n(slot, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
      __scoped_atomic_fetch_max(slot, key, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
}
