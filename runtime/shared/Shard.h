// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides work among machines that do not know of each other. Each gets its index and the number of
// parts. All devices divide in this way. Consecutive parts are contiguous and together cover all
// work.

#ifndef FLAME_RUNTIME_SHARED_SHARD_H
#define FLAME_RUNTIME_SHARED_SHARD_H

#include <stdint.h>

namespace flame {

/// Most parts: more than any farm has machines.
inline constexpr uint32_t kMaxShards = 1'000'000;

/// One of `count` parts of nearly equal size. `index` is 1 to `count`; `count` is at most
/// kMaxShards.
struct Shard {
  uint32_t index = 1, count = 1;
  bool operator==(const Shard &) const = default;
};

/// Logical blocks of a frame: from `first` up to, not including, `end`.
struct BlockRange {
  uint32_t first = 0, end = 0;
  uint32_t size() const { return end - first; }
  bool operator==(const BlockRange &) const = default;
};

/// The part of `blocks` logical blocks that belongs to a shard. Some parts are empty if there are
/// fewer blocks than shards.
constexpr BlockRange rangeOf(const Shard &shard, uint32_t blocks) {
  return {uint32_t(uint64_t(blocks) * (shard.index - 1) / shard.count),
          uint32_t(uint64_t(blocks) * shard.index / shard.count)};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_SHARD_H
