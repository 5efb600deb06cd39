// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The working palettes of a frame: which rows there are, what they are blended from, and how their
// levels are rounded.

#include "runtime/shared/Palettes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace flame {
namespace {

/// Palettes of one colour each, at their times.
struct Source {
  std::vector<float> times;
  std::vector<abi::PaletteEntry> colors;
};

struct Rows {
  std::vector<abi::PaletteEntry> entries;
  std::vector<uint64_t> packed;
  const abi::PaletteEntry &operator[](uint32_t row) const {
    return entries[size_t(row) * abi::kPaletteSize];
  }
  abi::WideCell levels(uint32_t row, uint32_t index) const {
    return unpackCell(packed[size_t(row) * abi::kPaletteSize + index]);
  }
};

Rows make(const Source &source, const std::vector<float> &sampleTimes, uint64_t seed = 1) {
  std::vector<abi::PaletteEntry> palettes;
  for (const abi::PaletteEntry &color : source.colors)
    palettes.insert(palettes.end(), abi::kPaletteSize, color);
  abi::PaletteArgs args = {};
  args.paletteTimes = source.times.data();
  args.palettes = palettes.data();
  args.palettesCount = uint32_t(source.times.size());
  args.times = sampleTimes.data();
  args.temporalSamples = uint32_t(sampleTimes.size());
  args.rowCount = paletteRowCount(args.palettesCount, args.temporalSamples);
  args.seed = seed;
  const size_t entries = size_t(args.rowCount) * abi::kPaletteSize;
  Rows rows{std::vector<abi::PaletteEntry>(entries), std::vector<uint64_t>(entries)};
  args.rows = rows.entries.data();
  args.packed = rows.packed.data();
  for (uint32_t row = 0; row < args.rowCount; ++row)
    for (uint32_t index = 0; index < abi::kPaletteSize; ++index)
      makePaletteEntry(args, row, index);
  return rows;
}

const Source kTwo = {{0.25f, 0.75f}, {{0, 0.5f, 1, 1}, {1, 0.5f, 0.25f, 1}}};

TEST(PalettesTest, StillsHaveOneRow) {
  EXPECT_EQ(paletteRowCount(1, 1000), 1u);
  EXPECT_EQ(paletteRowCount(2, 1), 1u);
  EXPECT_EQ(paletteRowCount(2, 10), 10u);
  EXPECT_EQ(paletteRowCount(2, 1000), abi::kMaxPaletteRows);
}

TEST(PalettesTest, RowsAreSharedEvenlyAndSeenFromTheirMiddle) {
  for (uint32_t samples : {1u, 7u, 64u, 65u, 100u, 1000u, 1024u}) {
    const uint32_t rows = paletteRowCount(2, samples);
    for (uint32_t row = 0; row < rows; ++row) {
      uint32_t first = samples, last = 0;
      for (uint32_t sample = 0; sample < samples; ++sample)
        if (paletteRowOf(sample, rows, samples) == row) {
          first = std::min(first, sample);
          last = sample;
        }
      EXPECT_EQ(middleSampleOf(row, rows, samples), (first + last) / 2) << row << " of " << samples;
    }
  }
}

TEST(PalettesTest, BlendsBetweenAndHoldsBeyond) {
  const Rows rows = make(kTwo, {-1, 0.25f, 0.5f, 0.625f, 0.75f, 2});
  EXPECT_EQ(rows[0].red, 0);
  EXPECT_EQ(rows[1].red, 0);
  EXPECT_FLOAT_EQ(rows[2].red, 0.5f);
  EXPECT_FLOAT_EQ(rows[3].red, 0.75f);
  EXPECT_FLOAT_EQ(rows[3].green, 0.5f);
  EXPECT_FLOAT_EQ(rows[3].blue, 0.4375f);
  EXPECT_EQ(rows[4].red, 1);
  EXPECT_EQ(rows[5].blue, 0.25f);
}

TEST(PalettesTest, LevelsOfOnePaletteAreRoundedAsInStills) {
  for (int level = 0; level < 256; ++level)
    EXPECT_EQ(nearestLevel(float(level) / 255), uint32_t(level));
  constexpr int kSteps = 77'000;
  for (int step = 0; step <= kSteps; ++step) {
    const float value = float(step) / kSteps;
    EXPECT_EQ(nearestLevel(value), uint32_t(std::lround(value * 255))) << value;
  }
  const Source one = {{0}, {{0.3f, 0.5f, 0.7f, 1}}};
  const Rows a = make(one, {0.1f, 0.2f}, 1), b = make(one, {0.1f, 0.2f}, 2);
  EXPECT_EQ(a.packed, b.packed) << "nothing is random";
  EXPECT_EQ(a.levels(0, 3).red, uint32_t(std::lround(0.3f * 255)));
  EXPECT_EQ(a.levels(0, 3).count, abi::kWholeUnit);
}

TEST(PalettesTest, LevelsOfBlendsAreUnbiased) {
  const Source source = {{0, 1}, {{0, 0.2f, 1, 1}, {0.001f, 0.9f, 1, 1}}};
  double red = 0, green = 0;
  constexpr int kSeeds = 200;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Rows rows = make(source, {0.5f}, uint64_t(seed));
    for (uint32_t index = 0; index < abi::kPaletteSize; ++index) {
      red += double(rows.levels(0, index).red);
      green += double(rows.levels(0, index).green);
      EXPECT_EQ(rows.levels(0, index).blue, 255u) << "a whole level stays what it is";
    }
  }
  const double n = kSeeds * double(abi::kPaletteSize);
  EXPECT_NEAR(red / n, 0.0005 * 255, 0.01);
  EXPECT_NEAR(green / n, 0.55 * 255, 0.01);
}

} // namespace
} // namespace flame
