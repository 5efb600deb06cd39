// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hot buckets, privatised in shared memory.
//
// The buckets of a flame are far from equal: a few thousand of a million may take half of all samples, one alone a
// tenth. Atomics to such a bucket queue up in the L2 cache. A short run shows which buckets are hot; each thread block
// keeps private sums of them and adds these to the histogram now and then.
//
// The table is a hash table of sets of four slots: of all buckets with the same set the fullest four have it (flame_find_hot),
// in this order, and the others go the ordinary way. So to find a bucket takes one look, and to make the table takes one
// pass. With one or two slots to a set some of the hottest buckets were left out.

#ifndef FLAME_RUNTIME_SHARED_HOTTABLE_H
#define FLAME_RUNTIME_SHARED_HOTTABLE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Fewest and most slots of a table, as powers of two.
inline constexpr uint32_t kMinHotBits = 8, kMaxHotBits = 11;

/// No bucket: the tag of an empty slot.
inline constexpr uint32_t kNoBucket = UINT32_MAX;

/// 32-bit words of a slot: the tag; sums of red, green, blue, count.
inline constexpr uint32_t kHotWords = 5;

/// Bytes of shared memory for a table.
constexpr uint32_t hotTableBytes(uint32_t bits) { return bits ? (kHotWords * 4) << bits : 0; }

/// Slots of a set.
inline constexpr uint32_t kHotWays = 4;

/// The first slot of the set of a bucket, by multiplicative hashing. `bits` is not 0.
FLAME_INLINE uint32_t hotSetOf(uint32_t bucket, uint32_t bits) {
  return (bucket * 0x9E3779B1u >> (32 - bits)) & ~(kHotWays - 1);
}

/// What FindHotArgs::table and IterateArgs::hotTable hold: the hottest bucket is the greatest key; 0 is no bucket.
FLAME_INLINE uint64_t hotKey(uint64_t count, uint32_t bucket) {
  return (count < UINT32_MAX ? count : UINT32_MAX) << 32 | bucket;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HOTTABLE_H
