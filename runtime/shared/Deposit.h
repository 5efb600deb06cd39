// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contribution of one sample to the histogram: a packed 64-bit integer (see abi/Abi.h). The
// quantised deposit is the same for every schedule and device, so all of them give the same
// histogram bytes.
//
// Exactness: a packed cell is four sums modulo their fields. An addition knows the old and the new
// word, and hence the real change of every field. The difference between that and the intended
// change goes to the wide cell. So packed + wide is the exact total after every single addition,
// for any number of threads and any hot bucket.

#ifndef FLAME_RUNTIME_SHARED_DEPOSIT_H
#define FLAME_RUNTIME_SHARED_DEPOSIT_H

#include "abi/Abi.h"
#include "abi/DirectRgb.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Bits whose carry-in shows that the field below overflowed.
inline constexpr uint64_t kFieldCarries =
    (1ull << abi::kGreenShift) | (1ull << abi::kRedShift) | (1ull << abi::kCountShift);

inline constexpr uint64_t kColorMask = (1ull << abi::kColorBits) - 1;

FLAME_INLINE uint64_t packDeposit(uint32_t red, uint32_t green, uint32_t blue, uint32_t count) {
  return uint64_t(count) << abi::kCountShift | uint64_t(red) << abi::kRedShift |
         uint64_t(green) << abi::kGreenShift | uint64_t(blue) << abi::kBlueShift;
}

/// The four fields of a packed word.
FLAME_INLINE abi::WideCell unpackCell(uint64_t word) {
  return {(word >> abi::kRedShift) & kColorMask, (word >> abi::kGreenShift) & kColorMask,
          (word >> abi::kBlueShift) & kColorMask, word >> abi::kCountShift};
}

/// True if the fields of a packed word have room for these totals.
FLAME_INLINE bool fitsCell(const abi::WideCell &totals) {
  return ((totals.red | totals.green | totals.blue) >> abi::kColorBits |
          totals.count >> abi::kCountBits) == 0;
}

/// True if adding `deposit` to `old` carries out of a field.
FLAME_INLINE bool carried(uint64_t old, uint64_t deposit) {
  const uint64_t next = old + deposit;
  return (((old ^ deposit ^ next) & kFieldCarries) != 0) | (next < old);
}

/// The carry of adding `deposit` to `old` into the wide cell: the intended minus the real change,
/// modulo 2^64.
FLAME_INLINE abi::WideCell carryToWide(uint64_t old, uint64_t deposit) {
  const abi::WideCell before = unpackCell(old), meant = unpackCell(deposit),
                      after = unpackCell(old + deposit);
  return {meant.red - (after.red - before.red), meant.green - (after.green - before.green),
          meant.blue - (after.blue - before.blue), meant.count - (after.count - before.count)};
}

/// Entry of a 256-colour palette for a colour coordinate, with palette_mode="step".
FLAME_INLINE uint32_t stepIndex(float color) {
  const float scaled = color * float(abi::kPaletteSize);
  return uint32_t(scaled > 0 ? (scaled < 255.0f ? scaled : 255.0f) : 0.0f);
}

/// A position between two neighbours of a palette, with palette_mode="linear", in units of 1/256 of
/// an entry.
inline constexpr uint32_t kPaletteShares = 256;
inline constexpr uint32_t kLastPosition = (abi::kPaletteSize - 1) * kPaletteShares;

struct PalettePosition {
  uint32_t index, share; ///< index <= 254; share of the next entry, 0..256
};

/// `position` in [0, kLastPosition].
FLAME_INLINE PalettePosition palettePosition(uint32_t position) {
  const uint32_t whole = position / kPaletteShares;
  const uint32_t index = whole < abi::kPaletteSize - 2 ? whole : abi::kPaletteSize - 2;
  return {index, position - index * kPaletteShares};
}

/// The position nearest to a colour coordinate.
FLAME_INLINE uint32_t linearPosition(float color) {
  const float scaled = color * float(abi::kPaletteSize * kPaletteShares) + 0.5f;
  return uint32_t(scaled > 0 ? (scaled < float(kLastPosition) ? scaled : float(kLastPosition))
                             : 0.0f);
}

/// The deposit of a sample of weight 1 between two entries of a packed palette. Its levels are
/// rounded up or down by `dither` in [0,256). Levels of 8 bits times shares of 8 bits fit the
/// fields of 18 bits, so one product computes all of them. The count of both entries is 1.
/// Differences of entries are modulo 2^64; the sum is not.
FLAME_INLINE uint64_t blendedDeposit(uint64_t entry, uint64_t next, uint32_t share,
                                     uint32_t dither) {
  constexpr uint64_t levels = 0xff;
  constexpr uint64_t ones =
      1ull << abi::kRedShift | 1ull << abi::kGreenShift | 1ull << abi::kBlueShift;
  const uint64_t sum = entry * kPaletteShares + (next - entry) * share + dither * ones;
  return (sum / kPaletteShares) & (1ull << abi::kCountShift | levels * ones);
}

/// The entry between two entries.
FLAME_INLINE abi::PaletteEntry blendedEntry(const abi::PaletteEntry &entry,
                                            const abi::PaletteEntry &next, uint32_t share) {
  const float after = float(share) / float(kPaletteShares), before = 1 - after;
  return {entry.red * before + next.red * after, entry.green * before + next.green * after,
          entry.blue * before + next.blue * after, entry.alpha * before + next.alpha * after};
}

/// The colour of a sample with direct RGB `code` (abi/DirectRgb.h).
FLAME_INLINE abi::PaletteEntry directRgbEntry(uint32_t code) {
  constexpr float unit = abi::kDirectRgbGain / float(abi::kDirectRgbLevels - 1);
  const uint32_t red = code / (abi::kDirectRgbLevels * abi::kDirectRgbLevels);
  const uint32_t green = code / abi::kDirectRgbLevels % abi::kDirectRgbLevels,
                 blue = code % abi::kDirectRgbLevels;
  return {float(red) * unit, float(green) * unit, float(blue) * unit, 1};
}

/// The palette position that a sample of colour `color` displays: its display colour, or else the
/// colour itself.
FLAME_INLINE float displayColor(float color) {
  if (!(color >= abi::kFirstDisplayColor))
    return color;
  const uint32_t place = uint32_t(color - abi::kFirstDisplayColor) / abi::kDirectRgbCoordinates;
  return (float(place) + 0.5f) / float(abi::kDisplayColorCount);
}

/// A deposit of fractional weight, rounded up or down by `dither` in [0,1).
FLAME_INLINE uint64_t fractionalDeposit(const abi::PaletteEntry &entry, float visibility,
                                        float dither) {
  visibility = visibility < abi::kMaxVisibility ? visibility : abi::kMaxVisibility;
  const float color = visibility * 255.0f * float(abi::kFractionalUnit);
  return packDeposit(uint32_t(entry.red * color + dither), uint32_t(entry.green * color + dither),
                     uint32_t(entry.blue * color + dither),
                     uint32_t(entry.alpha * visibility * float(abi::kFractionalUnit) + dither));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_DEPOSIT_H
