// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact totals of buckets. Any number of threads may add to them at once.

#ifndef FLAME_RUNTIME_DEVICE_WIDESUMS_H
#define FLAME_RUNTIME_DEVICE_WIDESUMS_H

#include "abi/Abi.h"
#include "runtime/shared/Deposit.h"

#include <gpuintrin.h>

namespace flame {

/// Adds to the exact totals of a bucket.
FLAME_INLINE void addToWide(abi::WideCell *cell, const abi::WideCell &totals) {
  const uint64_t fields[4] = {totals.red, totals.green, totals.blue, totals.count};
  uint64_t *wide = &cell->red;
  for (uint32_t i = 0; i < 4; ++i)
    if (fields[i])
      __scoped_atomic_fetch_add(wide + i, fields[i], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/// Adds packed totals to the cell of a bucket. Carries go to its exact totals, so nothing is lost.
FLAME_INLINE void addToCell(uint64_t *cell, abi::WideCell *wide, uint64_t totals) {
  const uint64_t old =
      __scoped_atomic_fetch_add(cell, totals, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (carried(old, totals))
    addToWide(wide, carryToWide(old, totals));
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_WIDESUMS_H
