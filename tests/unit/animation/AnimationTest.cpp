// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracks: that they pass through their knots with the slopes that were asked for, and that their
// range is that of the curve. Affines: that both forms give the same coefficients.

#include "compiler/animation/Animation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace flame {
namespace {

Track makeTrack(TrackDomain domain, std::vector<TrackKnot> knots) {
  Track track;
  track.domain = domain;
  track.knots = std::move(knots);
  return track;
}

/// A track as hostile as a file may be: knots outside of all frames, steep slopes, values of all
/// sizes and signs.
Track randomTrack(std::mt19937 &random) {
  std::uniform_real_distribution<double> step(0.01, 0.7), slope(-20, 20), size(-6, 6),
      uniform(0, 1);
  Track track;
  track.domain = random() % 2 ? TrackDomain::Linear : TrackDomain::Log;
  track.knots.clear();
  double time = -2 + 2.5 * uniform(random);
  for (unsigned i = 0, count = 1 + random() % 8; i < count; ++i, time += step(random)) {
    const double value = (random() % 2 ? 1 : -1) * std::exp2(size(random));
    track.knots.push_back({time, random() % 8 ? value : 0, slope(random), slope(random)});
  }
  return track;
}

/// The smallest and the largest value of many.
std::pair<double, double> sampledRange(const Track &track) {
  double low = track.at(0), high = low;
  for (int i = 0; i <= 6000; ++i) {
    const double value =
        track.at(Track::kFirstTime + i * (Track::kLastTime - Track::kFirstTime) / 6000);
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

TEST(TrackTest, OneKnotIsConstantWhateverItsSlopes) {
  const Track track = makeTrack(TrackDomain::Log, {{0.5, 0.3, 7, -7}});
  for (double time : {-5.0, 0.0, 0.5, 2.0})
    EXPECT_EQ(track.at(time), 0.3);
  EXPECT_EQ(track.range(), std::pair(0.3, 0.3));
}

TEST(TrackTest, PassesThroughKnotsWithTheirSlopes) {
  const Track track =
      makeTrack(TrackDomain::Linear, {{0, 1, 0, 2}, {0.5, 3, -4, 5}, {1, -1, 0, 0}});
  EXPECT_EQ(track.at(0), 1);
  EXPECT_EQ(track.at(0.5), 3);
  EXPECT_EQ(track.at(1), -1);
  constexpr double kStep = 1e-7;
  EXPECT_NEAR((track.at(kStep) - track.at(0)) / kStep, 2, 1e-5);
  EXPECT_NEAR((track.at(0.5) - track.at(0.5 - kStep)) / kStep, -4, 1e-5);
  EXPECT_NEAR((track.at(0.5 + kStep) - track.at(0.5)) / kStep, 5, 1e-5);
}

TEST(TrackTest, GoesOnStraightAndStops) {
  const Track track = makeTrack(TrackDomain::Linear, {{0.25, 1, 8, 0}, {0.75, 2, 0, -4}});
  EXPECT_DOUBLE_EQ(track.at(0), -1);
  EXPECT_DOUBLE_EQ(track.at(1), 1);
  EXPECT_DOUBLE_EQ(track.at(-7), track.at(-1));
  EXPECT_DOUBLE_EQ(track.at(7), track.at(2));
}

TEST(TrackTest, GrowsByFactorsInTheLogDomain) {
  // log2 from 0 to 4, straight.
  const Track track = makeTrack(TrackDomain::Log, {{0, 1, 4, 4}, {1, 16, 4, 4}});
  EXPECT_NEAR(track.at(0.5), 4, 1e-12);
  EXPECT_NEAR(track.at(0.25), 2, 1e-12);
  EXPECT_NEAR(track.at(2), 256, 1e-9);
}

TEST(TrackTest, RangeBoundsTheCurve) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    const Track track = randomTrack(random);
    const auto [low, high] = track.range();
    const auto [sampledLow, sampledHigh] = sampledRange(track);
    // The range is carried through logarithms and back.
    const double slack = 1e-12 * std::max(std::abs(sampledLow), std::abs(sampledHigh));
    EXPECT_LE(low, sampledLow + slack) << "round " << round;
    EXPECT_GE(high, sampledHigh - slack) << "round " << round;
  }
}

TEST(TrackTest, RangeIsNotWiderThanTheCurve) {
  std::mt19937 random(2);
  double widest = 0;
  for (int round = 0; round < 500; ++round) {
    Track track = randomTrack(random);
    if (track.isConstant())
      continue;
    const auto [low, high] = track.range();
    const auto [sampledLow, sampledHigh] = sampledRange(track);
    auto width = [&](double from, double to) {
      return toDomain(track.domain, to) - toDomain(track.domain, from);
    };
    widest = std::max(widest, width(low, high) / width(sampledLow, sampledHigh));
  }
  EXPECT_LT(widest, 1.001);
}

TEST(TrackTest, RangeOfStraightAndLevelPiecesIsExact) {
  EXPECT_EQ(makeTrack(TrackDomain::Linear, {{0, 1, 0, 0}, {0.5, 3, 0, 0}, {1, 2, 0, 0}}).range(),
            std::pair(1.0, 3.0));
  const auto [low, high] = makeTrack(TrackDomain::Linear, {{0, 1, 2, 2}, {1, 3, 2, 2}}).range();
  EXPECT_DOUBLE_EQ(low, -1);
  EXPECT_DOUBLE_EQ(high, 5);
}

/// The coefficients of a polar affine by its definition.
Affine byDefinition(double angle, double spread, double mx, double my, double ox, double oy) {
  const double x = (angle - spread) * std::numbers::pi / 180,
               y = (angle + spread) * std::numbers::pi / 180;
  return {mx * std::cos(x), -mx * std::sin(x), -my * std::cos(y), my * std::sin(y), ox, -oy};
}

void expectNear(const Affine &a, const Affine &b) {
  for (double Affine::*field :
       {&Affine::a, &Affine::d, &Affine::b, &Affine::e, &Affine::c, &Affine::f})
    EXPECT_NEAR(a.*field, b.*field, 1e-12);
}

TEST(AffineMotionTest, DefaultIsTheIdentityExactly) {
  EXPECT_TRUE(affineAt(PolarAffineTracks(), 0).isIdentity());
  EXPECT_TRUE(affineAt(AffineTracks(), 0).isIdentity());
}

TEST(AffineMotionTest, RightAnglesAreExact) {
  for (int quarter = -9; quarter <= 9; ++quarter) {
    PolarAffineTracks polar;
    polar.angle = 45 + 90.0 * quarter;
    const Affine m = affineAt(polar, 0);
    for (double coefficient : {m.a, m.d, m.b, m.e})
      EXPECT_TRUE(coefficient == 0 || std::abs(coefficient) == 1) << quarter;
    expectNear(m, byDefinition(45 + 90.0 * quarter, 45, 1, 1, 0, 0));
  }
}

TEST(AffineMotionTest, PolarFormFollowsItsDefinition) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> degrees(-800, 800), size(-2, 2);
  for (int round = 0; round < 200; ++round) {
    const double angle = degrees(random), spread = degrees(random), mx = size(random),
                 my = size(random);
    PolarAffineTracks polar{angle, spread, mx, my, 0.25, -0.75};
    expectNear(affineAt(polar, 0.5), byDefinition(angle, spread, mx, my, 0.25, -0.75));
  }
}

TEST(AffineMotionTest, PolarFormOfAFile) {
  // 0.8 0.3 -0.2 0.5 0.1 -0.7 as cuburn writes it.
  PolarAffineTracks polar{23.8212726, 44.3773179, 0.8544004, 0.5385165, 0.1, 0.7};
  const Affine m = affineAt(polar, 0);
  EXPECT_NEAR(m.a, 0.8, 1e-6);
  EXPECT_NEAR(m.d, 0.3, 1e-6);
  EXPECT_NEAR(m.b, -0.2, 1e-6);
  EXPECT_NEAR(m.e, 0.5, 1e-6);
  EXPECT_NEAR(m.c, 0.1, 1e-12);
  EXPECT_NEAR(m.f, -0.7, 1e-12);
}

TEST(AffineMotionTest, MovesWithItsTracks) {
  PolarAffineTracks polar;
  polar.angle = makeTrack(TrackDomain::Linear, {{0, 45, -360, -360}, {1, -315, -360, -360}});
  expectNear(affineAt(polar, 0.25), byDefinition(-45, 45, 1, 1, 0, 0));
}

TEST(StillTest, KeepsWhatWeighsItsPasses) {
  Genome genome;
  genome.passes = 3;
  genome.temporalFilter = TemporalFilter::Exp;
  genome.temporalFilterWidth = 2;
  genome.temporalFilterExp = -4;
  const Animation still = makeStill(genome);
  EXPECT_EQ(still.passes, 3);
  EXPECT_EQ(still.temporalFilter, TemporalFilter::Exp);
  EXPECT_EQ(still.temporalFilterWidth.start(), 2);
  EXPECT_EQ(still.temporalFilterExp, -4);
}

} // namespace
} // namespace flame
