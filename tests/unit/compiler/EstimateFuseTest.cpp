// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fuse of an animation over time: how many instants it has, where they lie, and what they say.

#include "compiler/codegen/EstimateFuse.h"

#include "tests/unit/compiler/ReadText.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace flame {
namespace {

using Knots = std::vector<rt::FuseKnot>;

Track line(double from, double to) {
  Track track;
  track.knots = {{0, from, to - from, to - from}, {1, to, to - from, to - from}};
  return track;
}

/// A flame that shrinks to its middle, by so much in each round.
Animation shrinking(const Track &factor) {
  AnimationXform xform;
  xform.weight = 1;
  xform.colorSpeed = 0.5;
  xform.opacity = 1;
  AffineTracks coefs;
  coefs.a = coefs.e = factor;
  xform.coefs = coefs;
  xform.variations.emplace_back();
  xform.variations[0].info = findVariation("linear");
  xform.variations[0].weight = 1;
  Animation animation;
  animation.width = 64;
  animation.height = 48;
  animation.scale = 10;
  animation.duration = 0.5;
  animation.timeUnit = TimeUnit::Units;
  animation.xforms.push_back(xform);
  return animation;
}

/// The only knot of the flame when it stands still.
uint32_t fuseOfStill(double factor) {
  Animation still = shrinking(factor);
  still.duration = 0;
  const Knots knots = estimateFuse(still);
  EXPECT_EQ(knots.size(), 1u);
  EXPECT_EQ(knots.front().time, 0);
  return knots.front().rounds;
}

TEST(EstimateFuseTest, AStillHasOneKnot) {
  EXPECT_EQ(fuseOfStill(0.5), kMinFuse);
  EXPECT_EQ(fuseOfStill(0.9995), kMinFuse) << "nothing meets in time, so colours count";
  EXPECT_EQ(fuseOfStill(0.995), kMaxFuse);
  EXPECT_GT(fuseOfStill(0.98), 2 * kMinFuse);
  EXPECT_LT(fuseOfStill(0.98), kMaxFuse);
}

TEST(EstimateFuseTest, WhatIsEquallySlowAtAllTimesHasOneKnot) {
  for (double factor : {0.5, 0.98, 0.995}) // the shortest fuse, one between, the longest
    EXPECT_EQ(estimateFuse(shrinking(line(factor, factor))), (Knots{{0, fuseOfStill(factor)}}));
}

TEST(EstimateFuseTest, TheFuseOfASlowStartIsNotThatOfAQuickEnd) {
  const Knots knots = estimateFuse(shrinking(line(0.98, 0.3)));
  ASSERT_GE(knots.size(), 3u);
  EXPECT_EQ(knots.front(), (rt::FuseKnot{0, fuseOfStill(0.98)}));
  EXPECT_EQ(knots.back().rounds, kMinFuse);
  EXPECT_LE(knots.back().time, 0.5) << "what follows is equal";
  for (size_t i = 1; i < knots.size(); ++i) {
    EXPECT_GT(knots[i - 1].rounds, knots[i].rounds);
    EXPECT_GE(knots[i].time - knots[i - 1].time, 1 / 16.0f);
  }
}

TEST(EstimateFuseTest, IntervalsAreHalvedWhereTheFuseChanges) {
  const Knots knots = estimateFuse(shrinking(line(0.9, 0.995)));
  ASSERT_GE(knots.size(), 5u);
  for (size_t i = 1; i < knots.size(); ++i) {
    const double difference = std::abs(double(knots[i].rounds) - double(knots[i - 1].rounds));
    if (difference > 0.25 * std::max(knots[i].rounds, knots[i - 1].rounds))
      EXPECT_EQ(knots[i].time - knots[i - 1].time, 1 / 16.0f) << "knot " << i;
  }
  for (const rt::FuseKnot &knot : knots)
    EXPECT_EQ(knot.rounds, fuseOfStill(0.9 + 0.095 * knot.time)) << "at " << knot.time;
}

TEST(EstimateFuseTest, NoInstantNeedsMoreThanTheLongest) {
  Track track;
  track.knots = {{0, 0.3, 0, 0}, {0.5, 0.995, 0, 0}, {1, 0.3, 0, 0}};
  const Knots knots = estimateFuse(shrinking(track));
  const auto longest = std::ranges::max_element(knots, {}, &rt::FuseKnot::rounds);
  EXPECT_EQ(longest->rounds, kMaxFuse);
  EXPECT_NEAR(longest->time, 0.5, 0.2);
  EXPECT_EQ(knots.front().rounds, kMinFuse);
  EXPECT_EQ(knots.back().rounds, kMinFuse);
}

TEST(EstimateFuseTest, FlamesWithinTheFlameNeedTheirStepsAtAllTimes) {
  auto flameOf = [](const std::string &attributes) {
    return "<flame size=\"64 48\" version=\"JWildfire V7.30 (27.11.2021)\">\n<xform weight=\"1\" " +
           attributes + "/>\n<color index=\"0\" rgb=\"255 255 255\"/>\n</flame>\n";
  };
  const test::ReadText text(flameOf("subflame_wf=\"0.3\" subflame_wf_flame=\"" +
                                    llvm::toHex(flameOf("linear=\"0.5\""), true) + "\""));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  Animation animation = shrinking(line(0.98, 0.3));
  animation.xforms[0].weight = 9;
  animation.xforms.push_back(makeStill(text.first()).xforms[0]);
  for (const rt::FuseKnot &knot : estimateFuse(animation))
    EXPECT_GE(knot.rounds, 160u) << "64 steps of four points to a thread, in a tenth of the rounds";
  EXPECT_EQ(estimateFuse(animation).back().rounds, 160u);
}

} // namespace
} // namespace flame
