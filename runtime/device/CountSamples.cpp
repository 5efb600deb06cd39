// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the deposits of weight 1 in a histogram, to detect overflows of unreturned additions
// (abi::IterateArgs).

#include "runtime/device/BucketCount.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: any number of blocks of whole warps.
FLAME_KERNEL void flame_count_samples(abi::CountSamplesArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  const abi::CellLayout placement = abi::layOutCells(args.buckets);
  uint64_t sum = 0;
  for (uint32_t first = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       first < args.buckets; first += kBucketsAtOnce * stride)
#pragma unroll
    for (uint32_t i = 0; i < kBucketsAtOnce; ++i)
      sum += countOf(args.cells, args.wide, first + i * stride, args.buckets, placement);
  const uint64_t lanes = __gpu_lane_mask();
  sum = __gpu_lane_sum_u64(lanes, sum);
  if (__gpu_is_first_in_lane(lanes))
    __scoped_atomic_fetch_add(args.count, sum, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
