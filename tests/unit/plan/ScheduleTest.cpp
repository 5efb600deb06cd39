// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of logs: they fit the memory that there is, and every bucket a bin.

#include "runtime/plan/Schedule.h"
#include "runtime/shared/HotBins.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/SplitLog.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>

namespace flame::rt {
namespace {

/// About what an H200 has.
constexpr SplitRoom kRoom = {.tileCells = 28000,
                             .pairCells = 0,
                             .mostBins = 1024,
                             .singleGroup = {.groups = 1, .grid = 264, .bufferBytes = 70000},
                             .bothGroups = {},
                             .logBytes = uint64_t(32) << 30,
                             .adders = 132};

SplitWork workOf(uint32_t width, uint32_t height, double share = 1) {
  SplitWork work = {};
  work.frame.gridWidth = width;
  work.frame.gridHeight = height;
  work.blocks = work.localBlocks = 528;
  work.samplesPerBlock = 2400 * 4096;
  work.shareInFrame = share;
  return work;
}

TEST(ScheduleTest, HasNames) {
  EXPECT_EQ(findSchedule("auto"), Schedule::Auto);
  EXPECT_EQ(findSchedule("direct"), Schedule::Direct);
  EXPECT_EQ(findSchedule("split"), Schedule::Split);
  EXPECT_EQ(findSchedule("sorted"), std::nullopt);
}

TEST(ScheduleTest, LogsFitTheirRoom) {
  for (auto [width, height] :
       {std::pair{8u, 8u}, {333u, 217u}, {1946u, 1106u}, {3866u, 2186u}, {7776u, 4416u}})
    for (double share : {0.0, 0.01, 0.4, 1.0}) {
      SCOPED_TRACE(testing::Message() << width << 'x' << height << ", " << share);
      SplitWork work = workOf(width, height, share);
      for (uint32_t bucket = 0; bucket < 64 && share == 0.4; ++bucket)
        work.hottest.push_back({bucket, 0.02 / (bucket + 1)});
      const std::optional<SplitPlan> plan = planSplit(work, kRoom);
      ASSERT_TRUE(plan);
      const abi::SplitLog &log = plan->log;
      EXPECT_GE(uint64_t(log.bins) * log.binCells, uint64_t(width) * height);
      EXPECT_LE(log.binCells, kMaxBinCells);
      EXPECT_LE(log.tileCells, kRoom.tileCells);
      EXPECT_GE(uint64_t(log.tiles()) * log.tileCells, log.binCells);
      EXPECT_LE(splitBytes(log.allBins(), log.hotBins, log.bufferBytes),
                kRoom.singleGroup.bufferBytes);
      EXPECT_EQ(log.bufferBytes % 16, 0u);
      EXPECT_GE(log.bufferBytes, 16u);
      EXPECT_GE(log.roundsPerFlush, 1u);
      EXPECT_LE(uint64_t(log.bins) * log.binQuads * 16, kRoom.logBytes + uint64_t(log.bins) * 16);
      EXPECT_GE(double(log.allBins()) * log.binQuads * 4,
                double(plan->blocksPerLaunch) * 2400 * 4096 * share);
      EXPECT_GE(plan->blocksPerLaunch, 1u);
    }
}

TEST(ScheduleTest, BinsHaveSeveralTilesWhereBuffersWouldBeSmall) {
  EXPECT_EQ(planSplit(workOf(3866, 2186), kRoom)->log.tiles(), 1u);
  const abi::SplitLog supersampled = planSplit(workOf(7776, 4416), kRoom)->log;
  EXPECT_GT(supersampled.tiles(), 1u);
  EXPECT_GE(supersampled.bufferBytes, 24 * sizeof(uint32_t));
  SplitRoom small = kRoom;
  small.tileCells = 6000; // of GPUs with 64 KB of shared memory
  const abi::SplitLog onSmall = planSplit(workOf(3866, 2186), small)->log;
  EXPECT_GT(onSmall.tiles(), 3u);
  EXPECT_LE(onSmall.tileCells, small.tileCells);
}

TEST(ScheduleTest, PairsAddUpWhatDoesNotFitOneTile) {
  SplitRoom room = kRoom;
  room.pairCells = 56000;
  for (auto [width, height] : {std::pair{1946u, 1106u}, {3866u, 2186u}}) {
    const SplitPlan single = *planSplit(workOf(width, height), room);
    EXPECT_FALSE(single.isPaired) << "one tile is enough";
    EXPECT_EQ(single.log.bins, planSplit(workOf(width, height), kRoom)->log.bins);
  }
  for (auto [width, height] : {std::pair{5820u, 3306u}, {7680u, 4320u}}) {
    SCOPED_TRACE(testing::Message() << width << 'x' << height);
    const SplitPlan paired = *planSplit(workOf(width, height), room);
    EXPECT_TRUE(paired.isPaired);
    EXPECT_TRUE(isReadAgain(paired));
    EXPECT_EQ(paired.log.tiles(), 1u);
    EXPECT_GT(paired.log.tileCells, room.tileCells);
    EXPECT_LE(paired.log.tileCells, room.pairCells);
    EXPECT_GE(paired.log.bufferBytes, 24 * sizeof(uint32_t));
  }
  SplitWork work = workOf(7680, 4320);
  work.beginsWithCopies = true;
  EXPECT_FALSE(planSplit(work, room)->isPaired) << "copies fill small buffers at once";
  work = workOf(7680, 4320);
  work.blocks = 10;
  EXPECT_FALSE(planSplit(work, room)->isPaired) << "of few samples";
  const SplitPlan larger = *planSplit(workOf(8640, 4860), room);
  EXPECT_FALSE(larger.isPaired) << "buffers would be too small";
  EXPECT_GT(larger.log.tiles(), 1u);
  EXPECT_LE(larger.log.tileCells, room.tileCells);
}

TEST(ScheduleTest, BlocksHaveBothGroupsWhereBuffersWouldBeSmall) {
  SplitRoom room = kRoom;
  room.pairCells = 56000;
  room.bothGroups = {.groups = 2, .grid = 132, .bufferBytes = 150000};
  for (auto [width, height] : {std::pair{1946u, 1106u}, {3866u, 2186u}}) {
    const SplitPlan plan = *planSplit(workOf(width, height), room);
    EXPECT_EQ(plan.shape.groups, 1u) << width;
    EXPECT_GE(plan.log.bufferBytes, 52 * sizeof(uint32_t));
  }
  for (auto [width, height] : {std::pair{5820u, 3306u}, {7680u, 4320u}}) {
    SCOPED_TRACE(width);
    const SplitPlan plan = *planSplit(workOf(width, height), room);
    EXPECT_EQ(plan.shape.groups, 2u);
    EXPECT_TRUE(plan.isPaired) << "bins of one tile would have buffers of as little comfort";
    SplitRoom withoutShape = room;
    withoutShape.bothGroups = {};
    const SplitPlan alone = *planSplit(workOf(width, height), withoutShape);
    EXPECT_EQ(plan.log.bins, alone.log.bins);
    EXPECT_GT(plan.log.bufferBytes, 2 * alone.log.bufferBytes);
    EXPECT_GT(plan.log.roundsPerFlush, alone.log.roundsPerFlush);
    EXPECT_LE(splitBytes(plan.log.allBins(), plan.log.hotBins, plan.log.bufferBytes),
              room.bothGroups.bufferBytes);
    EXPECT_EQ(plan.blocksPerLaunch % plan.shape.logicalBlocks(), 0u);
  }
  SplitWork part = workOf(7680, 4320);
  part.localBlocks = 66;
  const SplitPlan ofPart = *planSplit(part, room);
  EXPECT_EQ(ofPart.shape.groups, 1u) << "half of the multiprocessors would be idle";
  EXPECT_TRUE(ofPart.wantsBothGroups) << "the schedule is that of all of the frame";
  part.localBlocks = 125;
  EXPECT_EQ(planSplit(part, room)->shape.groups, 2u) << "hardly any";
  SplitRoom small = room; // of GPUs with 100 KB of shared memory
  small.tileCells = 11000;
  small.singleGroup.bufferBytes = 7000;
  small.bothGroups.bufferBytes = 25000;
  EXPECT_EQ(planSplit(workOf(1946, 1106), small)->shape.groups, 2u);
}

TEST(ScheduleTest, BlocksThatAddUpHaveABinEach) {
  for (auto [width, height] : {std::pair{1946u, 1106u}, {1920u, 1080u}, {333u, 217u}}) {
    const uint32_t bins = planSplit(workOf(width, height), kRoom)->log.bins;
    EXPECT_LE(bins, kRoom.adders);
    EXPECT_GE(bins, 127u);
  }
  EXPECT_GT(planSplit(workOf(3866, 2186), kRoom)->log.bins, 2 * kRoom.adders)
      << "one for each would have too many cells";
  SplitRoom few = kRoom;
  few.adders = 24;
  EXPECT_GE(planSplit(workOf(1946, 1106), few)->log.bins, 120u) << "as many as have good buffers";
}

TEST(ScheduleTest, BuffersHaveRoomForPointsThatAreAlike) {
  SplitWork work = workOf(1946, 1106);
  const uint32_t apart = planSplit(work, kRoom)->log.roundsPerFlush;
  work.beginsWithCopies = true;
  EXPECT_LT(planSplit(work, kRoom)->log.roundsPerFlush, apart);
}

TEST(ScheduleTest, LaunchesAreAsLargeAsTheLog) {
  SplitRoom room = kRoom;
  EXPECT_EQ(planSplit(workOf(1946, 1106), room)->blocksPerLaunch, 528u);
  room.logBytes = uint64_t(7) << 30; // one wave takes 6.2 GB
  EXPECT_EQ(planSplit(workOf(1946, 1106), room)->blocksPerLaunch, 132u);
  EXPECT_EQ(planSplit(workOf(1946, 1106), room)->pieces, 1u);
  room.logBytes = uint64_t(5) << 30;
  EXPECT_EQ(planSplit(workOf(1946, 1106), room)->blocksPerLaunch, 132u);
  EXPECT_EQ(planSplit(workOf(1946, 1106), room)->pieces, 2u);
  EXPECT_EQ(planSplit(workOf(1946, 1106, 0.2), room)->blocksPerLaunch, 528u);
  room.logBytes = uint64_t(1) << 30; // of a GPU with 4 GB
  const SplitPlan small = *planSplit(workOf(1946, 1106), room);
  EXPECT_EQ(small.blocksPerLaunch, 132u);
  EXPECT_EQ(small.pieces, 6u);
  EXPECT_LE(uint64_t(small.log.bins) * small.log.binQuads * 16,
            room.logBytes +
                uint64_t(small.log.bins) * room.singleGroup.grid * small.log.chunkQuads * 16);
  room.logBytes = 1 << 20;
  EXPECT_FALSE(planSplit(workOf(1946, 1106), room));
}

TEST(ScheduleTest, FewerSamplesInTheFrameAreFlushedLessOften) {
  const uint32_t all = planSplit(workOf(1946, 1106, 1), kRoom)->log.roundsPerFlush;
  const uint32_t half = planSplit(workOf(1946, 1106, 0.5), kRoom)->log.roundsPerFlush;
  EXPECT_GE(all, 4u);
  EXPECT_GE(half, 2 * all);
}

TEST(ScheduleTest, HotBucketsHaveBinsOfTheirOwn) {
  SplitWork work = workOf(1946, 1106);
  for (uint32_t i = 0; i < 65; ++i)
    work.hottest.push_back({i * 31337, 0.05 / (i + 1)});
  const SplitPlan plan = *planSplit(work, kRoom);
  const abi::SplitLog &log = plan.log;
  ASSERT_GT(log.hotBins, 0u);
  ASSERT_EQ(plan.hotTags.size(), kHotTags);
  ASSERT_EQ(plan.hotBuckets.size(), log.hotBins);
  const uint32_t flushedWithout = planSplit(workOf(1946, 1106), kRoom)->log.roundsPerFlush;
  EXPECT_GE(2 * log.roundsPerFlush, flushedWithout);
  std::map<uint32_t, uint32_t> bins;
  for (uint32_t bucket : plan.hotBuckets)
    ++bins[bucket];
  EXPECT_GT(bins.at(0), bins.at(31337)) << "the hottest has most";
  for (uint32_t bucket = 0; bucket < 1946 * 1106; ++bucket) {
    const uint32_t hash = bucket * log.hotFactor, tag = plan.hotTags[hotTagIndex(hash)];
    ASSERT_EQ(hasHash(tag, hash), bins.contains(bucket)) << bucket;
    if (!bins.contains(bucket))
      continue;
    std::set<uint32_t> found;
    for (uint32_t thread = 0; thread < abi::kThreads; ++thread)
      found.insert(hotBinOf(tag, thread));
    EXPECT_EQ(found.size(), bins.at(bucket));
    for (uint32_t bin : found)
      EXPECT_EQ(plan.hotBuckets.at(bin), bucket);
  }
}

/// A hash that leaves entries of the table to buckets of the frame alone is given up soon: that
/// cost a tenth of a second of each frame.
TEST(ScheduleTest, OneHotBucketIsPlannedInNoTime) {
  SplitWork work = workOf(1922, 1082, 0.3);
  work.hottest.push_back({12345, 0.005});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(planSplit(work, kRoom)->hotBuckets.at(0), 12345u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3));
}

TEST(ScheduleTest, LogsAreLeftOutWhereBucketsGetFewSamples) {
  SplitWork work = workOf(3842, 2162, 1);
  work.hasPilot = true;
  work.blocks = 132;
  work.samplesPerBlock = 512 * 4096; // 33 to a bucket
  EXPECT_TRUE(isLogQuicker(work, *planSplit(work, kRoom)));
  work.shareInFrame = 0.32;
  EXPECT_FALSE(isLogQuicker(work, *planSplit(work, kRoom)));
}

/// Short frames, which have no pilot run, on an H100.
TEST(ScheduleTest, ShortFramesAreSplitWhereTheCacheHoldsTheirCells) {
  struct Frame {
    uint32_t width, height;
    uint64_t samples;
    bool isLogQuicker;
  };
  constexpr uint64_t kMega = 1 << 20;
  const Frame frames[] = {{278, 278, kMega, true},         {1942, 1102, kMega, true},
                          {1942, 1102, 4 * kMega, true},   {3862, 2182, 4 * kMega, false},
                          {3862, 2182, 16 * kMega, false}, {3862, 2182, 64 * kMega, true},
                          {7682, 4322, 16 * kMega, false}, {7682, 4322, 64 * kMega, true}};
  for (const Frame &frame : frames) {
    SCOPED_TRACE(testing::Message() << frame.width << ", " << frame.samples);
    SplitWork work = workOf(frame.width, frame.height);
    work.blocks = 128;
    work.samplesPerBlock = frame.samples / work.blocks;
    EXPECT_EQ(isLogQuicker(work, *planSplit(work, kRoom)), frame.isLogQuicker);
  }
}

/// Results of pilot runs of flames, and which schedule was quicker on an H200.
TEST(ScheduleTest, LogsAreLeftOutWhereTheyWereSlower) {
  struct Flame {
    uint32_t width, height;
    double inFrame, inTable, first, firstFour, first64; ///< the last three of the hottest buckets
    bool isLogQuicker;
  };
  const Flame flames[] = {
      {1922, 1082, 0, 0, 0, 0, 0, false},                   // nothing to be seen
      {1922, 1082, 0.05, 0.02, 0, 0, 0.01, false},          // a corner of it
      {1922, 1082, 0.1, 0.002, 0, 0, 0.001, true},          //
      {1282, 722, 0.96, 0.79, 0.151, 0.33, 0.44, false},    // 80725: a few points have nearly half
      {3842, 2162, 0.96, 0.69, 0.129, 0.267, 0.363, false}, //
      {1282, 722, 0.302, 0.196, 0.046, 0.06, 0.09,
       true}, // 80692: one point, and little in the frame
      {3842, 2162, 0.32, 0.14, 0.043, 0.051, 0.075, true},    //
      {1922, 1082, 0.509, 0.32, 0.0127, 0.031, 0.115, false}, // 80973: many of them
      {3842, 2162, 0.508, 0.254, 0.0078, 0.0225, 0.087, false},
      {256, 256, 0.628, 0.54, 0.0315, 0.073, 0.247, false},
      {256, 256, 0.861, 0.38, 0.0184, 0.03, 0.108, true}, // 81159=80973: fewer
      {256, 256, 1, 0.54, 0.002, 0.008, 0.071, true}, // 81096: many buckets of the table, none hot
      {1282, 722, 1, 0.055, 0, 0, 0.003, true},       // evenly spread
      {7682, 4322, 0.5, 0.2, 0, 0, 0.05, false},      // several tiles
      {7682, 4322, 0.32, 0.125, 0, 0, 0.05, false},   //
      {7682, 4322, 1, 0.11, 0, 0, 0.01, true}};
  for (const Flame &flame : flames) {
    SCOPED_TRACE(testing::Message()
                 << flame.width << ", " << flame.inFrame << ", " << flame.inTable);
    SplitWork work = workOf(flame.width, flame.height, flame.inFrame);
    work.hasPilot = true;
    work.shareInTable = flame.inTable;
    double harmonic = 0; // of the others, as they get fewer
    for (uint32_t i = 4; i < 64; ++i)
      harmonic += 1.0 / (i + 1);
    for (uint32_t i = 0; i < 64; ++i)
      work.hottest.push_back({i * 7, i == 0 ? flame.first
                                     : i < 4
                                         ? (flame.firstFour - flame.first) / 3
                                         : (flame.first64 - flame.firstFour) / harmonic / (i + 1)});
    EXPECT_EQ(isLogQuicker(work, *planSplit(work, kRoom)), flame.isLogQuicker);
  }
}

// One H100, 80692 with supersample 4: 132 and 127 G samples/s at 2,500 samples per pixel, 108 and
// 115 at 500; 80725: 82 and 108.
TEST(ScheduleTest, LargeBuffersAreQuickerThanTheTableWhereSamplesAreMany) {
  SplitRoom room = kRoom;
  room.pairCells = 56000;
  room.bothGroups = {.groups = 2, .grid = 132, .bufferBytes = 150000};
  const auto isQuicker = [](const SplitRoom &room, double quality, double inFrame, double inTable) {
    SplitWork work = workOf(7682, 4322, inFrame);
    work.hasPilot = true;
    work.blocks = work.localBlocks = 132;
    work.samplesPerBlock = uint64_t(quality * 1920 * 1080 / work.blocks);
    work.shareInTable = inTable;
    return isLogQuicker(work, *planSplit(work, room));
  };
  EXPECT_TRUE(isQuicker(room, 2500, 0.32, 0.13)) << "80692";
  EXPECT_FALSE(isQuicker(room, 500, 0.32, 0.13));
  EXPECT_FALSE(isQuicker(kRoom, 2500, 0.32, 0.13)) << "blocks of one group";
  EXPECT_FALSE(isQuicker(room, 2500, 0.96, 0.63)) << "80725";
}

TEST(ScheduleTest, NoBufferOverflowsWhereFewBucketsHaveNearlyAll) {
  SplitWork work = workOf(
      1946, 1106); // half of all at one point, an eighth at each of its two images, and so on
  for (uint32_t generation = 0; generation < 6; ++generation)
    for (uint32_t i = 0; i < 1u << generation; ++i)
      work.hottest.push_back({(1u << generation) * 4711 + 97 * i, 0.5 / (1 << 2 * generation)});
  const SplitPlan plan = *planSplit(work, kRoom);
  std::map<uint32_t, uint32_t> bins;
  for (uint32_t bucket : plan.hotBuckets)
    ++bins[bucket];
  for (const HotBucket &hot : work.hottest) {
    const uint32_t bucketBins = bins.contains(hot.bucket) ? bins[hot.bucket] : 1;
    EXPECT_LE(hot.share / bucketBins * plan.shape.points() * plan.log.roundsPerFlush,
              plan.log.bufferBytes / sizeof(uint32_t))
        << hot.share;
  }
}

TEST(ScheduleTest, NoBucketIsHotWhereNoneWouldFillABuffer) {
  SplitWork work = workOf(1946, 1106);
  for (uint32_t i = 0; i < 65; ++i)
    work.hottest.push_back({i * 31337, 0.0005});
  EXPECT_EQ(planSplit(work, kRoom)->log.hotBins, 0u);
}

// One H100, 80725, 1,000 samples per pixel: of six frames four, five and one lost samples at
// 3840x2160 and with supersample 4 and 2.
TEST(ScheduleTest, CellsOutsideOfTheCacheAreAskedMoreOftenWherePointsLinger) {
  const auto rounds = [](uint32_t width, uint32_t height, double inFrame, double inTable) {
    SplitWork work = workOf(width, height, inFrame);
    work.shareInTable = inTable;
    return roundsPerReturn(work);
  };
  EXPECT_EQ(rounds(7680, 4320, 0.96, 0.63), 4u) << "80725";
  EXPECT_EQ(rounds(1946, 1106, 0.96, 0.70), 8u) << "in the cache";
  EXPECT_EQ(rounds(7680, 4320, 0.30, 0.13), 8u) << "80692";
  EXPECT_EQ(rounds(7680, 4320, 1, 0), 8u) << "nobody knows";
}

TEST(ScheduleTest, WhatCannotBeSplitIsNot) {
  EXPECT_FALSE(planSplit(workOf(16384, 16384), kRoom)) << "more bins than buffers";
  EXPECT_FALSE(planSplit(workOf(1946, 1106), SplitRoom{})) << "a GPU without room";
}

} // namespace
} // namespace flame::rt
