// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hot buckets, privatised in shared memory.
//
// The buckets of a flame are far from equal: a few thousand of a million may take half of all samples, one alone a
// tenth. Atomics to such a bucket queue up in the L2 cache. A short run shows which buckets are hot; each thread block
// keeps private sums of them and adds these to the histogram now and then.
//
// The table is a hash table of sets of three slots: of all buckets with the same set the fullest three have it (flame_find_hot),
// in this order, and the others go the ordinary way. So to find a bucket takes one look, and to make the table takes one
// pass. With one or two slots to a set some of the hottest buckets were left out, and one that has a hundredth of all samples
// holds up all others.
//
// A bucket times an odd number, modulo a power of two, is another number for each bucket: its upper bits are the set, the
// others the tag. So set and tag are the bucket, and the tags of a set have room in 64 bits.

#ifndef FLAME_RUNTIME_SHARED_HOTTABLE_H
#define FLAME_RUNTIME_SHARED_HOTTABLE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Fewest and most sets of a table, as powers of two.
inline constexpr uint32_t kMinHotBits = 7, kMaxHotBits = 10;

/// No bucket.
inline constexpr uint32_t kNoBucket = UINT32_MAX;

/// Slots of a set, and bits of the tag of each.
inline constexpr uint32_t kHotWays = 3, kSlotTagBits = 21, kSlotTagMask = (1u << kSlotTagBits) - 1;
static_assert(kHotWays * kSlotTagBits <= 64);

/// Slots of a table.
constexpr uint32_t hotSlots(uint32_t bits) { return kHotWays << bits; }

/// A set in shared memory: tags from the lowest bits up, and both halves of packed sums (Deposit.h). Tags of 64 bits that are
/// apart by 40 bytes are in all banks.
struct alignas(8) HotSet {
  uint64_t tags;
  uint32_t low[kHotWays], high[kHotWays];
  uint32_t unused[2];
};
static_assert(sizeof(HotSet) == 40);

/// Bytes of shared memory for a table.
constexpr uint32_t hotTableBytes(uint32_t bits) {
  return bits ? uint32_t(sizeof(HotSet)) << bits : 0;
}

/// Buckets of which a table of 2^`bits` sets can tell one from another.
constexpr uint64_t mostHotBuckets(uint32_t bits) { return 1ull << (kSlotTagBits + bits); }

/// The number that set and tag of a bucket are bits of, and its inverse modulo 2^32.
inline constexpr uint32_t kHotFactor = 0x9E3779B1u, kHotInverse = 0x0E8B2F51u;

FLAME_INLINE uint32_t hotSetOf(uint32_t bucket, uint32_t bits) {
  return bucket * kHotFactor >> kSlotTagBits & ((1u << bits) - 1);
}

/// The tag, below other bits.
FLAME_INLINE uint32_t slotTagOf(uint32_t bucket) { return bucket * kHotFactor; }

/// The bucket of a set with a tag.
FLAME_INLINE uint32_t hotBucketOf(uint32_t set, uint32_t tag, uint32_t bits) {
  return (set << kSlotTagBits | tag) * kHotInverse & uint32_t(mostHotBuckets(bits) - 1);
}

/// The way of a tag in a set, or kHotWays.
FLAME_INLINE uint32_t slotWayOf(uint64_t tags, uint32_t tag) {
  uint32_t way = kHotWays;
  for (uint32_t i = 0; i < kHotWays; ++i)
    way = ((uint32_t(tags >> (kSlotTagBits * i)) ^ tag) & kSlotTagMask) == 0 ? i : way;
  return way;
}

/// What FindHotArgs::table and IterateArgs::hotTable hold: the hottest bucket is the greatest key; 0 is no bucket.
FLAME_INLINE uint64_t hotKey(uint64_t count, uint32_t bucket) {
  return (count < UINT32_MAX ? count : UINT32_MAX) << 32 | bucket;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HOTTABLE_H
