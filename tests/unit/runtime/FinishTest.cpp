// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole frames on the CPU: histogram in, bytes out, against a transcription of the definition in
// double.

#include "runtime/frame/Finish.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/LogScale.h"
#include "runtime/shared/SpatialFilter.h"
#include "runtime/shared/ToneMap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace flame::rt {
namespace {

/// A frame with its histogram; `inputs` refers to the rest.
struct Frame {
  FrameFilters filters;
  SpatialFilter &filter = filters.spatial;
  bool earlyClip;
  std::vector<uint64_t> cells;
  std::vector<abi::WideCell> wide;
  FinishInputs inputs;

  Frame(uint32_t width, uint32_t height, uint32_t supersample, std::string_view shape,
        double radius, const FrameDefaults &settings, bool transparency = false,
        bool earlyClip = false)
      : earlyClip(earlyClip) {
    filters.spatial = *makeSpatialFilter(*findSpatialKernel(shape), radius, supersample);
    filters.tone = makeToneParams(settings, transparency);
    filters.plan = planFilters(FilterChain::flam3(earlyClip), 1, false);
    inputs.frame = *makeFrameGeometry(width, height, supersample, filter.width(), 0);
    cells.resize(abi::bucketCount(inputs.frame));
    wide.resize(cells.size());
    inputs.cells = cells;
    inputs.wide = wide;
    inputs.logScale = {1000, 1e-3f};
    inputs.filters = &filters;
  }

  void estimateDensity(const DensityTable &density, uint32_t passes = 1) {
    filters.density = density;
    filters.plan = planFilters(FilterChain::flam3(earlyClip), passes, density.isActive());
  }

  void fillAtRandom() {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform;
    for (size_t i = 0; i < cells.size(); ++i) {
      const uint64_t count = uint64_t(std::pow(10, 5 * uniform(random))) - 1;
      wide[i] = {uint64_t(200 * uniform(random)) * count, uint64_t(255 * uniform(random)) * count,
                 uint64_t(20 * uniform(random)) * count, count};
    }
  }
};

uint16_t word(const std::vector<uint8_t> &bytes, size_t index) {
  uint16_t value;
  std::memcpy(&value, &bytes[2 * index], 2);
  return value;
}

TEST(HistogramCellTest, AddsBothHalvesAndDividesByTheUnit) {
  const uint64_t cell = packDeposit(1600, 3200, 16, 32);
  const abi::WideCell totals = exactTotals(cell, {1ull << 40, 0, 0, 1ull << 32});
  EXPECT_EQ(totals.red, (1ull << 40) + 1600);
  EXPECT_EQ(totals.count, (1ull << 32) + 32);
  const abi::Accumulator values =
      densityTotals(exactTotals(cell, {0, 0, 0, 16}), abi::kFractionalUnit);
  EXPECT_EQ(values.red, 100);
  EXPECT_EQ(values.green, 200);
  EXPECT_EQ(values.blue, 1);
  EXPECT_EQ(values.alpha, 3 * 255);
  EXPECT_EQ(sampleCount(exactTotals(cell, {}), abi::kWholeUnit), 32);
}

TEST(HistogramCellTest, CarriesIntoTheWideCellAreAdded) {
  const abi::WideCell totals =
      exactTotals(packDeposit(5, 0, 0, 3), {uint64_t(-2), 0, 0, uint64_t(-1)});
  EXPECT_EQ(totals.red, 3u);
  EXPECT_EQ(totals.count, 2u);
}

TEST(FinishTest, ConstantHistogramBecomesThePredictedBytes) {
  const FrameDefaults tone = {.gamma = 2, .vibrancy = 0.3, .background = {0.1, 0.5, 0}};
  Frame frame(64, 64, 1, "gaussian", 0, tone);
  Exposure exposure;
  exposure.brightness = 1.5;
  exposure.pixelsPerUnit = 16;
  exposure.samplesPerPixel = 100;
  frame.inputs.logScale = makeLogScale(exposure, frame.inputs.frame);
  for (int y = 16; y < 48; ++y) // [-1,1]^2 of the world gets all samples
    for (int x = 16; x < 48; ++x)
      frame.cells[y * 64 + x] = packDeposit(200 * 400, 100 * 400, 50 * 400, 400);
  const std::vector<uint8_t> pixels = finishFrame(frame.inputs, 2);
  ASSERT_EQ(pixels.size(), 64u * 64 * 4);
  const uint8_t *inside = &pixels[(32 * 64 + 32) * 4], *outside = &pixels[0];
  EXPECT_EQ(std::vector<uint8_t>(inside, inside + 4), (std::vector<uint8_t>{140, 136, 55, 255}));
  EXPECT_EQ(std::vector<uint8_t>(outside, outside + 4), (std::vector<uint8_t>{25, 128, 0, 255}));
}

/// The frame by definition: filter in double over the whole product table, colours by the tested
/// tone map.
std::vector<double> referenceColors(const Frame &frame) {
  const abi::FrameGeometry &geometry = frame.inputs.frame;
  const uint32_t width = frame.filter.width(), offset = filterOffset(geometry, width);
  FrameFilters scaleOnly = frame.filters;
  scaleOnly.plan = planFilters(FilterChain::flam3(), 1, false);
  FinishInputs inputs = frame.inputs;
  inputs.filters = &scaleOnly;
  std::vector<abi::Accumulator> buckets = accumulatorsOfPass(inputs, 1);
  if (frame.earlyClip)
    for (abi::Accumulator &bucket : buckets)
      bucket = toneMapped(bucket, frame.filters.tone);
  std::vector<double> colors;
  for (uint32_t y = 0; y < geometry.height; ++y)
    for (uint32_t x = 0; x < geometry.width; ++x) {
      double sum[4] = {};
      for (uint32_t j = 0; j < width; ++j)
        for (uint32_t i = 0; i < width; ++i) {
          const abi::Accumulator &bucket =
              buckets[size_t(offset + y * geometry.supersample + j) * geometry.gridWidth + offset +
                      size_t(x) * geometry.supersample + i];
          const double weight = frame.filter.x[i] * frame.filter.y[j];
          sum[0] += weight * bucket.red, sum[1] += weight * bucket.green;
          sum[2] += weight * bucket.blue, sum[3] += weight * bucket.alpha;
        }
      const abi::Accumulator accumulator = {float(sum[0]), float(sum[1]), float(sum[2]),
                                            float(sum[3])};
      const abi::Accumulator color =
          clampedColor(frame.earlyClip ? accumulator : toneMapped(accumulator, frame.filters.tone));
      colors.insert(colors.end(), {color.red, color.green, color.blue, color.alpha});
    }
  return colors;
}

void expectFrame(Frame &frame) {
  frame.fillAtRandom();
  const std::vector<double> expected = referenceColors(frame);
  const bool transparent = frame.filters.tone.transparency;
  const std::vector<uint8_t> low = finishFrame(frame.inputs, 2);
  frame.inputs.format = kRgba16;
  const std::vector<uint8_t> high = finishFrame(frame.inputs, 2);
  frame.inputs.format = kRgbaFloat;
  const std::vector<uint8_t> floats = finishFrame(frame.inputs, 2);
  ASSERT_EQ(low.size(), expected.size());
  ASSERT_EQ(floats.size(), 4 * expected.size());
  ASSERT_EQ(high.size(), 2 * expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool alpha = i % 4 == 3;
    const double level = alpha ? (transparent ? expected[i] * 255 : 255) : expected[i];
    const double word16 = alpha ? (transparent ? expected[i] * 65535 : 65535) : expected[i] * 256;
    float number;
    std::memcpy(&number, &floats[4 * i], 4);
    ASSERT_NEAR(number, level / 255, 2e-5) << i;
    ASSERT_NEAR(low[i] + 0.5, level, alpha && !transparent ? 0.5 : 0.502) << i;
    ASSERT_NEAR(word(high, i) + 0.5, word16, alpha && !transparent ? 0.5 : 1.0) << i;
  }
}

TEST(FinishTest, AgreesWithTheDefinition) {
  for (uint32_t supersample : {1u, 2u, 3u, 4u})
    for (const char *shape : {"gaussian", "mitchell", "hamming"}) {
      SCOPED_TRACE(std::string(shape) + " " + std::to_string(supersample));
      for (double radius : {0.1, 0.8}) {
        Frame frame(37, 29, supersample, shape, radius, {.background = {0.2, 0, 0.9}});
        expectFrame(frame);
      }
    }
}

TEST(FinishTest, TransparencyKeepsAlpha) {
  Frame frame(37, 29, 2, "gaussian", 0.5, {.gamma = 1.5}, true);
  expectFrame(frame);
}

TEST(FinishTest, EarlyClippingMapsBucketsFirst) {
  for (bool transparency : {false, true}) {
    Frame frame(37, 29, 3, "bspline", 0.7, {.background = {0, 0.3, 0}}, transparency, true);
    expectFrame(frame);
  }
}

TEST(FinishTest, EarlyClippingSoftensSaturatedEdges) {
  // Half of what pixel 4 sees is far beyond white: clipped first, the mean is halfway; clipped
  // last, it is white.
  for (bool early : {false, true}) {
    Frame frame(8, 8, 2, "triangle", 0.5, {}, false, early);
    for (size_t i = 0; i < frame.wide.size(); ++i)
      if (i % frame.inputs.frame.gridWidth < 10)
        frame.wide[i] = {255000000, 255000000, 255000000, 1000000};
    const std::vector<uint8_t> pixels = finishFrame(frame.inputs, 1);
    EXPECT_EQ(pixels[3 * 4], 255);
    EXPECT_EQ(pixels[5 * 4], 0);
    if (early)
      EXPECT_EQ(pixels[4 * 4], 127);
    else
      EXPECT_GT(pixels[4 * 4], 200);
  }
}

TEST(FinishTest, PassesAreAddedAfterLogScaling) {
  Frame frame(32, 24, 2, "gaussian", 0.5, {});
  frame.estimateDensity(*makeDensityTable({5, 0, 0.4}, 2), 3);
  frame.inputs.frame = *makeFrameGeometry(32, 24, 2, frame.filter.width(), 5);
  frame.wide.resize(abi::bucketCount(frame.inputs.frame));
  frame.inputs.cells = {};
  std::vector<abi::Accumulator> expected(frame.wide.size());
  Accumulation sum;
  for (int pass = 0; pass < 3; ++pass) {
    for (size_t i = 0; i < frame.wide.size(); ++i)
      frame.wide[i] = {i % 7 * 20, 0, i % 11 * 5, (i * 37 + size_t(pass) * 101) % 13};
    frame.inputs.wide = frame.wide;
    ASSERT_TRUE(addPass(frame.inputs, sum, 2));
    const std::vector<abi::Accumulator> passed = accumulatorsOfPass(frame.inputs, 1);
    for (size_t i = 0; i < passed.size(); ++i)
      addWeighted(expected[i], 1, passed[i]);
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_FLOAT_EQ(sum[i].alpha, expected[i].alpha) << i;
    ASSERT_FLOAT_EQ(sum[i].red, expected[i].red) << i;
  }
}

TEST(FinishTest, UnitsMakeNoDifference) {
  Frame whole(16, 16, 1, "gaussian", 0.5, {});
  whole.fillAtRandom();
  const std::vector<uint8_t> expected = finishFrame(whole.inputs, 1);
  for (abi::WideCell &cell : whole.wide)
    cell = {cell.red * 16, cell.green * 16, cell.blue * 16, cell.count * 16};
  whole.inputs.unit = abi::kFractionalUnit;
  EXPECT_EQ(finishFrame(whole.inputs, 1), expected);
}

TEST(FinishTest, NoPairOfSettingsDarkensAConstantImage) {
  for (const SpatialKernel &kernel : spatialKernels())
    for (double radius : {0.0, 0.1, 0.2, 0.3, 0.5, 1.3})
      for (uint32_t supersample : {1u, 2u, 3u, 4u, 5u})
        for (double estimator : {0.0, 2.0}) {
          SCOPED_TRACE(std::string(kernel.keyword) + " " + std::to_string(radius) +
                       " supersample " + std::to_string(supersample) + " estimator " +
                       std::to_string(estimator));
          Frame frame(11, 7, supersample, kernel.keyword, radius, {.gamma = 2});
          frame.estimateDensity(*makeDensityTable({estimator, 0, 0.4}, supersample));
          frame.inputs.frame =
              *makeFrameGeometry(11, 7, supersample, frame.filter.width(), estimator);
          frame.wide.assign(abi::bucketCount(frame.inputs.frame), {100000, 50000, 0, 500});
          frame.inputs.cells = {};
          frame.inputs.wide = frame.wide;
          // The sharpest kernel of density estimation loses 4 %, as flam3's does.
          const double level = estimator > 0 ? 1 / (1 + 4 * std::exp(-4.5)) : 1;
          abi::Accumulator accumulator =
              logScaled({100000, 50000, 0, 500 * 255}, frame.inputs.logScale);
          for (float *channel :
               {&accumulator.red, &accumulator.green, &accumulator.blue, &accumulator.alpha})
            *channel = float(*channel * level);
          const abi::Accumulator color = toneMapped(accumulator, frame.filters.tone);
          const std::vector<uint8_t> pixels = finishFrame(frame.inputs, 1);
          for (size_t i = 0; i < pixels.size(); i += 4) {
            ASSERT_NEAR(pixels[i] + 0.5, color.red, 0.6) << i;
            ASSERT_NEAR(pixels[i + 1] + 0.5, color.green, 0.6) << i;
          }
          ASSERT_GT(pixels[0], 100);
        }
}

TEST(FinishTest, FilteringConservesAConstantImage) {
  for (const SpatialKernel &kernel : spatialKernels()) {
    Frame frame(16, 12, 3, kernel.keyword, 1.3, {.gamma = 2});
    for (abi::WideCell &cell : frame.wide)
      cell = {10000, 5000, 0, 50};
    const std::vector<uint8_t> filtered = finishFrame(frame.inputs, 1);
    for (size_t i = 4; i < filtered.size(); ++i)
      ASSERT_EQ(filtered[i], filtered[i - 4]) << kernel.keyword;
  }
}

} // namespace
} // namespace flame::rt
