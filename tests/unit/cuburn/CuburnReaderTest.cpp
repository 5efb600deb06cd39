// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From documents to animations of the compiler.

#include "tests/unit/cuburn/TestFlock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flame {
namespace {

using test::TestFlock;

/// The published example of a node, with a final xform and xaos besides.
const char *const kTwoLobe = R"("two-lobe": { "type": "node"
  , "name": "two-lobe", "author": {"name": "A. Person", "url": "https://example.org"}
  , "camera": {"center": {"x": 0, "y": -0.1}, "scale": 0.25, "rotation": 0, "spp": 3}
  , "filters": {"colorclip": {"gamma": 3, "vibrance": 0.5}, "logscale": {"brightness": 5}}
  , "palette": [GRAY]
  , "time.frame_width": 0.5
  , "xforms":
    { "0":
      { "weight": 1, "color": 0, "chaos.1": 2
      , "pre_affine": {"angle": [60, -360], "spread": 45, "magnitude": {"x": 0.7, "y": 0.7}, "offset": {"x": 0.3, "y": 0}}
      , "variations": {"julian": {"weight": 1, "power": 3, "dist": -1}, "post_curl": {"c1": 2}} }
    , "1": {"weight": 0.5, "color": 1, "variations": {"linear": {"weight": 1}, "blob.weight": 0.1}}
    }
  , "final_xform": {"color_speed": 0, "variations.linear.weight": 1}
  })";

TEST(CuburnReaderTest, ANodeThatMovesIsALoopOfOneUnit) {
  TestFlock flock(kTwoLobe);
  std::optional<Animation> animation = flock.animation("two-lobe");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(flock.messages(), "");
  EXPECT_EQ(animation->name, "two-lobe");
  EXPECT_EQ(animation->nick, "A. Person");
  EXPECT_EQ(animation->url, "https://example.org");
  EXPECT_EQ(animation->duration, 1);
  EXPECT_EQ(animation->timeUnit, TimeUnit::Units);
  EXPECT_TRUE(animation->loops);
  EXPECT_EQ(animation->width, 1280);
  EXPECT_EQ(animation->height, 720);
  EXPECT_EQ(animation->quality, 2000);
  EXPECT_EQ(animation->density.start(), 3);
  EXPECT_EQ(animation->temporalSamples, 1024);
  EXPECT_EQ(animation->temporalFilter, TemporalFilter::Box);
  EXPECT_EQ(animation->temporalFilterWidth.start(), 0.5);
  EXPECT_EQ(animation->centerY.start(), -0.1);
  EXPECT_EQ(animation->scale.start(), 320);
  EXPECT_EQ(animation->paletteMode, PaletteMode::Linear);
  EXPECT_EQ(animation->palettes.size(), 1u);
  const AnimationFinish &finish = animation->finish;
  EXPECT_EQ(finish.brightness.start(), 5);
  EXPECT_EQ(finish.gamma.start(), 3);
  EXPECT_EQ(finish.gammaThreshold.start(), 0.01);
  EXPECT_EQ(finish.vibrancy.start(), 0.5);
  EXPECT_EQ(finish.highlightPower.start(), -1);
  EXPECT_EQ(finish.look, Look::Cuburn);
  EXPECT_EQ(animation->onlyConverged, 1);
  EXPECT_EQ(finish.bilateralSpatialStd.start(), 6);
  EXPECT_EQ(finish.estimatorRadius, 11);
  EXPECT_EQ(finish.filterRadius, 1);
}

/// cuburn's host has no log domain: what it evaluates moves straight on, what the device evaluates
/// does not.
TEST(CuburnReaderTest, FiltersMoveAsTheHostOfCuburnHasThem) {
  const std::string flock = std::string(kTwoLobe) + R"(
    , "dark": {"type": "node", "base": "two-lobe", "filters.colorclip.gamma": 12, "camera": {"scale": 1, "spp": 27}}
    , "e": {"type": "edge", "link": {"src": "two-lobe@0", "dst": "dark@0"}})";
  CuburnOptions options;
  const std::optional<Animation> kept = TestFlock(flock).animation("e", options);
  options.compat = CuburnCompat::Clean;
  const std::optional<Animation> clean = TestFlock(flock).animation("e", options);
  ASSERT_TRUE(kept && clean);
  EXPECT_NEAR(kept->finish.gamma.at(0.5), 7.5, 1e-9);
  EXPECT_NEAR(clean->finish.gamma.at(0.5), 6, 0.2);
  EXPECT_NEAR(kept->density.at(0.5), 15, 1e-9);
  EXPECT_NEAR(kept->finish.lightScale.at(0.5), 1280 * 0.625, 1e-9);
  EXPECT_NEAR(kept->scale.at(0.5), 1280 * 0.5, 10);
  EXPECT_EQ(clean->scale, kept->scale);
  EXPECT_EQ(clean->finish.lightScale, Track(0));
}

TEST(CuburnReaderTest, XformsHaveTheirValuesOrTheSchemasDefaults) {
  std::optional<Animation> animation = TestFlock(kTwoLobe).animation("two-lobe");
  ASSERT_TRUE(animation);
  ASSERT_EQ(animation->xforms.size(), 2u);
  const AnimationXform &first = animation->xforms[0], &second = animation->xforms[1];
  const auto &turning = std::get<PolarAffineTracks>(first.coefs);
  EXPECT_EQ(turning.angle.at(0), 60);
  EXPECT_EQ(turning.angle.at(0.25), -30);
  EXPECT_EQ(turning.angle.at(1), -300);
  EXPECT_EQ(turning.magnitudeY.start(), 0.7);
  EXPECT_EQ(std::get<PolarAffineTracks>(second.coefs), PolarAffineTracks());
  EXPECT_FALSE(first.post);
  EXPECT_EQ(first.colorSpeed.start(), 0.5);
  ASSERT_EQ(first.variations.size(), 2u);
  EXPECT_EQ(first.variations[0].info->name, "julian");
  EXPECT_EQ(first.variations[0].params[0].start(), 3);
  EXPECT_EQ(first.variations[1].phase, VariationUse::Post);
  EXPECT_EQ(first.variations[1].weight.start(), 0);
  EXPECT_EQ(first.variations[1].params[0].start(), 2);
  EXPECT_EQ(second.variations[1].info->name, "blob");
  EXPECT_EQ(second.variations[1].params[0].start(), 1); // low, which is 0 in XML
  ASSERT_TRUE(animation->hasChaos());
  EXPECT_EQ(first.chaos[1].start(), 2);
  EXPECT_EQ(second.chaos[1].start(), 1);
  ASSERT_TRUE(animation->finalXform);
  EXPECT_EQ(animation->finalXform->colorSpeed.start(), 0);
}

/// Palettes may be noise, where the next entry is another colour: as cuburn, c is entry 255 c,
/// between entries a blend.
TEST(CuburnReaderTest, ColorsReachFromTheFirstToTheLastEntry) {
  TestFlock flock(R"("a": {"type": "animation", "palette": [[0, GRAY]],
    "xforms": {"0": {"weight": 1, "color": 1}, "1": {"weight": 1, "color": [0, 1]}}})");
  std::optional<Animation> animation = flock.animation("a");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(animation->paletteMode, PaletteMode::Linear);
  EXPECT_EQ(kPaletteSize * animation->xforms[0].color.start(), 255);
  EXPECT_EQ(kPaletteSize * animation->xforms[1].color.at(0.5), 127.5);
}

TEST(CuburnReaderTest, ALoopMayBeHalfAsLong) {
  CuburnOptions options;
  options.halfLoop = true;
  std::optional<Animation> animation = TestFlock(kTwoLobe).animation("two-lobe", options);
  ASSERT_TRUE(animation);
  EXPECT_EQ(animation->duration, 0.5);
  EXPECT_FALSE(animation->loops);
  const auto &turning = std::get<PolarAffineTracks>(animation->xforms[0].coefs);
  EXPECT_EQ(turning.angle.at(0), 150);
  EXPECT_EQ(turning.angle.at(0.5), 60);
  EXPECT_EQ(turning.angle.at(1), -30);
}

TEST(CuburnReaderTest, ANodeThatRestsIsAStill) {
  TestFlock flock(
      R"("a": {"type": "node", "palette": [GRAY], "xforms.0": {"weight": 1, "color": 0.5}})");
  std::optional<Animation> animation = flock.animation("a");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(animation->duration, 0);
  EXPECT_FALSE(animation->loops);
  EXPECT_TRUE(animation->xforms[0].weight.isConstant());
}

TEST(CuburnReaderTest, EqualClipsFlowIntoEachOther) {
  TestFlock flock(
      std::string(kTwoLobe) +
      R"(, "other": {"type": "node", "palette": [GRAY], "xforms.0": {"weight": 1, "color": 0.5}}
    , "in": {"type": "edge", "blend.duration": 1.8, "link": {"src": "other", "dst": "two-lobe@-0.25"}}
    , "loop": {"type": "edge", "blend": {"duration": 0.5, "xform_sort": "natural"},
               "link": {"src": "two-lobe@-0.25", "dst": "two-lobe@0.25"}})");
  CuburnOptions options;
  std::optional<Animation> in = flock.animation("in"), loop = flock.animation("loop");
  ASSERT_TRUE(in && loop) << flock.messages();
  EXPECT_FALSE(in->loops);
  EXPECT_FALSE(loop->loops);
  auto angleOf = [](const Animation &animation) {
    return std::get<PolarAffineTracks>(animation.xforms[0].coefs).angle;
  };
  const Track from = angleOf(*in), to = angleOf(*loop);
  EXPECT_NEAR(std::remainder(from.at(1) - to.at(0), 360), 0, 1e-9);
  constexpr double kStep = 1e-5;
  const double before = (from.at(1) - from.at(1 - kStep)) / (kStep * 1.8);
  const double after = (to.at(kStep) - to.at(0)) / (kStep * 0.5);
  EXPECT_NEAR(before, after, 0.1);
  EXPECT_NEAR(after, -360, 0.1);
}

TEST(CuburnReaderTest, AnEdgeThatComesBackLoops) {
  TestFlock flock(std::string(kTwoLobe) + R"(,
    "e": {"type": "edge", "link": {"src": "two-lobe@0", "dst": "two-lobe@1"}, "blend.xform_sort": "natural"})");
  std::optional<Animation> animation = flock.animation("e");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_TRUE(animation->loops);
  EXPECT_EQ(animation->duration, 2);
}

TEST(CuburnReaderTest, AnAnimationSaysItAll) {
  TestFlock flock(R"("a": {"type": "animation", "time.duration": 1.5, "camera.scale": [0.01, 4],
    "palette": [[1, GRAY], [0, GRAY]],
    "xforms": {"0_1": {"weight": [1, 0.4], "chaos": {"pad_2": 0.5}, "variations": {"bubble": {"weight": [0, 0, 0, 0, 0.5, 0.8]}}},
               "pad_2": {"weight": [0, 1]}}})");
  std::optional<Animation> animation =
      flock.animation("a", {"", "", CuburnCompat::Clean, false, 100, 50});
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(animation->duration, 1.5);
  EXPECT_FALSE(animation->loops);
  EXPECT_EQ(animation->xforms[0].variations[0].weight.at(0.5), 0.8);
  EXPECT_EQ(animation->xforms[0].chaos[1].start(), 0.5);
  EXPECT_NEAR(animation->scale.at(1), 400, 1e-9);
  EXPECT_EQ(animation->scale.domain, TrackDomain::Log);
}

/// cuburn has room for 32.
TEST(CuburnReaderTest, AnyNumberOfPalettesCounts) {
  std::string palettes;
  for (int i = 0; i < 50; ++i) {
    Palette palette = test::grayPalette();
    palette[0].red = i / 255.0;
    palettes += (i == 0 ? "[" : ", [") + std::to_string(i / 49.0) + ", " +
                test::paletteElements(palette) + "]";
  }
  TestFlock flock(R"("a": {"type": "animation", "xforms.0.weight": 1, "palette": [)" + palettes +
                  "]}");
  std::optional<Animation> animation = flock.animation("a");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(animation->palettes.size(), 50u);
  EXPECT_NEAR(animation->palettes[33].second[0].red, (33 - 0.5 * 2.402) / 255, 1e-12);
}

TEST(CuburnReaderTest, AnAnimationIsBasedOnNothing) {
  TestFlock flock(
      R"("a": {"type": "animation", "base": "nowhere", "palette": [[1, GRAY]], "xforms.0.weight": 1})");
  EXPECT_TRUE(flock.animation("a"));
  EXPECT_EQ(flock.messages(), "");
}

TEST(CuburnReaderTest, OnlyNodesHaveHalfLoops) {
  TestFlock flock(std::string(kTwoLobe) +
                  R"(, "e": {"type": "edge", "link": {"src": "two-lobe", "dst": "two-lobe"}})");
  CuburnOptions options;
  options.halfLoop = true;
  EXPECT_FALSE(flock.animation("e", options));
  EXPECT_NE(flock.messages().find(
                "error: only a node has half a loop, this is an edge\nnote: leave out --half\n"),
            std::string::npos);
}

TEST(CuburnReaderTest, ChaosRowsNameXforms) {
  TestFlock flock(R"("a": {"type": "animation", "palette": [[1, GRAY]],
    "xforms.0": {"weight": 1, "chaos.7": 1}})");
  EXPECT_FALSE(flock.animation("a"));
  EXPECT_EQ(flock.messages(), "flock.json:3:42: error: there is no xform '7' that could follow\n");
  TestFlock dead(R"("a": {"type": "animation", "palette": [[1, GRAY]],
    "xforms.0": {"weight": 1, "chaos.0": 0}})");
  EXPECT_FALSE(dead.animation("a"));
  EXPECT_NE(dead.messages().find("no xform can follow this one"), std::string::npos);
}

/// As the format has it, which cuburn honours only on the device, where these are not evaluated.
TEST(CuburnReaderTest, WithoutQuirksFiltersAndSamplesAreInTheLogDomainToo) {
  TestFlock flock(R"("a": {"type": "animation", "palette": [[1, GRAY]], "xforms.0.weight": 1,
    "filters.colorclip.gamma": [0.01, 4], "camera.spp": [0.01, 4], "time.frame_width": [0.01, 4]})");
  CuburnOptions options;
  options.compat = CuburnCompat::Clean;
  std::optional<Animation> animation = flock.animation("a", options);
  ASSERT_TRUE(animation) << flock.messages();
  for (const Track *track :
       {&animation->finish.gamma, &animation->density, &animation->temporalFilterWidth})
    EXPECT_NEAR(track->at(0.5), 0.373712, 1e-6);
}

TEST(CuburnReaderTest, PalettesLoseHalfAStepOfLumaAndChroma) {
  TestFlock flock(R"("a": {"type": "node", "palette": [GRAY], "xforms.0.weight": 1})");
  CuburnOptions options;
  options.compat = CuburnCompat::Clean;
  std::optional<Animation> clean = flock.animation("a", options), cuburn = flock.animation("a");
  ASSERT_TRUE(clean && cuburn) << flock.messages();
  const PaletteColor &whole = clean->palettes[0].second[100],
                     &less = cuburn->palettes[0].second[100];
  EXPECT_NEAR(less.red, whole.red - 1.201 / 255, 1e-9);
  EXPECT_NEAR(less.green, whole.green + 0.02914 / 255, 1e-9);
  EXPECT_NEAR(less.blue, whole.blue - 1.386 / 255, 1e-9);
  EXPECT_EQ(less.alpha, whole.alpha);
  EXPECT_EQ(cuburn->palettes[0].second[0].red, 0) << "black is no darker";
  EXPECT_EQ(cuburn->palettes[0].second[255].green, 1) << "white is no brighter";
}

TEST(CuburnReaderTest, ASoftSpotIsAsSoftAsInCuburn) {
  TestFlock flock(R"("a": {"type": "node", "palette": [GRAY], "xforms.0": {"weight": 1,
    "variations": {"gaussian_blur.weight": 1, "linear.weight": 0.5}}})");
  CuburnOptions options;
  for (auto [compat, name] : {std::pair(CuburnCompat::Cuburn, "cuburn_gaussian_blur"),
                              std::pair(CuburnCompat::Clean, "gaussian_blur")}) {
    options.compat = compat;
    std::optional<Animation> animation = flock.animation("a", options);
    ASSERT_TRUE(animation) << flock.messages();
    const std::vector<AnimationVariation> &sum = animation->xforms[0].variations;
    ASSERT_EQ(sum.size(), 2u);
    EXPECT_EQ(sum[0].info->name, "linear");
    EXPECT_EQ(sum[1].info->name, name);
    EXPECT_EQ(sum[1].weight.start(), 1);
  }
}

TEST(CuburnReaderTest, AOneFileDatabaseNeedsAnId) {
  TestFlock flock(R"("a": {"type": "node"}, "b": {"type": "node"})");
  EXPECT_FALSE(flock.animation(""));
  EXPECT_EQ(flock.messages(),
            "flock.json: error: the file has 2 documents; choose one by its id with --flame=ID\n"
            "note: the first is 'a'\n");
}

//===-- hostile texts -------------------------------------------------------------------------===//

/// A flock with every kind of value.
std::string richFlock() {
  return std::string(kTwoLobe) + R"(,
    "b": {"type": "node", "base": "two-lobe", "xforms.2": {"weight": [1, 2], "post_affine.spread": 130}},
    "e": {"type": "edge", "link": {"src": "two-lobe@0.25", "dst": "b"}, "palette": [[0.5, GRAY]],
          "blend": {"duration": 1.8, "xform_sort": "color", "xform_map": [["0", "dup"], ["pad", 1]]},
          "xforms": {"src.0.variations.bubble.weight": [0.5, 0.8, 0.7, null], "dst.1.chaos.0": [0.1, 2]}})";
}

TEST(CuburnReaderTest, ReadsTheRichFlock) {
  TestFlock flock(richFlock());
  EXPECT_TRUE(flock.animation("e"));
  EXPECT_EQ(flock.messages(), "");
}

TEST(CuburnReaderTest, SurvivesTruncation) {
  const std::string text = richFlock();
  for (size_t length = 0; length < text.size(); length += 7)
    ASSERT_FALSE(TestFlock(text.substr(0, length)).animation("e")) << length;
}

TEST(CuburnReaderTest, SurvivesDamage) {
  const std::string text = richFlock();
  std::mt19937 random(7);
  for (int round = 0; round < 1000; ++round) {
    std::string damaged = text;
    for (unsigned i = 0, count = 1 + random() % 4; i < count; ++i)
      damaged[random() % damaged.size()] = "0123456789-.eE\"@{}[],: nullx"[random() % 29];
    TestFlock flock(damaged);
    const bool isRead = flock.animation("e").has_value();
    ASSERT_EQ(isRead, flock.messages().find("error: ") == std::string::npos) << flock.messages();
  }
}

} // namespace
} // namespace flame
