// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Periodic reseeding of NaN points (abi::kPeriodicReseed).
//
// JWildfire checks the point of a thread every 1000 steps. Only then it reseeds a point that is
// infinite or NaN, and discards the next 44 steps; until then xforms get the NaN, and nothing is
// plotted, yet the steps are counted as samples. What is plotted depends on the time since the last
// reseeding, and a logical block may be much shorter than 1000 rounds. So every block reseeds when
// its fuse is over, and then makes as many discarded rounds as put it at its phase between two
// reseedings. Phases are spread evenly over the blocks of a frame, so that together they show the
// same as JWildfire's threads on average. Points that need no reseeding make the discarded rounds,
// too.

#ifndef FLAME_RUNTIME_SHARED_RESEED_H
#define FLAME_RUNTIME_SHARED_RESEED_H

#include "runtime/shared/Rng.h"

#include "abi/Abi.h"

namespace flame {

/// Counted rounds from one reseeding to the next, and discarded rounds at each: the one in which
/// points are reseeded, and 44 more.
inline constexpr uint32_t kReseedPeriod = 1000, kDiscardedRounds = 45;

/// How many rounds before the first counted one of a block its last reseeding would have been.
FLAME_INLINE uint32_t reseedPhase(const abi::IterateArgs &args, uint32_t block) {
  constexpr uint32_t kFraction = 20; // bits
  const uint64_t start = splitmix64(args.seed) >> (64 - kFraction);
  return uint32_t(((uint64_t(block) << kFraction) + start) * kReseedPeriod / args.logicalBlocks >>
                  kFraction);
}

/// The discarded rounds that a block makes before `round`; rounds of the fuse are none. The first
/// of several reseeds.
FLAME_INLINE uint32_t discardedRoundsAt(const abi::IterateArgs &args, uint32_t block,
                                        uint32_t round) {
  if (round < args.fuse)
    return 0;
  const uint32_t phase = reseedPhase(args, block), counted = round - args.fuse;
  if (counted == 0)
    return kDiscardedRounds + phase;
  return (phase + counted) % kReseedPeriod == 0 ? kDiscardedRounds : 0;
}

/// Reseedings of a block before `round`, those between two counted rounds.
FLAME_INLINE uint32_t reseedsBefore(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return round > args.fuse ? (reseedPhase(args, block) + round - args.fuse - 1) / kReseedPeriod : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_RESEED_H
