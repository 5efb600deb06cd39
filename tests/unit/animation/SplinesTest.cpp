// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making tracks: values worked out by hand for splines, and fits that must be as close as they
// promise with few knots.

#include "compiler/animation/Splines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace flame {
namespace {

constexpr double kPi = std::numbers::pi;

//===-- points --------------------------------------------------------------------------------===//

TEST(StraightTrackTest, GoesThroughItsPointsAndOn) {
  const Track track = makeStraightTrack({{{0.5, 3}, {0, 1}, {1, 2}}});
  EXPECT_DOUBLE_EQ(track.at(0), 1);
  EXPECT_DOUBLE_EQ(track.at(0.25), 2);
  EXPECT_DOUBLE_EQ(track.at(0.5), 3);
  EXPECT_DOUBLE_EQ(track.at(0.75), 2.5);
  EXPECT_DOUBLE_EQ(track.at(-0.25), 0);
  EXPECT_DOUBLE_EQ(track.at(1.5), 1);
}

TEST(StraightTrackTest, IsStraightInItsDomain) {
  const Track track = makeStraightTrack({{{0, 1}, {1, 4}}}, TrackDomain::Log);
  EXPECT_NEAR(track.at(0.5), 2, 1e-12);
}

TEST(StraightTrackTest, TheLastOfSeveralPointsAtOneTimeCounts) {
  const Track track = makeStraightTrack({{{0, 1}, {1, 5}, {0, 2}, {1 + 1e-9, 3}}});
  EXPECT_EQ(track.knots.size(), 2u);
  EXPECT_EQ(track.at(0), 2);
  EXPECT_NEAR(track.at(1), 3, 1e-8);
}

TEST(StraightTrackTest, OneValueMakesAConstant) {
  EXPECT_EQ(makeStraightTrack({{{0.25, 7}}}), Track(7));
  EXPECT_EQ(makeStraightTrack({{{0, 7}, {0.5, 7}, {1, 7}}}, TrackDomain::Log), Track(7));
}

TEST(CatmullRomTest, WorkedExample) {
  // An angle that starts at 30 with -180 per unit, passes 110 at 0.4 and arrives at -60 with 90, in
  // 1.5 units.
  const Track track =
      makeCatmullRomTrack({{{0, 30}, {1, -60}, {0.4, 110}}}, {-180 * 1.5, 90 * 1.5});
  const std::pair<double, double> expected[] = {{0, 30},          {0.2, 61},         {0.4, 110},
                                                {0.6, 51.925926}, {0.8, -31.925926}, {1, -60}};
  for (auto [time, value] : expected)
    EXPECT_NEAR(track.at(time), value, 1e-6) << time;
  constexpr double kStep = 1e-7;
  EXPECT_NEAR((track.at(kStep) - track.at(0)) / kStep, -270, 1e-2);
  EXPECT_NEAR((track.at(1) - track.at(1 - kStep)) / kStep, 135, 1e-2);
}

TEST(CatmullRomTest, IsSmoothAtItsPoints) {
  const Track track = makeCatmullRomTrack({{{0, 1}, {0.1, 5}, {0.7, -2}, {1, 0}}});
  for (const TrackKnot &knot : track.knots)
    EXPECT_EQ(knot.slopeIn, knot.slopeOut);
  EXPECT_DOUBLE_EQ(track.knots[1].slopeOut, (-2.0 - 1) / 0.7);
}

void expectQuarters(const Track &track, double first, double second, double third) {
  EXPECT_NEAR(track.at(0.25), first, 1e-6);
  EXPECT_NEAR(track.at(0.5), second, 1e-6);
  EXPECT_NEAR(track.at(0.75), third, 1e-6);
}

TEST(CatmullRomTest, LogDomainOfEitherSign) {
  expectQuarters(makeCatmullRomTrack({{{0, 0.01}, {1, 4}}}), 0.633437, 2.005, 3.376562);
  expectQuarters(makeCatmullRomTrack({{{0, 0.01}, {1, 4}}}, {}, TrackDomain::Log), 0.073239,
                 0.373712, 1.906928);
  expectQuarters(makeCatmullRomTrack({{{0, 3}, {1, -10}}}, {}, TrackDomain::Log), 0.596983,
                 -0.05428, -1.989942);
  expectQuarters(makeCatmullRomTrack({{{0, 1}, {1, 1}}}, {2, 2}), 1.1875, 1, 0.8125);
}

TEST(CatmullRomTest, LeavesItsEndsAtTheVelocityStatedInAnyDomain) {
  constexpr double kStep = 1e-7;
  for (double value : {-10.0, -1.0, 0.01, 0.0, 0.5, 300.0}) {
    const Track track = makeCatmullRomTrack({{{0, value}, {1, 5}}}, {2, -3}, TrackDomain::Log);
    EXPECT_NEAR((track.at(kStep) - track.at(0)) / kStep, 2, 1e-3) << value;
    EXPECT_NEAR((track.at(1) - track.at(1 - kStep)) / kStep, -3, 1e-4) << value;
  }
}

TEST(CatmullRomTest, PointsBeyondTheEndsReplaceVelocities) {
  const Track track = makeCatmullRomTrack({{{-0.5, 0}, {0, 1}, {1, 4}, {1.5, 4}}}, {100, 100});
  EXPECT_DOUBLE_EQ(track.knots[1].slopeOut, 4 / 1.5);
  EXPECT_DOUBLE_EQ(track.knots[2].slopeIn, 3 / 1.5);
}

TEST(CatmullRomTest, OneValueWithoutVelocitiesMakesAConstant) {
  EXPECT_EQ(makeCatmullRomTrack({{{0, 7}, {1, 7}}}), Track(7));
  EXPECT_FALSE(makeCatmullRomTrack({{{0, 7}, {1, 7}}}, {1, 0}).isConstant());
}

//===-- functions -----------------------------------------------------------------------------===//

/// The largest error of a fit in a range, relative to the largest value.
double errorOf(const Track &track, llvm::function_ref<double(double)> function, double begin,
               double end) {
  double error = 0, size = 0;
  for (int i = 0; i <= 10000; ++i) {
    const double time = begin + (end - begin) * i / 10000;
    size = std::max(size, std::abs(function(time)));
    error = std::max(error, std::abs(track.at(time) - function(time)));
  }
  return error / size;
}

TEST(FitTrackTest, ConstantsHaveOneKnot) {
  EXPECT_EQ(fitTrack([](double) { return 0.1; }, {{0, 0.5, 1}}), Track(0.1));
  EXPECT_EQ(fitTrack([](double) { return 0.0; }, {{0, 1}}), Track(0.0));
}

TEST(FitTrackTest, LinesHaveTwoKnots) {
  auto line = [](double time) { return 3 - 7 * time; };
  const Track track = fitTrack(line, {{-1, 0, 0.25, 1, 2}});
  EXPECT_EQ(track.knots.size(), 2u);
  EXPECT_LT(errorOf(track, line, -1, 2), 1e-12);
}

TEST(FitTrackTest, CubicsHaveTwoKnots) {
  auto cubic = [](double t) { return ((4 * t - 6) * t + 1) * t + 2; };
  const Track track = fitTrack(cubic, {{0, 0.5, 1}});
  EXPECT_EQ(track.knots.size(), 2u);
  EXPECT_LT(errorOf(track, cubic, 0, 1), 1e-9);
}

TEST(FitTrackTest, KinksStayAtBreakpoints) {
  auto tent = [](double time) { return time < 0.3 ? time : 0.6 - time; };
  const Track track = fitTrack(tent, {{0, 0.3, 1}});
  EXPECT_EQ(track.knots.size(), 3u);
  EXPECT_LT(errorOf(track, tent, 0, 1), 1e-12);
}

TEST(FitTrackTest, CurvesAreFollowedWithinTheTolerance) {
  for (double turns : {0.5, 1.0, 3.0, 10.0, 15.0}) {
    auto wave = [turns](double time) { return 2 + std::sin(2 * kPi * turns * time); };
    const Track track = fitTrack(wave, {{0, 1}});
    EXPECT_LT(errorOf(track, wave, 0, 1), 2e-6) << turns << " turns";
    EXPECT_LT(track.knots.size(), 45 * turns + 10) << turns << " turns";
    EXPECT_LE(track.knots.size(), 513u);
  }
}

TEST(FitTrackTest, ALooserToleranceTakesFewerKnots) {
  auto wave = [](double time) { return std::exp(std::sin(2 * kPi * time)); };
  const Track fine = fitTrack(wave, {{0, 1}}), coarse = fitTrack(wave, {{0, 1}}, 1e-3);
  EXPECT_LT(coarse.knots.size() * 3, fine.knots.size());
  EXPECT_LT(errorOf(coarse, wave, 0, 1), 1.5e-3);
}

TEST(FitTrackTest, BeyondItsEndsItIsStraight) {
  const Track track = fitTrack([](double time) { return time * time; }, {{0, 1}});
  EXPECT_NEAR(track.at(2), 3, 1e-9);
  EXPECT_NEAR(track.at(-1), 0, 1e-9);
}

TEST(FitTrackTest, WhatTurnsTooFastIsFollowedAsWellAsPossible) {
  auto noise = [](double time) { return std::sin(1e6 * time * time); };
  const Track track = fitTrack(noise, {{0, 1}});
  EXPECT_LE(track.knots.size(), 513u);
  EXPECT_DOUBLE_EQ(track.at(0.5), noise(0.5));
}

TEST(FitTracksTest, FitsEachFunctionWithItsOwnKnots) {
  unsigned calls = 0;
  const std::vector<Track> tracks =
      fitTracks(3,
                [&](double time, llvm::MutableArrayRef<double> values) {
                  ++calls;
                  values[0] = 5;
                  values[1] = time;
                  values[2] = std::cos(4 * kPi * time);
                },
                {{0, 1}});
  ASSERT_EQ(tracks.size(), 3u);
  EXPECT_EQ(tracks[0].knots.size(), 1u);
  EXPECT_EQ(tracks[1].knots.size(), 2u);
  EXPECT_GT(tracks[2].knots.size(), 10u);
  EXPECT_LT(errorOf(tracks[2], [](double time) { return std::cos(4 * kPi * time); }, 0, 1), 2e-6);
  EXPECT_LT(calls, 1400u) << "functions are sampled together";
}

} // namespace
} // namespace flame
