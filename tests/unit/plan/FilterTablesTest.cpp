// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of finishing against published values of flam3 and against the properties every table
// must have.

#include "runtime/plan/FilterTables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

namespace flame::rt {
namespace {

SpatialFilter spatial(std::string_view keyword, double radius, uint32_t supersample,
                      double aspect = 1) {
  const SpatialKernel *kernel = findSpatialKernel(keyword);
  EXPECT_NE(kernel, nullptr) << keyword;
  auto filter = makeSpatialFilter(*kernel, radius, supersample, aspect);
  EXPECT_TRUE(bool(filter)) << keyword;
  return filter ? *filter : SpatialFilter{};
}

double sum(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(SpatialFilterTest, GaussianHasTheKnownCoefficients) {
  const SpatialFilter one = spatial("gaussian", 0.5, 1);
  ASSERT_EQ(one.width(), 3u);
  EXPECT_NEAR(one.x[0] * one.y[0], 1.1238e-7, 1e-11);
  EXPECT_NEAR(one.x[1] * one.y[0], 3.35013e-4, 1e-9);
  EXPECT_NEAR(one.x[2] * one.y[0], 1.1238e-7, 1e-11);
  const SpatialFilter two = spatial("gaussian", 0.5, 2);
  ASSERT_EQ(two.width(), 4u);
  EXPECT_NEAR(two.x[0] * two.y[0], 8.0876e-5, 1e-9);
  EXPECT_NEAR(two.x[1] * two.y[0], 4.41568e-3, 1e-8);
  EXPECT_NEAR(two.x[2] * two.y[0], 4.41568e-3, 1e-8);
  EXPECT_NEAR(two.x[3] * two.y[0], 8.0876e-5, 1e-9);
}

TEST(SpatialFilterTest, WidthMatchesTheParityOfTheSupersampling) {
  EXPECT_EQ(spatial("gaussian", 1, 1).width(), 5u);
  EXPECT_EQ(spatial("gaussian", 1, 2).width(), 8u);
  for (uint32_t supersample = 1; supersample <= 5; ++supersample)
    for (double radius : {0.0, 0.3, 0.5, 1.1, 2.7})
      EXPECT_EQ(spatial("bspline", radius, supersample).width() % 2, supersample % 2);
}

TEST(SpatialFilterTest, KernelsOfJWildfireHaveTapsByDistance) {
  const SpatialFilter filter = spatial("mitchell_smooth", 0.75, 1);
  ASSERT_EQ(filter.width(), 5u);
  ASSERT_EQ(filter.taps.size(), 25u);
  double color = 0, density = 0;
  for (const abi::FilterTap &tap : filter.taps)
    color += tap.color, density += tap.density;
  EXPECT_NEAR(color, 1, 1e-6);
  EXPECT_NEAR(density, 1, 1e-6);
  auto at = [&](int i, int j) { return filter.taps[size_t(j) * 5 + size_t(i)]; };
  // The cubic at 4/3 pixels, and on the diagonal, over that in the middle.
  const double middle = (6 - 2 * 0.42) / 6;
  auto cubic = [](double t) {
    constexpr double b = 0.42, c = 0.29;
    return (((-b - 6 * c) * t + 6 * b + 30 * c) * t * t + (-12 * b - 48 * c) * t + 8 * b + 24 * c) /
           6;
  };
  EXPECT_NEAR(at(3, 2).color / at(2, 2).color, cubic(4.0 / 3) / middle, 1e-5);
  EXPECT_NEAR(at(3, 3).color / at(2, 2).color, cubic(4.0 / 3 * std::sqrt(2.0)) / middle, 1e-5);
  EXPECT_LT(at(3, 3).color, 0);
  EXPECT_EQ(at(4, 2).color, 0);
  // Densities: a Gaussian, of three taps at 0 and 1.5.
  EXPECT_NEAR(at(3, 2).density / at(2, 2).density, std::exp(-2 * 1.5 * 1.5), 1e-5);
  EXPECT_EQ(at(4, 2).density, 0);
}

TEST(SpatialFilterTest, RadiusZeroDoesNotFilter) {
  const SpatialFilter filter = spatial("gaussian", 0, 1);
  EXPECT_EQ(filter.x, std::vector<double>{1});
  EXPECT_EQ(filter.y, std::vector<double>{1});
}

TEST(SpatialFilterTest, EveryKernelIsNormalisedAndSymmetric) {
  EXPECT_EQ(spatialKernels().size(), 15u);
  for (const SpatialKernel &kernel : spatialKernels())
    for (uint32_t supersample : {1u, 2u, 3u, 4u})
      for (double radius : {0.5, 0.9, 1.7}) {
        const SpatialFilter filter = spatial(kernel.keyword, radius, supersample);
        EXPECT_NEAR(sum(filter.x) * sum(filter.y), 1, 1e-12) << kernel.keyword;
        for (uint32_t i = 0; i < filter.width() / 2; ++i)
          if (kernel.keyword != "box") // half open by definition
            EXPECT_NEAR(filter.x[i], filter.x[filter.width() - 1 - i], 1e-12) << kernel.keyword;
      }
}

/// What each keyword really computes, at points inside and outside of the cores.
struct KernelPoint {
  const char *keyword;
  double support, t, value;
};

TEST(SpatialFilterTest, KeywordsSelectTheFunctionsFlam3Selects) {
  const double pi = std::acos(-1.0), s = std::sin(pi * 0.75) / (pi * 0.75);
  const double third = std::sin(pi * 0.25) / (pi * 0.25);
  const double half = std::sin(pi * 0.375) / (pi * 0.375);
  const KernelPoint points[] = {
      {"gaussian", 1.5, 0.75, std::exp(-1.125) * std::sqrt(2 / pi)},
      {"hermite", 1, 0.75, 0.15625},
      {"box", 0.5, 0.5, 1},
      {"box", 0.5, -0.5, 0},
      {"triangle", 1, -0.75, 0.25},
      {"bell", 1.5, 0.75, 0.28125},
      {"bell", 1.5, 0.25, 0.6875},
      {"bspline", 2, 0.75, 0.3151041666666667},
      {"bspline", 2, 1.5, 0.125 / 6},
      {"lanczos3", 2, 0, 8.0 / 9},  // Mitchell
      {"lanczos3", 2, 1, 1.0 / 18}, //
      {"lanczos2", 1, 0.75, s * (0.42 + 0.5 * std::cos(0.75 * pi) + 0.08 * std::cos(1.5 * pi))},
      {"mitchell", 2, 0.5, 0.5625},                                 // Catmull-Rom
      {"mitchell", 2, 1.5, -0.0625},                                //
      {"blackman", 1, 0.75, s * (0.5 + 0.5 * std::cos(0.75 * pi))}, // Hanning
      {"catrom", 1, 0.75, s * (0.54 + 0.46 * std::cos(0.75 * pi))}, // Hamming
      {"hamming", 3, 0.75, s * third * third},                      // lanczos3 * sinc(t / 3)
      {"hamming", 3, 3.1, 0},                                       //
      {"hanning", 2, 0.75, s * half * half},                        // lanczos2 * sinc(t / 2)
      {"quadratic", 1.5, 1.25, 0.03125},
  };
  for (const KernelPoint &point : points) {
    const SpatialKernel *kernel = findSpatialKernel(point.keyword);
    ASSERT_NE(kernel, nullptr) << point.keyword;
    EXPECT_EQ(kernel->support, point.support) << point.keyword;
    EXPECT_NEAR(kernel->weight(point.t), point.value, 1e-12) << point.keyword << " at " << point.t;
  }
  EXPECT_EQ(findSpatialKernel("sinc"), nullptr);
}

TEST(SpatialFilterTest, AspectStretchesTheColumnOnly) {
  const SpatialFilter filter = spatial("gaussian", 1, 1, 0.5); // twice as wide a table
  ASSERT_EQ(filter.width(), 7u);
  const double reach = 1.5 * 7 / 6, first = -6.0 / 7 * reach, middle = 0;
  const auto g = [](double t) { return std::exp(-2 * t * t); };
  EXPECT_NEAR(filter.x[0] / filter.x[3], g(first) / g(middle), 1e-12);
  EXPECT_NEAR(filter.y[0] / filter.y[3], g(first / 0.5) / g(middle), 1e-12);
}

TEST(SpatialFilterTest, RejectsWhatCannotBeMade) {
  const SpatialKernel &gaussian = *findSpatialKernel("gaussian");
  EXPECT_FALSE(bool(makeSpatialFilter(gaussian, -1, 1)));
  EXPECT_FALSE(bool(makeSpatialFilter(gaussian, 1e9, 1)));
  EXPECT_FALSE(bool(makeSpatialFilter(gaussian, NAN, 1)));
}

TEST(SpatialFilterTest, AKernelBetweenTwoBucketsTakesBoth) {
  // At supersample 2 the middles of the two buckets are 1/4 pixel from the pixel's; the box reaches
  // 0.05.
  const SpatialFilter box = spatial("box", 0.1, 2);
  EXPECT_EQ(box.x, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(box.y, (std::vector<double>{0.5, 0.5}));
  EXPECT_TRUE(box.missesBuckets);
  EXPECT_FALSE(spatial("box", 0.1, 1).missesBuckets);
  EXPECT_FALSE(spatial("box", 0.5, 2).missesBuckets);
  EXPECT_FALSE(spatial("hermite", 0, 4).missesBuckets) << "no filter is asked for";
  // Pixels half as wide as high: the table is wider, but its columns are no closer.
  const SpatialFilter narrow = spatial("triangle", 0.2, 2, 0.5);
  EXPECT_EQ(narrow.y, (std::vector<double>{0.5, 0.5}));
  EXPECT_TRUE(narrow.missesBuckets);
}

/// Settings that decide which buckets a pixel sees.
struct FilterCase {
  const SpatialKernel *kernel;
  double radius;
  uint32_t supersample;
  double estimatorRadius;
  abi::FrameGeometry frame;
  SpatialFilter filter;
};

/// Calls `check` for every kernel, with radii from nothing to several pixels, at all supersamplings
/// that people use, with density estimation and without, for odd sizes.
template <class Check> void forEachFilterCase(const Check &check) {
  for (const SpatialKernel &kernel : spatialKernels())
    for (double radius : {0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.5})
      for (uint32_t supersample = 1; supersample <= 8; ++supersample)
        for (double estimator : {0.0, 0.5, 3.0})
          for (const auto &[width, height] : {std::pair(1u, 1u), {2, 1}, {7, 5}, {33, 18}}) {
            SCOPED_TRACE(std::string(kernel.keyword) + " " + std::to_string(radius) +
                         " supersample " + std::to_string(supersample) + " estimator " +
                         std::to_string(estimator) + " size " + std::to_string(width));
            const SpatialFilter filter = spatial(kernel.keyword, radius, supersample);
            check(FilterCase{
                &kernel, radius, supersample, estimator,
                *makeFrameGeometry(width, height, supersample, filter.width(), estimator), filter});
          }
}

TEST(SpatialFilterTest, EveryPairOfSettingsHasAFilterThatSumsToOne) {
  forEachFilterCase([](const FilterCase &test) {
    EXPECT_NEAR(sum(test.filter.x), 1, 1e-12);
    EXPECT_NEAR(sum(test.filter.y), 1, 1e-12);
  });
}

TEST(FrameGeometryTest, EveryPixelSeesBucketsOfTheGrid) {
  forEachFilterCase([](const FilterCase &test) {
    const abi::FrameGeometry &frame = test.frame;
    const uint32_t width = test.filter.width(), reach = uint32_t(std::ceil(test.estimatorRadius));
    ASSERT_EQ(frame.gridWidth, frame.width * test.supersample + 2 * frame.gutter);
    ASSERT_EQ(frame.gridHeight, frame.height * test.supersample + 2 * frame.gutter);
    ASSERT_LE(frame.gutter, std::max(width, (reach + 1) * test.supersample))
        << "no wider than need be";
    ASSERT_GE(frame.gutter, reach * test.supersample);
    const uint32_t last = filterOffset(frame, width) + (frame.width - 1) * test.supersample;
    ASSERT_LE(last + width, frame.gridWidth);
  });
}

TEST(FrameGeometryTest, TheFilterIsCentredOnThePixel) {
  forEachFilterCase([](const FilterCase &test) {
    if (test.kernel->keyword == "box" && test.supersample % 2 == 0)
      return; // half open by definition: flam3's box takes one of two buckets
    const std::vector<double> &weights = test.filter.x;
    double middle = 0;
    for (size_t i = 0; i < weights.size(); ++i)
      middle +=
          weights[i] * (double(filterOffset(test.frame, test.filter.width())) + double(i) + 0.5);
    EXPECT_NEAR(middle, test.frame.gutter + test.supersample / 2.0, 1e-9);
  });
}

TEST(FrameGeometryTest, GutterHoldsTheFilterOrTheDensityKernels) {
  const abi::FrameGeometry narrow = *makeFrameGeometry(640, 480, 2, 8, 0);
  EXPECT_EQ(narrow.gutter, 3u);
  EXPECT_EQ(narrow.gridWidth, 1286u);
  EXPECT_EQ(narrow.gridHeight, 966u);
  EXPECT_EQ(filterOffset(narrow, 8), 0u);
  const abi::FrameGeometry wide = *makeFrameGeometry(640, 480, 2, 4, 8.5);
  EXPECT_EQ(wide.gutter, 9u * 2 + 1);
  EXPECT_EQ(filterOffset(wide, 4), 18u);
  EXPECT_EQ(wide.gridWidth, 1280u + 38);
}

/// The message of a geometry that cannot be made, and its remedy.
std::string refusal(uint32_t width, uint32_t height, uint32_t supersample, uint32_t filterWidth,
                    double estimatorRadius) {
  const auto frame = makeFrameGeometry(width, height, supersample, filterWidth, estimatorRadius);
  return frame ? "none" : frame.error().text() + "; " + frame.error().note();
}

TEST(FrameGeometryTest, TheLimitIncludesTheGutter) {
  // 62500 * 64000 buckets are 4e9, exactly as many as there may be.
  const abi::FrameGeometry largest = *makeFrameGeometry(31250, 32000, 2, 2, 0);
  EXPECT_EQ(abi::bucketCount(largest), abi::kMaxBuckets);
  EXPECT_EQ(abi::launchPerBucket(largest).gridX, abi::kMaxBuckets / abi::kFinishThreads);
  EXPECT_FALSE(bool(makeFrameGeometry(31250, 32000, 2, 4, 0))) << "a gutter of one bucket";
  EXPECT_FALSE(bool(makeFrameGeometry(31250, 32000, 2, 2, 1)));
  EXPECT_FALSE(bool(makeFrameGeometry(31251, 32000, 2, 2, 0)));
  // 3.6e9 buckets and a gutter of 2001: 958 million more than 32 bits count.
  EXPECT_EQ(
      refusal(200000, 4500, 2, 4, 1000),
      "a picture of 200000x4500 pixels with supersample 2 is too large: with what is around it "
      "it has 404002x13002 buckets; choose a smaller --size or --supersample, or a smaller "
      "--estimator-radius");
  EXPECT_NE(refusal(31250, 32000, 2, 40, 0).find("or a smaller 'filter'"), std::string::npos);
}

TEST(FrameGeometryTest, SidesAreWhatALaunchCovers) {
  EXPECT_EQ(makeFrameGeometry(abi::kMaxGridSide, 1, 1, 1, 0)->gridWidth, abi::kMaxGridSide);
  EXPECT_FALSE(bool(makeFrameGeometry(abi::kMaxGridSide + 1, 1, 1, 1, 0)));
  const abi::FrameGeometry high = *makeFrameGeometry(1, abi::kMaxPictureHeight, 4, 4, 0);
  EXPECT_EQ(abi::launchPerTile(high).gridY, abi::kMaxBlockRows);
  EXPECT_EQ(abi::launchPerPixel(high).gridY, abi::kMaxBlockRows);
  EXPECT_FALSE(bool(makeFrameGeometry(1, abi::kMaxPictureHeight, 5, 5, 0)));
  EXPECT_FALSE(bool(makeFrameGeometry(1, abi::kMaxPictureHeight + 1, 1, 1, 0)));
  EXPECT_FALSE(bool(makeFrameGeometry(0, 1, 1, 1, 0)));
  EXPECT_FALSE(bool(makeFrameGeometry(1, 0, 1, 1, 0)));
}

TEST(FrameGeometryTest, NothingWrapsFarBeyondTheLimit) {
  const uint32_t sides[] = {1, 3, 1 << 12, 46341, 65536, 92682, 1 << 20, 3'000'000'000, UINT32_MAX};
  for (uint32_t width : sides)
    for (uint32_t height : sides)
      for (uint32_t supersample : {1u, 2u, 3u, 64u})
        for (double estimator : {0.0, 250.0}) {
          const uint32_t filter = supersample % 2 ? 4095 : 4096;
          const double columns = double(width) * supersample + 2 * double(estimator * supersample),
                       rows = double(height) * supersample + 2 * double(estimator * supersample);
          const auto frame = makeFrameGeometry(width, height, supersample, filter, estimator);
          if (columns * rows > double(abi::kMaxBuckets)) {
            EXPECT_FALSE(bool(frame)) << width << "x" << height << " " << supersample;
          } else if (frame) {
            EXPECT_LE(abi::bucketCount(*frame), abi::kMaxBuckets);
            EXPECT_EQ(frame->gridWidth,
                      uint64_t(width) * supersample + 2 * uint64_t(frame->gutter));
            EXPECT_EQ(frame->gridHeight,
                      uint64_t(height) * supersample + 2 * uint64_t(frame->gutter));
          }
        }
}

TEST(TemporalFilterTest, WeightsAreTheKnownOnes) {
  const TemporalFilter gaussian = makeTemporalFilter(TemporalShape::Gaussian, 1, 0, 5);
  const double expected[] = {0.013300, 0.236928, 1, 1, 0.236928};
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(gaussian.weights[i], expected[i], 1e-6);
  EXPECT_NEAR(gaussian.meanWeight, 0.497431, 1e-6);
  EXPECT_EQ(makeTemporalFilter(TemporalShape::Exp, 1, 1, 4).weights,
            (std::vector<double>{0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(makeTemporalFilter(TemporalShape::Exp, 1, -2, 4).weights,
            (std::vector<double>{1, 0.5625, 0.25, 0.0625}));
}

TEST(TemporalFilterTest, InstantsSpanTheShutter) {
  const TemporalFilter filter = makeTemporalFilter(TemporalShape::Box, 1.2, 0, 4);
  EXPECT_DOUBLE_EQ(filter.deltas.front(), -0.6);
  EXPECT_DOUBLE_EQ(filter.deltas[1], -0.2);
  EXPECT_DOUBLE_EQ(filter.deltas.back(), 0.6);
  EXPECT_DOUBLE_EQ(filter.meanWeight, 1);
  const TemporalFilter still = makeTemporalFilter(TemporalShape::Gaussian, 1.2, 0, 1);
  EXPECT_EQ(still.deltas, std::vector<double>{0});
  EXPECT_EQ(still.weights, std::vector<double>{1});
  EXPECT_EQ(still.meanWeight, 1);
}

TEST(PassWeightsTest, AreThoseOfTheInstantsOfEachPass) {
  EXPECT_EQ(passWeights(TemporalShape::Gaussian, 0, 1, 7), std::vector<double>{1});
  EXPECT_EQ(passWeights(TemporalShape::Box, 0, 3, 5), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(passWeights(TemporalShape::Exp, 1, 3, 1), (std::vector<double>{0.5, 1, 1.5}));
  for (uint32_t perPass : {1u, 10u}) {
    const TemporalFilter filter = makeTemporalFilter(TemporalShape::Gaussian, 1, 0, 4 * perPass);
    const std::vector<double> weights = passWeights(TemporalShape::Gaussian, 0, 4, perPass);
    ASSERT_EQ(weights.size(), 4u);
    for (uint32_t pass = 0; pass < 4; ++pass) {
      double mean = 0;
      for (uint32_t i = 0; i < perPass; ++i)
        mean += filter.weights[pass * perPass + i] / perPass;
      EXPECT_NEAR(weights[pass], mean / filter.meanWeight, 1e-12);
    }
  }
}

TEST(LogScaleTest, ConstantsFollowTheExposure) {
  Exposure exposure;
  exposure.brightness = 4;
  exposure.pixelsPerUnit = 32;
  exposure.pixelAspect = 2;
  exposure.samplesPerPixel = 50;
  exposure.meanTemporalWeight = 0.5;
  const abi::LogScale scale = makeLogScale(exposure, *makeFrameGeometry(64, 32, 3, 3, 0));
  EXPECT_NEAR(scale.k1, 4 * 255 * 268.0 / 256, 1e-3);
  const double area = 64.0 * 32 / (16.0 * 32);
  EXPECT_NEAR(scale.k2, 9 / (area * 255 * 50 * 0.5), 1e-9);
}

} // namespace
} // namespace flame::rt
