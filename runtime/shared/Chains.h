// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the points of a group go on with xaos, on the GPU (runtime/device/WarpChains.h). 32 points that were moved by the same xform
// last are a chain: one choice from the row of that xform serves all of them, so that no warp diverges, and each point by itself is
// a Markov chain with the right probabilities. Points that share their choices for long would collapse onto each other, so every
// few rounds chains of the same xform, its class, exchange points: each lane moves on along the class by a random number of
// chains, another one in each lane. A class of one chain keeps its points until the next exchange.
//
// Chains stand in an order that is another one in each round. Where they exchange points, those of a class spread their choices evenly
// over [0,1) in this order, from a random position on, so that it gives every xform its share to within one choice, and no two points
// stay neighbours; in other rounds all chains together do.

#ifndef FLAME_RUNTIME_SHARED_CHAINS_H
#define FLAME_RUNTIME_SHARED_CHAINS_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Chains of a group, and points of each of them, a lane's every one.
inline constexpr uint32_t kChains = abi::kPointsPerGroup / 32, kPointsPerChain = 32;
static_assert(kChains == 64, "classes are masks of 64 bits");

/// Rounds of which the last one ends with an exchange: between these chains go on with the points they have. The fewer chains a class
/// has, the sooner points that have shared their choices meet again, and the longer they must be apart.
constexpr uint32_t roundsPerExchange(uint32_t xforms) {
  return xforms <= kChains / 8 ? 4 : xforms <= kChains / 5 ? 2 : 1;
}

/// The order of the chains in a round: position q has chain (q * factor + shift) mod kChains.
struct ChainOrder {
  uint32_t factor, shift; ///< odd; any

  FLAME_INLINE uint32_t chainAt(uint32_t position) const {
    return (position * factor + shift) % kChains;
  }
  FLAME_INLINE uint32_t positionOf(uint32_t chain) const {
    // An odd number is its own inverse modulo 8; Newton's step doubles the bits that are right.
    const uint32_t inverse = factor * (2 - factor * factor);
    return (chain - shift) * inverse % kChains;
  }
};

/// The order of a round, whose random bits these are.
FLAME_INLINE ChainOrder orderOfChains(uint32_t bits) { return {bits >> 25 | 1, bits >> 19}; }

/// Random bits of part `part` of a round: scatters the bits of the round, which all threads of a block share.
FLAME_INLINE uint32_t scatterBits(uint32_t bits, uint32_t part) {
  uint32_t mixed = (bits ^ part * 0x9E3779B9u) * 0x85EBCA6Bu;
  mixed = (mixed ^ mixed >> 15) * 0xC2B2AE35u;
  return mixed ^ mixed >> 16;
}

/// The member of a class of `members` chains whose point the member of rank `rank` gets in a lane. `bits` are random, the same
/// for all members.
FLAME_INLINE uint32_t nextMember(uint32_t rank, uint32_t members, uint32_t bits) {
  const uint32_t member = rank + uint32_t(uint64_t(bits) * members >> 32);
  return member >= members ? member - members : member;
}

/// Where in [0,1) the member of rank `rank` chooses; `step` is one over the number of members. `bits` are random, the same for all
/// members.
FLAME_INLINE float choiceOfMember(uint32_t rank, float step, uint32_t bits) {
  const float u = float(bits >> 8) * 0x1p-24f + float(rank) * step;
  return u >= 1 ? u - 1 : u;
}

/// What a group keeps of its chains in shared memory, behind the slots of the exchange. Tables that are read and written in one
/// round have a half for each of two rounds that follow each other.
struct alignas(16) ChainTables {
  uint8_t xforms[2][kChains]; ///< that moved each chain last
  /// Of each warp, lane and chain of the warp: the point's slot is this times 32, plus its lane.
  uint8_t slots[2][kChains / 4][kPointsPerChain][4];
  /// Of each warp: members of the classes of its four chains, in their order.
  uint8_t members[kChains / 4][4][kChains];
};
/// The most xforms of a flame whose points make chains. With more of them most classes would have one chain, or two, and points
/// would stay together for long.
inline constexpr uint32_t kMostChainXforms = 18;

/// Whether the points of a flame of these features and so many xforms make chains. Elsewhere with xaos each point chooses for itself,
/// and lanes diverge: also with periodic reseeding, since NaN points, carried from warp to warp,
/// would slow down all of them.
constexpr bool makesChains(uint32_t features, uint32_t xforms) {
  return (features & abi::kXaos) && !(features & abi::kPeriodicReseed) &&
         xforms <= kMostChainXforms;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_CHAINS_H
