// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of hot buckets (HotTable.h): one per block in shared memory, and one per thread for the
// hottest bucket.

#ifndef FLAME_RUNTIME_DEVICE_HOTSUMS_H
#define FLAME_RUNTIME_DEVICE_HOTSUMS_H

#include "runtime/device/Sums.h"

namespace flame {

/// Adds a deposit to the packed sums of a hot bucket. Shared memory has only 32-bit additions, so
/// this adds the lower half and then the upper half plus the carry. A carry out of a field goes to
/// the histogram, as for a cell of global memory.
FLAME_INLINE void addToSlot(const abi::IterateArgs &args, HotSet &set, uint32_t way,
                            uint32_t bucket, uint64_t deposit) {
  const uint32_t oldLow = __scoped_atomic_fetch_add(set.low + way, uint32_t(deposit),
                                                    __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  const uint64_t next = oldLow + deposit; // lower half of the sum, and the addend of the upper half
  const uint32_t oldHigh = __scoped_atomic_fetch_add(set.high + way, uint32_t(next >> 32),
                                                     __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  const uint64_t old = uint64_t(oldHigh) << 32 | oldLow;
  if (__builtin_expect(carried(old, deposit), 0))
    addToWide(args.wide + bucket, carryToWide(old, deposit));
}

/// Loads the hot buckets into shared memory, with empty sums. An unused slot has the tag of another
/// bucket, which does no harm. Called by all threads before a barrier.
FLAME_INLINE void loadHotTable(const abi::IterateArgs &args, const SharedMemory &shared) {
  if (!args.hotBits)
    return;
  for (uint32_t set = __gpu_thread_id_x(); set < 1u << args.hotBits; set += blockThreads()) {
    HotSet &loaded = shared.hotSets[set];
    uint64_t tags = 0;
    for (uint32_t i = 0; i < kHotWays; ++i) {
      const uint64_t key = args.hotTable[set * kHotWays + i];
      // Rotate the ways, so that the fullest buckets of neighbouring sets are in different banks.
      const uint32_t way = (i + set) % kHotWays;
      if (key)
        tags |= uint64_t(slotTagOf(uint32_t(key)) & kSlotTagMask) << (way * kSlotTagBits);
      loaded.low[i] = loaded.high[i] = 0;
    }
    loaded.tags = tags;
  }
}

/// A thread sums whole deposits to the hottest bucket in one packed word, which has room for this
/// many rounds.
inline constexpr uint32_t kRoundsPerThreadSum = 128;
static_assert(kRoundsPerThreadSum * abi::kPointsPerThread * 255 <= kColorMask &&
              kRoundsPerThreadSum * abi::kPointsPerThread < 1u << abi::kCountBits);

/// Moves the thread's sum for the hottest bucket to its slot. If `all`, also moves the block's sums
/// of hot buckets to the histogram. Called by all threads if there is a table.
FLAME_INLINE void emptyHotSums(const abi::IterateArgs &args, const SharedMemory &shared, bool all,
                               Sums &local) {
  if (local.hottest) {
    HotSet &set = shared.hotSets[hotSetOf(args.threadBucket, args.hotBits)];
    addToSlot(args, set, slotWayOf(set.tags, slotTagOf(args.threadBucket)), args.threadBucket,
              local.hottest);
  }
  local.hottest = 0;
  if (!all)
    return;
  __gpu_sync_threads(); // all deposits of the block are added
  for (uint32_t index = recomputedThread(); index < 1u << args.hotBits; index += blockThreads()) {
    HotSet &set = shared.hotSets[index];
#pragma clang loop unroll(disable)
    for (uint32_t way = 0; way < kHotWays; ++way) {
      const auto tag = uint32_t(set.tags >> (way * kSlotTagBits)) & kSlotTagMask;
      addToWide(args.wide + hotBucketOf(index, tag, args.hotBits), // skips zeros
                unpackCell(uint64_t(set.high[way]) << 32 | set.low[way]));
      set.low[way] = set.high[way] = 0;
    }
  }
  __gpu_sync_threads(); // all sums are empty
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_HOTSUMS_H
