// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many rounds a logical block makes before it counts.
//
// flam3 starts new points every 10000 iterations and counts from the 16th on, so a small share of
// its samples has not yet converged. Where a flame converges slowly that share is visible: faint
// trails lead from anywhere to the attractor, and the logarithm lifts them. A GPU iterates far more
// points, each of them far more briefly; were they all counted from the 16th round on, the trails
// would be many times too strong. So points wait until the flame has converged (IterateArgs::fuse,
// estimated by the compiler), and as many count early as makes the share flam3's. Those are spread
// evenly over the fuse and over all blocks, in small groups: were it whole blocks, the strength of
// the trails would depend on the seed.

#ifndef FLAME_RUNTIME_SHARED_FUSE_H
#define FLAME_RUNTIME_SHARED_FUSE_H

#include "runtime/shared/Rng.h"

#include "abi/Abi.h"

namespace flame {

/// Iterations after which flam3 starts afresh, and how many of them it does not count.
inline constexpr uint32_t kSubBatch = 10000, kEarlyFuse = 15;

/// Whether a genome with these features counts nothing before the fuse is over: it says so, NaN
/// points are not yet as frequent as later, or xform state has not yet converged.
constexpr bool countsNoneEarly(uint32_t features) {
  return (features & (abi::kOnlyConverged | abi::kPeriodicReseed | abi::kHasState)) != 0;
}

/// How many of the rounds of logical block `block` that count are made of points which count before the fuse is over.
FLAME_INLINE uint32_t earlyRoundsOf(const abi::IterateArgs &args, uint32_t block) {
  if (args.fuse <= kEarlyFuse)
    return 0;
  const uint64_t offset = splitmix64(args.seed) % kSubBatch;
  const uint64_t perBlock = uint64_t(args.iterations) * (args.fuse - kEarlyFuse);
  const uint64_t before = offset + block * perBlock;
  const uint64_t rounds = (before + perBlock) / kSubBatch - before / kSubBatch;
  return rounds < args.iterations ? uint32_t(rounds) : args.iterations;
}

/// The rounds before the end of the fuse in which a group of points counts, each group of a block `early` times.
struct EarlyRounds {
  uint32_t early, fuseRounds; ///< of so many rounds, after kEarlyFuse
  uint32_t phase; ///< moves on by `early` each round; the group counts when it passes `fuseRounds`
};

/// The early rounds of group `group` of the `groups` of a block. Groups count in rounds as far
/// apart as possible. But where each counts in many, groups whose points change places count
/// together: rounds in which nothing counts take less time.
FLAME_INLINE EarlyRounds earlyRounds(const abi::IterateArgs &args, uint32_t block, uint32_t group,
                                     uint32_t groups) {
  constexpr uint32_t kMany = 8;
  const uint32_t early = earlyRoundsOf(args, block);
  const uint32_t fuseRounds = early ? args.fuse - kEarlyFuse : 1;
  const uint32_t exchanges = groups < abi::kGroups ? groups : abi::kGroups;
  const uint64_t order = early < kMany ? uint64_t(block) * groups + group
                                       : uint64_t(block) * exchanges + group * exchanges / groups;
  // Multiples of the golden section fill an interval evenly, however many they are.
  constexpr uint64_t kGoldenSection = 0x9e3779b97f4a7c15;
  const uint64_t fraction = (splitmix64(args.seed) + order * kGoldenSection) >> 32;
  return {early, fuseRounds, uint32_t(fraction * fuseRounds >> 32)};
}

/// Whether the group counts in `round`, before the end of the fuse. To be asked in each of them, in order.
FLAME_INLINE bool countsEarly(EarlyRounds &rounds, uint32_t round) {
  if (round < kEarlyFuse)
    return false;
  rounds.phase += rounds.early;
  if (rounds.phase < rounds.fuseRounds)
    return false;
  rounds.phase -= rounds.fuseRounds;
  return true;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_FUSE_H
