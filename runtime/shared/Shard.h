// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How work is divided among machines that do not know of each other: each is told which one of how many parts is its own. All
// devices divide in this way, and parts that follow each other leave nothing out.

#ifndef FLAME_RUNTIME_SHARED_SHARD_H
#define FLAME_RUNTIME_SHARED_SHARD_H

#include <stdint.h>

namespace flame {

/// More parts than any farm has machines.
inline constexpr uint32_t kMaxShards = 1'000'000;

/// One of `count` parts of nearly the same size; `index` is 1 to `count`, and `count` at most kMaxShards.
struct Shard {
  uint32_t index = 1, count = 1;
  bool operator==(const Shard &) const = default;
};

/// Logical blocks of a frame: those from `first` on that are before `end`.
struct BlockRange {
  uint32_t first = 0, end = 0;
  uint32_t size() const { return end - first; }
  bool operator==(const BlockRange &) const = default;
};

/// The part of `blocks` logical blocks that is a shard's. It is empty for some when there are fewer blocks than shards.
constexpr BlockRange rangeOf(const Shard &shard, uint32_t blocks) {
  return {uint32_t(uint64_t(blocks) * (shard.index - 1) / shard.count),
          uint32_t(uint64_t(blocks) * shard.index / shard.count)};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_SHARD_H
