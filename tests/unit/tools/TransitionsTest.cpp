// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways through a flock: that they are what a seed says, link what was not linked, and visit all
// nodes alike.

#include "tools/flame-blend/Transitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace flame {
namespace {

TEST(TransitionsTest, DiceStayInRangeAndReachItsEnds) {
  Dice dice(3);
  std::set<size_t> seen;
  for (int i = 0; i < 1000; ++i) {
    seen.insert(dice.below(7));
    const double fraction = dice.fraction();
    ASSERT_GE(fraction, 0);
    ASSERT_LT(fraction, 1);
  }
  EXPECT_EQ(seen.size(), 7u);
  EXPECT_EQ(*seen.rbegin(), 6u);
}

TEST(TransitionsTest, TheSeedDecides) {
  auto make = [](uint64_t seed) {
    Dice dice(seed);
    return newTransitions(10, {}, 20, dice);
  };
  EXPECT_EQ(make(1), make(1));
  EXPECT_NE(make(1), make(2));
}

TEST(TransitionsTest, LinkWhatIsNotLinked) {
  const std::vector<NodePair> existing = {{0, 1}, {1, 2}, {2, 0}};
  Dice dice(5);
  std::vector<NodePair> made = newTransitions(3, existing, 100, dice);
  std::sort(made.begin(), made.end());
  EXPECT_EQ(made, (std::vector<NodePair>{{0, 2}, {1, 0}, {2, 1}}));
}

TEST(TransitionsTest, VisitAllNodesAlike) {
  constexpr size_t kNodes = 12, kEach = 3;
  Dice dice(9);
  std::vector<size_t> visits(kNodes);
  size_t continued = 0, last = kNodes;
  for (auto [source, destination] : newTransitions(kNodes, {}, kNodes * kEach, dice)) {
    EXPECT_NE(source, destination);
    ++visits[destination];
    continued += source == last;
    last = destination;
  }
  EXPECT_EQ(visits, std::vector<size_t>(kNodes, kEach));
  EXPECT_GT(continued, kNodes * kEach / 2); // mostly a walk
}

TEST(TransitionsTest, BeginWhereFewEdgesLead) {
  Dice dice(1);
  std::vector<NodePair> made = newTransitions(3, {{0, 1}, {0, 2}}, 1, dice);
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].second, 0u);
}

TEST(TransitionsTest, NothingComesOfOneNode) {
  Dice dice(1);
  EXPECT_TRUE(newTransitions(1, {}, 5, dice).empty());
  EXPECT_TRUE(newTransitions(0, {}, 5, dice).empty());
  EXPECT_TRUE(walkFlock(0, {}, 5, dice).empty());
  EXPECT_TRUE(walkFlock(1, {}, 5, dice).empty());
}

TEST(TransitionsTest, AWalkGoesFromEdgeToEdge) {
  const std::vector<NodePair> edges = {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {0, 2}, {2, 2}};
  Dice dice(4);
  const std::vector<NodePair> walk = walkFlock(3, edges, 600, dice);
  ASSERT_EQ(walk.size(), 600u);
  for (size_t i = 1; i < walk.size(); ++i)
    ASSERT_EQ(walk[i].first, walk[i - 1].second);
  for (const NodePair &edge : edges)
    EXPECT_GT(std::ranges::count(walk, edge), 30);
}

TEST(TransitionsTest, AWalkEndsInADeadEnd) {
  Dice dice(4);
  const std::vector<NodePair> walk = walkFlock(2, {{0, 1}}, 5, dice);
  EXPECT_LE(walk.size(), 1u);
}

} // namespace
} // namespace flame
