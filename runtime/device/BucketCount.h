// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many samples a bucket has, for kernels that go over all of them.

#ifndef FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H
#define FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H

#include "runtime/shared/HistogramCell.h"

namespace flame {

/// Buckets that a thread asks at once, so that it waits for memory once.
inline constexpr uint32_t kBucketsAtOnce = 4;

/// The samples of a bucket, times the deposit unit; none of one behind the last. Without wide cells, packed ones are mere counts.
FLAME_INLINE uint64_t countOf(const uint64_t *cells, const abi::WideCell *wide, uint32_t bucket,
                              uint32_t buckets, abi::CellLayout layout) {
  if (bucket >= buckets)
    return 0;
  const uint64_t cell = cells[abi::cellOf(bucket, layout)];
  return wide ? exactTotals(cell, wide[bucket]).count : cell;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_BUCKETCOUNT_H
