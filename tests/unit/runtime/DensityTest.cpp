// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation: the table against published values of flam3, the choice of kernels, and the
// CPU's result against a direct transcription of the definition in double.

#include "runtime/shared/Density.h"
#include "runtime/frame/Finish.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flame::rt {
namespace {

DensityTable table(double radius, double minimum, double curve, uint32_t supersample) {
  auto made = makeDensityTable({radius, minimum, curve}, supersample);
  EXPECT_TRUE(bool(made));
  return made ? *made : DensityTable{};
}

/// The coefficient by definition: a Gaussian cut off at the width, divided by its sum over the
/// offsets within it.
struct ReferenceKernel {
  double width, norm = 0;
  ReferenceKernel(double width, int half) : width(width) {
    for (int y = -half; y <= half; ++y)
      for (int x = -half; x <= half; ++x)
        norm += gaussian(x, y);
  }
  double gaussian(int x, int y) const {
    const double t = std::sqrt(double(x * x + y * y)) / width;
    return t <= 1 ? std::exp(-2 * 1.5 * 1.5 * t * t) : 0;
  }
  int reach() const { return int(std::ceil(width)) - 1; }
  double coefficient(int x, int y) const { return gaussian(x, y) / norm; }
};

double coefficient(const abi::DensityKernel &kernel, int x, int y) {
  if (!isCovered(kernel.limit, float(x * x), float(y * y)))
    return 0;
  return kernel.scale * std::exp2(-kernel.falloff * float(x * x + y * y));
}

TEST(DensityTableTest, HasTheKnownWidths) {
  const DensityTable one = table(9, 0, 0.4, 1);
  EXPECT_EQ(one.params.maxCount, 416);
  EXPECT_EQ(one.params.lastKernel, 109u);
  const double widths[] = {10, 7.57858, 6.44394, 5.74349, 5.25306};
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(one.widths[i], widths[i], 1e-5);
  EXPECT_NEAR(one.widths[20], 2.95878, 1e-5);
  EXPECT_EQ(one.widths[109], 1);
  const DensityTable two = table(9, 0, 0.4, 2);
  EXPECT_EQ(two.params.maxCount, 1888);
  EXPECT_EQ(two.params.lastKernel, 119u);
  EXPECT_EQ(two.widths[0], 19);
  EXPECT_NEAR(two.widths[1], 14.3993, 1e-4);
  const DensityTable steep = table(9, 1, 0.6, 1);
  EXPECT_EQ(steep.params.maxCount, 15);
  EXPECT_EQ(steep.params.lastKernel, 14u);
}

TEST(DensityTableTest, HasTheKnownCoefficients) {
  const abi::DensityKernel widest = table(9, 0, 0.4, 1).kernels[0];
  EXPECT_NEAR(coefficient(widest, 0, 0), 0.0144895187, 1e-9);
  EXPECT_NEAR(coefficient(widest, 1, 0), 0.0138519433, 1e-9);
  EXPECT_NEAR(coefficient(widest, 1, 1), 0.013242423, 1e-9);
  EXPECT_NEAR(coefficient(widest, 2, 0), 0.0121026633, 1e-9);
  EXPECT_NEAR(table(9, 0, 0.4, 1).kernels[109].scale, 0.9574546, 1e-7);
}

TEST(DensityTableTest, AgreesWithTheDefinitionEverywhere) {
  for (uint32_t supersample : {1u, 2u, 3u, 4u})
    for (const DensitySettings &settings :
         {DensitySettings{9, 0, 0.4}, {5, 1, 0.6}, {2.5, 0.25, 0.9}, {11, 3, 0.3}}) {
      const DensityTable made =
          table(settings.radius, settings.minimum, settings.curve, supersample);
      const int half = int(std::ceil(made.widths[0])) - 1;
      for (size_t i = 0; i < made.kernels.size(); i += 3) {
        const ReferenceKernel reference(made.widths[i], half);
        ASSERT_EQ(made.kernels[i].reach, reference.reach());
        for (int y = 0; y <= half + 1; ++y)
          for (int x = 0; x <= half + 1; ++x) {
            const bool reached = std::max(x, y) <= reference.reach();
            ASSERT_NEAR(coefficient(made.kernels[i], x, y),
                        reached ? reference.coefficient(x, y) : 0, 1e-6)
                << "width " << made.widths[i] << " at " << x << ", " << y;
          }
      }
    }
}

TEST(DensityTableTest, IsEmptyWhenEstimationIsOff) {
  EXPECT_FALSE(table(0, 0, 0.4, 2).isActive());
  EXPECT_FALSE(table(4, 4, 0.4, 2).isActive());
  EXPECT_TRUE(table(4, 3, 0.4, 2).isActive());
}

TEST(DensityTableTest, RejectsContradictions) {
  EXPECT_FALSE(bool(makeDensityTable({-1, 0, 0.4}, 1)));
  EXPECT_FALSE(bool(makeDensityTable({1, 2, 0.4}, 1)));
  EXPECT_FALSE(bool(makeDensityTable({2, 1, 0}, 1)));
  EXPECT_FALSE(bool(makeDensityTable({NAN, 1, 0.4}, 1)));
}

TEST(DensityTableTest, SurvivesTinyExponents) {
  const DensityTable made = table(9, 0, 1e-4, 1);
  EXPECT_TRUE(made.isActive());
  EXPECT_LT(made.kernels.size(), 200u);
}

TEST(DensitySelectionTest, RoundsHitsUpAndThenThinsOut) {
  const DensityTable made = table(9, 0, 0.4, 1);
  EXPECT_EQ(selectKernel(0.0625, made.kernels.data(), made.params), 0u);
  EXPECT_EQ(selectKernel(1, made.kernels.data(), made.params), 0u);
  EXPECT_EQ(selectKernel(1.5, made.kernels.data(), made.params), 1u);
  EXPECT_EQ(selectKernel(100, made.kernels.data(), made.params), 99u);
  EXPECT_EQ(selectKernel(101, made.kernels.data(), made.params), 101u);
  EXPECT_EQ(selectKernel(132, made.kernels.data(), made.params), 104u); // 32^0.4 = 4
  EXPECT_EQ(selectKernel(131, made.kernels.data(), made.params), 103u);
  EXPECT_EQ(selectKernel(416, made.kernels.data(), made.params), 109u);
  EXPECT_EQ(selectKernel(1e12, made.kernels.data(), made.params), 109u);
}

TEST(DensitySelectionTest, KernelsStartAtTheSameHitsOnEveryDevice) {
  for (const double curve : {0.15, 0.4, 1.0, 2.5}) {
    const DensityTable made = table(11, 0, curve, 3);
    const abi::DensityKernel *kernels = made.kernels.data();
    for (uint32_t i = uint32_t(kExactCounts) + 1; i <= made.params.lastKernel; ++i) {
      const float start = kernels[i].start;
      EXPECT_NEAR(std::pow(start, curve), i - kExactCounts, 1e-5 * i) << curve;
      for (const uint32_t found : {i - 1, i, i + 1}) { // as devices round
        EXPECT_EQ(exactKernel(found, start, kernels, made.params), i) << curve;
        EXPECT_EQ(exactKernel(found - 1, std::nextafterf(start, 0), kernels, made.params), i - 1);
      }
    }
  }
}

TEST(DensitySelectionTest, EvenSupersamplingShrinksItsNeighbourhood) {
  const DensityTable made = table(9, 0, 0.4, 2);
  EXPECT_EQ(made.params.countRadius, 1u);
  EXPECT_EQ(selectKernel(9.1, made.kernels.data(), made.params), 4u); // 9.1 * 4/9 = 4.04
  EXPECT_EQ(selectKernel(8.9, made.kernels.data(), made.params), 3u);
  EXPECT_EQ(table(9, 0, 0.4, 3).params.countFactor, 1);
}

/// A random histogram: mostly empty, some single samples, some dense buckets.
struct Histogram {
  std::vector<uint64_t> cells;
  std::vector<abi::WideCell> wide;
};

Histogram sparseHistogram(const abi::FrameGeometry &frame, double filled) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform;
  const size_t buckets = abi::bucketCount(frame);
  Histogram histogram = {std::vector<uint64_t>(buckets), std::vector<abi::WideCell>(buckets)};
  for (size_t i = 0; i < buckets; ++i) {
    const double u = uniform(random);
    if (u >= filled)
      continue;
    const uint64_t count = u < filled / 20 ? 1 + uint64_t(uniform(random) * 700) : 1;
    histogram.wide[i] = {count * 100, count * uint64_t(255 * uniform(random)), count * 30, count};
  }
  return histogram;
}

/// The definition, without any of the shortcuts: every bucket adds to every offset its kernel
/// covers.
std::vector<double> referenceAlpha(const abi::FrameGeometry &frame, const Histogram &histogram,
                                   const abi::LogScale &scale, const DensityTable &density) {
  const int width = int(frame.gridWidth), height = int(frame.gridHeight),
            os = int(frame.supersample);
  const int half = int(std::ceil(density.widths[0])) - 1, s = os / 2;
  std::vector<double> result(size_t(width) * height);
  std::vector<ReferenceKernel> kernels;
  for (double w : density.widths)
    kernels.emplace_back(w, half);
  for (int y = os - 1; y < height - (os - 1); ++y)
    for (int x = os - 1; x < width - (os - 1); ++x) {
      const double count = double(histogram.wide[size_t(y) * width + x].count);
      if (count == 0)
        continue;
      double count = 0;
      for (int j = -s; j <= s; ++j)
        for (int i = -s; i <= s; ++i)
          count += double(histogram.wide[size_t(y + j) * width + x + i].count);
      if (os % 2 == 0)
        count *= std::pow(os / (os + 1.0), 2);
      int index = count <= 100 ? int(std::ceil(count)) - 1
                               : 100 + int(std::floor(std::pow(count - 100, density.params.curve)));
      if (count > density.params.maxCount || index > int(density.params.lastKernel))
        index = int(density.params.lastKernel);
      const double brightness = scale.k1 * std::log1p(255 * count * scale.k2);
      const ReferenceKernel &kernel = kernels[size_t(index)];
      for (int j = -kernel.reach(); j <= kernel.reach(); ++j)
        for (int i = -kernel.reach(); i <= kernel.reach(); ++i)
          if (x + i >= 0 && x + i < width && y + j >= 0 && y + j < height)
            result[size_t(y + j) * width + x + i] += brightness * kernel.coefficient(i, j);
    }
  return result;
}

class DensityEstimation : public testing::TestWithParam<uint32_t> {
protected:
  void prepare(double filled, const DensitySettings &settings = {9, 0, 0.4}) {
    density = table(settings.radius, settings.minimum, settings.curve, GetParam());
    filters.spatial = *makeSpatialFilter(*findSpatialKernel("gaussian"), 0.5, GetParam());
    inputs.frame = *makeFrameGeometry(64, 48, GetParam(), filters.spatial.width(), settings.radius);
    histogram = sparseHistogram(inputs.frame, filled);
    inputs.cells = histogram.cells;
    inputs.wide = histogram.wide;
    inputs.logScale = {1000, 1e-3f};
    filters.tone = makeToneParams({});
    filters.plan = planFilters(FilterChain::flam3(), 1, density.isActive());
    inputs.filters = &filters;
  }
  FrameFilters filters;
  DensityTable &density = filters.density;
  Histogram histogram;
  FinishInputs inputs;
};

TEST_P(DensityEstimation, AgreesWithTheDefinition) {
  for (double filled : {0.02, 0.5}) {
    prepare(filled);
    const std::vector<abi::Accumulator> result = accumulatorsOfPass(inputs, 2);
    const std::vector<double> expected =
        referenceAlpha(inputs.frame, histogram, inputs.logScale, density);
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(result[i].alpha, expected[i], 1e-5 * expected[i] + 1e-4) << i;
  }
}

TEST_P(DensityEstimation, SpreadsColourAndDensityAlike) {
  prepare(0.05);
  const std::vector<abi::Accumulator> result = accumulatorsOfPass(inputs, 1);
  for (size_t i = 0; i < result.size(); ++i) {
    ASSERT_NEAR(result[i].red, result[i].alpha * 100 / 255, 1e-4 * result[i].alpha + 1e-6);
    ASSERT_NEAR(result[i].blue, result[i].alpha * 30 / 255, 1e-4 * result[i].alpha + 1e-6);
  }
}

TEST_P(DensityEstimation, ConservesSumsAwayFromTheEdge) {
  prepare(
      0, {5, 0.3, 0.45}); // a gutter wide enough for the widest kernel, and no integer width in use
  const size_t middle =
      size_t(inputs.frame.gridHeight / 2) * inputs.frame.gridWidth + inputs.frame.gridWidth / 2;
  for (uint64_t count : {2u, 3u, 17u, 40u}) {
    histogram.wide[middle] = {count * 255, count, count, count};
    double total = 0;
    for (const abi::Accumulator &bucket : accumulatorsOfPass(inputs, 1))
      total += bucket.alpha;
    const abi::DensityParams &params = density.params;
    const double width =
        density.widths[selectKernel(double(count), density.kernels.data(), params)];
    if (width != std::floor(width))
      EXPECT_NEAR(total / (1000 * std::log1p(255.0 * count * 1e-3)), 1, 1e-5) << width;
  }
}

TEST_P(DensityEstimation, DenseRegionsAreDimmerByTheLostEnergy) {
  prepare(0);
  for (abi::WideCell &cell : histogram.wide)
    cell = {100000, 100000, 100000, 100000};
  const std::vector<abi::Accumulator> result = accumulatorsOfPass(inputs, 1);
  const abi::Accumulator &middle = result[result.size() / 2 + inputs.frame.gridWidth / 2];
  EXPECT_NEAR(middle.alpha / (1000 * std::log1p(255 * 100000 * 1e-3)), 0.9574546, 1e-5);
}

TEST_P(DensityEstimation, BucketsAtTheEdgeOfTheGridAreDropped) {
  prepare(0);
  const uint32_t margin = GetParam() - 1;
  if (margin == 0)
    return;
  histogram.wide[size_t(20) * inputs.frame.gridWidth + margin - 1] = {1, 1, 1, 1};
  for (const abi::Accumulator &bucket : accumulatorsOfPass(inputs, 1))
    ASSERT_EQ(bucket.alpha, 0);
}

TEST_P(DensityEstimation, BytesDoNotDependOnThreads) {
  prepare(0.3);
  const std::vector<uint8_t> one = finishFrame(inputs, 1);
  for (unsigned threads : {2u, 3u, 7u})
    EXPECT_EQ(finishFrame(inputs, threads), one) << threads;
}

INSTANTIATE_TEST_SUITE_P(Supersampling, DensityEstimation, testing::Values(1u, 2u, 3u, 4u));

} // namespace
} // namespace flame::rt
