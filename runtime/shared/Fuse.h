// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of rounds that a logical block makes before it counts: the warm-up (flam3: fuse).
//
// flam3 starts new points every 10000 iterations and counts from the 16th on, so a small share of
// its samples has not converged yet. If a flame converges slowly that share is visible: faint
// trails lead from anywhere to the attractor, and the logarithm lifts them. A GPU iterates far more
// points, each of them far more briefly. If all of them counted from the 16th round on, the trails
// would be many times too strong. So points wait until the flame has converged (IterateArgs::fuse,
// estimated by the compiler), and just enough of them count early to match flam3's share. The early
// counts are spread evenly over the warm-up and over all blocks, in small groups. With whole
// blocks, the strength of the trails would depend on the seed.

#ifndef FLAME_RUNTIME_SHARED_FUSE_H
#define FLAME_RUNTIME_SHARED_FUSE_H

#include "runtime/shared/Rng.h"

#include "abi/Abi.h"

namespace flame {

/// Iterations after which flam3 starts anew, and how many of these it does not count.
inline constexpr uint32_t kSubBatch = 10000, kEarlyFuse = 15;

/// True if a genome with these features counts nothing before the warm-up is over: it asks for
/// that, NaN points are not yet as frequent as later, or xform state has not yet converged.
constexpr bool countsNoneEarly(uint32_t features) {
  return (features & (abi::kOnlyConverged | abi::kPeriodicReseed | abi::kHasState)) != 0;
}

/// Counted rounds of logical block `block` that consist of points counted before the warm-up is
/// over.
FLAME_INLINE uint32_t earlyRoundsOf(const abi::IterateArgs &args, uint32_t block) {
  if (args.fuse <= kEarlyFuse)
    return 0;
  const uint64_t offset = splitmix64(args.seed) % kSubBatch;
  const uint64_t perBlock = uint64_t(args.iterations) * (args.fuse - kEarlyFuse);
  const uint64_t before = offset + block * perBlock;
  const uint64_t rounds = (before + perBlock) / kSubBatch - before / kSubBatch;
  return rounds < args.iterations ? uint32_t(rounds) : args.iterations;
}

/// The rounds of the warm-up in which a group of points counts. Each group of a block counts
/// `early` times.
struct EarlyRounds {
  uint32_t early, fuseRounds; ///< counted rounds, out of the rounds of the warm-up after kEarlyFuse
  uint32_t phase; ///< advances by `early` each round; the group counts when it passes `fuseRounds`
};

/// The early rounds of group `group` of the `groups` of a block. Groups count in rounds as far
/// apart as possible. But if each counts in many rounds, groups that exchange points with each
/// other count together, because rounds without counting take less time.
FLAME_INLINE EarlyRounds earlyRounds(const abi::IterateArgs &args, uint32_t block, uint32_t group,
                                     uint32_t groups) {
  constexpr uint32_t kMany = 8;
  const uint32_t early = earlyRoundsOf(args, block);
  const uint32_t fuseRounds = early ? args.fuse - kEarlyFuse : 1;
  const uint32_t exchanges = groups < abi::kGroups ? groups : abi::kGroups;
  const uint64_t order = early < kMany ? uint64_t(block) * groups + group
                                       : uint64_t(block) * exchanges + group * exchanges / groups;
  // Multiples of the golden section fill an interval evenly for any number of them.
  constexpr uint64_t kGoldenSection = 0x9e3779b97f4a7c15;
  const uint64_t fraction = (splitmix64(args.seed) + order * kGoldenSection) >> 32;
  return {early, fuseRounds, uint32_t(fraction * fuseRounds >> 32)};
}

/// True if the group counts in `round`, before the end of the warm-up. Call it for each round, in
/// order.
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
