// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fewer points during the fuse, on the GPU.
//
// Where a flame shows converged points alone (abi::kOnlyConverged), nothing counts during the fuse, and as many points as count
// later are not needed there; in frames of few samples they would be most of the work. So a kernel of its own, the nursery, makes
// the first three quarters with an eighth of the points, and leaves each of them to eight slots of the exchange. The last quarter
// parts the copies: the iterate kernel makes it, and warps choose their xforms each for itself.
//
// What counts has converged as it would have otherwise. But copies are of one mind until they have parted, and where a flame
// converges slowly they also part slowly: with 16 rounds for it instead of a quarter of 1,024, electricsheep.244.80692 had four
// times the variance at 100 samples per pixel. A fuse is fourteen times the decay of what a point remembers, or it is cut off
// there, so that after a quarter a thirtieth of it is left in each copy, and a thousandth is what two copies have in common. The
// longer points are followed, the less of a frame that is: with T rounds that count, and a decay of d, the variance that copies
// add is
//
//   c(T / d) exp(-2 P / d) of it for each other copy, c(x) = (1 - exp(-x))^2 / (2 (x - 1 + exp(-x))),  1 to 1 / (2 (x - 1))
//
// so that P, the rounds that part them, may be shorter by d/2 log(1 / c) for the same noise.

#ifndef FLAME_RUNTIME_SHARED_NURSERY_H
#define FLAME_RUNTIME_SHARED_NURSERY_H

#include "abi/Abi.h"

namespace flame {

/// Rounds at the end of the fuse that the iterate kernel makes, in blocks of so many counted rounds. In steps in which c halves, each
/// of which is worth half a decay times log(2): a fortieth of the fuse.
constexpr uint32_t partingRounds(uint32_t fuse, uint32_t iterations) {
  constexpr uint32_t kDecaysOfFuse = 14, kMostSteps = 7;
  const uint32_t decays = uint32_t(uint64_t(kDecaysOfFuse) * iterations / (fuse ? fuse : 1));
  uint32_t steps = 0;
  while (steps < kMostSteps && decays >= 2 && decays - 1 >= 1u << steps)
    ++steps;
  return fuse / 4 - fuse * steps / 40;
}
/// The shortest fuse that has a nursery: of others too little would be left to save.
inline constexpr uint32_t kShortestNursedFuse = 64;
/// The most logical blocks of a frame that has a nursery, since their points wait in memory (abi::kRestingBytes each). Frames of
/// more have blocks so long that the fuse hardly matters.
inline constexpr uint32_t kMostNursedBlocks = 1u << 11;

/// The rounds that the nursery makes; 0: there is none.
constexpr uint32_t nurseryRounds(uint32_t features, uint32_t fuse, uint32_t iterations,
                                 uint32_t logicalBlocks) {
  return abi::hasNursery(features) && fuse >= kShortestNursedFuse &&
                 logicalBlocks <= kMostNursedBlocks
             ? fuse - partingRounds(fuse, iterations)
             : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_NURSERY_H
