// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples that count during the fuse: flam3's share, spread evenly over it, whatever the seed. And
// the length of the warm-up kernel, which makes most of the fuse with few points.

#include "runtime/shared/Fuse.h"
#include "runtime/shared/WarmUp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace flame {
namespace {

/// Of a block: the warps of the GPU.
constexpr uint32_t kGroups = abi::kThreads / 32;

abi::IterateArgs argsOf(uint32_t blocks, uint32_t iterations, uint32_t fuse, uint64_t seed = 1) {
  abi::IterateArgs args = {};
  args.logicalBlocks = blocks;
  args.iterations = iterations;
  args.fuse = fuse;
  args.seed = seed;
  return args;
}

/// The rounds in which a group of a block counts before the end of the fuse.
std::vector<uint32_t> roundsOf(const abi::IterateArgs &args, uint32_t block, uint32_t group) {
  EarlyRounds early = earlyRounds(args, block, group, kGroups);
  std::vector<uint32_t> rounds;
  for (uint32_t round = 0; round < args.fuse; ++round)
    if (countsEarly(early, round))
      rounds.push_back(round);
  return rounds;
}

TEST(FuseTest, EachGroupCountsAsOftenAsItsBlockSays) {
  for (uint32_t iterations : {1u, 64u, 1024u, kSubBatch})
    for (uint32_t fuse : {0u, kEarlyFuse, kEarlyFuse + 1, 40u, 3000u})
      for (uint32_t block : {0u, 1u, 77u})
        for (uint32_t group : {0u, 1u, 15u}) {
          const abi::IterateArgs args = argsOf(100, iterations, fuse);
          const std::vector<uint32_t> rounds = roundsOf(args, block, group);
          ASSERT_EQ(rounds.size(), earlyRoundsOf(args, block)) << iterations << ", " << fuse;
          if (!rounds.empty())
            EXPECT_GE(rounds.front(), kEarlyFuse);
        }
}

TEST(FuseTest, AllRoundsOfABlockAsLongAsASubBatchCountFromFlam3sFuseOn) {
  const std::vector<uint32_t> rounds = roundsOf(argsOf(1, kSubBatch, 200), 0, 0);
  ASSERT_EQ(rounds.size(), 200 - kEarlyFuse);
  EXPECT_EQ(rounds.front(), kEarlyFuse);
}

TEST(FuseTest, Flam3sShareCountsEarly) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const abi::IterateArgs args = argsOf(200, 64, 400, seed);
    double early = 0;
    for (uint32_t block = 0; block < args.logicalBlocks; ++block)
      early += earlyRoundsOf(args, block);
    EXPECT_NEAR(early, 200.0 * 64 * (400 - kEarlyFuse) / kSubBatch, 1) << "seed " << seed;
  }
}

/// How many points count in the first rounds of the fuse, where trails are strong, must not depend
/// on the seed. flam3's scatter is the measure: it starts so many points.
TEST(FuseTest, EarlyRoundsAreSpreadOverTheFuse) {
  for (uint32_t blocks : {20u, 200u})
    for (uint32_t iterations : {64u, 640u})
      for (uint32_t fuse : {45u, 400u, 1000u})
        for (uint64_t seed = 0; seed < 20; ++seed) {
          const abi::IterateArgs args = argsOf(blocks, iterations, fuse, seed);
          std::vector<double> positions; // 0..1
          for (uint32_t block = 0; block < blocks; ++block)
            for (uint32_t group = 0; group < kGroups; ++group)
              for (uint32_t round : roundsOf(args, block, group))
                positions.push_back((round - kEarlyFuse + 0.5) / (fuse - kEarlyFuse));
          std::sort(positions.begin(), positions.end());
          const double starts = double(blocks) * iterations * abi::kPointsPerBlock / kSubBatch;
          const double allowed = 0.7 / std::sqrt(starts) + 0.5 / (fuse - kEarlyFuse);
          for (size_t i = 0; i < positions.size(); ++i)
            ASSERT_NEAR(positions[i], (double(i) + 0.5) / double(positions.size()), allowed)
                << blocks << " blocks of " << iterations << ", fuse " << fuse << ", seed " << seed;
        }
}

TEST(FuseTest, FlamesThatShowConvergedPointsAloneCountNoneEarly) {
  EXPECT_FALSE(countsNoneEarly(abi::kXaos | abi::kFinalXform));
  EXPECT_TRUE(countsNoneEarly(abi::kOnlyConverged | abi::kFinalXform));
  EXPECT_TRUE(countsNoneEarly(abi::kPeriodicReseed));
}

TEST(WarmUpTest, MakesThreeQuartersOfTheFuseWhereNothingCountsInIt) {
  constexpr uint32_t kConverged = abi::kOnlyConverged, kFew = 64;
  EXPECT_EQ(warmUpRounds(kConverged, 1024, kFew, 264), 768u);
  EXPECT_EQ(warmUpRounds(kConverged | abi::kDepth, 64, 8, 1), 48u);
  EXPECT_EQ(warmUpRounds(kConverged, 63, kFew, 264), 0u) << "too short a fuse";
  EXPECT_EQ(warmUpRounds(kConverged, 600, kFew, kMostWarmUpBlocks), 450u);
  EXPECT_EQ(warmUpRounds(kConverged, 600, kFew, kMostWarmUpBlocks + 1), 0u) << "too many to wait";
  EXPECT_EQ(warmUpRounds(0, 1024, kFew, 264), 0u) << "some count early";
  EXPECT_EQ(warmUpRounds(kConverged | abi::kXaos, 1024, kFew, 264), 0u)
      << "points that do not change places";
  EXPECT_EQ(warmUpRounds(kConverged | abi::kPeriodicReseed, 1024, kFew, 264), 0u);
}

TEST(WarmUpTest, LeavesCopiesTimeToPart) {
  EXPECT_EQ(partingRounds(1024, 64), 256u);
  for (uint32_t fuse : {64u, 300u, 1024u})
    for (uint32_t iterations = 1; iterations < 1u << 20; iterations *= 2) {
      SCOPED_TRACE(testing::Message() << fuse << ", " << iterations);
      const double decay = fuse / 14.0, times = iterations / decay;
      const double share =
          times < 1e-3 ? 1
                       : std::pow(1 - std::exp(-times), 2) / (2 * (times - 1 + std::exp(-times)));
      const double most = std::exp(-2 * (fuse / 4.0) / decay); // as where each copy counts but once
      EXPECT_LE(share * std::exp(-2 * double(partingRounds(fuse, iterations)) / decay),
                1.25 * most); // for rounding
      EXPECT_GE(partingRounds(fuse, iterations), fuse / 16);
    }
}

} // namespace
} // namespace flame
