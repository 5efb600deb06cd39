// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of a frame: together they make all rounds of each block, each once.

#include "runtime/plan/Legs.h"
#include "runtime/shared/WarmUp.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr uint32_t kConverged = abi::kOnlyConverged, kEarly = 0;

/// Frames that begin with their survey: rounds of the fuse, counted rounds, blocks.
struct Frame {
  uint32_t fuse, iterations, blocks;
};
constexpr Frame kFrames[] = {{kShortestWarmUpFuse, 16, 1},
                             {65, 16, 128},
                             {128, 384, 264},
                             {295, 1024, 264},
                             {1024, 384, 65},
                             {1024, 4096, 264}};

Legs legsOf(const Frame &frame, uint32_t features, bool beginsWithSurvey = true) {
  return planLegs(features, frame.fuse, frame.iterations, frame.blocks, beginsWithSurvey);
}

/// The legs in their order.
std::vector<Leg> inOrder(const Legs &legs) {
  std::vector<Leg> all = legs.first;
  all.push_back(legs.counted);
  return all;
}

/// The rounds of a leg, of which the last may be counted.
uint32_t endOf(const Leg &leg) { return leg.restRound ? leg.restRound : leg.fuse + leg.iterations; }

TEST(LegsTest, GoOnWhereTheOnesBeforeRest) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly}) {
      const std::vector<Leg> legs = inOrder(legsOf(frame, features));
      for (size_t i = 1; i < legs.size(); ++i) {
        EXPECT_EQ(legs[i].firstRound, legs[i - 1].restRound);
        EXPECT_GT(legs[i].firstRound, legs[i - 1].firstRound);
        EXPECT_FALSE(legs[i].hasWarmUp);
      }
      EXPECT_EQ(legs.back().restRound, 0u);
    }
}

TEST(LegsTest, CountAsManyRoundsAsTheFrameHas) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly})
      for (bool beginsWithSurvey : {false, true}) {
        uint32_t counted = 0;
        for (const Leg &leg : inOrder(legsOf(frame, features, beginsWithSurvey)))
          counted += endOf(leg) - std::min(std::max(leg.fuse, leg.firstRound), endOf(leg));
        EXPECT_EQ(counted, frame.iterations);
      }
}

TEST(LegsTest, StartWithTheWarmUpKernel) {
  for (const Frame &frame : kFrames)
    for (bool beginsWithSurvey : {false, true}) {
      const Leg warm = inOrder(legsOf(frame, kConverged, beginsWithSurvey)).front();
      EXPECT_TRUE(warm.hasWarmUp);
      EXPECT_EQ(warm.firstRound,
                warmUpRounds(kConverged, frame.fuse, frame.iterations, frame.blocks));
      const Leg early = inOrder(legsOf(frame, kEarly, beginsWithSurvey)).front();
      EXPECT_FALSE(early.hasWarmUp);
      EXPECT_EQ(early.firstRound, 0u);
    }
}

TEST(LegsTest, LookAtBlocksThatRestHalfParted) {
  for (const Frame &frame : kFrames) {
    const Legs legs = legsOf(frame, kConverged);
    ASSERT_THAT(legs.first, SizeIs(2));
    ASSERT_TRUE(legs.survey);
    EXPECT_FALSE(legs.countsSurvey());
    EXPECT_EQ(legs.survey->firstRound, legs.first[0].restRound);
    EXPECT_EQ(legs.survey->restRound, 0u) << "what it makes is thrown away";
    EXPECT_EQ(legs.survey->fuse, legs.survey->firstRound) << "all of its rounds count";
    EXPECT_LE(legs.surveyBlocks, frame.blocks);
    EXPECT_GE(legs.surveyBlocks, std::min(frame.blocks, 33u));
    const uint32_t half = legs.first[0].restRound - legs.first[0].firstRound;
    EXPECT_NEAR(half, legs.first[1].restRound - legs.first[1].firstRound, 1);
  }
}

TEST(LegsTest, CountTheSurveyWherePointsMayCountBefore) {
  for (const Frame &frame : kFrames) {
    const Legs legs = legsOf(frame, kEarly);
    ASSERT_THAT(legs.first, SizeIs(1));
    EXPECT_TRUE(legs.countsSurvey());
    EXPECT_EQ(legs.surveyBlocks, frame.blocks);
    EXPECT_EQ(legs.survey->restRound, frame.fuse + 1);
  }
}

TEST(LegsTest, HaveStreamsOfTheirOwn) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly})
      for (const Leg &leg : inOrder(legsOf(frame, features)))
        EXPECT_EQ(leg.choicesFrom, leg.firstRound);
}

TEST(LegsTest, WithoutSurveyThereIsOne) {
  const Legs legs = legsOf({300, 400, 100}, kConverged, /*beginsWithSurvey=*/false);
  EXPECT_THAT(legs.first, IsEmpty());
  EXPECT_FALSE(legs.survey);
}

TEST(LegsTest, PiecesMakeTheRoundsOfTheirLegWithItsStream) {
  for (const Frame &frame : kFrames)
    for (bool beginsWithSurvey : {false, true})
      for (uint32_t pieces : {1u, 2u, 7u, 5000u}) {
        const Leg whole = legsOf(frame, kConverged, beginsWithSurvey).counted;
        const std::vector<Leg> legs = inPieces(whole, pieces);
        EXPECT_LE(legs.size(), pieces);
        EXPECT_EQ(legs.front().firstRound, whole.firstRound);
        EXPECT_EQ(legs.front().hasWarmUp, whole.hasWarmUp);
        for (size_t i = 0; i < legs.size(); ++i) {
          EXPECT_EQ(legs[i].choicesFrom, whole.choicesFrom);
          EXPECT_LT(legs[i].firstRound, endOf(legs[i]));
          if (i) {
            EXPECT_EQ(legs[i].firstRound, legs[i - 1].restRound);
            EXPECT_FALSE(legs[i].hasWarmUp);
          }
        }
        EXPECT_EQ(endOf(legs.back()), endOf(whole));
      }
}

TEST(LegsTest, AreEnteredInArguments) {
  abi::IterateArgs args = {};
  Leg{false, 1, 2, 3, 4, 5}.enter(args);
  EXPECT_EQ(args.firstRound, 1u);
  EXPECT_EQ(args.restRound, 2u);
  EXPECT_EQ(args.fuse, 3u);
  EXPECT_EQ(args.iterations, 4u);
  EXPECT_EQ(args.choicesFrom, 5u);
}

} // namespace
} // namespace flame::rt
