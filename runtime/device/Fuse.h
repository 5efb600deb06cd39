// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many rounds a logical block makes before it counts.
//
// flam3 throws its points anew every 10000 iterations and counts from the 16th on, so a small share of its samples has
// not yet settled. Where a flame settles slowly that share is visible: faint trails lead from anywhere to the attractor,
// and the logarithm lifts them. A GPU iterates far more points, each of them far more briefly; were they all counted from
// the 16th round on, the trails would be many times too strong. So points wait until the flame has settled
// (IterateArgs::fuse, estimated by the compiler), and as many start counting early as makes the share flam3's: on the GPU
// some of the many small blocks, on the CPU, whose blocks are few and large, some points of every block.

#ifndef FLAME_RUNTIME_DEVICE_FUSE_H
#define FLAME_RUNTIME_DEVICE_FUSE_H

#include "runtime/device/Rng.h"

#include "runtime/Abi.h"

namespace flame {

/// Iterations after which flam3 starts afresh, and how many of them it does not count.
inline constexpr uint32_t kSubBatch = 10000, kEarlyFuse = 15;

/// Uncounted rounds of logical block `block`. Early blocks are spread evenly; which ones they are depends on the seed.
FLAME_INLINE uint32_t fuseOf(const abi::IterateArgs &args, uint32_t block) {
  const uint64_t offset = splitmix64(args.seed) % kSubBatch;
  const uint64_t before = offset + uint64_t(block) * args.iterations;
  const bool isEarly = (before + args.iterations) / kSubBatch != before / kSubBatch;
  return isEarly && args.fuse > kEarlyFuse ? kEarlyFuse : args.fuse;
}

/// How many of the rounds that all points of logical block `block` have counted in the end are made by those which start
/// early, before the others begin.
FLAME_INLINE uint32_t earlyRoundsOf(const abi::IterateArgs &args, uint32_t block) {
  if (args.fuse <= kEarlyFuse)
    return 0;
  const uint64_t offset = splitmix64(args.seed) % kSubBatch;
  const uint64_t perBlock = uint64_t(args.iterations) * (args.fuse - kEarlyFuse);
  const uint64_t before = offset + block * perBlock;
  const uint64_t rounds = (before + perBlock) / kSubBatch - before / kSubBatch;
  return rounds < args.iterations ? uint32_t(rounds) : args.iterations;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_FUSE_H
