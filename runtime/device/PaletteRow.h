// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The palette row that a block has loaded, and the lookup of a colour coordinate in it. The row
// holds packed deposits, or colours of log entries, at every step between the entries of the
// palette.

#ifndef FLAME_RUNTIME_DEVICE_PALETTEROW_H
#define FLAME_RUNTIME_DEVICE_PALETTEROW_H

#include "runtime/device/SharedMemory.h"
#include "runtime/shared/Palettes.h"
#include "runtime/shared/SplitLog.h"

namespace flame {

/// The colour at step `step` of a row: an entry, or a blend of two entries.
FLAME_INLINE abi::PaletteEntry blendedColorAt(const abi::PaletteEntry *row, uint32_t step) {
  constexpr uint32_t last = abi::kPaletteSize - 1;
  const uint32_t index = step / kDepositsPerEntry < last ? step / kDepositsPerEntry : last;
  const uint32_t next = index < last ? index + 1 : last;
  const uint32_t share = step % kDepositsPerEntry * (kPaletteShares / kDepositsPerEntry);
  return blendedEntry(row[index], row[next], share);
}

/// Random numbers for rounding the levels of a palette row. They are independent between steps and
/// evenly spread over blocks (a Kronecker sequence with the powers of 1 / 1.2207), so that all
/// blocks of a frame together round up as often as they should.
struct PaletteDither {
  Rng rng;
  uint32_t block;

  FLAME_INLINE float next(uint32_t level) {
    constexpr uint32_t kSteps[3] = {3518319155, 2882110345, 2360945575};
    return float((nextBits(rng) + block * kSteps[level]) >> 8) * 0x1p-24f;
  }
};

FLAME_INLINE PaletteDither paletteDither(const abi::IterateArgs &args, uint32_t block, uint32_t row,
                                         uint32_t step) {
  return {makeRng(args.seed, row, abi::kThreads + 1 + step), block};
}

FLAME_INLINE uint64_t roundedDeposit(const abi::PaletteEntry &color, PaletteDither dither) {
  const uint32_t red = ditheredLevel(color.red, dither.next(0));
  const uint32_t green = ditheredLevel(color.green, dither.next(1));
  const uint32_t blue = ditheredLevel(color.blue, dither.next(2));
  return packDeposit(red, green, blue, 1);
}

/// The colour of a log entry.
FLAME_INLINE uint32_t roundedEntry(const abi::PaletteEntry &color, PaletteDither dither) {
  const float luma = dither.next(0), orange = dither.next(1), green = dither.next(2);
  return entryColor(255 * color.red, 255 * color.green, 255 * color.blue, luma, orange, green);
}

/// The colour at step `step` of a row, in the format of log entries.
FLAME_INLINE uint32_t entryColorAt(const abi::IterateArgs &args, uint32_t row, uint32_t step,
                                   PaletteDither dither) {
  if (hasFeature(abi::kLinearPalette))
    return roundedEntry(blendedColorAt(args.paletteRows + row * abi::kPaletteSize, step), dither);
  const abi::WideCell levels = unpackCell(args.palette[row * abi::kPaletteSize + step]);
  constexpr float perLevel = 1.0f / 255.0f;
  return roundedEntry({float(uint32_t(levels.red)) * perLevel,
                       float(uint32_t(levels.green)) * perLevel,
                       float(uint32_t(levels.blue)) * perLevel, 1},
                      dither);
}

/// A deposit, or 1 if the cells are plain 64-bit counts.
FLAME_INLINE uint64_t countedDeposit(const abi::IterateArgs &args, uint64_t deposit) {
  const uint64_t isMereCount = args.paletteRowCount == 0;
  return (deposit & (isMereCount - 1)) | isMereCount;
}

/// Copies row `row` of the palettes in the form that deposits need. Its rounding uses separate
/// random streams, so the points do not depend on the form. Called by all threads.
FLAME_INLINE void loadPaletteRow(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t block, uint32_t row) {
  const abi::PaletteEntry *entries = args.paletteRows + row * abi::kPaletteSize;
  const uint32_t thread = recomputedThread();
  const uint32_t steps = hasFeature(abi::kLinearPalette) ? kBlendedDeposits : abi::kPaletteSize;
  if (hasFeature(abi::kFractionalDeposit)) {
    for (uint32_t i = thread; i < abi::kPaletteSize; i += blockThreads())
      shared.palette[i] = entries[i];
  } else if (splits(args)) {
#pragma clang loop unroll(disable)
    for (uint32_t i = thread; i < steps; i += blockThreads())
      shared.colors[i] = entryColorAt(args, row, i, paletteDither(args, block, row, i));
  } else if (hasFeature(abi::kLinearPalette)) {
#pragma clang loop unroll(disable)
    for (uint32_t i = thread; i < kBlendedDeposits; i += blockThreads())
      shared.deposits[i] = countedDeposit(
          args, roundedDeposit(blendedColorAt(entries, i), paletteDither(args, block, row, i)));
  } else {
    for (uint32_t i = thread; i < abi::kPaletteSize; i += blockThreads())
      shared.deposits[i] = countedDeposit(args, args.palette[row * abi::kPaletteSize + i]);
  }
}

/// The sum of this number and a colour coordinate, in steps, has the byte offset of an element of a
/// row in its last bits.
template <class Element> inline constexpr float kOffsetUnit = 0x1.8p23f / sizeof(Element);

/// Added to colour coordinates in round `round` of block `block`. A position between two steps is
/// rounded up with a frequency equal to its distance from the lower step, spread evenly over rounds
/// (a golden ratio sequence). The sum is rounded to a byte of an element before it is rounded down.
FLAME_INLINE float colorShiftOf(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  const float share = float((block + round) * 0x9E3779B1u >> 8) * 0x1p-24f;
  const float halfByte = splits(args) ? 0.5f / sizeof(uint32_t) : 0.5f / sizeof(uint64_t);
  return (share - halfByte) * (1.0f / float(abi::kPaletteSize * kDepositsPerEntry));
}

/// The element next to a colour coordinate in a row of kBlendedDeposits elements, of 8 bytes, or 4
/// with a log.
template <class Element>
FLAME_INLINE Element blendedStepOf(const Element *row, float color, float colorShift) {
  constexpr uint32_t kOffsets = (2 * abi::kPaletteSize * kDepositsPerEntry - 1) * sizeof(Element);
  const float position =
      __nvvm_saturate_f(color + colorShift) * float(abi::kPaletteSize * kDepositsPerEntry) +
      kOffsetUnit<Element>;
  return *(const Element *)((const char *)row +
                            (__builtin_bit_cast(uint32_t, position) & kOffsets));
}

/// The element of a row for a colour coordinate.
template <class Element>
FLAME_INLINE Element stepOf(const Element *row, float color, float colorShift) {
  if (isAblated(abi::kNoPalette))
    return sizeof(Element) == sizeof(uint64_t) ? Element(packDeposit(0, 0, 0, 1)) : 0;
  return hasFeature(abi::kLinearPalette) ? blendedStepOf(row, color, colorShift)
                                         : row[stepIndex(color)];
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_PALETTEROW_H
