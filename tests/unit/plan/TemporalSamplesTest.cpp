// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instants of an exposure: that their density is the temporal filter, and how they become
// times.

#include "runtime/plan/TemporalSamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace flame::rt {
namespace {

struct Shape {
  const char *name;
  TemporalShape shape;
  double exponent;
};

class EveryTemporalFilter : public testing::TestWithParam<Shape> {};

/// The share of flam3's weights, of very many instants, that lies in [0, position) of the shutter.
double weightBefore(const TemporalFilter &filter, double position) {
  double sum = 0, before = 0;
  for (size_t i = 0; i < filter.deltas.size(); ++i) {
    sum += filter.weights[i];
    if (filter.deltas[i] + 0.5 < position)
      before += filter.weights[i];
  }
  return before / sum;
}

TEST_P(EveryTemporalFilter, HasItsWeightsAsDensity) {
  const TemporalFilter filter = makeTemporalFilter(GetParam().shape, 1, GetParam().exponent, 20001);
  for (uint32_t count : {2u, 10u, 1000u}) {
    const std::vector<double> positions =
        shutterPositions(GetParam().shape, GetParam().exponent, count);
    ASSERT_EQ(positions.size(), count);
    EXPECT_TRUE(std::ranges::is_sorted(positions));
    // Instant k stands for the light from k/T to (k + 1)/T: it lies in the middle of it.
    for (uint32_t k = 0; k < count; ++k)
      EXPECT_NEAR(weightBefore(filter, positions[k]), (k + 0.5) / count, 3e-4)
          << k << " of " << count;
  }
}

TEST_P(EveryTemporalFilter, HasThemInEachPartOfTheShutter) {
  const TemporalFilter filter = makeTemporalFilter(GetParam().shape, 1, GetParam().exponent, 20001);
  for (ShutterPart part : {ShutterPart{0, 0.25}, {0.25, 0.5}, {0.75, 1}}) {
    const double before = weightBefore(filter, part.opens);
    const double light = weightBefore(filter, part.closes) - before;
    const std::vector<double> positions =
        shutterPositions(GetParam().shape, GetParam().exponent, 10, part);
    ASSERT_EQ(positions.size(), 10u);
    for (uint32_t k = 0; k < 10; ++k) {
      EXPECT_GE(positions[k], part.opens);
      EXPECT_LE(positions[k], part.closes);
      EXPECT_NEAR(weightBefore(filter, positions[k]), before + light * (k + 0.5) / 10, 3e-4) << k;
    }
  }
}

TEST_P(EveryTemporalFilter, OneInstantIsTheMiddle) {
  const Shape &filter = GetParam();
  EXPECT_EQ(shutterPositions(filter.shape, filter.exponent, 1), std::vector<double>{0.5});
  EXPECT_EQ(shutterPositions(filter.shape, filter.exponent, 1, {0.5, 1}),
            std::vector<double>{0.75});
}

INSTANTIATE_TEST_SUITE_P(Filters, EveryTemporalFilter,
                         testing::Values(Shape{"box", TemporalShape::Box, 0},
                                         Shape{"gaussian", TemporalShape::Gaussian, 0},
                                         Shape{"exp1", TemporalShape::Exp, 1},
                                         Shape{"exp3", TemporalShape::Exp, 3.5},
                                         Shape{"falling", TemporalShape::Exp, -2},
                                         Shape{"flat", TemporalShape::Exp, 0}),
                         [](const auto &info) { return info.param.name; });

TEST(TemporalSamplesTest, BoxIsEven) {
  EXPECT_EQ(temporalSampleTimes(shutterPositions(TemporalShape::Box, 0, 4), 0.5, 0.4, false),
            (std::vector<float>{0.35f, 0.45f, 0.55f, 0.65f}));
}

TEST(TemporalSamplesTest, ANegativeLengthRunsBackwards) {
  EXPECT_EQ(temporalSampleTimes(shutterPositions(TemporalShape::Box, 0, 2), 0.5, -0.4, false),
            (std::vector<float>{0.6f, 0.4f}));
}

TEST(TemporalSamplesTest, ExposuresReachBeyondTheEndsOrGoAround) {
  const std::vector<double> positions = shutterPositions(TemporalShape::Box, 0, 2);
  EXPECT_EQ(temporalSampleTimes(positions, 0, 0.5, false), (std::vector<float>{-0.125f, 0.125f}));
  EXPECT_EQ(temporalSampleTimes(positions, 0, 0.5, true), (std::vector<float>{0.875f, 0.125f}));
  EXPECT_EQ(temporalSampleTimes(positions, 1, 0.5, true), (std::vector<float>{0.875f, 0.125f}));
  EXPECT_EQ(temporalSampleTimes(positions, 1, 0, true), (std::vector<float>{0, 0}));
}

TEST(TemporalSamplesTest, JustBeforeTheEndOfALoopIsNotTheEnd) {
  const std::vector<float> times = temporalSampleTimes(std::vector<double>{0.5}, -1e-12, 0, true);
  EXPECT_GE(times[0], 0);
  EXPECT_LT(times[0], 1);
}

} // namespace
} // namespace flame::rt
