// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a sample adds to the histogram of the CPU engine, and where: a genome that puts every point
// in the same place makes each deposit visible. Means are of a million samples or more; limits are
// at least five standard deviations away.

#include "runtime/shared/AdjustedColor.h"
#include "tests/unit/cpu/EngineJob.h"

#include <gtest/gtest.h>

#include <array>

namespace flame {
namespace {

using test::cellAt;
using test::Job;
using test::totalCount;

// A bucket that takes every sample overflows its packed cell many times, in every field; workers
// may share that cell, or add to it from a log.
TEST(CpuDepositTest, OverflowingCellsAreExact) {
  for (auto [isShared, isLogged] : {std::pair{false, false}, {true, false}, {false, true}}) {
    Job job(test::stampGenome(0), {1});
    const float slots[] = {3, 5, 0.5f, 1};
    std::memcpy(job.slots(), slots, sizeof slots);
    if (isShared)
      job.options.histogramBytes = 0;
    if (isLogged)
      job.options.loggedBytes = 0;
    rt::CpuHistogram histogram = job.render();
    EXPECT_EQ(histogram.logged != 0, isLogged);
    const abi::WideCell &cell = cellAt(job, histogram, 3, 5);
    EXPECT_EQ(cell.count, histogram.samples);
    EXPECT_EQ(cell.red, histogram.samples * 128);
    EXPECT_EQ(cell.green, histogram.samples * 102);
    EXPECT_EQ(cell.blue, histogram.samples * 255);
  }
}

TEST(CpuDepositTest, StepPaletteTakesTheEntryBelow) {
  Job job(test::stampGenome(0), {1});
  for (auto [color, index] : {std::pair{0.0f, 0u},
                              {0.4999f, 127u},
                              {0.5f, 128u},
                              {0.9999f, 255u},
                              {1.0f, 255u},
                              {7.0f, 255u},
                              {-1.0f, 0u}}) {
    const float slots[] = {0, 0, color, 1};
    std::memcpy(job.slots(), slots, sizeof slots);
    rt::CpuHistogram histogram = job.render();
    EXPECT_EQ(cellAt(job, histogram, 0, 0).red, histogram.samples * index) << color;
  }
}

/// The means of red, green, blue and count that samples of `color` leave.
static std::array<double, 4> meansOf(Job &job, float color) {
  const float slots[] = {0, 0, color, 1};
  std::memcpy(job.slots(), slots, sizeof slots);
  rt::CpuHistogram histogram = job.render();
  const abi::WideCell &cell = cellAt(job, histogram, 0, 0);
  const double unit = double(histogram.samples) * abi::kFractionalUnit;
  return {double(cell.red) / unit, double(cell.green) / unit, double(cell.blue) / unit,
          double(cell.count) / unit};
}

/// A sample with direct RGB has its colour whatever the coordinate of its point; others have that
/// of the palette.
TEST(CpuDepositTest, SamplesMayBringTheirColours) {
  for (uint32_t more : {0u, abi::kDisplayColors + 0u}) {
    Job job(test::stampGenome(abi::kFractionalDeposit | abi::kDirectRgb | more), {1});
    const double level = 255.0 * abi::kDirectRgbGain / 31;
    for (uint32_t place : {0u, 77u, 255u}) {
      const uint32_t code = (31 * 32 + 7) * 32 + 0;
      const auto means =
          meansOf(job, abi::kFirstDirectRgb + float(code * abi::kDirectRgbCoordinates + place));
      EXPECT_NEAR(means[0], 31 * level, 0.01);
      EXPECT_NEAR(means[1], 7 * level, 0.01);
      EXPECT_NEAR(means[2], 0, 0.01);
      EXPECT_NEAR(means[3], 1, 0.001);
    }
    EXPECT_NEAR(meansOf(job, 0.5f)[0], 128, 0.01);
    EXPECT_NEAR(meansOf(job, 1.5f)[0], 255, 0.01);
  }
}

/// And one that shows another place of the palette has the entry there.
TEST(CpuDepositTest, SamplesMayShowOtherPlaces) {
  Job job(test::stampGenome(abi::kFractionalDeposit | abi::kDirectRgb | abi::kDisplayColors), {1});
  for (uint32_t entry : {0u, 1u, 2u, 101u, 128u, 254u, 255u})
    for (uint32_t place : {0u, 255u}) {
      const auto code = uint32_t(double(entry) / 256 * abi::kDisplayColorCount);
      const auto means =
          meansOf(job, abi::kFirstDisplayColor + float(code * abi::kDirectRgbCoordinates + place));
      EXPECT_NEAR(means[0], entry, 0.01) << entry;
    }
}

/// A point that adjusts colours shows its adjusted entry, be the palette blended or not; other
/// samples stay as they are.
TEST(CpuDepositTest, PointsMayAdjustColours) {
  for (uint32_t more : {0u, abi::kLinearPalette + 0u, abi::kDirectRgb + 0u}) {
    const uint32_t features = abi::kFractionalDeposit | abi::kAdjustsSaturation | abi::kAdjustsHue;
    Job job(test::stampGenome(features | more), {1});
    for (uint32_t entry : {0u, 1u, 128u, 255u})
      for (uint32_t code : {0u, 77u, 179u * 90 + 11, 179u * 181 - 1}) {
        const auto means = meansOf(job, abi::kFirstDisplayColor +
                                            float(code * abi::kDirectRgbCoordinates + entry));
        const abi::PaletteEntry expected = adjustedEntry(job.entries[entry], code, features, 1);
        EXPECT_NEAR(means[0], 255 * expected.red, 0.02);
        EXPECT_NEAR(means[1], 255 * expected.green, 0.02);
        EXPECT_NEAR(means[2], 255 * expected.blue, 0.02);
        EXPECT_NEAR(means[3], 1, 0.001);
      }
    EXPECT_NEAR(meansOf(job, 0.5f)[0], 128, 0.02);
    if (more == abi::kDirectRgb) {
      const auto means =
          meansOf(job, abi::kFirstDirectRgb + float((7 * 32 + 31) * abi::kDirectRgbCoordinates));
      EXPECT_NEAR(means[1], 7 * 255.0 * abi::kDirectRgbGain / 31, 0.02);
      EXPECT_NEAR(means[2], 255.0 * abi::kDirectRgbGain, 0.02);
    }
  }
}

TEST(CpuDepositTest, LinearPaletteHasTheMeanOfTheBlend) {
  for (uint32_t features :
       {abi::kLinearPalette + 0u, abi::kLinearPalette | abi::kFractionalDeposit}) {
    Job job(test::stampGenome(features), {1});
    double unit = features & abi::kFractionalDeposit ? abi::kFractionalUnit : abi::kWholeUnit;
    for (auto [position, expected] : {std::pair{10.25, 10.25},
                                      {100.9, 100.9},
                                      {0.0, 0.0},
                                      {254.5, 254.5},
                                      {255.2, 255.0},
                                      {256.0, 255.0},
                                      {-3.0, 0.0}}) {
      const float slots[] = {0, 0, float(position / 256), 1};
      std::memcpy(job.slots(), slots, sizeof slots);
      rt::CpuHistogram histogram = job.render();
      double samples = double(histogram.samples);
      EXPECT_NEAR(double(cellAt(job, histogram, 0, 0).red) / samples / unit, expected,
                  4 / std::sqrt(samples));
    }
  }
}

TEST(CpuDepositTest, LinearPaletteIsSmoothBetweenUnlikeEntries) {
  for (uint32_t features :
       {abi::kLinearPalette + 0u, abi::kLinearPalette | abi::kFractionalDeposit}) {
    Job job(test::stampGenome(features), {1});
    job.setPalette(1, [](uint32_t, uint32_t index) {
      const float level = index % 2 ? 1 : 0;
      return abi::PaletteEntry{level, level, level, 1};
    });
    const double unit = features & abi::kFractionalDeposit ? abi::kFractionalUnit : abi::kWholeUnit;
    const float slots[] = {0, 0, float(100.25 / 256), 1};
    std::memcpy(job.slots(), slots, sizeof slots);
    const rt::CpuHistogram histogram = job.render();
    const double samples = double(histogram.samples);
    // A choice of one of the two entries would be off by 110 / sqrt(samples), in one standard
    // deviation.
    EXPECT_NEAR(double(cellAt(job, histogram, 0, 0).red) / samples / unit, 255 * 0.25,
                4 / std::sqrt(samples));
  }
}

/// The variance of one sample's red, in levels.
double varianceOfRed(Job &job) {
  constexpr uint32_t renders = 400;
  double sum = 0, squares = 0, samples = 0;
  for (job.job.args.seed = 1; job.job.args.seed <= renders; ++job.job.args.seed) {
    const rt::CpuHistogram histogram = job.render();
    const double red = double(cellAt(job, histogram, 0, 0).red);
    samples = double(histogram.samples);
    sum += red;
    squares += red * red;
  }
  return (squares - sum * sum / renders) / renders / samples;
}

// Halfway between two steps, where the choice of one is noisiest.
TEST(CpuDepositTest, LinearPaletteAddsAnEighthOfADifferenceToTheNoise) {
  Job job(test::stampGenome(abi::kLinearPalette), {1});
  job.setPalette(1, [](uint32_t, uint32_t index) {
    const float level = index % 2 ? 1 : 0;
    return abi::PaletteEntry{level, level, level, 1};
  });
  const float slots[] = {0, 0, float(100.375 / 256), 1};
  std::memcpy(job.slots(), slots, sizeof slots);
  job.job.args.logicalBlocks = job.job.args.endLogicalBlock = 1;
  job.job.args.iterations = job.job.args.fuse = 1;
  const double expected = 255 * 255 / 64.0; // of 400 renders within 7 % of that
  EXPECT_NEAR(varianceOfRed(job), expected, 0.35 * expected);
}

// A staged colour belongs to its row, and a weight has no room in a log.
TEST(CpuDepositTest, LogsHoldNeitherRowsNorWeights) {
  Job rows(test::stampGenome(abi::kLinearPalette), {1}, 2);
  rows.setPalette(2, [](uint32_t row, uint32_t) { return abi::PaletteEntry{float(row), 0, 0, 1}; });
  Job weights(test::stampGenome(abi::kFractionalDeposit), {1});
  for (Job *job : {&rows, &weights}) {
    job->options.loggedBytes = 0;
    EXPECT_EQ(job->render().logged, 0u);
  }
}

TEST(CpuDepositTest, FractionalDepositsHaveTheRightMean) {
  Job job(test::stampGenome(abi::kFractionalDeposit), {1});
  job.setPalette(1,
                 [](uint32_t, uint32_t) { return abi::PaletteEntry{0.31f, 0.007f, 0.5f, 0.613f}; });
  for (float visibility : {1.0f, 0.1f, 0.003f, 3.3f, 59.0f}) {
    const float slots[] = {2, 1, 0.5f, visibility};
    std::memcpy(job.slots(), slots, sizeof slots);
    rt::CpuHistogram histogram = job.render();
    const abi::WideCell &cell = cellAt(job, histogram, 2, 1);
    double units = double(histogram.samples) * abi::kFractionalUnit * visibility;
    // Rounding deviates by half a unit at most; large deposits have the precision of a float.
    double limit = 3 * std::sqrt(double(histogram.samples)) + 1e-7 * units * 255;
    EXPECT_NEAR(double(cell.red), units * 255 * 0.31f, limit) << visibility;
    EXPECT_NEAR(double(cell.green), units * 255 * 0.007f, limit) << visibility;
    EXPECT_NEAR(double(cell.blue), units * 255 * 0.5f, limit) << visibility;
    EXPECT_NEAR(double(cell.count), units * 0.613f, limit) << visibility;
  }
}

TEST(CpuDepositTest, InvisiblePointsAreNotPlotted) {
  for (uint32_t features : {0u, uint32_t(abi::kFractionalDeposit)}) {
    Job job(test::stampGenome(features), {1});
    rt::CpuHistogram histogram = job.render(); // all slots are zero: visibility too
    EXPECT_EQ(histogram.binned, 0u);
    EXPECT_EQ(totalCount(histogram), 0u);
  }
}

TEST(CpuDepositTest, EdgesOfTheFrameBelongToIt) {
  Job job(test::stampGenome(0), {1});
  for (auto [position, isInside] : {std::pair{-0.5f, true},
                                    {-0.501f, false},
                                    {15.499f, true},
                                    {15.5f, false},
                                    {1e9f, false},
                                    {-1e9f, false}}) {
    const float slots[] = {position, 3, 0, 1};
    std::memcpy(job.slots(), slots, sizeof slots);
    rt::CpuHistogram histogram = job.render();
    EXPECT_EQ(histogram.binned, isInside ? histogram.samples : 0) << position;
  }
}

TEST(CpuDepositTest, TemporalSamplesGetEqualSharesAndTheirOwnColours) {
  Job job(test::stampGenome(0), {1}, 8);
  for (uint32_t sample = 0; sample < 8; ++sample) {
    const float slots[] = {float(sample), 0, 0, 1};
    std::memcpy(job.slots(sample), slots, sizeof slots);
  }
  job.setPalette(
      4, [](uint32_t row, uint32_t) { return abi::PaletteEntry{float(row) / 255, 0, 0, 1}; });
  rt::CpuHistogram histogram = job.render();
  for (uint32_t sample = 0; sample < 8; ++sample) {
    const abi::WideCell &cell = cellAt(job, histogram, sample, 0);
    EXPECT_EQ(cell.count, histogram.samples / 8) << sample;
    EXPECT_EQ(cell.red, cell.count * (sample / 2)) << sample;
  }
}

TEST(CpuDepositTest, WhatCountsDuringTheFuseIsSpreadOverTheExposure) {
  Job job(test::stampGenome(0), {1}, 16); // two for each block
  for (uint32_t sample = 0; sample < 16; ++sample) {
    const float slots[] = {float(sample), 0, 0, 1};
    std::memcpy(job.slots(sample), slots, sizeof slots);
  }
  job.job.args.iterations = 2560;
  job.job.args.fuse = 1000; // a tenth of the samples
  const rt::CpuHistogram histogram = job.render();
  for (uint32_t sample = 0; sample < 16; ++sample)
    EXPECT_NEAR(double(cellAt(job, histogram, sample, 0).count) / double(histogram.samples),
                1.0 / 16, 0.02 / 16)
        << sample;
}

} // namespace
} // namespace flame
