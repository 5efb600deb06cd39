// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chains of a warp (runtime/shared/Chains.h): which xforms they choose, and which slots their points move on to.

#ifndef FLAME_RUNTIME_DEVICE_WARPCHAINS_H
#define FLAME_RUNTIME_DEVICE_WARPCHAINS_H

#include "runtime/device/ChooseXform.h"
#include "runtime/device/SharedMemory.h"
#include "runtime/shared/Chains.h"

namespace flame {

class WarpChains {
public:
  /// The xforms that the chains have chosen, a byte each. The same in all lanes.
  FLAME_INLINE uint32_t allXforms() const { return xforms; }

  /// Chains that no xform has moved yet: all choose by the plain weights.
  FLAME_INLINE void begin(const SharedMemory &shared, uint32_t bits) {
    const ChainOrder order = orderOfChains(bits);
    xforms = 0;
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p) {
      const float u =
          choiceOfMember(order.placeOf(chainOf(p)), 1.0f / kChains, scatterBits(bits, 0));
      xforms |= chooseXform(shared.params + abi::kCumulativeOffset, u) << 8 * p;
      shared.chains->slots[0][chainOf(p) * kPointsOfChain + lane()] = uint8_t(chainOf(p));
    }
  }

  /// Tells the other warps which xforms the chains have followed in round `round`. Called before the barrier behind which they move on.
  FLAME_INLINE void leave(const SharedMemory &shared, uint32_t round) const {
    if (lane() == 0)
      ((uint32_t *)shared.chains->xforms[round % 2])[warp()] = xforms;
  }

  /// Where in the exchange the thread's point of chain `p` is left after round `round`.
  static FLAME_INLINE uint32_t offsetOf(const SharedMemory &shared, uint32_t p, uint32_t round) {
    return offsetOf(shared.chains->slots[round % 2][chainOf(p) * kPointsOfChain + lane()]);
  }

  /// Gives chains the points of others of the same class after round `round`: `offsets` become where in the exchange those were left.
  /// Then every chain chooses its next xform.
  FLAME_INLINE void moveOn(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t round,
                           uint32_t bits, uint32_t *offsets) {
    constexpr uint32_t kAllLanes = UINT32_MAX;
    const uint32_t half = round % 2;
    const uint32_t lane = WarpChains::lane();
    const ChainOrder order = orderOfChains(bits);
    ChainTables &tables = *shared.chains;
    const uint32_t first = order.chainAt(lane), second = order.chainAt(lane + kWarpSize);
    const uint32_t ofFirst = tables.xforms[half][first], ofSecond = tables.xforms[half][second];
    const uint32_t before = (1u << lane) - 1;
    const uint32_t laneBits = scatterBits(bits, lane);
    uint32_t next = 0;
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
      const uint32_t place = order.placeOf(chainOf(p));
      const uint32_t below = (1u << place % kWarpSize) - 1;
      const uint32_t rank = place < kWarpSize
                                ? uint32_t(__builtin_popcount(low & below))
                                : firstHalf + uint32_t(__builtin_popcount(high & below));
      __nvvm_bar_warp_sync(kAllLanes);
      const uint32_t from = list[nextMember(rank, members, laneBits)];
      const uint8_t slot = tables.slots[half][from * kPointsOfChain + lane];
      tables.slots[half ^ 1][chainOf(p) * kPointsOfChain + lane] = slot;
      offsets[p] = (slot * kPointsOfChain + lane) * uint32_t(sizeof(abi::Point));
      const float u = choiceOfMember(rank, __nvvm_rcp_approx_ftz_f(float(members)),
                                     scatterBits(bits, kWarpSize + xform));
      next |= chooseTogether(lane, shared.params + args.xaosOffset + xform * flame_num_xforms, u)
              << 8 * p;
    }
    xforms = next;
  }

private:
  static FLAME_INLINE uint32_t offsetOf(uint8_t slot) {
    return (slot * kPointsOfChain + lane()) * uint32_t(sizeof(abi::Point));
  }

  /// What chooseXform finds, by as many lanes as there are bounds. `u` is the same in all lanes.
  static FLAME_INLINE uint32_t chooseTogether(uint32_t lane, const float *bounds, float u) {
    static_assert(kMostChainXforms <= kWarpSize);
    if (flame_ablation)
      return chooseXform(bounds, u);
    const bool isBelow = lane + 1 < flame_num_xforms && u >= bounds[lane];
    return uint32_t(__builtin_popcount(__nvvm_vote_ballot_sync(UINT32_MAX, isBelow)));
  }

  static_assert(abi::kPointsPerThread == 4 && kMostChainXforms <= 256, "chains share a word");
  uint32_t xforms; ///< of each chain a byte

  /// Found out anew each time: what follows from it would otherwise stay in registers for all rounds.
  static FLAME_INLINE uint32_t lane() {
    uint32_t lane;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
  }
  static FLAME_INLINE uint32_t warp() { return __gpu_thread_id_x() / kWarpSize; }
  static FLAME_INLINE uint32_t chainOf(uint32_t p) { return warp() * abi::kPointsPerThread + p; }
};

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_WARPCHAINS_H
