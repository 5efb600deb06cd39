// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What shared choices cost: formulas against numbers that can be looked up or worked out by hand,
// our exchange against the kernel's rules, and all of them against a simulation.

#include "tools/flamebench/Shuffle.h"

#include "abi/Abi.h"
#include "runtime/shared/Exchange.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

using namespace flame;

namespace {

double same(const ShuffledBlock &block, unsigned length) {
  return sameChoices(block, std::array{length}).front();
}

TEST(ShuffleTest, HasTheProbabilitiesThatWerePublished) {
  EXPECT_NEAR(same({Exchange::Independent, 256, 32, 8}, 2), 0.0156, 5e-5);
  EXPECT_NEAR(same({Exchange::Independent, 256, 32, 8}, 32), 1.262e-29, 5e-33);
  EXPECT_NEAR(same({Exchange::None, 512, 32, 8}, 2), 0.0753, 5e-5);
  EXPECT_NEAR(same({Exchange::None, 512, 32, 8}, 32), 0.0607, 5e-5);
  EXPECT_NEAR(same({Exchange::Full, 256, 32, 8}, 2), 0.0535, 5e-5);
  EXPECT_NEAR(same({Exchange::Full, 256, 32, 8}, 8), 8.213e-6, 5e-10);
  EXPECT_NEAR(same({Exchange::Full, 512, 32, 8}, 4), 1.006e-3, 5e-7);
  EXPECT_NEAR(same({Exchange::Full, 512, 32, 8}, 32), 1.048e-24, 2e-27);
}

/// Of 4 points in 2 warps of 2, the other point of a column is never met, and each of the two
/// others half of the time.
TEST(ShuffleTest, KnowsRingsThatCanBeCounted) {
  const ShuffledBlock block = {Exchange::Ring, 4, 2, 2};
  EXPECT_DOUBLE_EQ(same(block, 1), 1.0 / 3 * 0.5 + 2.0 / 3 * 0.75);
  EXPECT_DOUBLE_EQ(same(block, 3), 1.0 / 3 * 0.125 + 2.0 / 3 * 0.421875);
}

/// Without an exchange the points of a block of one warp are one point.
TEST(ShuffleTest, LosesAllButOneOfThePointsThatStayTogether) {
  const ShuffledBlock block = {Exchange::None, 32, 32, 8};
  EXPECT_DOUBLE_EQ(same(block, 32), 1);
  EXPECT_DOUBLE_EQ(noiseOf(block, 4, same(block, 4)), 32);
  const ShuffledBlock independent = {Exchange::Independent, 256, 32, 8};
  EXPECT_DOUBLE_EQ(noiseOf(independent, 4, same(independent, 4)), 1);
}

/// One of 16 choices, spread evenly over 8 xforms: two of 16 warps share an xform in every round,
/// and so do the 128 points of each.
TEST(ShuffleTest, SpreadsOurChoicesEvenly) {
  const double points = flame::abi::kPointsPerGroup, sameXform = points / 8;
  EXPECT_NEAR(same(ourBlock(8), 1), (sameXform - 1) / (points - 1), 1e-12);
}

TEST(ShuffleTest, LosesNearlyNothingByOurExchange) {
  const ShuffledBlock ours = ourBlock(8), full = {Exchange::Full, ours.points, ours.sharing, 8};
  constexpr std::array<unsigned, 2> kLengths = {4, 8};
  const std::vector<double> ofOurs = sameChoices(ours, kLengths),
                            ofFull = sameChoices(full, kLengths);
  for (size_t i = 0; i < kLengths.size(); ++i) {
    EXPECT_LT(noiseOf(ours, kLengths[i], ofOurs[i]), 1.005);
    EXPECT_LT(ofOurs[i], ofFull[i] / 4);
  }
}

/// A slot is one point's, in every round: threads that moved on may not meet.
TEST(ShuffleTest, GivesEverySlotToOnePoint) {
  constexpr uint32_t kLanes = 32, kColumn = flame::abi::kPointsPerGroup / kLanes;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    for (uint32_t moved = 0, round = 0; round < 2 * kColumn; ++round) {
      std::set<uint32_t> slots;
      for (uint32_t first = 0; first < kColumn; ++first)
        slots.insert(
            (first +
             moved * (flame::abi::kPointsPerThread * (first % flame::abi::kPointsPerThread) + 1)) %
            kColumn);
      EXPECT_EQ(slots.size(), kColumn) << lane << ' ' << round;
      moved += exchangeStep(round, lane);
    }
}

class EveryExchange : public testing::TestWithParam<ShuffledBlock> {};

/// Fixed seeds. Rounds of a block share histories, so that bounds are what a hundred seeds keep by
/// far.
TEST_P(EveryExchange, IsWhatASimulationSees) {
  constexpr std::array<unsigned, 3> kLengths = {1, 2, 3};
  const SimulatedShuffle played =
      simulateShuffle(GetParam(), kLengths, (1u << 21) / GetParam().points, 1);
  const std::vector<double> exact = sameChoices(GetParam(), kLengths);
  for (size_t i = 0; i < kLengths.size(); ++i) {
    EXPECT_NEAR(played.same[i] / exact[i], 1, 0.05) << kLengths[i];
    const double noise = noiseOf(GetParam(), kLengths[i], exact[i]);
    EXPECT_NEAR(played.noise[i] / noise, 1, 0.25) << kLengths[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, EveryExchange,
                         testing::Values(ShuffledBlock{Exchange::Independent, 128, 32, 4},
                                         ShuffledBlock{Exchange::None, 128, 32, 4},
                                         ShuffledBlock{Exchange::Ring, 128, 32, 4},
                                         ShuffledBlock{Exchange::Full, 128, 32, 4},
                                         ShuffledBlock{Exchange::Ring, 96, 16, 3}, ourBlock(5)));

} // namespace
