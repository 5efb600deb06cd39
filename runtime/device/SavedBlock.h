// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suspends logical blocks between two launches. A launch may end before the last round of its
// blocks (IterateArgs::endRound). A later launch resumes with the same points and random streams,
// so the samples equal those of a single launch. A saved block holds its points, in the order of
// the slots of the exchange, and the random streams of its threads. The block's own stream is not
// saved: the compiler would no longer know that a value loaded from memory is equal in all threads,
// and would need a register for it in each.

#ifndef FLAME_RUNTIME_DEVICE_SAVEDBLOCK_H
#define FLAME_RUNTIME_DEVICE_SAVEDBLOCK_H

#include "runtime/device/SharedMemory.h"
#include "runtime/shared/Rng.h"

namespace flame {

/// State of a thread's random stream, as two words: a 64-bit number would be split in every round.
struct alignas(16) SavedStream {
  uint32_t s0, s1;
};

/// The saved state of a block.
struct SavedBlock {
  abi::Point points[abi::kPointsPerBlock];
  SavedStream streams[abi::kThreads];
};
static_assert(sizeof(SavedBlock) == abi::kSavedBlockBytes);

/// The saved state of block `block`.
FLAME_INLINE SavedBlock &savedBlock(const abi::IterateArgs &args, uint32_t block) {
  return ((SavedBlock *)args.savedBlocks)[block];
}

/// The index in SavedBlock::points of the point at `offset` in the exchange of a group.
FLAME_INLINE uint32_t savedIndex(const SharedMemory &shared, uint32_t offset) {
  return logicalGroup(shared.group) * abi::kPointsPerGroup + offset / uint32_t(sizeof(abi::Point));
}

/// Saves a thread's points, which are at `offsets` in the exchange, and its random stream for the
/// resuming launch.
FLAME_INLINE void suspend(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t block,
                          const uint32_t *offsets, const Rng &rng) {
  SavedBlock &saved = savedBlock(args, block);
#pragma unroll
  for (uint32_t p = 0; p < abi::kPointsPerThread; ++p)
    saved.points[savedIndex(shared, offsets[p])] =
        *(const abi::Point *)(shared.exchange + offsets[p]);
  saved.streams[threadOfLogicalBlock()] = {rng.s0, rng.s1};
}

/// The random stream with which a thread resumes.
FLAME_INLINE Rng resumedStream(const SavedBlock &saved) {
  const SavedStream &stream = saved.streams[threadOfLogicalBlock()];
  return {stream.s0, stream.s1};
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_SAVEDBLOCK_H
