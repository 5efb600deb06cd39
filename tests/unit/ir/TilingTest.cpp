// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic tilings whose tiles have no whole number of corners, which no sample of a record can
// show: the multiples of their angle are far apart where the parameter changes by a unit in the
// last place.

#include "tests/unit/ir/VariationSamples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace flame::test {

namespace {

/// Where the variation takes the origin for each of many draws, as angles in steps of 1/61 of a
/// turn; any other angle is -1.
std::multiset<int> anglesOf(llvm::StringRef name, double corners) {
  const VariationInfo &variation = *findVariation(name);
  std::multiset<int> angles;
  constexpr int kDraws = 10000, kSteps = 61;
  for (int i = 0; i < kDraws; ++i) {
    Sample at = samplesOf(variation).front();
    at.point = {0, 0};
    at.params = {corners, 7};
    at.draws = {(i + 0.5) / kDraws};
    const Pair there = onOracle(variation, at);
    const double step = std::atan2(there.second, there.first) / (2 * std::numbers::pi) * kSteps;
    const bool isMultiple = std::abs(step - std::rint(step)) < 1e-6;
    angles.insert(isMultiple ? (static_cast<int>(std::rint(step)) + kSteps) % kSteps : -1);
  }
  return angles;
}

class TilingTest : public testing::TestWithParam<const char *> {};

// 3.05 corners are 61/20: twenty turns later the multiples come to the same angles.
TEST_P(TilingTest, ReachesEveryMultipleOfItsAngle) {
  const std::multiset<int> angles = anglesOf(GetParam(), 3.05);
  EXPECT_EQ(angles.count(-1), 0u);
  for (int step = 0; step < 61; ++step)
    EXPECT_NEAR(static_cast<double>(angles.count(step)), 10000 / 61.0, 10) << step;
}

TEST_P(TilingTest, HasAsManySidesAsCornersWhereTheirNumberIsWhole) {
  const std::multiset<int> angles = anglesOf(GetParam(), 61);
  EXPECT_EQ(angles.count(-1), 0u);
  for (int step = 0; step < 61; ++step)
    EXPECT_NEAR(static_cast<double>(angles.count(step)), 10000 / 61.0, 1) << step;
}

INSTANTIATE_TEST_SUITE_P(Table, TilingTest,
                         testing::Values("hypertile1", "hypertile2", "hypertile3D1",
                                         "hypertile3D2"));

} // namespace

} // namespace flame::test
