// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The segments of a launch plan: together they make all rounds of each block, each once.

#include "runtime/plan/LaunchPlan.h"
#include "runtime/shared/WarmUp.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr uint32_t kConverged = abi::kOnlyConverged, kEarly = 0;

/// Frames that begin with their pilot run: rounds of the fuse, counted rounds, blocks.
struct Frame {
  uint32_t fuse, iterations, blocks;
};
constexpr Frame kFrames[] = {{kShortestWarmUpFuse, 16, 1},
                             {65, 16, 128},
                             {128, 384, 264},
                             {295, 1024, 264},
                             {1024, 384, 65},
                             {1024, 4096, 264}};

LaunchPlan launchPlanOf(const Frame &frame, uint32_t features, bool beginsWithPilot = true) {
  return planLaunches(features, frame.fuse, frame.iterations, frame.blocks, beginsWithPilot);
}

/// All segments, in their order.
std::vector<Segment> inOrder(const LaunchPlan &launches) {
  std::vector<Segment> all = launches.first;
  all.push_back(launches.counted);
  return all;
}

/// The round behind the last one of a segment.
uint32_t endOf(const Segment &segment) {
  return segment.endRound ? segment.endRound : segment.fuse + segment.iterations;
}

TEST(LaunchPlanTest, SegmentsResumeWhereTheLastOneWasSuspended) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly}) {
      const std::vector<Segment> segments = inOrder(launchPlanOf(frame, features));
      for (size_t i = 1; i < segments.size(); ++i) {
        EXPECT_EQ(segments[i].firstRound, segments[i - 1].endRound);
        EXPECT_GT(segments[i].firstRound, segments[i - 1].firstRound);
        EXPECT_FALSE(segments[i].hasWarmUp);
      }
      EXPECT_EQ(segments.back().endRound, 0u);
    }
}

TEST(LaunchPlanTest, SegmentsCountAsManyRoundsAsTheFrameHas) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly})
      for (bool beginsWithPilot : {false, true}) {
        uint32_t counted = 0;
        for (const Segment &segment : inOrder(launchPlanOf(frame, features, beginsWithPilot)))
          counted +=
              endOf(segment) - std::min(std::max(segment.fuse, segment.firstRound), endOf(segment));
        EXPECT_EQ(counted, frame.iterations);
      }
}

TEST(LaunchPlanTest, StartsWithTheWarmUpKernel) {
  for (const Frame &frame : kFrames)
    for (bool beginsWithPilot : {false, true}) {
      const Segment warm = inOrder(launchPlanOf(frame, kConverged, beginsWithPilot)).front();
      EXPECT_TRUE(warm.hasWarmUp);
      EXPECT_EQ(warm.firstRound,
                warmUpRounds(kConverged, frame.fuse, frame.iterations, frame.blocks));
      const Segment early = inOrder(launchPlanOf(frame, kEarly, beginsWithPilot)).front();
      EXPECT_FALSE(early.hasWarmUp);
      EXPECT_EQ(early.firstRound, 0u);
    }
}

TEST(LaunchPlanTest, PilotsBlocksSuspendedHalfParted) {
  for (const Frame &frame : kFrames) {
    const LaunchPlan launches = launchPlanOf(frame, kConverged);
    ASSERT_THAT(launches.first, SizeIs(2));
    ASSERT_TRUE(launches.pilot);
    EXPECT_FALSE(launches.countsPilot());
    EXPECT_EQ(launches.pilot->firstRound, launches.first[0].endRound);
    EXPECT_EQ(launches.pilot->endRound, 0u) << "what it makes is thrown away";
    EXPECT_EQ(launches.pilot->fuse, launches.pilot->firstRound) << "all of its rounds count";
    EXPECT_LE(launches.pilotBlocks, frame.blocks);
    EXPECT_GE(launches.pilotBlocks, std::min(frame.blocks, 33u));
    const uint32_t half = launches.first[0].endRound - launches.first[0].firstRound;
    EXPECT_NEAR(half, launches.first[1].endRound - launches.first[1].firstRound, 1);
  }
}

TEST(LaunchPlanTest, CountsThePilotWherePointsMayCountEarly) {
  for (const Frame &frame : kFrames) {
    const LaunchPlan launches = launchPlanOf(frame, kEarly);
    ASSERT_THAT(launches.first, SizeIs(1));
    EXPECT_TRUE(launches.countsPilot());
    EXPECT_EQ(launches.pilotBlocks, frame.blocks);
    EXPECT_EQ(launches.pilot->endRound, frame.fuse + 1);
  }
}

TEST(LaunchPlanTest, SegmentsHaveStreamsOfTheirOwn) {
  for (const Frame &frame : kFrames)
    for (uint32_t features : {kConverged, kEarly})
      for (const Segment &segment : inOrder(launchPlanOf(frame, features)))
        EXPECT_EQ(segment.choicesFrom, segment.firstRound);
}

TEST(LaunchPlanTest, HasOneSegmentWithoutPilot) {
  const LaunchPlan launches = launchPlanOf({300, 400, 100}, kConverged, /*beginsWithPilot=*/false);
  EXPECT_THAT(launches.first, IsEmpty());
  EXPECT_FALSE(launches.pilot);
}

TEST(LaunchPlanTest, PiecesMakeTheRoundsOfTheirSegmentWithItsStream) {
  for (const Frame &frame : kFrames)
    for (bool beginsWithPilot : {false, true})
      for (uint32_t pieces : {1u, 2u, 7u, 5000u}) {
        const Segment whole = launchPlanOf(frame, kConverged, beginsWithPilot).counted;
        const std::vector<Segment> segments = inPieces(whole, pieces);
        EXPECT_LE(segments.size(), pieces);
        EXPECT_EQ(segments.front().firstRound, whole.firstRound);
        EXPECT_EQ(segments.front().hasWarmUp, whole.hasWarmUp);
        for (size_t i = 0; i < segments.size(); ++i) {
          EXPECT_EQ(segments[i].choicesFrom, whole.choicesFrom);
          EXPECT_LT(segments[i].firstRound, endOf(segments[i]));
          if (i) {
            EXPECT_EQ(segments[i].firstRound, segments[i - 1].endRound);
            EXPECT_FALSE(segments[i].hasWarmUp);
          }
        }
        EXPECT_EQ(endOf(segments.back()), endOf(whole));
      }
}

TEST(LaunchPlanTest, SegmentsAreEnteredInArguments) {
  abi::IterateArgs args = {};
  Segment{false, 1, 2, 3, 4, 5}.enter(args);
  EXPECT_EQ(args.firstRound, 1u);
  EXPECT_EQ(args.endRound, 2u);
  EXPECT_EQ(args.fuse, 3u);
  EXPECT_EQ(args.iterations, 4u);
  EXPECT_EQ(args.choicesFrom, 5u);
}

} // namespace
} // namespace flame::rt
