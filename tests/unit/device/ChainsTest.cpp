// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of chains: orders, exchange and choices.

#include "runtime/shared/Chains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace flame {
namespace {

TEST(ChainsTest, EveryOrderHasEachChainOnce) {
  std::set<std::pair<uint32_t, uint32_t>> firsts;
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const ChainOrder order = orderOfChains(random());
    std::set<uint32_t> chains;
    for (uint32_t position = 0; position < kChains; ++position) {
      const uint32_t chain = order.chainAt(position);
      ASSERT_LT(chain, kChains);
      ASSERT_EQ(order.positionOf(chain), position);
      chains.insert(chain);
    }
    ASSERT_EQ(chains.size(), kChains);
    firsts.insert({order.chainAt(0), order.chainAt(1)});
  }
  EXPECT_GT(firsts.size(), 700u) << "32 factors, 64 shifts";
}

TEST(ChainsTest, MembersOfAClassAreExchanged) {
  std::mt19937 random(1);
  for (uint32_t members : {1u, 2u, 3u, 7u, 63u, 64u}) {
    std::vector<int> cameFrom(members);
    for (int i = 0; i < 10000; ++i) {
      const uint32_t bits = random();
      std::set<uint32_t> taken;
      for (uint32_t rank = 0; rank < members; ++rank) {
        const uint32_t member = nextMember(rank, members, bits);
        ASSERT_LT(member, members);
        taken.insert(member);
      }
      ASSERT_EQ(taken.size(), members);
      ++cameFrom[nextMember(0, members, bits)];
    }
    for (int times : cameFrom) // six standard deviations
      EXPECT_NEAR(times, 10000.0 / members, 6 * std::sqrt(10000.0 / members) * (members > 1))
          << members;
  }
}

TEST(ChainsTest, ChoicesOfAClassAreEvenAndEachIsRandom) {
  std::mt19937 random(1);
  for (uint32_t members : {1u, 3u, 10u, 64u}) {
    const float step = 1.0f / float(members);
    std::vector<int> tenths(10);
    for (int i = 0; i < 10000; ++i) {
      const uint32_t bits = random();
      std::vector<float> choices;
      for (uint32_t rank = 0; rank < members; ++rank) {
        choices.push_back(choiceOfMember(rank, step, bits));
        ASSERT_GE(choices.back(), 0.0f);
        ASSERT_LT(choices.back(), 1.0f);
      }
      ++tenths[size_t(choices[members / 2] * 10)];
      std::ranges::sort(choices);
      for (uint32_t rank = 1; rank < members; ++rank)
        ASSERT_NEAR(choices[rank] - choices[rank - 1], step, 1e-6);
    }
    for (int times : tenths)
      EXPECT_NEAR(times, 1000, 6 * std::sqrt(1000.0)) << members;
  }
}

TEST(ChainsTest, ExchangeSoonerWhereClassesAreSmall) {
  // Of four choices two points may share all; a class of fewer than five chains brings them
  // together again too soon.
  EXPECT_EQ(roundsPerExchange(2), 4u);
  EXPECT_EQ(roundsPerExchange(8), 4u);
  EXPECT_EQ(roundsPerExchange(9), 2u);
  EXPECT_EQ(roundsPerExchange(12), 2u);
  EXPECT_EQ(roundsPerExchange(13), 1u);
  EXPECT_EQ(roundsPerExchange(kMostChainXforms), 1u);
}

TEST(ChainsTest, PartsOfARoundAreScattered) {
  // Lanes of which two moved alike would keep points together; of 32 random numbers below 64 about
  // 27 are different.
  std::mt19937 random(1);
  double different = 0;
  constexpr int kRounds = 2000;
  for (int i = 0; i < kRounds; ++i) {
    const uint32_t bits = random();
    std::set<uint32_t> members;
    for (uint32_t lane = 0; lane < kPointsPerChain; ++lane)
      members.insert(nextMember(0, kChains, scatterBits(bits, lane)));
    different += double(members.size()) / kRounds;
  }
  const double expected = kChains * (1 - std::pow(1 - 1.0 / kChains, kPointsPerChain));
  EXPECT_NEAR(different, expected, 0.5);
}

} // namespace
} // namespace flame
