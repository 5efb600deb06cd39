// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic shared memory of a block of the iterate kernel, in this order:
//
//   exchange    one point per slot; without xaos
//   palette     of the temporal sample: packed deposits, or entries where deposits are fractional
//   parameters  the first floats of the parameter block
//   hot table   tags and sums of hot buckets (HotTable.h); where there is one

#ifndef FLAME_RUNTIME_SHARED_ITERATEMEMORY_H
#define FLAME_RUNTIME_SHARED_ITERATEMEMORY_H

#include "abi/Abi.h"

namespace flame {

/// Where entries of the palette are blended, a block keeps packed deposits of every quarter of the way from one to the next:
/// 256 times four, and one more for the coordinate 1. What lies between two of these takes either, in proportion.
inline constexpr uint32_t kDepositsPerEntry = 4;
inline constexpr uint32_t kBlendedDeposits = abi::kPaletteSize * kDepositsPerEntry + 1;

constexpr uint32_t exchangeBytes(uint32_t features) {
  return features & abi::kXaos ? 0 : abi::kPointsPerBlock * uint32_t(sizeof(abi::Point));
}

constexpr uint32_t paletteBytes(uint32_t features) {
  if (features & abi::kFractionalDeposit)
    return abi::kPaletteSize * uint32_t(sizeof(abi::PaletteEntry));
  const uint32_t deposits = features & abi::kLinearPalette ? kBlendedDeposits : abi::kPaletteSize;
  return (deposits * uint32_t(sizeof(uint64_t)) + 15) / 16 * 16; // parameters load 16 bytes at once
}

/// All of it but the hot table.
constexpr uint32_t iterateBytes(uint32_t features, uint32_t sharedFloats) {
  return exchangeBytes(features) + paletteBytes(features) + sharedFloats * uint32_t(sizeof(float));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_ITERATEMEMORY_H
