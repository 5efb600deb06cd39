// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracks over time, as the CPU device, the host and the compiler evaluate them.

#include "runtime/shared/Track.h"
#include "tests/unit/device/RandomTracks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace flame {
namespace {

struct DoubleKnot {
  double time, value, slopeIn, slopeOut;
};

double log2Of(double x) { return std::log2(x); }
double exp2Of(double x) { return std::exp2(x); }

TEST(TrackTest, TwoThousandRandomTracksOfEachDomainAreAccurate) {
  const test::RandomTracks random = test::makeRandomTracks(2000);
  double worst = 0;
  for (const abi::Track &track : random.tracks)
    for (float time : random.times) {
      const double exact = test::exactTrackValue(track, random.knots, time);
      const float value = evaluateTrack(track, random.knots.data(), time);
      ASSERT_LE(std::abs(value - exact), test::kTrackAccuracy * std::abs(exact))
          << "track " << track.offset << " at " << time;
      if (exact != 0)
        worst = std::max(worst, std::abs((value - exact) / exact));
    }
  std::printf("             largest relative error %.1e\n", worst);
}

TEST(TrackTest, IsExactAtKnots) {
  const test::RandomTracks random = test::makeRandomTracks(200);
  for (const abi::Track &track : random.tracks)
    for (uint32_t k = 0; k < track.knotCount && track.domain == abi::Domain::Linear; ++k) {
      const abi::Knot &knot = random.knots[track.firstKnot + k];
      EXPECT_EQ(evaluateTrack(track, random.knots.data(), knot.time), knot.value);
    }
}

// A spline of three knots whose end slopes are given, as animations of cuburn have them.
TEST(TrackTest, FollowsAKnownSpline) {
  const DoubleKnot knots[] = {{0, 30, -270, -270}, {0.4, 110, -90, -90}, {1, -60, 135, 135}};
  auto at = [&](double time) { return curveAt(knots, 3u, time); };
  EXPECT_DOUBLE_EQ(at(0), 30);
  EXPECT_NEAR(at(0.2), 61, 1e-12);
  EXPECT_DOUBLE_EQ(at(0.4), 110);
  EXPECT_NEAR(at(0.6), 51.925926, 1e-6);
  EXPECT_NEAR(at(0.8), -31.925926, 1e-6);
  EXPECT_DOUBLE_EQ(at(1), -60);
}

TEST(TrackTest, ContinuesInStraightLines) {
  const DoubleKnot knots[] = {{0.25, 2, -4, 100}, {0.5, 3, 100, 8}};
  EXPECT_DOUBLE_EQ(curveAt(knots, 2u, -0.75), 2 + 4);
  EXPECT_DOUBLE_EQ(curveAt(knots, 2u, 1.5), 3 + 8);
}

TEST(TrackTest, OneKnotIsConstantWhateverItsSlopes) {
  const DoubleKnot knot = {0.5, 7, 3, -3};
  for (double time : {-1.0, 0.0, 0.5, 2.0})
    EXPECT_EQ(curveAt(&knot, 1u, time), 7);
}

TEST(TrackTest, TimesAreClamped) {
  const abi::Knot knots[] = {{0, 0, 1, 1}, {1, 1, 1, 1}};
  const abi::Track track = {0, 0, 2, abi::Domain::Linear};
  EXPECT_EQ(evaluateTrack(track, knots, -50), abi::kFirstTime);
  EXPECT_EQ(evaluateTrack(track, knots, 50), abi::kLastTime);
}

TEST(LogDomainTest, IsALogarithmWithAStraightPieceAroundZero) {
  EXPECT_EQ(toLogDomain(0.0, log2Of), 0);
  EXPECT_EQ(toLogDomain(1.0, log2Of), 5);
  EXPECT_EQ(toLogDomain(-4.0, log2Of), -7);
  EXPECT_EQ(toLogDomain(0.0625, log2Of), 1);
  EXPECT_NEAR(toLogDomain(0.0625 + 1e-12, log2Of), 1, 1e-10);
  EXPECT_EQ(toLogDomain(0.01, log2Of), 0.16);
  EXPECT_FLOAT_EQ(toLogDomain(8.0f, [](float x) { return std::log2(x); }), 8.0f);
}

TEST(LogDomainTest, ComesBack) {
  for (int step = 0; step < 66; ++step) {
    const double x = 1e-6 * std::pow(1.7, step);
    for (double signedX : {x, -x})
      EXPECT_NEAR(fromLogDomain(toLogDomain(signedX, log2Of), exp2Of), signedX, 1e-13 * x);
  }
}

TEST(LogDomainTest, SlopeIsTheDerivative) {
  for (double x : {-100.0, -0.5, -0.03, 0.0, 0.01, 0.06, 0.07, 3.0}) {
    const double step = 1e-7 * (1 + std::abs(x));
    const double difference = toLogDomain(x + step, log2Of) - toLogDomain(x - step, log2Of);
    EXPECT_NEAR(logDomainSlope(x), difference / (2 * step), 1e-5 * logDomainSlope(x)) << x;
  }
}

// Splines at rest at both ends, from cuburn's reference values.
TEST(LogDomainTest, CurvesPassThroughKnownValues) {
  auto between = [](double from, double to, float time) {
    const DoubleKnot knots[] = {{0, toLogDomain(from, log2Of), 0, 0},
                                {1, toLogDomain(to, log2Of), 0, 0}};
    return trackValue(abi::Domain::Log, knots, 2u, double(time));
  };
  EXPECT_NEAR(between(0.01, 4, 0.25f), 0.073239, 1e-6);
  EXPECT_NEAR(between(0.01, 4, 0.5f), 0.373712, 1e-6);
  EXPECT_NEAR(between(0.01, 4, 0.75f), 1.906928, 2e-6);
  EXPECT_NEAR(between(3, -10, 0.5f), -0.05428, 1e-5);
}

TEST(LogDomainTest, HugeExponentsStayFinite) {
  const abi::Knot knots[] = {{0, 10, 0, 0}, {0.1f, 900, 9000, 9000}};
  EXPECT_TRUE(std::isfinite(evaluateTrack({0, 0, 2, abi::Domain::Log}, knots, 2)));
}

} // namespace
} // namespace flame
