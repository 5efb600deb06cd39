// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points that are no numbers, in flames that lose them (abi::kLosesPoints).
//
// JWildfire checks the point of a thread every 1000 steps. Only then it throws one that is infinite or no number anew, and
// lets it take 44 steps that do not count; until then xforms get what is no number, and nothing is plotted, yet the steps are
// counted as samples. What is plotted depends on how long ago the check was, and a logical block may be much shorter than
// 1000 rounds. So every block has a check when its fuse is over, and makes as many silent rounds after it, in which nothing
// counts, as put it at its place between two checks. Places are spread evenly over the blocks of a frame, so that together
// they show what JWildfire's threads do on average. Points that are good at a check make the silent rounds, too.

#ifndef FLAME_RUNTIME_SHARED_LOSTPOINTS_H
#define FLAME_RUNTIME_SHARED_LOSTPOINTS_H

#include "runtime/shared/Rng.h"

#include "abi/Abi.h"

namespace flame {

/// Counted rounds from one check to the next, and silent rounds at each: the one in which points are thrown, and their 44.
inline constexpr uint32_t kCheckPeriod = 1000, kSilentRounds = 45;

/// How many rounds before the first counted one of a block its last check would have been.
FLAME_INLINE uint32_t checkPhase(const abi::IterateArgs &args, uint32_t block) {
  constexpr uint32_t kFraction = 20; // bits
  const uint64_t start = splitmix64(args.seed) >> (64 - kFraction);
  return uint32_t(((uint64_t(block) << kFraction) + start) * kCheckPeriod / args.logicalBlocks >>
                  kFraction);
}

/// The silent rounds that a block makes before `round`; those of the fuse are none. The first of several is a check.
FLAME_INLINE uint32_t silentRoundsAt(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  if (round < args.fuse)
    return 0;
  const uint32_t phase = checkPhase(args, block), counted = round - args.fuse;
  if (counted == 0)
    return kSilentRounds + phase;
  return (phase + counted) % kCheckPeriod == 0 ? kSilentRounds : 0;
}

/// Checks of a block before `round` that stand between two counted rounds.
FLAME_INLINE uint32_t checksBefore(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return round > args.fuse ? (checkPhase(args, block) + round - args.fuse - 1) / kCheckPeriod : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_LOSTPOINTS_H
