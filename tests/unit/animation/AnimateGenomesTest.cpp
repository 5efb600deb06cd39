// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracks against the exact functions of time that they were fitted to, and what happens where
// flames do not have the same things.

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/animation/EdgeGenome.h"
#include "compiler/animation/LoopGenome.h"
#include "compiler/animation/SamplePalettes.h"
#include "tests/unit/animation/KeyFrames.h"

#include <gmock/gmock.h>

using testing::HasSubstr;

namespace flame::test {

static const AnimationVariation &variationOf(const AnimationXform &xform, llvm::StringRef name) {
  for (const AnimationVariation &variation : xform.variations)
    if (variation.info->name == name)
      return variation;
  ADD_FAILURE() << "no variation " << name.str();
  return xform.variations.front();
}

/// The animation at `time` is the genome, wherever an xform can be seen.
static void expectSame(const Animation &animation, const Genome &genome, double time) {
  SCOPED_TRACE("at " + std::to_string(time));
  constexpr double kTolerance = 2e-5;
  for (size_t i = 0; i < animation.xforms.size(); ++i) {
    const AnimationXform &target = animation.xforms[i];
    EXPECT_NEAR(target.weight.at(time), i < genome.xforms.size() ? genome.xforms[i].weight : 0,
                kTolerance);
    if (i >= genome.xforms.size() || genome.xforms[i].weight == 0)
      continue;
    const Xform &xform = genome.xforms[i];
    EXPECT_NEAR(target.color.at(time), xform.color, kTolerance);
    EXPECT_NEAR(target.opacity.at(time), xform.opacity, kTolerance);
    expectAffine(affineAt(target.coefs, time), numbersOf(xform.coefs), kTolerance);
    if (target.post)
      expectAffine(affineAt(*target.post, time), numbersOf(xform.post.value_or(Affine())),
                   kTolerance);
    for (const VariationUse &use : xform.variations) {
      const AnimationVariation &variation = variationOf(target, use.info->name);
      EXPECT_NEAR(variation.weight.at(time), use.weight, kTolerance) << use.info->name.str();
      for (size_t p = 0; p < use.params.size(); ++p)
        if (use.weight != 0)
          EXPECT_NEAR(variation.params[p].at(time), use.params[p], kTolerance)
              << use.info->name.str();
    }
  }
}

static constexpr double kTimes[] = {0, 0.013, 0.1, 0.25, 0.377, 0.5, 0.642, 0.81, 0.9, 0.999, 1};

TEST(AnimateGenomesTest, EdgesFollowTheExactFunction) {
  const std::vector<Genome> flames = vectorFlames();
  AnimateOptions options;
  for (double stagger : {0.0, 0.7}) {
    options.stagger = stagger;
    const Animation animation = animateEdge(flames[0], flames[1], options);
    for (double time : kTimes)
      expectSame(animation, edgeGenome(flames[0], flames[1], time, stagger), time);
    EXPECT_EQ(animation.duration, 160);
    EXPECT_FALSE(animation.loops);
  }
}

TEST(AnimateGenomesTest, LoopsFollowTheExactFunctionWithMotion) {
  const Genome genome =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\".5 .2 .1 .7 .3 .4\">"
                                 "<motion motion_frequency=\"3\" motion_function=\"triangle\" "
                                 "bubble=\".5\" opacity=\".5\" post=\".1 0 0 .1 0 0\"/></xform>"))
          .front();
  AnimateOptions options;
  options.frames = 30;
  const Animation animation = animateLoop(genome, options);
  for (double time : kTimes)
    expectSame(animation, loopGenome(genome, time), time);
  EXPECT_EQ(animation.duration, 30);
  EXPECT_TRUE(animation.loops);
  EXPECT_TRUE(animation.xforms[0].post.has_value());
  EXPECT_TRUE(animation.xforms[0].color.isConstant());
}

/// Three keys: one xform, two, one again; the middle one has a final xform and other parameters.
static std::vector<Genome> unequalKeys() {
  return readKeyFrames(keyFrame("time=\"5\" rotate=\"10\" brightness=\"4\" name=\"first\"",
                                "<xform weight=\"1\" julian=\"1\" julian_power=\"2\"/>") +
                       keyFrame("time=\"15\" rotate=\"50\" brightness=\"6\"",
                                "<xform weight=\"1\" linear=\"1\"/><xform weight=\"3\" "
                                "bubble=\"1\" coefs=\".5 0 0 .5 1 0\" chaos=\"0.5\"/>"
                                "<finalxform color=\"0\" rectangles=\"1\" rectangles_x=\".3\"/>") +
                       keyFrame("time=\"45\" rotate=\"80\" brightness=\"6\"",
                                "<xform weight=\"1\" julian=\"1\" julian_power=\"-4\"/>"));
}

TEST(AnimateGenomesTest, KeyFramesFollowTheExactFunction) {
  const std::vector<Genome> keys = unequalKeys();
  const Animation animation = animateKeyFrames(keys);
  EXPECT_EQ(animation.startTime, 5);
  EXPECT_EQ(animation.duration, 40);
  EXPECT_EQ(animation.timeUnit, TimeUnit::Frames);
  EXPECT_EQ(animation.name, "first");
  for (double time : kTimes)
    expectSame(animation, interpolateGenomes(keys, 5 + 40 * time), time);
  EXPECT_NEAR(animation.rotate.at(0.125), 30, 1e-4);
  EXPECT_NEAR(animation.finish.brightness.at(0.125), 5, 1e-4);
  EXPECT_EQ(animation.rotate.knots.size(), 3u) << "straight lines need no more";
  EXPECT_NEAR(animation.rotate.at(-0.1), -6, 1e-3) << "straight on beyond the ends";
}

TEST(AnimateGenomesTest, GivesEveryXformAFullChaosRowIfAnyHasOne) {
  const Animation animation = animateKeyFrames(unequalKeys());
  ASSERT_EQ(animation.xforms.size(), 2u);
  ASSERT_EQ(animation.xforms[1].chaos.size(), 2u);
  EXPECT_NEAR(animation.xforms[1].chaos[0].at(0.25), 0.5, 1e-6);
  EXPECT_NEAR(animation.xforms[1].chaos[0].at(0), 1, 1e-6);
}

TEST(AnimateGenomesTest, JumpsWhereAVariationIsOff) {
  const Track power = variationOf(animateKeyFrames(unequalKeys()).xforms[0], "julian").params[0];
  EXPECT_EQ(power.at(0), 2);
  EXPECT_EQ(power.at(0.2499), 2) << "on the way to where the variation is off";
  EXPECT_EQ(power.at(0.2501), -4) << "on the way from there";
  for (size_t i = 1; i < power.knots.size(); ++i)
    EXPECT_LT(power.knots[i - 1].time, power.knots[i].time);
}

TEST(AnimateGenomesTest, PutsAnIdentityWhereAFinalXformIsMissing) {
  const std::string xform = "<xform weight=\"1\" linear=\"1\"/>";
  const Animation animation = animateKeyFrames(
      readKeyFrames(keyFrame("time=\"0\"", xform) + keyFrame("time=\"1\"", xform) +
                    keyFrame("time=\"2\"", xform + "<finalxform bubble=\"1\" color=\"0\"/>")));
  ASSERT_TRUE(animation.finalXform);
  EXPECT_EQ(variationOf(*animation.finalXform, "linear").weight.at(0.3), 1);
  EXPECT_EQ(variationOf(*animation.finalXform, "bubble").weight.at(0.3), 0);
  EXPECT_EQ(animation.finalXform->colorSpeed.at(0.3), 0);
  EXPECT_EQ(animation.finalXform->opacity.at(0.3), 1);
  EXPECT_NEAR(variationOf(*animation.finalXform, "bubble").weight.at(0.75), 0.5, 1e-6);
}

/// A flame without a variation that sets the colour, one that has it without a weight, one with it,
/// also in a final xform. At weight 0 it sets the colour as well, so its colours have to fade.
static std::vector<Genome> directColorKeys() {
  const std::string linear = "<xform weight=\"1\" linear=\"1\"";
  return readKeyFrames(keyFrame("time=\"0\"", linear + "/>") +
                       keyFrame("time=\"1\"", linear + " dc_linear=\"0\"/>") +
                       keyFrame("time=\"2\"", linear + " dc_linear=\"1\"/><finalxform color=\"0\" "
                                                       "dc_linear=\"1\"/>"));
}

TEST(AnimateGenomesTest, KeyFramesFadeDirectColors) {
  const Animation animation = animateKeyFrames(directColorKeys());
  for (const Track &track : {animation.xforms[0].directColor, animation.finalXform->directColor}) {
    for (double time : {0.0, 0.2, 0.5})
      EXPECT_EQ(track.at(time), 0);
    EXPECT_NEAR(track.at(0.75), 0.5, 1e-6);
    EXPECT_NEAR(track.at(1), 1, 1e-6);
  }
}

TEST(AnimateGenomesTest, SequencesFadeDirectColors) {
  const Animation animation = animateSequence(directColorKeys());
  const Track &track = animation.xforms[0].directColor;
  for (double part : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0})
    EXPECT_EQ(track.at(part / 5), 0) << part;
  EXPECT_NEAR(track.at(3.5 / 5), 0.5, 1e-5);
  for (double part : {4.0, 4.5, 5.0})
    EXPECT_NEAR(track.at(part / 5), 1, 1e-5) << part;
}

TEST(AnimateGenomesTest, LeavesVarColorWhereNothingSetsColors) {
  EXPECT_EQ(animateKeyFrames(unequalKeys()).xforms[0].directColor, Track(1.0));
}

TEST(AnimateGenomesTest, SequencesLoopEveryFlameAndLinkThem) {
  const std::vector<Genome> flames = vectorFlames();
  AnimateOptions options;
  options.frames = 100;
  const Animation animation = animateSequence(flames, options);
  EXPECT_EQ(animation.duration, 300);
  EXPECT_FALSE(animation.loops);
  expectSame(animation, loopGenome(flames[0], 0.6), 0.2);
  expectSame(animation, edgeGenome(flames[0], flames[1], 0.25), (1 + 0.25) / 3);
  expectSame(animation, edgeGenome(flames[0], flames[1], 0.75), (1 + 0.75) / 3);
  expectSame(animation, loopGenome(flames[1], 0.5), 2.5 / 3);
}

TEST(AnimateGenomesTest, OneKeyFrameIsAStill) {
  const Animation animation = animateKeyFrames({unequalKeys().front()});
  EXPECT_EQ(animation.duration, 0);
  EXPECT_TRUE(animation.rotate.isConstant());
}

TEST(AnimateGenomesTest, SettingsOfExposureAreTheFirstFlames) {
  std::vector<Genome> keys = unequalKeys();
  keys[0].temporalSamples = 40;
  keys[0].temporalFilter = TemporalFilter::Exp;
  keys[0].temporalFilterExp = 2;
  keys[0].quality = 10;
  keys[1].quality = keys[2].quality = 20;
  keys[1].temporalFilterWidth = keys[2].temporalFilterWidth = 3;
  const Animation animation = animateKeyFrames(keys);
  EXPECT_EQ(animation.temporalSamples, 40);
  EXPECT_EQ(animation.temporalFilter, TemporalFilter::Exp);
  EXPECT_EQ(animation.temporalFilterExp, 2);
  EXPECT_EQ(animation.quality, 10);
  EXPECT_NEAR(animation.density.at(0.5), 2, 1e-6);
  EXPECT_NEAR(animation.temporalFilterWidth.at(0.125), 2, 1e-6);
}

TEST(AnimateGenomesTest, WarnsOfSettingsThatCannotChange) {
  const std::string xform = "<xform weight=\"1\" linear=\"1\"/>";
  ReadText text("<x>" + keyFrame("time=\"0\" estimator_radius=\"5\" filter=\"1\"", xform) +
                keyFrame("time=\"1\" estimator_radius=\"6\" filter=\"1\"", xform) + "</x>");
  reportConstantSettings(text.genomes.value(), text.engine());
  EXPECT_THAT(
      text.messages(),
      HasSubstr("'estimator_radius' cannot change within an animation [-Wignored-setting]"));
  EXPECT_THAT(text.messages(), HasSubstr("note: the first flame's value is taken"));
  EXPECT_EQ(text.engine().warningCount(), 1u);
}

//===-- palettes ------------------------------------------------------------------------------===//

static Palette plain(double red, double green) {
  Palette palette;
  palette.fill({red, green, 0, 1});
  return palette;
}

/// Largest error of blends between the samples against the function.
static double paletteError(const std::vector<std::pair<double, Palette>> &palettes,
                           const PaletteStretch &stretch) {
  double worst = 0;
  for (size_t i = 1; i < palettes.size(); ++i)
    for (double share : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      const auto &[from, a] = palettes[i - 1];
      const auto &[to, b] = palettes[i];
      const double time = from + share * (to - from);
      const Palette exact = stretch.at((time - stretch.begin) / (stretch.end - stretch.begin));
      worst = std::max(worst, std::abs(a[0].red + share * (b[0].red - a[0].red) - exact[0].red));
    }
  return worst;
}

TEST(SamplePalettesTest, TakesOneOfWhatDoesNotChange) {
  const PaletteStretch stretch = {0, 1, [](double) { return plain(0.3, 0.4); }};
  EXPECT_EQ(samplePalettes({stretch, stretch}).size(), 1u);
}

TEST(SamplePalettesTest, TakesTwoOfALine) {
  const auto palettes =
      samplePalettes({{0.25, 0.75, [](double share) { return plain(share, 1 - share); }}});
  ASSERT_EQ(palettes.size(), 2u);
  EXPECT_EQ(palettes[0].first, 0.25);
  EXPECT_EQ(palettes[1].first, 0.75);
  EXPECT_EQ(palettes[1].second[0].red, 1);
}

TEST(SamplePalettesTest, FollowsACurveCloserThanOneCanSee) {
  const PaletteStretch stretch = {0, 1, [](double share) { return plain(share * share, 0); }};
  const auto palettes = samplePalettes({stretch});
  EXPECT_LE(paletteError(palettes, stretch), 1.2 * kPaletteTolerance);
  EXPECT_LE(palettes.size(), 20u);
}

TEST(SamplePalettesTest, KeepsASweepWithinItsLimit) {
  const PaletteStretch stretch = {0, 1, [](double share) {
                                    Palette palette = plain(0, 1);
                                    for (unsigned i = 0; i < kPaletteSize; ++i)
                                      if (i < kPaletteSize * share)
                                        palette[i].red = 1;
                                    return palette;
                                  }};
  const auto palettes = samplePalettes({stretch});
  EXPECT_EQ(palettes.size(), 257u);
  EXPECT_EQ(palettes[128].second[127].red, 1);
  EXPECT_EQ(palettes[128].second[128].red, 0);
}

} // namespace flame::test
