// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hot buckets, privatised in shared memory.
//
// The buckets of a flame are far from equal: a few thousand of a million may take half of all
// samples, and a single one a tenth. Atomics to such a bucket queue up in the L2 cache. A pilot run
// shows which buckets are hot. Each thread block keeps private sums of them and adds these to the
// histogram now and then.
//
// The table is a hash table of sets of three slots. The fullest three buckets of a set occupy it,
// in this order (flame_find_hot); other buckets take the ordinary path. Finding a bucket takes one
// access, and making the table one pass. One or two slots per set leave out some of the hottest
// buckets, and a single bucket with a hundredth of all samples holds up all others.
//
// Multiplication by an odd number modulo a power of two is one to one. The upper bits of the
// product are the set, the others the tag. Set and tag thus identify the bucket, and the tags of a
// set fit 64 bits.

#ifndef FLAME_RUNTIME_SHARED_HOTTABLE_H
#define FLAME_RUNTIME_SHARED_HOTTABLE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Fewest and most sets of a table, as powers of two.
inline constexpr uint32_t kMinHotBits = 7, kMaxHotBits = 10;

/// No bucket.
inline constexpr uint32_t kNoBucket = UINT32_MAX;

/// Slots of a set, and tag bits per slot.
inline constexpr uint32_t kHotWays = 3, kSlotTagBits = 21, kSlotTagMask = (1u << kSlotTagBits) - 1;
static_assert(kHotWays * kSlotTagBits <= 64);

/// Slots of a table.
constexpr uint32_t hotSlots(uint32_t bits) { return kHotWays << bits; }

/// A set in shared memory: tags from the lowest bits up, and both halves of packed sums
/// (Deposit.h). 64-bit tags at a distance of 40 bytes fall into all banks.
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

/// Number of buckets that a table of 2^`bits` sets can distinguish.
constexpr uint64_t mostHotBuckets(uint32_t bits) { return 1ull << (kSlotTagBits + bits); }

/// The number whose product with a bucket holds set and tag, and its inverse modulo 2^32.
inline constexpr uint32_t kHotFactor = 0x9E3779B1u, kHotInverse = 0x0E8B2F51u;

FLAME_INLINE uint32_t hotSetOf(uint32_t bucket, uint32_t bits) {
  return bucket * kHotFactor >> kSlotTagBits & ((1u << bits) - 1);
}

/// The tag in the lower bits; other bits follow above.
FLAME_INLINE uint32_t slotTagOf(uint32_t bucket) { return bucket * kHotFactor; }

/// The bucket with a tag in a set.
FLAME_INLINE uint32_t hotBucketOf(uint32_t set, uint32_t tag, uint32_t bits) {
  return (set << kSlotTagBits | tag) * kHotInverse & uint32_t(mostHotBuckets(bits) - 1);
}

/// The slot of a tag in a set; kHotWays if it is not there.
FLAME_INLINE uint32_t slotWayOf(uint64_t tags, uint32_t tag) {
  uint32_t way = kHotWays;
  for (uint32_t i = 0; i < kHotWays; ++i)
    way = ((uint32_t(tags >> (kSlotTagBits * i)) ^ tag) & kSlotTagMask) == 0 ? i : way;
  return way;
}

/// An entry of FindHotArgs::table and IterateArgs::hotTable. The hottest bucket has the greatest
/// key; 0 is no bucket.
FLAME_INLINE uint64_t hotKey(uint64_t count, uint32_t bucket) {
  return (count < UINT32_MAX ? count : UINT32_MAX) << 32 | bucket;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HOTTABLE_H
