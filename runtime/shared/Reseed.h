// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Periodic reseeding of NaN points (abi::kPeriodicReseed).
//
// JWildfire checks the point of a thread every 1000 steps. Only then does it reseed a point that is
// infinite or NaN, and discards the next 44 steps. Until then xforms get the NaN and nothing is
// plotted, yet the steps count as samples. The plotted result depends on the time since the last
// reseeding, and a logical block may be much shorter than 1000 rounds. So every block reseeds after
// its warm-up (flam3: fuse), and then makes discarded rounds up to its phase between two
// reseedings. Phases are spread evenly over the blocks of a frame, so together they match
// JWildfire's threads on average. Points that need no reseeding also make the discarded rounds.

#ifndef FLAME_RUNTIME_SHARED_RESEED_H
#define FLAME_RUNTIME_SHARED_RESEED_H

#include "runtime/shared/Rng.h"

#include "abi/Abi.h"

namespace flame {

/// Counted rounds from one reseeding to the next, and discarded rounds at each: the round in which
/// points are reseeded, and 44 more.
inline constexpr uint32_t kReseedPeriod = 1000, kDiscardedRounds = 45;

/// Rounds between the last reseeding of a block and its first counted round, as if the block had
/// started earlier.
FLAME_INLINE uint32_t reseedPhase(const abi::IterateArgs &args, uint32_t block) {
  constexpr uint32_t kFraction = 20; // bits
  const uint64_t start = splitmix64(args.seed) >> (64 - kFraction);
  return uint32_t(((uint64_t(block) << kFraction) + start) * kReseedPeriod / args.logicalBlocks >>
                  kFraction);
}

/// Discarded rounds that a block makes before `round`; none before a round of the warm-up. The
/// first of them reseeds.
FLAME_INLINE uint32_t discardedRoundsAt(const abi::IterateArgs &args, uint32_t block,
                                        uint32_t round) {
  if (round < args.fuse)
    return 0;
  const uint32_t phase = reseedPhase(args, block), counted = round - args.fuse;
  if (counted == 0)
    return kDiscardedRounds + phase;
  return (phase + counted) % kReseedPeriod == 0 ? kDiscardedRounds : 0;
}

/// Reseedings of a block before `round`, between counted rounds.
FLAME_INLINE uint32_t reseedsBefore(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return round > args.fuse ? (reseedPhase(args, block) + round - args.fuse - 1) / kReseedPeriod : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_RESEED_H
