// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of hot buckets (HotTable.h): of a block in shared memory, and of each thread for the hottest.

#ifndef FLAME_RUNTIME_DEVICE_HOTSUMS_H
#define FLAME_RUNTIME_DEVICE_HOTSUMS_H

#include "runtime/device/Sums.h"

namespace flame {

/// Fields of a deposit up to this value may go to the table of hot buckets; a larger one (an opacity far above 1) goes the
/// ordinary way.
inline constexpr uint32_t kLargestHotField = 8191;
/// Rounds after which sums are moved out of the table, which therefore cannot overflow.
inline constexpr uint32_t kRoundsPerFlush = 128;
static_assert(uint64_t(kRoundsPerFlush) * abi::kPointsPerBlock * kLargestHotField <= UINT32_MAX);

/// Adds fields to the sums of a hot bucket in shared memory.
FLAME_INLINE void addToSlot(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t slot,
                            const abi::WideCell &fields) {
  const uint32_t values[4] = {uint32_t(fields.red), uint32_t(fields.green), uint32_t(fields.blue),
                              uint32_t(fields.count)};
#pragma unroll
  for (uint32_t i = 0; i < 4; ++i)
    __scoped_atomic_fetch_add(shared.hotSums + (i << args.hotBits) + slot, values[i],
                              __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// Enters the hot buckets into shared memory, with empty sums. Called by all threads, before a barrier.
FLAME_INLINE void loadHotTable(const abi::IterateArgs &args, const SharedMemory &shared) {
  if (!args.hotBits)
    return;
  const uint32_t slots = 1u << args.hotBits;
  for (uint32_t slot = __gpu_thread_id_x(); slot < slots; slot += blockThreads()) {
    const uint64_t key = args.hotTable[slot];
    shared.hotTags[slot] = key ? uint32_t(key) : kNoBucket;
  }
  for (uint32_t word = __gpu_thread_id_x(); word < 4 * slots; word += blockThreads())
    shared.hotSums[word] = 0;
}

/// A thread sums whole deposits to the hottest bucket in one packed word, which has room for this many rounds.
inline constexpr uint32_t kRoundsPerThreadSum = 128;
static_assert(kRoundsPerThreadSum * abi::kPointsPerThread * 255 <= kColorMask &&
              kRoundsPerThreadSum * abi::kPointsPerThread < 1u << abi::kCountBits);
static_assert(kRoundsPerFlush % kRoundsPerThreadSum == 0);

/// Moves what a thread has for the hottest bucket to its slot and, if `all` are to be emptied, the block's sums of hot buckets to the
/// histogram. Called by all threads where there is a table.
FLAME_INLINE void emptyHotSums(const abi::IterateArgs &args, const SharedMemory &shared, bool all,
                               Sums &own) {
  if (own.hottest)
    addToSlot(args, shared, hotSetOf(args.threadBucket, args.hotBits), unpackCell(own.hottest));
  own.hottest = 0;
  if (!all)
    return;
  __gpu_sync_threads(); // all deposits of the block are in
  const uint32_t slots = 1u << args.hotBits;
  for (uint32_t slot = threadAnew(); slot < slots; slot += blockThreads()) {
    uint32_t *sums = shared.hotSums + slot;
    addToWide(args.wide + shared.hotTags[slot], // if there is anything
              {sums[0], sums[slots], sums[2 * slots], sums[3 * slots]});
    sums[0] = sums[slots] = sums[2 * slots] = sums[3 * slots] = 0;
  }
  __gpu_sync_threads(); // all sums are empty
}

/// The tags of a set, loaded at once.
struct alignas(kHotWays * sizeof(uint32_t)) HotTags {
  uint32_t of[kHotWays];
};

/// Adds a deposit to its thread's or block's sums if its bucket is a hot one. Returns whether it was.
FLAME_INLINE bool addToHotBucket(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t bucket, uint64_t deposit, Sums &own) {
  if (bucket == args.threadBucket) {
    own.hottest += deposit;
    return true;
  }
  const uint32_t set = hotSetOf(bucket, args.hotBits);
  const HotTags tags = *(const HotTags *)(shared.hotTags + set);
  uint32_t way = kHotWays;
#pragma unroll
  for (uint32_t i = 0; i < kHotWays; ++i)
    way = tags.of[i] == bucket ? i : way;
  if (way == kHotWays)
    return false;
  const uint32_t slot = set + way;
  const abi::WideCell fields = unpackCell(deposit);
  if (hasFeature(abi::kFractionalDeposit) &&
      (fields.red | fields.green | fields.blue) > kLargestHotField)
    return false;
  addToSlot(args, shared, slot, fields);
  return true;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_HOTSUMS_H
