// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic shared memory of a block of the iterate kernel, in this order:
//
//   exchange    one point of the group per slot; with xaos also the tables of chains (Chains.h),
//               or nothing if each point chooses for itself
//   palette     of the temporal sample: packed deposits, or entries if deposits are fractional
//   parameters  the first floats of the parameter block
//   state       values that all threads of the block share
//   hot table   tags and sums of hot buckets (HotTable.h), if there is one
//   buffers     with a log (SplitLog.h): position of the next entry of each bin, in the buffer and
//               in the log, and entries that wait for the next flush
//   hot tags    with bins of hot buckets (HotBins.h)
//   exchange    of the other group, if the block makes both

#ifndef FLAME_RUNTIME_SHARED_ITERATEMEMORY_H
#define FLAME_RUNTIME_SHARED_ITERATEMEMORY_H

#include "abi/Abi.h"
#include "runtime/shared/Chains.h"
#include "runtime/shared/HotBins.h"

namespace flame {

/// If palette entries are blended, a block keeps packed deposits for every quarter of the way
/// between two entries: 256 times four, and one more for the coordinate 1. A colour between two
/// deposits takes either, in proportion.
inline constexpr uint32_t kDepositsPerEntry = 4;
inline constexpr uint32_t kBlendedDeposits = abi::kPaletteSize * kDepositsPerEntry + 1;

constexpr uint32_t kSlotBytes = abi::kPointsPerGroup * uint32_t(sizeof(abi::Point));
/// Shared memory of a group's exchange.
constexpr uint32_t exchangeBytes(uint32_t features, uint32_t xforms) {
  if (!(features & abi::kXaos))
    return kSlotBytes;
  return makesChains(features, xforms) ? kSlotBytes + uint32_t(sizeof(ChainTables)) : 0;
}

constexpr uint32_t paletteBytes(uint32_t features) {
  if (features & abi::kFractionalDeposit)
    return abi::kPaletteSize * uint32_t(sizeof(abi::PaletteEntry));
  const uint32_t deposits = features & abi::kLinearPalette ? kBlendedDeposits : abi::kPaletteSize;
  return (deposits * uint32_t(sizeof(uint64_t)) + 15) / 16 * 16; // parameters load 16 bytes at once
}

/// True if the samples of a flame may go to a log. They may not if deposits are fractional, or if
/// each point chooses for itself: threads of a block do not meet there to empty buffers.
constexpr bool maySplit(uint32_t features, uint32_t xforms) {
  return !(features & (abi::kFractionalDeposit | abi::kDirectOnly)) &&
         (!(features & abi::kXaos) || makesChains(features, xforms));
}

/// State that all threads of a block share, padded for the alignment of the following section.
inline constexpr uint32_t kBlockStateBytes = 16;

/// All of the shared memory except hot table and buffers, in a block of one group.
constexpr uint32_t iterateBytes(uint32_t features, uint32_t xforms, uint32_t sharedFloats) {
  return exchangeBytes(features, xforms) + paletteBytes(features) +
         sharedFloats * uint32_t(sizeof(float)) + kBlockStateBytes;
}

/// Shared memory of a block of the warm-up kernel: a point per thread, and parameters.
constexpr uint32_t warmUpBytes(uint32_t sharedFloats) {
  return abi::kWarmUpThreads * uint32_t(sizeof(abi::Point)) +
         sharedFloats * uint32_t(sizeof(float));
}

/// Words with the positions of entries in buffers: one per bin and per lane of a warp.
constexpr uint32_t bufferEnds(uint32_t bins) {
  constexpr uint32_t kLanes = 32;
  return bins + kLanes;
}

/// The buffers of a log.
constexpr uint32_t bufferBytes(uint32_t bins, uint32_t bytesOfBin) {
  return bins ? ((bufferEnds(bins) + bins) * uint32_t(sizeof(uint32_t)) + 15) / 16 * 16 +
                    bins * bytesOfBin
              : 0;
}

/// The same with hot tags, if `hotBins` of the bins are those of hot buckets.
constexpr uint32_t splitBytes(uint32_t bins, uint32_t hotBins, uint32_t bytesOfBin) {
  return bufferBytes(bins, bytesOfBin) + (hotBins ? kHotTags * uint32_t(sizeof(uint32_t)) : 0);
}

/// Words of each kind in the kernel that adds up a log: the cells of a tile, and copies of the
/// hottest cells.
inline constexpr uint32_t kHotCells = 2, kHotCellCopies = 32;
constexpr uint32_t tileWords(uint32_t tileCells) { return tileCells + kHotCells * kHotCellCopies; }

/// Shared memory of a block of this kernel: the starts of the logs of bins, and two words per cell.
/// Blocks of a pair have one word per cell, and one word for the progress in a log.
constexpr uint32_t accumulateBytes(uint32_t bins, uint32_t tileCells, bool isPaired = false) {
  const uint32_t words = tileWords(tileCells);
  return (bins + 1) * uint32_t(sizeof(uint64_t)) +
         (isPaired ? words + 1 : 2 * words) * uint32_t(sizeof(uint32_t));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_ITERATEMEMORY_H
