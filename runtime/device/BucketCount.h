// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the sample count of a bucket, for kernels that visit all buckets.

#ifndef FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H
#define FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H

#include "runtime/shared/HistogramCell.h"

namespace flame {

/// Buckets that a thread loads at once, to overlap their latencies.
inline constexpr uint32_t kBucketsAtOnce = 4;

/// The sample count of a bucket times the deposit unit; 0 for a bucket past the end. Without wide
/// cells, packed cells are plain counts.
FLAME_INLINE uint64_t countOf(const uint64_t *cells, const abi::WideCell *wide, uint32_t bucket,
                              uint32_t buckets, abi::CellLayout layout) {
  if (bucket >= buckets)
    return 0;
  const uint64_t cell = cells[abi::cellOf(bucket, layout)];
  return wide ? exactTotals(cell, wide[bucket]).count : cell;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H
