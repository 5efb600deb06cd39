// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Key frames against numbers that flam3 gives for them, and the rules behind these numbers one by
// one.

#include "compiler/animation/InterpolateGenomes.h"
#include "tests/unit/animation/KeyFrames.h"

#include <cmath>
#include <numbers>

namespace flame::test {

//===-- matrices ------------------------------------------------------------------------------===//

TEST(InterpolateAffinesTest, TakesAnExactHalfTurnThroughPlusPi) {
  const Affine identity, turned = {-1, 0, 0, -1, 0, 0};
  expectAffine(mixPolar({identity, turned}, {0.5, 0.5}), {0, 1, -1, 0, 0, 0});
  expectAffine(mixPolar({turned, identity}, {0.5, 0.5}), {0, -1, 1, 0, 0, 0});
}

TEST(InterpolateAffinesTest, GoesTheShortWayAndScalesByFactors) {
  const Affine from = {1, 0, 0, 1, 0, 0}, to = {0, 4, -9, 0, 2, 6};
  const double half = std::sqrt(0.5);
  expectAffine(mixPolar({from, to}, {0.5, 0.5}), {2 * half, 2 * half, -3 * half, 3 * half, 1, 3});
  expectAffine(mixLinearly({from, to}, {0.5, 0.5}), {0.5, 2, -4.5, 0.5, 1, 3});
}

TEST(InterpolateAffinesTest, GivesAVanishingColumnTheAngleOfTheOtherOne) {
  const Affine flat = {0, 1, 0, 0, 0, 0}, to = {0, 1, 0, 1, 0, 0};
  expectAffine(mixPolar({flat, to}, {0.5, 0.5}), {0, 1, 0, 0.5, 0, 0});
}

TEST(InterpolateAffinesTest, MixesTinyColumnsLinearly) {
  const Affine tiny = {4e-5, 0, 0, 1, 0, 0}, to = {1, 0, 0, 1, 0, 0};
  EXPECT_NEAR(mixPolar({tiny, to}, {0.5, 0.5}).a, 0.50002, 1e-12);
  const Affine small = {5e-5, 0, 0, 1, 0, 0};
  EXPECT_NEAR(mixPolar({small, to}, {0.5, 0.5}).a, std::sqrt(5e-5), 1e-12);
}

TEST(InterpolateAffinesTest, KeepsAnglesInTheTurnThatIsAskedFor) {
  const double pi = std::numbers::pi;
  const Affine from = {1, 0, 0, 1, 0, 0}, to = {std::cos(2.5), std::sin(2.5), 0, 1, 0, 0};
  // In the turn that ends at 2, 2.5 is 2.5 - 2 pi, and 0 stays.
  const Affine middle = mixPolar({from, to}, {0.5, 0.5}, {2, 0});
  EXPECT_NEAR(middle.a, std::cos(1.25 - pi), 1e-12);
  EXPECT_NEAR(middle.d, std::sin(1.25 - pi), 1e-12);
}

//===-- key frames ----------------------------------------------------------------------------===//

TEST(InterpolateGenomesTest, AgreesWithFlam3BetweenUnequalFlames) {
  const Genome genome = interpolateGenomes(vectorFlames(), 2.5);
  ASSERT_EQ(genome.xforms.size(), 2u);
  const Xform &first = genome.xforms[0], &second = genome.xforms[1];
  EXPECT_NEAR(first.weight, .875, 1e-12);
  EXPECT_NEAR(first.color, .4375, 1e-12);
  expectAffine(first.coefs, {.715309215, .442085408, -.539862595, .769613246, .075, .025});
  expectAffine(first.post.value(), {.923879533, .382683432, -.382683432, .923879533, .125, 0});
  EXPECT_NEAR(weightOf(first, "linear"), .45, 1e-12);
  EXPECT_NEAR(weightOf(first, "swirl"), .25, 1e-12);
  EXPECT_NEAR(second.weight, .5, 1e-12);
  EXPECT_NEAR(second.color, .925, 1e-12);
  expectAffine(second.coefs, {-.762460996, .50946015, -.50946015, -.762460996, .05, -.025});
  EXPECT_NEAR(weightOf(second, "linear"), -.75, 1e-12);
  EXPECT_NEAR(weightOf(second, "julian"), .225, 1e-12);
  EXPECT_EQ(useOf(second, "julian").params, std::vector<double>({3, 1}));
  EXPECT_EQ(genome.time, 2.5);
}

/// One xform that moves by its offset and weight; the rotation, quality and size follow.
static std::string simpleFrame(double time, double value, const std::string &attributes = "") {
  const std::string number = std::to_string(value);
  return "<flame time=\"" + std::to_string(time) + "\" size=\"" + std::to_string(int(value)) +
         " 10\" rotate=\"" + number + "\" quality=\"" + number + "\" " + attributes +
         "><xform weight=\"1\" linear=\"1\" color=\"0\" coefs=\"1 0 0 1 " + number +
         " 0\"/><color index=\"0\" rgb=\"0 0 0\"/></flame>";
}

TEST(InterpolateGenomesTest, FindsTheSegmentAndGoesOnBeyondTheEnds) {
  const auto keys =
      readKeyFrames("<x>" + simpleFrame(10, 1) + simpleFrame(20, 3) + simpleFrame(40, 4) + "</x>");
  auto offsetAt = [&](double time) { return interpolateGenomes(keys, time).xforms[0].coefs.c; };
  EXPECT_DOUBLE_EQ(offsetAt(10), 1);
  EXPECT_DOUBLE_EQ(offsetAt(15), 2);
  EXPECT_DOUBLE_EQ(offsetAt(20), 3);
  EXPECT_DOUBLE_EQ(offsetAt(30), 3.5);
  EXPECT_DOUBLE_EQ(offsetAt(9), 0.8);
  EXPECT_DOUBLE_EQ(offsetAt(42), 4.1);
}

TEST(InterpolateGenomesTest, RoundsWhatMustBeWhole) {
  const auto keys = readKeyFrames("<x>" + simpleFrame(0, 1) + simpleFrame(1, 4) + "</x>");
  EXPECT_EQ(interpolateGenomes(keys, 0.4).width, 2);
  EXPECT_EQ(interpolateGenomes(keys, 0.6).width, 3);
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 0.4).quality, 2.2);
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 0.4).rotate, 2.2);
}

TEST(InterpolateGenomesTest, DrawsACurveThroughFourKeysWhenSmooth) {
  const auto keys =
      readKeyFrames("<x>" + simpleFrame(0, 1) + simpleFrame(1, 2, "interpolation=\"smooth\"") +
                    simpleFrame(2, 5) + simpleFrame(3, 3) + "</x>");
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 0.5).xforms[0].coefs.c, 1.5)
      << "only its own segment is smooth";
  // (-1 + 9 2 + 9 5 - 3) / 16
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 1.5).xforms[0].coefs.c, 3.6875);
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 2.5).xforms[0].coefs.c, 4);
}

TEST(InterpolateGenomesTest, ListensToTheNeighbourOnlyForFlam3) {
  const auto keys = readKeyFrames("<x>" + simpleFrame(0, 1, "interpolation_type=\"linear\"") +
                                  simpleFrame(1, 2, "interpolation=\"smooth\"") +
                                  simpleFrame(2, 5) + simpleFrame(3, 3) + "</x>");
  EXPECT_EQ(interpolateGenomes(keys, 1.5).interpolationType, InterpolationType::Linear);
  EXPECT_EQ(interpolateGenomes(keys, 1.5, 0, Compatibility::Clean).interpolationType,
            InterpolationType::Log);
}

TEST(InterpolateGenomesTest, ClampsWhatACurveCarriesTooFar) {
  auto frame = [](int time, const std::string &color) {
    return keyFrame("interpolation=\"smooth\" time=\"" + std::to_string(time) + "\"",
                    "<xform weight=\"" + color + "\" linear=\"1\" color=\"" + color +
                        "\" opacity=\"" + color + "\"/>");
  };
  const auto keys =
      readKeyFrames(frame(0, "1") + frame(1, "0.001") + frame(2, "0.001") + frame(3, "1"));
  const Genome genome = interpolateGenomes(keys, 1.5);
  EXPECT_EQ(genome.xforms[0].weight, 0);
  EXPECT_EQ(genome.xforms[0].color, 0);
  EXPECT_LT(genome.xforms[0].opacity, 0);
}

TEST(InterpolateGenomesTest, FillsChaosRowsWithOnes) {
  const auto keys = readKeyFrames(
      keyFrame(
          "time=\"0\"",
          "<xform weight=\"1\" linear=\"1\" chaos=\"0.5\"/><xform weight=\"1\" linear=\"1\"/>") +
      keyFrame("time=\"1\"", "<xform weight=\"1\" linear=\"1\"/>"));
  const Genome genome = interpolateGenomes(keys, 0.5);
  EXPECT_EQ(genome.xforms[0].chaos, std::vector<double>({0.75, 1}));
  EXPECT_EQ(genome.xforms[1].chaos, std::vector<double>({1, 1}));
}

TEST(InterpolateGenomesTest, StaggersXformsInTheirOrder) {
  const std::string many = "<xform weight=\"1\" linear=\"1\" color=\"0\"/>",
                    ends = "<xform weight=\"1\" linear=\"1\" color=\"1\"/>";
  const auto keys =
      readKeyFrames(keyFrame("time=\"0\"", many + many) + keyFrame("time=\"1\"", ends + ends));
  // Two xforms, stagger 1: the first moves in the first half, the second in the second half.
  const Genome early = interpolateGenomes(keys, 0.25, 1), late = interpolateGenomes(keys, 0.875, 1);
  EXPECT_DOUBLE_EQ(early.xforms[0].color, 0.5);
  EXPECT_DOUBLE_EQ(early.xforms[1].color, 0);
  EXPECT_DOUBLE_EQ(late.xforms[0].color, 1);
  EXPECT_DOUBLE_EQ(late.xforms[1].color, 1 - smoothStep(0.25));
}

TEST(InterpolateGenomesTest, DoesNotStaggerASingleXform) {
  const auto keys = readKeyFrames("<x>" + simpleFrame(0, 1) + simpleFrame(1, 3) + "</x>");
  EXPECT_DOUBLE_EQ(interpolateGenomes(keys, 0.25, 1).xforms[0].coefs.c, 1.5);
}

//===-- palettes ------------------------------------------------------------------------------===//

/// Entry `entry` a quarter of the way from one colour to another.
static PaletteColor colorBetween(const std::string &from, const std::string &to,
                                 const std::string &attributes, unsigned entry = 0) {
  const std::string xform = "<xform weight=\"1\" linear=\"1\"/>";
  const auto keys = readKeyFrames(keyFrame("time=\"0\" " + attributes, xform, from) +
                                  keyFrame("time=\"4\"", xform, to));
  return interpolateGenomes(keys, 1).palette[entry];
}

static void expectColor(const PaletteColor &color, double red, double green, double blue) {
  EXPECT_NEAR(color.red, red, 1e-12);
  EXPECT_NEAR(color.green, green, 1e-12);
  EXPECT_NEAR(color.blue, blue, 1e-12);
  EXPECT_EQ(color.alpha, 1);
}

TEST(InterpolatePalettesTest, MixesComponents) {
  expectColor(colorBetween("255 0 0", "0 0 255", "palette_interpolation=\"rgb\""), 0.75, 0, 0.25);
}

TEST(InterpolatePalettesTest, GoesTheShortWayAroundTheHuesByDefault) {
  expectColor(colorBetween("255 0 0", "255 0 255", ""), 1, 0, 0.25);
  expectColor(colorBetween("255 0 255", "255 0 0", ""), 1, 0, 0.75);
}

TEST(InterpolatePalettesTest, GoesTheWayOfTheNumbersInPlainHsv) {
  // From 0 to 5 sixths: a quarter is between yellow and green.
  expectColor(colorBetween("255 0 0", "255 0 255", "palette_interpolation=\"hsv\""), 0.75, 1, 0);
}

TEST(InterpolatePalettesTest, MixesBothWays) {
  expectColor(colorBetween("255 0 0", "0 255 0",
                           "palette_interpolation=\"hsv_circular\" hsv_rgb_palette_blend=\"0.5\""),
              (0.75 + 1) / 2, (0.25 + 0.5) / 2, 0);
}

TEST(InterpolatePalettesTest, SweepsTheSecondPaletteIn) {
  const std::string sweep = "palette_interpolation=\"sweep\"";
  expectColor(colorBetween("255 0 0", "0 255 0", sweep, 191), 1, 0, 0);
  expectColor(colorBetween("255 0 0", "0 255 0", sweep, 192), 0, 1, 0);
}

} // namespace flame::test
