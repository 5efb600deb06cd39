// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fewer points during the fuse, on the GPU.
//
// Where a flame shows converged points alone (abi::kOnlyConverged), nothing counts during the fuse, and as many points
// as count later are not needed there. So only the first warps of a block iterate at first, the nursery; then every slot of the
// exchange gets a point of theirs, several the same one, and the last rounds of the fuse part the copies: they choose
// their xforms each for itself. In frames of few samples the fuse is most of the work.

#ifndef FLAME_RUNTIME_SHARED_NURSERY_H
#define FLAME_RUNTIME_SHARED_NURSERY_H

#include "abi/Abi.h"

namespace flame {

/// The warps of a block that iterate, a power of two, and their points.
inline constexpr uint32_t kNurseryWarps = 4, kNurseryThreads = 32 * kNurseryWarps,
                          kNurseryPoints = kNurseryThreads * abi::kPointsPerThread;
/// Rounds at the end of the fuse that all warps make.
inline constexpr uint32_t kPartingRounds = 16;
/// The shortest fuse that has a nursery, and with more counted rounds than so many fuses there is none: it would save too little.
inline constexpr uint32_t kShortestFuse = 4 * kPartingRounds, kMostFuses = 16;

/// Whether a genome with these features has a nursery. Points that are lost need all rounds of their block.
constexpr bool hasNursery(uint32_t features) {
  return (features & abi::kOnlyConverged) && !(features & (abi::kXaos | abi::kLosesPoints));
}

/// The rounds that the nursery makes in blocks of so many counted rounds; 0: there is none.
constexpr uint32_t nurseryRounds(uint32_t features, uint32_t fuse, uint32_t iterations) {
  return hasNursery(features) && fuse >= kShortestFuse && iterations / kMostFuses < fuse
             ? fuse - kPartingRounds
             : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_NURSERY_H
