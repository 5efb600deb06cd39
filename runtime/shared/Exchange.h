// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the points of a group choose xforms on the GPU, and how they are exchanged after each round
// (Iterate.cpp gives the reasons). The points of a warp share a choice. Point p of a thread starts
// with slot 32 * (warp * kPointsPerThread + p) + lane, and moves on by
//
//   32 * exchangeStep(round, lane) * (kPointsPerThread * p + 1)  slots
//
// within its column, which wraps. Each slot is therefore always owned by one point.

#ifndef FLAME_RUNTIME_SHARED_EXCHANGE_H
#define FLAME_RUNTIME_SHARED_EXCHANGE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// The number of warps' slots by which the first point of a thread of this lane moves on after
/// `round`.
FLAME_INLINE uint32_t exchangeStep(uint32_t round, uint32_t lane) {
  return round % 2 ? lane : lane + lane / 8 + 1;
}

/// Distance between the choices of neighbouring warps without a random factor, in units of 2^-32.
inline constexpr uint32_t kChoicesPerGroup = abi::kGroupThreads / 32;
inline constexpr uint32_t kChoiceStep = (1u << 31) / kChoicesPerGroup * 2;

/// The factor of a round with these random bits.
FLAME_INLINE uint32_t choiceFactor(uint32_t bits) { return bits >> 27 | 1; }

/// Position of a warp's choice for a factor of 1 and a random position of 0. The choices of one
/// group lie between those of the other.
FLAME_INLINE uint32_t choiceIndex(uint32_t warp, uint32_t group, uint32_t choicesOfWarp = 1) {
  return warp * kChoiceStep + group * (kChoiceStep / 2 / choicesOfWarp);
}

/// Position of the choice in [0,1), in units of 2^-32.
FLAME_INLINE uint32_t choicePosition(uint32_t bits, uint32_t index) {
  return (bits << 5) + index * choiceFactor(bits);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_EXCHANGE_H
