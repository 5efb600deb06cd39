// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds hot buckets: fills the table of HotTable.h from the histogram of a pilot run.

#include "runtime/device/BucketCount.h"
#include "runtime/shared/HotTable.h"

#include <gpuintrin.h>

using namespace flame;

/// Fewest samples of a hot bucket: a single sample may land anywhere.
static constexpr uint64_t kFewest = 2;

/// Enters a key into a set. A key that is displaced or finds no slot tries the next slot, so the
/// set keeps the greatest keys in any thread order.
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
  for (uint32_t first = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       first < args.buckets; first += kBucketsAtOnce * stride) {
    uint64_t counts[kBucketsAtOnce];
#pragma unroll
    for (uint32_t i = 0; i < kBucketsAtOnce; ++i)
      counts[i] = countOf(args.cells, args.wide, first + i * stride, args.buckets, layout);
#pragma unroll
    for (uint32_t i = 0; i < kBucketsAtOnce; ++i) {
      if (counts[i] < kFewest)
        continue;
      const uint32_t bucket = first + i * stride;
      uint64_t *set = args.table + hotSetOf(bucket, args.tableBits) * kHotWays;
      const uint64_t key = hotKey(counts[i], bucket);
      const uint64_t least =
          __scoped_atomic_load_n(set + kHotWays - 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
      if (key > least)
        enter(set, key);
    }
  }
}
