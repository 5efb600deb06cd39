// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splines through points: against the equations that define them.

#include "support/NaturalSpline.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

TEST(NaturalSplineTest, GoesThroughItsPointsInAnyOrder) {
  const double numbers[] = {0.5, 0.9, 0, 0.1, 1, 0.2, 0.5, 7};
  const NaturalSpline spline(numbers);
  EXPECT_DOUBLE_EQ(spline.at(0), 0.1);
  EXPECT_DOUBLE_EQ(spline.at(0.5), 0.9); // the first one that is there
  EXPECT_DOUBLE_EQ(spline.at(1), 0.2);
  EXPECT_DOUBLE_EQ(spline.at(-1), 0.1);
  EXPECT_DOUBLE_EQ(spline.at(2), 0.2);
}

TEST(NaturalSplineTest, IsSmoothAndStraightAtItsEnds) {
  const double numbers[] = {0, 0, 1, 1, 2, 0, 4, 3}, step = 1e-3;
  const NaturalSpline spline(numbers);
  auto slope = [&](double x) { return (spline.at(x + step) - spline.at(x)) / step; };
  EXPECT_NEAR(slope(1), slope(1 - step), 0.02);
  EXPECT_NEAR(slope(2), slope(2 - step), 0.02);
  EXPECT_NEAR((slope(step) - slope(0)) / step, 0, 0.02);
  EXPECT_NEAR((slope(4 - step) - slope(4 - 2 * step)) / step, 0, 0.02);
}

TEST(NaturalSplineTest, TwoPointsAreALineAndFewerTheDiagonal) {
  const double line[] = {0, 1, 2, 2}, point[] = {0.5, 3};
  EXPECT_DOUBLE_EQ(NaturalSpline(line).at(1), 1.5);
  EXPECT_DOUBLE_EQ(NaturalSpline(point).at(0.25), 0.25);
  EXPECT_DOUBLE_EQ(NaturalSpline({}).at(0.25), 0.25);
}

} // namespace
} // namespace flame::rt
