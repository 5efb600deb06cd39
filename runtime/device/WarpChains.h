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
  /// Of each chain: the xform that it has chosen. The same in all lanes.
  uint32_t xforms[abi::kPointsPerThread];

  /// Chains that no xform has moved yet: all choose by the plain weights.
  FLAME_INLINE void begin(const SharedMemory &shared, uint32_t bits) {
    const ChainOrder order = orderOfChains(bits);
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p) {
      const float u =
          choiceOfMember(order.placeOf(chainOf(p)), 1.0f / kChains, scatterBits(bits, 0));
      xforms[p] = chooseXform(shared.params + abi::kCumulativeOffset, u);
      shared.chains->slots[0][chainOf(p) * kPointsOfChain + lane()] = uint8_t(chainOf(p));
    }
    half = 0;
  }

  /// Tells the other warps which xforms the chains have followed. Called before the barrier behind which they move on.
  FLAME_INLINE void leave(const SharedMemory &shared) const {
    static_assert(abi::kPointsPerThread == 4, "a word for each warp");
    if (lane() == 0)
      ((uint32_t *)shared.chains->xforms[half])[warp()] =
          xforms[0] | xforms[1] << 8 | xforms[2] << 16 | xforms[3] << 24;
  }

  /// Exchanges points with other chains of the same class: `offsets` become those of the slots in the exchange whose points are
  /// the thread's now. Then every chain chooses its next xform.
  FLAME_INLINE void moveOn(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t bits,
                           uint32_t *offsets) {
    constexpr uint32_t kAllLanes = UINT32_MAX;
    const ChainOrder order = orderOfChains(bits);
    ChainTables &tables = *shared.chains;
    const uint32_t first = order.chainAt(lane()), second = order.chainAt(lane() + kWarpSize);
    const uint32_t ofFirst = tables.xforms[half][first], ofSecond = tables.xforms[half][second];
    const uint32_t before = (1u << lane()) - 1;
    const uint32_t laneBits = scatterBits(bits, lane());
#pragma unroll
    for (uint32_t p = 0; p < abi::kPointsPerThread; ++p) {
      const uint32_t low = __nvvm_vote_ballot_sync(kAllLanes, ofFirst == xforms[p]);
      const uint32_t high = __nvvm_vote_ballot_sync(kAllLanes, ofSecond == xforms[p]);
      const uint32_t firstHalf = uint32_t(__builtin_popcount(low));
      const uint32_t members = firstHalf + uint32_t(__builtin_popcount(high));
      uint8_t *list = tables.members[warp()][p];
      if (ofFirst == xforms[p])
        list[__builtin_popcount(low & before)] = uint8_t(first);
      if (ofSecond == xforms[p])
        list[firstHalf + uint32_t(__builtin_popcount(high & before))] = uint8_t(second);
      const uint32_t place = order.placeOf(chainOf(p));
      const uint32_t below = (1u << place % kWarpSize) - 1;
      const uint32_t rank = place < kWarpSize
                                ? uint32_t(__builtin_popcount(low & below))
                                : firstHalf + uint32_t(__builtin_popcount(high & below));
      __nvvm_bar_warp_sync(kAllLanes);
      const uint32_t from = list[nextMember(rank, members, laneBits)];
      const uint8_t slot = tables.slots[half][from * kPointsOfChain + lane()];
      tables.slots[half ^ 1][chainOf(p) * kPointsOfChain + lane()] = slot;
      offsets[p] = (slot * kPointsOfChain + lane()) * uint32_t(sizeof(abi::Point));
      const float u = choiceOfMember(rank, __nvvm_rcp_approx_ftz_f(float(members)),
                                     scatterBits(bits, kWarpSize + xforms[p]));
      xforms[p] = chooseTogether(shared.params + args.xaosOffset + xforms[p] * flame_num_xforms, u);
    }
    half ^= 1;
  }

private:
  /// What chooseXform finds, by as many lanes as there are bounds. `u` is the same in all lanes.
  static FLAME_INLINE uint32_t chooseTogether(const float *bounds, float u) {
    static_assert(kMostChainXforms <= kWarpSize);
    if (flame_ablation)
      return chooseXform(bounds, u);
    const bool isBelow = lane() + 1 < flame_num_xforms && u >= bounds[lane()];
    return uint32_t(__builtin_popcount(__nvvm_vote_ballot_sync(UINT32_MAX, isBelow)));
  }

  uint32_t half; ///< of the tables: what is read in this round

  static FLAME_INLINE uint32_t lane() { return __gpu_thread_id_x() % kWarpSize; }
  static FLAME_INLINE uint32_t warp() { return __gpu_thread_id_x() / kWarpSize; }
  static FLAME_INLINE uint32_t chainOf(uint32_t p) { return warp() * abi::kPointsPerThread + p; }
};

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_WARPCHAINS_H
