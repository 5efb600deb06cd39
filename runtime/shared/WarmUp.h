// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warm-up (flam3: fuse) with fewer points, on the GPU.
//
// If a flame shows converged points only (abi::kOnlyConverged), nothing counts during the warm-up,
// and fewer points suffice there. In frames of few samples, a full set of points would be most of
// the work. So the warm-up kernel makes the first three quarters with an eighth of the points and
// copies each point to eight slots of the exchange. In the last quarter the iterate kernel parts
// the copies, because each of its warps chooses xforms of its own.
//
// The counted samples are as converged as with all points. But copies are correlated until they
// part, and in a flame that converges slowly they also part slowly. With 16 parting rounds instead
// of a quarter of 1,024, electricsheep.244.80692 had four times the variance at 100 samples per
// pixel. The warm-up is fourteen times the decay time d of a point's dependence on its start, or is
// cut off there. After a quarter of it, a thirtieth of that dependence is left in each copy, and
// two copies share a thousandth. It matters less the more counted rounds T follow: each other copy
// adds to the variance the fraction
//
//   c(T / d) exp(-2 P / d), c(x) = (1 - exp(-x))^2 / (2 (x - 1 + exp(-x))),  1 to 1 / (2 (x - 1))
//
// so P, the number of parting rounds, may be shorter by d/2 log(1 / c) for the same noise.

#ifndef FLAME_RUNTIME_SHARED_WARMUP_H
#define FLAME_RUNTIME_SHARED_WARMUP_H

#include "abi/Abi.h"

namespace flame {

/// Rounds at the end of the warm-up that the iterate kernel makes, in blocks of `iterations`
/// counted rounds. They fall in steps. c halves with each step, which saves log(2) d/2, a fortieth
/// of the warm-up.
constexpr uint32_t partingRounds(uint32_t fuse, uint32_t iterations) {
  constexpr uint32_t kDecaysPerFuse = 14, kMostSteps = 7;
  const uint32_t decays = uint32_t(uint64_t(kDecaysPerFuse) * iterations / (fuse ? fuse : 1));
  uint32_t steps = 0;
  while (steps < kMostSteps && decays >= 2 && decays - 1 >= 1u << steps)
    ++steps;
  return fuse / 4 - fuse * steps / 40;
}
/// The shortest warm-up that has a warm-up kernel; the kernel saves too little of a shorter one.
inline constexpr uint32_t kShortestWarmUpFuse = 64;
/// Most logical blocks of a frame with a warm-up kernel. Their points wait in memory
/// (abi::kSavedBlockBytes each). Frames with more blocks have such long ones that the warm-up
/// hardly matters.
inline constexpr uint32_t kMostWarmUpBlocks = 1u << 11;

/// Rounds of the warm-up kernel; 0: the frame has none.
constexpr uint32_t warmUpRounds(uint32_t features, uint32_t fuse, uint32_t iterations,
                                uint32_t logicalBlocks) {
  return abi::hasWarmUpKernel(features) && fuse >= kShortestWarmUpFuse &&
                 logicalBlocks <= kMostWarmUpBlocks
             ? fuse - partingRounds(fuse, iterations)
             : 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_WARMUP_H
