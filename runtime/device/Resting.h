// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points between two launches: a launch may end before all rounds of its blocks are made (IterateArgs::restRound), and another
// one goes on with the same points and random streams, so that the samples are those of one launch. Points rest in the order of
// the slots of the exchange; behind them are the random streams of the threads. That of the block is not among them: what comes
// from memory is no longer known to be the same in all threads, and would need a register of each.

#ifndef FLAME_RUNTIME_DEVICE_RESTING_H
#define FLAME_RUNTIME_DEVICE_RESTING_H

#include "runtime/device/SharedMemory.h"
#include "runtime/shared/Rng.h"

namespace flame {

/// The state of a thread's random stream, word by word: a number of 64 bits would be taken apart in every round.
struct alignas(16) RestingStream {
  uint32_t s0, s1;
};

/// What a block leaves behind.
struct RestingBlock {
  abi::Point points[abi::kPointsPerBlock];
  RestingStream streams[abi::kThreads];
};
static_assert(sizeof(RestingBlock) == abi::kRestingBytes);

/// What block `block` leaves behind.
FLAME_INLINE RestingBlock &restingBlock(const abi::IterateArgs &args, uint32_t block) {
  return ((RestingBlock *)args.resting)[block];
}

/// Where a point rests that is at `offset` in the exchange of a group.
FLAME_INLINE uint32_t restingPlace(const SharedMemory &shared, uint32_t offset) {
  return logicalGroup(shared.group) * abi::kPointsPerGroup + offset / uint32_t(sizeof(abi::Point));
}

/// Leaves the points of a thread's slots, which are at `offsets` in the exchange, and its stream to the launch that goes on.
FLAME_INLINE void rest(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t block,
                       const uint32_t *offsets, const Rng &rng) {
  RestingBlock &resting = restingBlock(args, block);
#pragma unroll
  for (uint32_t p = 0; p < abi::kPointsPerThread; ++p)
    resting.points[restingPlace(shared, offsets[p])] =
        *(const abi::Point *)(shared.exchange + offsets[p]);
  resting.streams[threadOfLogicalBlock()] = {rng.s0, rng.s1};
}

/// The stream with which a thread goes on.
FLAME_INLINE Rng wakingStream(const RestingBlock &resting) {
  const RestingStream &stream = resting.streams[threadOfLogicalBlock()];
  return {stream.s0, stream.s1};
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_RESTING_H
