// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds staged samples to the packed histogram, exactly, in integers: packed + wide is the true
// total at the end of every round. A cell without room for a deposit is emptied into a spill log.
// The words of the spill log are added to their wide cells together, because each of these
// additions is a cache miss and an atomic operation. If workers share packed cells, no worker can
// empty one; instead the carry out of a field is moved (Deposit.h). The code is scalar, and limited
// only by memory.

#ifndef FLAME_RUNTIME_CPU_HISTOGRAM_H
#define FLAME_RUNTIME_CPU_HISTOGRAM_H

#include "runtime/cpu/TileLog.h"
#include "runtime/shared/AdjustedColor.h"
#include "runtime/shared/Deposit.h"

namespace flame::cpu {

/// Number of samples between the prefetch of a cell and its addition, to cover a cache miss. The
/// exact value hardly matters.
inline constexpr uint32_t kPrefetchAhead = 48;
static_assert(kPrefetchAhead <= kStagingSlack);

/// Same for wide cells.
inline constexpr uint32_t kWidePrefetchAhead = 8;

FLAME_INLINE void addAtomic(uint64_t *to, uint64_t value) {
  __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

FLAME_INLINE void addToWide(abi::WideCell *wide, const abi::WideCell &amount) {
  addAtomic(&wide->red, amount.red);
  addAtomic(&wide->green, amount.green);
  addAtomic(&wide->blue, amount.blue);
  addAtomic(&wide->count, amount.count);
}

/// Cells that were emptied in this round, and their contents.
struct SpillLog {
  uint32_t *cells;
  uint64_t *words;
  uint32_t count;
};

/// Adds the words of the spill log to their wide cells.
inline __attribute__((noinline)) void propagateCarries(abi::WideCell *wide, const SpillLog &log) {
  for (uint32_t at = 0; at < log.count; ++at) {
    if (at + kWidePrefetchAhead < log.count)
      __builtin_prefetch(wide + log.cells[at + kWidePrefetchAhead], 1);
    addToWide(wide + log.cells[at], unpackCell(log.words[at]));
  }
}

/// True if a cell that is emptied whenever it is full has no room for a deposit. With deposits of
/// weight 1 the count, which is the uppermost field, is the first to carry.
FLAME_INLINE bool isFull(uint64_t old, uint64_t deposit, uint32_t features) {
  static_assert(((1ull << abi::kCountBits) - 1) * 255 * abi::kWholeUnit <= kColorMask);
  return features & abi::kFractionalDeposit ? carried(old, deposit) : old + deposit < old;
}

/// Adds a deposit to a cell that only this worker writes.
FLAME_INLINE void addToLocalCell(uint64_t *cells, uint32_t cell, uint64_t deposit,
                                 uint32_t features, SpillLog *log) {
  uint64_t old = cells[cell];
  cells[cell] = old + deposit;
  if (__builtin_expect(isFull(old, deposit, features), 0)) {
    cells[cell] = deposit;
    log->cells[log->count] = cell;
    log->words[log->count++] = old;
  }
}

/// Adds a deposit to a cell that other workers write too.
FLAME_INLINE void addToSharedCell(uint64_t *cell, abi::WideCell *wide, uint64_t deposit) {
  uint64_t old = __atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED);
  if (__builtin_expect(carried(old, deposit), 0))
    addToWide(wide, carryToWide(old, deposit));
}

/// The random bits of a staged colour from bit `first` upward, as a number in [0, 1), excluding the
/// flag bits.
FLAME_INLINE float stagedDither(uint32_t color, uint32_t first, uint32_t features) {
  if (features & abi::kAnyColorAdjust)
    return float((color & (abi::kAdjustedColor - 1)) >> first) /
           float(abi::kAdjustedColor >> first);
  if (features & abi::kDirectRgb)
    return float((color & ~abi::kStagedCode) >> first) / float(abi::kStagedCode >> first);
  return first == 16 ? float(color >> 16) * 0x1p-16f : float(color >> 8) * 0x1p-24f;
}

/// The deposit of a staged sample. A deposit with a weight is rounded by the random bits staged
/// with the colour.
FLAME_INLINE uint64_t stagedDeposit(const Worker *worker, uint32_t at, uint32_t features) {
  const uint32_t color = worker->stagedColors[at];
  const bool isFractional = features & abi::kFractionalDeposit;
  if ((features & abi::kAnyColorAdjust) && (color & abi::kStagedCode) &&
      (color & abi::kAdjustedColor)) {
    const float visibility = worker->stagedVisibility[at];
    const abi::PaletteEntry &entry = worker->entries[color % abi::kDirectRgbCoordinates];
    return fractionalDeposit(
        adjustedEntry(entry, (color & abi::kColorAdjustBits) / abi::kDirectRgbCoordinates, features,
                      visibility),
        visibility, stagedDither(color, 23, features));
  }
  if ((features & (abi::kDirectRgb | abi::kAnyColorAdjust)) && (color & abi::kStagedCode))
    return fractionalDeposit(directRgbEntry(color & (abi::kDirectRgbCodes - 1)),
                             worker->stagedVisibility[at], stagedDither(color, 15, features));
  if (!isFractional)
    return worker->deposits[color];
  if (features & abi::kLinearPalette) {
    const PalettePosition position = palettePosition(color & 0xffff);
    const abi::PaletteEntry entry = blendedEntry(
        worker->entries[position.index], worker->entries[position.index + 1], position.share);
    return fractionalDeposit(entry, worker->stagedVisibility[at],
                             stagedDither(color, 16, features));
  }
  return fractionalDeposit(worker->entries[color % abi::kPaletteSize], worker->stagedVisibility[at],
                           stagedDither(color, 8, features));
}

template <bool isShared> FLAME_INLINE void drainInto(const Worker *worker, uint32_t features) {
  const Worker local = *worker; // a copy in registers: additions to cells cannot alias it
  SpillLog log = {local.spilledCells, local.spilledWords, 0};
  for (uint32_t at = 0; at < local.staged; ++at) {
    __builtin_prefetch(local.cells + local.stagedCells[at + kPrefetchAhead], 1);
    uint32_t cell = local.stagedCells[at];
    uint64_t deposit = stagedDeposit(&local, at, features);
    if (isShared)
      addToSharedCell(local.cells + cell, local.wide + cell, deposit);
    else
      addToLocalCell(local.cells, cell, deposit, features, &log);
  }
  propagateCarries(local.wide, log);
}

/// Adds the staged samples to the log, if there is one. Returns true if there is.
FLAME_INLINE bool drainIntoLog(Worker *worker, uint32_t features) {
  if (features & abi::kFractionalDeposit)
    return false;
  if (worker->log && isNearlyFull(*worker->log))
    worker->replay(worker);
  if (!worker->log)
    return false;
  appendToLog(worker, worker->log);
  worker->logged += worker->staged;
  return true;
}

/// Moves the staging buffers into the log or the histogram.
FLAME_INLINE void drain(Worker *worker, uint32_t features) {
  if (!drainIntoLog(worker, features))
    worker->cellsAreShared ? drainInto<true>(worker, features) : drainInto<false>(worker, features);
  worker->binned += worker->staged;
  worker->staged = 0;
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_HISTOGRAM_H
