// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds up the histograms of one frame from several GPUs: adds packed cells and wide cells to wide
// cells.

#include "runtime/shared/HistogramCell.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: any number of threads.
FLAME_KERNEL void flame_add_histogram(abi::AddHistogramArgs args) {
  const uint32_t stride = __gpu_num_threads_x() * __gpu_num_blocks_x();
  const abi::CellLayout layout = abi::layOutCells(args.buckets);
  for (uint32_t bucket = __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
       bucket < args.buckets; bucket += stride) {
    abi::WideCell sum = args.target[bucket];
    if (args.cells)
      addTotals(sum, unpackCell(args.cells[abi::cellOf(bucket, layout)]));
    if (args.wide)
      addTotals(sum, args.wide[bucket]);
    args.target[bucket] = sum;
  }
}
