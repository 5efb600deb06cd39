// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of the `split` schedule: the format of its entries, and the bin of a bucket.
//
// Buckets are dealt out to bins in turn: bucket b is cell b / bins of bin b mod bins. Neighbours in
// the image belong to different bins, and all bins get about equally many samples. The cells of a
// bin are added up in one or more tiles, parts that fit the shared memory of a multiprocessor.
//
// An entry is one sample in 32 bits:
//
//   bits 26..31 luma | 21..25 green | 16..20 orange | 0..15 cell
//
// Colours are in YCoCg form. A sum in this form converts to a sum of red, green and blue without
// rounding, and greys have no chroma to round:
//
//   (red + 2 green + blue) / 4 = 5 luma
//   red - blue = 18 orange - 270
//   green - (red + blue) / 2 = 18 green' - 270
//
// The three are rounded at random, once per palette step that a block loads; the fraction is the
// probability of rounding up. Levels are therefore right on average. With n such roundings in a
// bucket, they add a standard deviation of at most kLevelNoise / sqrt(n) to a level. Pure
// functions, the same for GPU and tests.

#ifndef FLAME_RUNTIME_SHARED_SPLITLOG_H
#define FLAME_RUNTIME_SHARED_SPLITLOG_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Levels per step of luma and of chroma, and the level of a chroma of 0 in an entry.
inline constexpr int32_t kLumaStep = 5, kChromaStep = 18, kChromaZero = -270;

/// Most cells of a bin. The last 16-bit number may be one more, for entries that are no sample.
inline constexpr uint32_t kMaxBinCells = (1u << 16) - 1;

inline constexpr uint32_t kLumaShift = 26, kGreenChromaShift = 21, kOrangeShift = 16;
inline constexpr uint32_t kMostLuma = 255 / kLumaStep, kChromaMask = 31, kCellMask = 0xffff;

/// Four entries, loaded and stored at once.
using Quad = uint32_t __attribute__((ext_vector_type(4)));

/// Sums of the samples of a bucket, in the form of entries.
struct LumaSums {
  uint64_t luma, orange, green, count;
};

/// The same in red, green and blue, modulo 2^64: partial sums may be negative.
FLAME_INLINE abi::WideCell toLevels(const LumaSums &sums) {
  const uint64_t step = uint64_t(kChromaStep) / 2, luma = uint64_t(kLumaStep) * sums.luma;
  return {luma + step * (sums.orange - sums.green),
          luma + step * sums.green + uint64_t(int64_t(kChromaZero) / 2) * sums.count,
          luma - uint64_t(int64_t(kChromaZero)) * sums.count - step * (sums.orange + sums.green),
          sums.count};
}

FLAME_INLINE uint32_t cellOfEntry(uint32_t entry) { return entry & kCellMask; }

/// The sums of one entry.
FLAME_INLINE LumaSums sumsOf(uint32_t entry) {
  return {entry >> kLumaShift, entry >> kOrangeShift & kChromaMask,
          entry >> kGreenChromaShift & kChromaMask, 1};
}

/// `value` rounded up or down to a whole number, limited to `most`. value >= 0; `dither` in [0,1).
FLAME_INLINE uint32_t roundedAtRandom(float value, float dither, uint32_t most) {
  const uint32_t rounded = uint32_t(value + dither);
  return rounded < most ? rounded : most;
}

/// The colour of an entry whose cell is 0. Levels in [0,255], each dither in [0,1).
FLAME_INLINE uint32_t entryColor(float red, float green, float blue, float lumaDither,
                                 float orangeDither, float greenDither) {
  constexpr float perStep = 1.0f / float(kChromaStep), zero = float(kChromaZero);
  const float luma = (0.25f * (red + blue) + 0.5f * green) * (1.0f / float(kLumaStep));
  const float orange = (red - blue - zero) * perStep;
  const float greenChroma = (green - 0.5f * (red + blue) - zero) * perStep;
  return roundedAtRandom(luma, lumaDither, kMostLuma) << kLumaShift |
         roundedAtRandom(orange, orangeDither, kChromaMask) << kOrangeShift |
         roundedAtRandom(greenChroma, greenDither, kChromaMask) << kGreenChromaShift;
}

/// Largest standard deviation, in levels of 255, that the rounding of one entry adds to red, green
/// or blue. It is that of blue: half a step of luma and half a step of each chroma, halved.
inline constexpr float kLevelNoise = 6.9f;

/// Bin and cell of a bucket.
struct BinCell {
  uint32_t bin, cell;
};

FLAME_INLINE uint32_t cellOfBucket(uint32_t bucket, uint32_t binReciprocal) {
  return uint32_t(uint64_t(bucket) * binReciprocal >> 32);
}

FLAME_INLINE BinCell binCellOf(uint32_t bucket, uint32_t bins, uint32_t binReciprocal) {
  const uint32_t cell = cellOfBucket(bucket, binReciprocal);
  return {bucket - cell * bins, cell};
}

FLAME_INLINE uint32_t bucketAt(const BinCell &binCell, uint32_t bins) {
  return binCell.cell * bins + binCell.bin;
}

/// The factor of binCellOf.
constexpr uint32_t binReciprocalOf(uint32_t bins) {
  return uint32_t(((uint64_t(1) << 32) + bins - 1) / bins);
}

/// True if binCellOf divides buckets below `buckets` exactly; bins is at least 2. The factor
/// exceeds the exact one by less than one. The quotient therefore exceeds the exact one by less
/// than bucket / 2^32 * (bins * factor - 2^32) / bins, which must not reach the next whole number.
constexpr bool dividesExactly(uint32_t buckets, uint32_t bins) {
  const uint64_t excess = uint64_t(binReciprocalOf(bins)) * bins - (uint64_t(1) << 32);
  return excess * buckets < uint64_t(1) << 32;
}

constexpr uint32_t greatestCommonDivisor(uint32_t a, uint32_t b) {
  while (b) {
    const uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// True if a grid may be split into this many bins (at least 2): exact division, and every column
/// of the image meets all bins.
constexpr bool mayHaveBins(uint32_t gridWidth, uint32_t gridHeight, uint32_t bins) {
  return dividesExactly(gridWidth * gridHeight, bins) &&
         greatestCommonDivisor(gridWidth, bins) == 1;
}

/// Number of bins, with at most `cells` cells each, for a grid: the fewest from `wanted` on. 0:
/// more than `most` would be needed.
constexpr uint32_t binCountFor(uint32_t gridWidth, uint32_t gridHeight, uint32_t cells,
                               uint32_t wanted, uint32_t most) {
  const uint64_t buckets = uint64_t(gridWidth) * gridHeight;
  const uint64_t fewest = (buckets + cells - 1) / cells;
  uint64_t bins = fewest < wanted ? wanted : fewest;
  for (bins = bins < 2 ? 2 : bins; bins <= most; ++bins)
    if (mayHaveBins(gridWidth, gridHeight, uint32_t(bins)))
      return uint32_t(bins);
  return 0;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_SPLITLOG_H
