// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `direct` schedule: each sample is one packed 64-bit integer addition to its cell.
//
// An addition that returns nothing is a third faster than one that returns the old value of the
// cell, but cannot detect a carry. A block therefore uses returning additions only in every eighth
// round and then empties cells that are an eighth full. If a cell overflows nevertheless, the sum
// of all counts is too small, and the frame is made again with returning additions only
// (IterateArgs::unreturned).

#ifndef FLAME_RUNTIME_DEVICE_DIRECTSUMS_H
#define FLAME_RUNTIME_DEVICE_DIRECTSUMS_H

#include "runtime/device/HotSums.h"
#include "runtime/device/PaletteRow.h"
#include "runtime/shared/AdjustedColor.h"

namespace flame {

/// The deposit of a sample.
FLAME_INLINE uint64_t depositOf(const Landing &plotted, const SharedMemory &shared,
                                float colorShift, Rng &rng) {
  const float color = hasFeature(abi::kDisplayColors) ? displayColor(plotted.color) : plotted.color;
  if ((flame_features & abi::kAnyColorAdjust) && color >= abi::kFirstDisplayColor) {
    const auto code = uint32_t(color - abi::kFirstDisplayColor);
    return fractionalDeposit(adjustedEntry(shared.palette[code % abi::kDirectRgbCoordinates],
                                           code / abi::kDirectRgbCoordinates, flame_features,
                                           plotted.visibility),
                             plotted.visibility, nextU01(rng));
  }
  if (hasFeature(abi::kDirectRgb) && color >= abi::kFirstDirectRgb)
    return fractionalDeposit(directRgbEntry(uint32_t(color - abi::kFirstDirectRgb) /
                                            abi::kDirectRgbCoordinates % abi::kDirectRgbCodes),
                             plotted.visibility, nextU01(rng));
  if (hasFeature(abi::kFractionalDeposit)) {
    if (isAblated(abi::kNoPalette))
      return fractionalDeposit({0, 0, 0, 1}, plotted.visibility, nextU01(rng));
    if (!hasFeature(abi::kLinearPalette))
      return fractionalDeposit(shared.palette[stepIndex(color)], plotted.visibility, nextU01(rng));
    const PalettePosition position = palettePosition(linearPosition(color));
    const abi::PaletteEntry entry = blendedEntry(
        shared.palette[position.index], shared.palette[position.index + 1], position.share);
    return fractionalDeposit(entry, plotted.visibility, nextU01(rng));
  }
  return stepOf(shared.deposits, color, colorShift);
}

/// A cell whose count has one of these bits is an eighth full.
inline constexpr uint64_t kEighthFull = 7ull << 61;

/// Adds a deposit to its bucket. Any number of threads may do so at once. With `returns`, carries
/// are never lost (Deposit.h), and a cell that is an eighth full is emptied.
FLAME_INLINE void addDeposit(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t bucket, uint64_t deposit, bool returns) {
  uint64_t *cell = args.cells + abi::cellOf(bucket, shared.state->cells);
  if (!returns) {
    __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    return;
  }
  const uint64_t old =
      __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (__builtin_expect(carried(old, deposit), 0))
    addToWide(args.wide + bucket, carryToWide(old, deposit));
  else if (!hasFeature(abi::kFractionalDeposit) && __builtin_expect((old & kEighthFull) != 0, 0))
    addToWide(args.wide + bucket, unpackCell(__scoped_atomic_exchange_n(
                                      cell, uint64_t(0), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)));
}

/// Adds the deposit of a sample.
FLAME_INLINE void deposit(const abi::IterateArgs &args, const SharedMemory &shared,
                          const Landing &landing, float colorShift, bool returns, Sums &local,
                          Rng &rng) {
  if (!landing.isSeen)
    return;
  const uint64_t deposit = depositOf(landing, shared, colorShift, rng);
  ++local.plotted;
  uint32_t set = 0, way = kHotWays;
  if (args.hotBits) {
    if (landing.bucket == args.threadBucket) {
      local.hottest += deposit;
      return;
    }
    set = hotSetOf(landing.bucket, args.hotBits);
    way = slotWayOf(shared.hotSets[set].tags, slotTagOf(landing.bucket));
  }
  if (way < kHotWays)
    addToSlot(args, shared.hotSets[set], way, landing.bucket, deposit);
  else
    addDeposit(args, shared, landing.bucket, deposit, returns);
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_DIRECTSUMS_H
