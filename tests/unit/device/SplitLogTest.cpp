// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries of a log: every bucket has one cell of a bin and every such cell one bucket, and colours
// are right on average.

#include "runtime/shared/SplitLog.h"
#include "runtime/shared/HistogramCell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

namespace flame {
namespace {

TEST(SplitLogTest, BucketsHaveOneCellEach) {
  const std::pair<uint32_t, uint32_t> grids[] = {{1, 2},       {333, 217},   {1920, 1080},
                                                 {1946, 1106}, {3866, 2186}, {4096, 4096}};
  for (const auto &[width, height] : grids) {
    const uint32_t bins = binCountFor(width, height, kMaxBinCells, 100, 1024);
    ASSERT_NE(bins, 0u) << width << 'x' << height;
    const uint32_t buckets = width * height, reciprocal = binReciprocalOf(bins);
    ASSERT_LE((buckets + bins - 1) / bins, kMaxBinCells);
    for (uint32_t bucket = 0; bucket < buckets; ++bucket) {
      const BinCell binCell = binCellOf(bucket, bins, reciprocal);
      ASSERT_EQ(binCell.bin, bucket % bins) << bucket << " of " << width << 'x' << height;
      ASSERT_EQ(binCell.cell, bucket / bins);
      ASSERT_EQ(bucketAt(binCell, bins), bucket);
    }
  }
}

TEST(SplitLogTest, ColumnsMeetAllBins) {
  const uint32_t width = 1920, bins = binCountFor(width, 1080, kMaxBinCells, 120, 1024);
  EXPECT_EQ(bins, 121u) << "120 divides the width";
  EXPECT_EQ(binCountFor(width, 1080, kMaxBinCells, 120, 120), 0u);
  EXPECT_EQ(binCountFor(16384, 16384, kMaxBinCells, 120, 1024), 0u) << "too many buckets";
}

TEST(SplitLogTest, InexactFactorsAreRefused) {
  uint32_t refused = 0;
  for (uint32_t bins = 2; bins <= 1024; ++bins) {
    const uint32_t buckets = (1u << 25) - 1, last = buckets - 1;
    const bool isRight =
        binCellOf(last, bins, binReciprocalOf(bins)).cell == last / bins &&
        binCellOf(last / bins * bins - 1, bins, binReciprocalOf(bins)).cell == last / bins - 1;
    if (!isRight)
      EXPECT_FALSE(dividesExactly(buckets, bins)) << bins;
    refused += !dividesExactly(buckets, bins);
  }
  EXPECT_GT(refused, 0u);
}

TEST(SplitLogTest, SumsOfEntriesAreSumsOfLevels) {
  std::mt19937 random(1);
  LumaSums sums = {};
  int64_t red = 0, green = 0, blue = 0;
  for (int i = 0; i < 10000; ++i) {
    const uint32_t entry = random() & ~kCellMask;
    const LumaSums one = sumsOf(entry);
    const abi::WideCell levels = toLevels(one);
    red += int64_t(levels.red);
    green += int64_t(levels.green);
    blue += int64_t(levels.blue);
    sums = {sums.luma + one.luma, sums.orange + one.orange, sums.green + one.green,
            sums.count + one.count};
  }
  const abi::WideCell all = toLevels(sums);
  EXPECT_EQ(int64_t(all.red), red);
  EXPECT_EQ(int64_t(all.green), green);
  EXPECT_EQ(int64_t(all.blue), blue);
  EXPECT_EQ(all.count, 10000u);
}

TEST(SplitLogTest, ColoursAreRightOnAverage) {
  constexpr int kSteps = 24; // of each dither
  const float colors[][3] = {{0, 0, 0},     {255, 255, 255}, {255, 0, 0},       {0, 255, 0},
                             {0, 0, 255},   {255, 255, 0},   {0, 255, 255},     {255, 0, 255},
                             {17, 101, 29}, {200.5f, 3, 77}, {90.25f, 128, 127}};
  for (const auto &color : colors) {
    double sum[3] = {}, squares[3] = {};
    for (int y = 0; y < kSteps; ++y)
      for (int o = 0; o < kSteps; ++o)
        for (int g = 0; g < kSteps; ++g) {
          const auto dither = [](int step) { return (float(step) + 0.5f) / kSteps; };
          const abi::WideCell levels = toLevels(
              sumsOf(entryColor(color[0], color[1], color[2], dither(y), dither(o), dither(g))));
          const double found[3] = {double(int64_t(levels.red)), double(int64_t(levels.green)),
                                   double(int64_t(levels.blue))};
          for (int i = 0; i < 3; ++i) {
            sum[i] += found[i];
            squares[i] += (found[i] - color[i]) * (found[i] - color[i]);
          }
        }
    const double count = double(kSteps) * kSteps * kSteps;
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(sum[i] / count, color[i], double(kChromaStep) / kSteps)
          << "the dither has steps, too";
      EXPECT_LE(std::sqrt(squares[i] / count), kLevelNoise);
      if (color[0] == color[1] && color[1] == color[2])
        EXPECT_LE(std::sqrt(squares[i] / count), kLumaStep / 2.0) << "chroma of greys is exact";
    }
  }
}

TEST(SplitLogTest, NegativeTotalsAreNothing) {
  // One step of each chroma above grey, without any luma: blue is below 0.
  abi::WideCell wide = toLevels({0, 16, 16, 1});
  EXPECT_LT(int64_t(wide.blue), 0);
  const abi::WideCell totals = exactTotals(packDeposit(1, 1, 1, 1), wide);
  EXPECT_EQ(totals.blue, 0u);
  EXPECT_EQ(totals.count, 2u);
}

} // namespace
} // namespace flame
