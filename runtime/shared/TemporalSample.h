// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instant of the exposure a logical block shows while it runs: it moves on after every chunk of some counted rounds.

#ifndef FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H
#define FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// A frame of fewer chunks than this has shorter ones. Few instants are seen beside each other,
/// also in a frame that is a sum of batches: each batch has its own.
inline constexpr uint64_t kEnoughChunks = 128;

/// Counted rounds of a chunk in a frame of so many, all logical blocks together: 2 to the power of this (IterateArgs::chunkShift).
constexpr uint32_t chunkShift(uint64_t rounds) {
  const uint64_t length = rounds / kEnoughChunks;
  return length < abi::kMostRoundsPerSample ? 31 - uint32_t(__builtin_clz(uint32_t(length) | 1))
                                            : abi::kMostChunkShift;
}

/// The temporal sample of chunk `chunk` of logical block `block`, each of which has `chunks` of them. All chunks of the frame,
/// in order, are spread evenly over the exposure, so that every sample gets the same share whatever the numbers. A chunk shows the middle
/// of its part of the exposure: where a frame has few of them, their beginnings would show it too early.
FLAME_INLINE uint32_t temporalSampleOf(const abi::IterateArgs &args, uint32_t block,
                                       uint32_t chunks, uint32_t chunk) {
  const uint64_t middle = 2 * (uint64_t(block) * chunks + chunk) + 1;
  return uint32_t(middle * args.temporalSamples / (2 * uint64_t(args.logicalBlocks) * chunks));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_TEMPORALSAMPLE_H
