// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels that process single buckets: the first one, which reads the histogram, and those
// between filters of other kinds. A thread has one bucket. The mathematics is in the headers,
// shared with the CPU.

#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/LocalFilters.h"
#include "runtime/shared/SpatialFilter.h"

#include <gpuintrin.h>

namespace flame {

static FLAME_INLINE uint32_t globalThread() {
  return __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
}

FLAME_KERNEL void flame_read_histogram(abi::ReadHistogramArgs args) {
  const uint32_t bucket = globalThread();
  if (bucket >= args.buckets)
    return;
  const abi::WideCell totals = exactTotals(
      args.cells[abi::cellOf(bucket, abi::layOutCells(args.buckets))], args.wide[bucket]);
  args.accumulators[bucket] = afterLocal(densityTotals(totals, args.unit), args.then);
  if (args.sampleCounts)
    args.sampleCounts[bucket] = sampleCount(totals, args.unit);
}

FLAME_KERNEL void flame_local(abi::LocalArgs args) {
  const uint32_t bucket = globalThread();
  if (bucket >= args.buckets)
    return;
  const abi::Accumulator accumulator = args.accumulators[bucket];
  args.accumulators[bucket] = afterLocal(accumulator, args.steps);
  if (args.sampleCounts)
    args.sampleCounts[bucket] = samplesIn(accumulator);
}

FLAME_KERNEL void flame_add_pass(abi::AddPassArgs args) {
  const uint32_t bucket = globalThread();
  if (bucket < args.buckets)
    addWeighted(args.sum[bucket], 1, args.pass[bucket]);
}

} // namespace flame
