// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chains of a warp (runtime/shared/Chains.h): their choices of xforms, and the slots to which
// their points move. State that lasts from round to round is in shared memory, because the
// registers of the iterate kernel are full.

#ifndef FLAME_RUNTIME_DEVICE_WARPCHAINS_H
#define FLAME_RUNTIME_DEVICE_WARPCHAINS_H

#include "runtime/device/ChooseXform.h"
#include "runtime/device/SharedMemory.h"
#include "runtime/shared/Chains.h"

namespace flame {

class WarpChains {
  static_assert(abi::kPointsPerThread == 4,
                "chains of a warp share a word, points of a thread too");

public:
  /// Starts chains that have no last xform: all choose by the plain weights. Returns the slots of
  /// their points.
  static FLAME_INLINE uint32_t begin(const SharedMemory &shared, uint32_t bits) {
    const ChainOrder order = orderOfChains(bits);
    uint32_t xforms = 0, slots = 0;
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p) {
      xforms |= chooseXform(shared.params + abi::kCumulativeOffset, choiceOfAll(order, p, bits))
                << 8 * p;
      slots |= chainOf(p) << 8 * p;
    }
    tellXforms(shared, 0, xforms);
    slotsIn(shared, 0) = slots;
    return slots;
  }

  /// The xforms of the warp's chains in `round`, one byte each.
  static FLAME_INLINE uint32_t xformsOf(const SharedMemory &shared, uint32_t round) {
    return xformsIn(shared, exchangesBefore(round));
  }

  /// The slots where the thread leaves its points after `round`, one byte each, for offsetIn.
  static FLAME_INLINE uint32_t slotsOf(const SharedMemory &shared, uint32_t round) {
    return slotsIn(shared, exchangesBefore(round));
  }

  /// Byte offset of the slot of chain `p` in the exchange.
  static FLAME_INLINE uint32_t offsetIn(uint32_t slots, uint32_t p) {
    return ((slots >> 8 * p & 255) * kPointsPerChain + lane()) * uint32_t(sizeof(abi::Point));
  }

  /// True if chains exchange points after `round` (moveOn), false if they keep them (goOn).
  static FLAME_INLINE bool exchangeAfter(uint32_t round) {
    return exchangesBefore(round + 1) > exchangesBefore(round);
  }

  /// Chooses the next xform of every chain after `round`. Chains keep their points.
  static FLAME_INLINE void goOn(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t round, uint32_t bits) {
    const ChainOrder order = orderOfChains(bits);
    const uint32_t lane = WarpChains::lane(), xforms = xformsOf(shared, round);
    uint32_t next = 0;
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p)
      next |= chooseTogether(lane, rowOf(args, shared, xforms >> 8 * p & 255),
                             choiceOfAll(order, p, bits))
              << 8 * p;
    tellXforms(shared, exchangesBefore(round), next);
  }

  /// Gives chains the points of other chains of the same class after `round`, and chooses their
  /// next xforms. Returns the slots where these points were left. Called after a barrier.
  static FLAME_INLINE uint32_t moveOn(const abi::IterateArgs &args, const SharedMemory &shared,
                                      uint32_t round, uint32_t bits) {
    constexpr uint32_t kAllLanes = UINT32_MAX;
    const uint32_t exchanges = exchangesBefore(round), half = exchanges % 2;
    const uint32_t lane = WarpChains::lane();
    const ChainOrder order = orderOfChains(bits);
    ChainTables &tables = *shared.chains;
    const uint32_t first = order.chainAt(lane), second = order.chainAt(lane + kWarpSize);
    const uint32_t ofFirst = tables.xforms[half][first], ofSecond = tables.xforms[half][second];
    const uint32_t before = (1u << lane) - 1;
    const uint32_t laneBits = scatterBits(bits, lane);
    const uint32_t xforms = xformsIn(shared, exchanges);
    uint32_t next = 0, slots = 0;
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p) {
      const uint32_t xform = xforms >> 8 * p & 255;
      const uint32_t low = __nvvm_vote_ballot_sync(kAllLanes, ofFirst == xform);
      const uint32_t high = __nvvm_vote_ballot_sync(kAllLanes, ofSecond == xform);
      const uint32_t firstHalf = uint32_t(__builtin_popcount(low));
      const uint32_t members = firstHalf + uint32_t(__builtin_popcount(high));
      uint8_t *list = tables.members[warp()][p];
      if (ofFirst == xform)
        list[__builtin_popcount(low & before)] = uint8_t(first);
      if (ofSecond == xform)
        list[firstHalf + uint32_t(__builtin_popcount(high & before))] = uint8_t(second);
      const uint32_t position = order.positionOf(chainOf(p));
      const uint32_t below = (1u << position % kWarpSize) - 1;
      const uint32_t rank = position < kWarpSize
                                ? uint32_t(__builtin_popcount(low & below))
                                : firstHalf + uint32_t(__builtin_popcount(high & below));
      __nvvm_bar_warp_sync(kAllLanes);
      const uint32_t from = list[nextMember(rank, members, laneBits)];
      slots |= uint32_t(tables.slots[half][from / 4][lane][from % 4]) << 8 * p;
      const float u = choiceOfMember(rank, __nvvm_rcp_approx_ftz_f(float(members)),
                                     scatterBits(bits, kWarpSize + xform));
      next |= chooseTogether(lane, rowOf(args, shared, xform), u) << 8 * p;
    }
    tellXforms(shared, exchanges + 1, next);
    slotsIn(shared, exchanges + 1) = slots;
    return slots;
  }

private:
  static FLAME_INLINE uint32_t exchangesBefore(uint32_t round) {
    return round / roundsPerExchange(flame_num_xforms);
  }

  /// Xforms and slots of the chains between two exchanges. Only the thread itself reads its slots
  /// before the next barrier.
  static FLAME_INLINE uint32_t &xformsIn(const SharedMemory &shared, uint32_t exchanges) {
    return ((uint32_t *)shared.chains->xforms[exchanges % 2])[warp()];
  }
  static FLAME_INLINE uint32_t &slotsIn(const SharedMemory &shared, uint32_t exchanges) {
    return ((uint32_t *)shared.chains->slots[exchanges % 2])[thread()];
  }

  /// Stores the xforms of the warp once no lane needs the old ones.
  static FLAME_INLINE void tellXforms(const SharedMemory &shared, uint32_t exchanges,
                                      uint32_t xforms) {
    constexpr uint32_t kAllLanes = UINT32_MAX;
    __nvvm_bar_warp_sync(kAllLanes);
    if (lane() == 0)
      xformsIn(shared, exchanges) = xforms;
    __nvvm_bar_warp_sync(kAllLanes);
  }

  /// The position in [0,1) at which chain `p` of the warp chooses, with the choices of all chains
  /// spread evenly.
  static FLAME_INLINE float choiceOfAll(const ChainOrder &order, uint32_t p, uint32_t bits) {
    return choiceOfMember(order.positionOf(chainOf(p)), 1.0f / kChains, scatterBits(bits, 0));
  }

  /// The cumulative weights that follow an xform.
  static FLAME_INLINE const float *rowOf(const abi::IterateArgs &args, const SharedMemory &shared,
                                         uint32_t xform) {
    return shared.params + args.xaosOffset + xform * flame_num_xforms;
  }

  /// Same result as chooseXform, with one lane per bound. `u` is equal in all lanes.
  static FLAME_INLINE uint32_t chooseTogether(uint32_t lane, const float *bounds, float u) {
    static_assert(kMostChainXforms <= kWarpSize);
    if (flame_ablation)
      return chooseXform(bounds, u);
    const bool isBelow = lane + 1 < flame_num_xforms && u >= bounds[lane];
    return uint32_t(__builtin_popcount(__nvvm_vote_ballot_sync(UINT32_MAX, isBelow)));
  }

  static FLAME_INLINE uint32_t thread() { return recomputedThread() % abi::kGroupThreads; }
  static FLAME_INLINE uint32_t lane() {
    uint32_t lane;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
  }
  static FLAME_INLINE uint32_t warp() { return thread() / kWarpSize; }
  static FLAME_INLINE uint32_t chainOf(uint32_t p) { return warp() * abi::kPointsPerThread + p; }
};

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_WARPCHAINS_H
