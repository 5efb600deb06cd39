// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the points of a group choose xforms with xaos, on the GPU (runtime/device/WarpChains.h). 32
// points that were last moved by the same xform form a chain. One choice from the row of that xform
// serves all of them, so no warp diverges, and each point by itself is a Markov chain with the
// right probabilities. Points that share their choices for long would collapse onto each other. So
// every few rounds the chains of the same xform (its class) exchange points: each lane moves on
// along the class by a random number of chains, which differs between lanes. A class of one chain
// keeps its points until the next exchange.
//
// The order of the chains changes in each round. In rounds with an exchange, the chains of a class
// spread their choices evenly over [0,1) in this order, from a random position on. Every xform thus
// gets its share to within one choice, and no two points stay neighbours. In other rounds all
// chains together do so.

#ifndef FLAME_RUNTIME_SHARED_CHAINS_H
#define FLAME_RUNTIME_SHARED_CHAINS_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Chains of a group, and points of a chain, one per lane.
inline constexpr uint32_t kChains = abi::kPointsPerGroup / 32, kPointsPerChain = 32;
static_assert(kChains == 64, "classes are masks of 64 bits");

/// Rounds per exchange: the last of them ends with an exchange, and in the others chains keep their
/// points. With fewer chains per class, points that have shared their choices meet again sooner, so
/// they must stay apart for longer.
constexpr uint32_t roundsPerExchange(uint32_t xforms) {
  return xforms <= kChains / 8 ? 4 : xforms <= kChains / 5 ? 2 : 1;
}

/// The order of the chains in a round: position q has chain (q * factor + shift) mod kChains.
struct ChainOrder {
  uint32_t factor, shift; ///< factor: odd; shift: any number

  FLAME_INLINE uint32_t chainAt(uint32_t position) const {
    return (position * factor + shift) % kChains;
  }
  FLAME_INLINE uint32_t positionOf(uint32_t chain) const {
    // An odd number is its own inverse modulo 8. Newton's step doubles the number of correct bits.
    const uint32_t inverse = factor * (2 - factor * factor);
    return (chain - shift) * inverse % kChains;
  }
};

/// The order of a round with these random bits.
FLAME_INLINE ChainOrder orderOfChains(uint32_t bits) { return {bits >> 25 | 1, bits >> 19}; }

/// Random bits of part `part` of a round. Scatters the bits of the round, which all threads of a
/// block share.
FLAME_INLINE uint32_t scatterBits(uint32_t bits, uint32_t part) {
  uint32_t mixed = (bits ^ part * 0x9E3779B9u) * 0x85EBCA6Bu;
  mixed = (mixed ^ mixed >> 15) * 0xC2B2AE35u;
  return mixed ^ mixed >> 16;
}

/// Index of the member, in a class of `members` chains, whose point the member of rank `rank` gets
/// in a lane. `bits` are random, the same for all members.
FLAME_INLINE uint32_t nextMember(uint32_t rank, uint32_t members, uint32_t bits) {
  const uint32_t member = rank + uint32_t(uint64_t(bits) * members >> 32);
  return member >= members ? member - members : member;
}

/// The choice, in [0,1), of the member of rank `rank`. `step` is one over the number of members.
/// `bits` are random, the same for all members.
FLAME_INLINE float choiceOfMember(uint32_t rank, float step, uint32_t bits) {
  const float u = float(bits >> 8) * 0x1p-24f + float(rank) * step;
  return u >= 1 ? u - 1 : u;
}

/// Tables of a group's chains in shared memory, behind the slots of the exchange. Tables that are
/// both read and written in a round have two halves, which alternate between rounds.
struct alignas(16) ChainTables {
  uint8_t xforms[2][kChains]; ///< the xform that moved each chain last
  /// For each warp, lane and chain of the warp: the point's slot is this times 32, plus its lane.
  uint8_t slots[2][kChains / 4][kPointsPerChain][4];
  /// For each warp: members of the classes of its four chains, in their order.
  uint8_t members[kChains / 4][4][kChains];
};
/// Most xforms of a flame whose points make chains. With more xforms most classes would have only
/// one or two chains, and points would stay together for long.
inline constexpr uint32_t kMostChainXforms = 18;

/// True if the points of a flame with these features and xforms make chains. Otherwise, with xaos,
/// each point chooses for itself and lanes diverge. This includes periodic reseeding, because NaN
/// points carried from warp to warp would slow down all of them.
constexpr bool makesChains(uint32_t features, uint32_t xforms) {
  return (features & abi::kXaos) && !(features & abi::kPeriodicReseed) &&
         xforms <= kMostChainXforms;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_CHAINS_H
