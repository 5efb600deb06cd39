// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, edges and motion, against numbers that flam3 gives and by their rules.

#include "compiler/animation/EdgeGenome.h"
#include "compiler/animation/LoopGenome.h"
#include "compiler/animation/Motion.h"
#include "tests/unit/animation/KeyFrames.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

using testing::ElementsAre;

namespace flame::test {

static Genome readOne(const std::string &xforms, const std::string &attributes = "") {
  return readKeyFrames(keyFrame(attributes, xforms)).front();
}

//===-- motion --------------------------------------------------------------------------------===//

TEST(MotionTest, FunctionsRunThroughOnePeriod) {
  auto valuesOf = [](MotionFunction function) {
    std::vector<double> values;
    for (double turns : {0.0, 0.25, 0.5, 0.75, 1.0, -0.25})
      values.push_back(std::round(1e6 * evaluateMotion(function, turns)) / 1e6);
    return values;
  };
  EXPECT_THAT(valuesOf(MotionFunction::Sin), ElementsAre(0, 1, 0, -1, 0, -1));
  EXPECT_THAT(valuesOf(MotionFunction::Hill), ElementsAre(0, 0.5, 1, 0.5, 0, 0.5));
  EXPECT_THAT(valuesOf(MotionFunction::Triangle), ElementsAre(0, 1, 0, -1, 0, -1));
  EXPECT_DOUBLE_EQ(evaluateMotion(MotionFunction::Triangle, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(evaluateMotion(MotionFunction::Triangle, 0.9), -0.4);
}

TEST(MotionTest, AddsAmplitudesToEveryField) {
  const Genome genome = readOne(
      "<xform weight=\"1\" color=\".5\" julian=\".5\" julian_power=\"2\" coefs=\"1 0 0 1 0 0\">"
      "<motion motion_frequency=\"1\" motion_function=\"hill\" weight=\".4\" color=\".2\" "
      "opacity=\"-.5\" color_speed=\".1\" julian=\".1\" julian_power=\"3\" swirl=\".7\" "
      "coefs=\".1 .2 .3 .4 .5 .6\" post=\"0 0 0 0 1 2\"/></xform>");
  const Genome moved = applyMotion(genome, 0.5);
  const Xform &xform = moved.xforms[0];
  EXPECT_TRUE(hasMotion(genome));
  EXPECT_FALSE(hasMotion(moved));
  EXPECT_DOUBLE_EQ(xform.weight, 1.4);
  EXPECT_DOUBLE_EQ(xform.color, 0.7);
  EXPECT_DOUBLE_EQ(xform.opacity, 0.5);
  EXPECT_DOUBLE_EQ(xform.colorSpeed, 0.6);
  EXPECT_DOUBLE_EQ(weightOf(xform, "julian"), 0.6);
  EXPECT_DOUBLE_EQ(useOf(xform, "julian").params[0], 5);
  EXPECT_DOUBLE_EQ(weightOf(xform, "swirl"), 0.7);
  expectAffine(xform.coefs, {1.1, .2, .3, 1.4, .5, .6});
  expectAffine(xform.post.value(), {1, 0, 0, 1, 1, 2});
}

TEST(MotionTest, AddsUpSeveralElementsAndClampsOnce) {
  const Genome genome =
      readOne("<xform weight=\"1\" color=\".5\" linear=\"1\">"
              "<motion motion_frequency=\"1\" motion_function=\"sin\" color=\"2\" weight=\"-5\"/>"
              "<motion motion_frequency=\"1\" motion_function=\"sin\" color=\"-1.9\"/></xform>");
  const Xform xform = applyMotion(genome, 0.25).xforms[0];
  EXPECT_DOUBLE_EQ(xform.color, 0.6);
  EXPECT_EQ(xform.weight, 0);
}

TEST(MotionTest, ListsTheQuartersOfEveryPeriod) {
  const Genome genome =
      readOne("<xform weight=\"1\" linear=\"1\"><motion motion_frequency=\"1\" color=\"1\"/>"
              "<motion motion_frequency=\"-2\" color=\"1\"/></xform>");
  EXPECT_THAT(motionBreakpoints(genome), ElementsAre(0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875));
}

//===-- loops ---------------------------------------------------------------------------------===//

TEST(LoopGenomeTest, TurnsMatricesInPlace) {
  const Genome genome =
      readOne("<xform weight=\"1\" linear=\"1\" coefs=\"1 2 3 4 5 6\" post=\"1 2 3 4 5 6\"/>"
              "<xform weight=\"1\" linear=\"1\" coefs=\"1 2 3 4 5 6\" animate=\"0\"/>"
              "<finalxform linear=\"1\" coefs=\"1 2 3 4 5 6\" color=\"0\"/>");
  const Genome quarter = loopGenome(genome, 0.25);
  expectAffine(quarter.xforms[0].coefs, {-2, 1, -4, 3, 5, 6}, 1e-14);
  expectAffine(quarter.xforms[0].post.value(), {1, 2, 3, 4, 5, 6}, 0);
  expectAffine(quarter.xforms[1].coefs, {1, 2, 3, 4, 5, 6}, 0);
  expectAffine(quarter.finalXform->coefs, {1, 2, 3, 4, 5, 6}, 0);
  expectAffine(loopGenome(genome, 1).xforms[0].coefs, {1, 2, 3, 4, 5, 6}, 1e-14);
}

//===-- edges ---------------------------------------------------------------------------------===//

TEST(EdgeGenomeTest, AgreesWithFlam3BetweenUnequalFlames) {
  const std::vector<Genome> flames = vectorFlames();
  const Genome genome = edgeGenome(flames[0], flames[1], 0.25);
  ASSERT_EQ(genome.xforms.size(), 2u);
  const Xform &first = genome.xforms[0], &second = genome.xforms[1];
  EXPECT_NEAR(first.weight, .921875, 1e-12);
  EXPECT_NEAR(first.color, .3671875, 1e-12);
  expectAffine(first.coefs, {-.304313121, .8441793, -.892655401, -.35894253, .046875, .015625});
  expectAffine(first.post.value(), {.970031253, .24298018, -.24298018, .970031253, .078125, 0});
  EXPECT_NEAR(weightOf(first, "linear"), .50625, 1e-12);
  EXPECT_NEAR(weightOf(first, "swirl"), .15625, 1e-12);
  EXPECT_NEAR(second.weight, .3125, 1e-12);
  EXPECT_NEAR(second.color, .953125, 1e-12);
  expectAffine(second.coefs, {-.340924246, -.883812874, .883812874, -.340924246, .03125, -.015625});
  EXPECT_NEAR(weightOf(second, "linear"), -.84375, 1e-12);
  EXPECT_NEAR(weightOf(second, "julian"), .140625, 1e-12);
}

TEST(EdgeGenomeTest, BeginsAndEndsWithItsFlames) {
  const std::vector<Genome> flames = vectorFlames();
  expectAffine(edgeGenome(flames[0], flames[1], 0).xforms[0].coefs, {1, 0, 0, 1, 0, 0}, 1e-14);
  const Genome end = edgeGenome(flames[0], flames[1], 1);
  expectAffine(end.xforms[0].coefs, numbersOf(flames[1].xforms[0].coefs), 1e-14);
  expectAffine(end.xforms[1].coefs, numbersOf(flames[1].xforms[1].coefs), 1e-14);
  EXPECT_EQ(end.xforms[0].weight, 0.5);
}

TEST(EdgeGenomeTest, KeepsTheAngleInOneTurnWhereOnlyOneSideTurns) {
  const std::vector<Genome> flames = readKeyFrames(
      keyFrame("time=\"0\"",
               "<xform weight=\"1\" linear=\"1\" animate=\"0\" coefs=\"1 0 0 1 0 0\"/>") +
      keyFrame("time=\"1\"", "<xform weight=\"1\" linear=\"1\" coefs=\"1 0 0 1 0 0\"/>"));
  // The angle is smoothStep(b) of a turn by b: monotonic, without a jump where the difference
  // passes half a turn.
  for (double blend : {0.2, 0.45, 0.5, 0.55, 0.8}) {
    const double angle = 2 * std::numbers::pi * smoothStep(blend) * blend;
    expectAffine(edgeGenome(flames[0], flames[1], blend).xforms[0].coefs,
                 {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle), 0, 0},
                 1e-12);
  }
}

/// At its beginning, where the motion is 0, the flame is not one that lacks the variation.
TEST(EdgeGenomeTest, DirectColorsThatMotionBringsDoNotFade) {
  const std::vector<Genome> flames = readKeyFrames(
      keyFrame("time=\"0\"", "<xform weight=\"1\" linear=\"1\" var_color=\".5\"><motion "
                             "motion_frequency=\"1\" dc_linear=\"1\"/></xform>") +
      keyFrame("time=\"1\"", "<xform weight=\"1\" linear=\"1\"/>"));
  EXPECT_EQ(edgeGenome(flames[0], flames[1], 0).xforms[0].directColor, 0.5);
  EXPECT_EQ(edgeGenome(flames[0], flames[1], 0.5).xforms[0].directColor, 0.25);
  EXPECT_EQ(edgeGenome(flames[0], flames[1], 1).xforms[0].directColor, 0);
}

TEST(EdgeGenomeTest, RunsTheMotionOfBothFlames) {
  const std::string motion =
      "<motion motion_frequency=\"1\" motion_function=\"hill\" color=\".25\"/></xform>";
  const std::vector<Genome> flames = readKeyFrames(
      keyFrame("time=\"0\"", "<xform weight=\"1\" linear=\"1\" color=\"0\">" + motion) +
      keyFrame("time=\"1\"", "<xform weight=\"1\" linear=\"1\" color=\".5\">" + motion));
  EXPECT_DOUBLE_EQ(edgeGenome(flames[0], flames[1], 0.5).xforms[0].color, 0.5);
}

} // namespace flame::test
