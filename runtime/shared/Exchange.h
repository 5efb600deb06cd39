// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the points of a group choose xforms on the GPU, and how they are exchanged after each round
// (Iterate.cpp says why). The points of a warp share a choice. Point p of a thread first owns slot
// 32 * (warp * kPointsPerThread + p) + lane, and moves on by
//
//   32 * exchangeStep(round, lane) * (kPointsPerThread * p + 1)  slots
//
// of its column, which wraps. So each slot is always owned by one point.

#ifndef FLAME_RUNTIME_SHARED_EXCHANGE_H
#define FLAME_RUNTIME_SHARED_EXCHANGE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// By how many warps' slots the first point of a thread of this lane moves on after `round`.
FLAME_INLINE uint32_t exchangeStep(uint32_t round, uint32_t lane) {
  return round % 2 ? lane : lane + lane / 8 + 1;
}

/// How far apart the choices of neighbouring warps would be without a random factor, in units of 2^-32.
inline constexpr uint32_t kChoicesPerGroup = abi::kGroupThreads / 32;
inline constexpr uint32_t kChoiceStep = (1u << 31) / kChoicesPerGroup * 2;

/// The factor of a round, whose random bits these are.
FLAME_INLINE uint32_t choiceFactor(uint32_t bits) { return bits >> 27 | 1; }

/// Where a warp of a group would choose if the factor were 1 and the random position 0. The choices of one group stand between those of
/// the other.
FLAME_INLINE uint32_t choiceIndex(uint32_t warp, uint32_t group, uint32_t choicesOfWarp = 1) {
  return warp * kChoiceStep + group * (kChoiceStep / 2 / choicesOfWarp);
}

/// Where in [0,1) it chooses, in units of 2^-32.
FLAME_INLINE uint32_t choicePosition(uint32_t bits, uint32_t index) {
  return (bits << 5) + index * choiceFactor(bits);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_EXCHANGE_H
