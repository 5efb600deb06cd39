// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instants of the exposure that a logical block shows while it runs. It moves on after every
// chunk of counted rounds.

#ifndef FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H
#define FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// A frame with fewer chunks than this has shorter ones. Separate instants are visible if there are
/// few of them, also in a frame that is a sum of batches: each batch has its own instants.
inline constexpr uint64_t kEnoughChunks = 128;

/// log2 of the counted rounds of a chunk (IterateArgs::chunkShift) in a frame with `rounds` counted
/// rounds in all its logical blocks.
constexpr uint32_t chunkShift(uint64_t rounds) {
  const uint64_t length = rounds / kEnoughChunks;
  return length < abi::kMostRoundsPerSample ? 31 - uint32_t(__builtin_clz(uint32_t(length) | 1))
                                            : abi::kMostChunkShift;
}

/// The temporal sample of chunk `chunk` of logical block `block`; each block has `chunks` chunks.
/// All chunks of the frame, in order, are spread evenly over the exposure, so all temporal samples
/// get equal shares for any numbers. A chunk shows the middle of its part of the exposure. With few
/// chunks, their beginnings would show the frame too early.
FLAME_INLINE uint32_t temporalSampleOf(const abi::IterateArgs &args, uint32_t block,
                                       uint32_t chunks, uint32_t chunk) {
  const uint64_t middle = 2 * (uint64_t(block) * chunks + chunk) + 1;
  return uint32_t(middle * args.temporalSamples / (2 * uint64_t(args.logicalBlocks) * chunks));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H
