// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hot buckets of a log (SplitLog.h). Each has bins of its own behind those of all other buckets; in
// an ordinary bin it would fill the buffers long before those of other bins are full. A bucket with
// many samples has several bins, for different threads. Each gets about as many samples as a bin of
// other buckets.
//
// A hash table lists these buckets. The hash, bucket * factor, is one to one for buckets below
// 2^26. Its first bits are the index in the table; the other bits are compared. A word of the
// table:
//
//   bits 22..31 first bin | 6..21 the hash | 0..5 number of bins, a power of two, less one
//
// No two hot buckets share an entry. Empty entries hold the hash of a bucket that is not in the
// frame.

#ifndef FLAME_RUNTIME_SHARED_HOTBINS_H
#define FLAME_RUNTIME_SHARED_HOTBINS_H

#include "runtime/shared/FlameDevice.h"

#include <stdint.h>

namespace flame {

/// log2 of the words of the table, and their number.
inline constexpr uint32_t kHotTagBits = 10, kHotTags = 1 << kHotTagBits;
/// log2 of the number of buckets that the hash distinguishes.
inline constexpr uint32_t kHashedBits = 26;
/// Most bins of one hot bucket, and of all hot buckets.
inline constexpr uint32_t kMaxBinsPerHotBucket = 64, kMostHotBins = 1 << kHotTagBits;

inline constexpr uint32_t kFirstBinShift = 32 - kHotTagBits;
inline constexpr uint32_t kHashMask = (1u << kFirstBinShift) - kMaxBinsPerHotBucket;
static_assert(32 - kHashedBits == 6 && kMaxBinsPerHotBucket == 1 << 6, "what is left of the hash");

/// The factor of the hash for an odd number.
constexpr uint32_t hashFactor(uint32_t odd) { return odd << (32 - kHashedBits); }

FLAME_INLINE uint32_t hotTagIndex(uint32_t hash) { return hash >> kFirstBinShift; }
FLAME_INLINE bool hasHash(uint32_t tag, uint32_t hash) { return ((tag ^ hash) & kHashMask) == 0; }

/// The word of a bucket with the bins [first, first + bins).
FLAME_INLINE uint32_t hotTag(uint32_t hash, uint32_t first, uint32_t bins) {
  return first << kFirstBinShift | (hash & kHashMask) | (bins - 1);
}

/// The bin of a hot bucket for a thread.
FLAME_INLINE uint32_t hotBinOf(uint32_t tag, uint32_t thread) {
  return (tag >> kFirstBinShift) + (thread & tag & (kMaxBinsPerHotBucket - 1));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HOTBINS_H
