// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Worlds of Chaotica: what becomes of each thing that they say, and where messages point.

#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace flame::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char *kImaging = R"(<imaging name="img">
<int name="image_width">320</int><int name="image_height">200</int>
<int name="image_aa_level">3</int><string name="antialiasing_mode">smooth</string>
<real name="brightness">7</real><vec4 name="background_colour">0.1 0.2 0.3 1</vec4>
<real name="flam3_gamma">3</real><real name="flam3_vibrancy">0.5</real>
<bool name="flam3_use_highlight_power">false</bool><real name="flam3_highlight_power">100</real>
<real name="flam3_gamma_linear_threshold">0.04</real>
<table name="layer_weights"><values>1 1 1</values></table>
</imaging>)";
constexpr const char *kCamera = R"(<camera name="flam3 camera">
<vec2 name="pos">0.25 0.5</vec2><real name="rotate">30</real><real name="sensor_width">4</real>
</camera>)";
constexpr const char *kRed =
    R"(<colouring><table name="flam3_palette"><values>1 0 0</values></table></colouring>)";

std::string param(llvm::StringRef name, llvm::StringRef value) {
  return ("<real name=\"" + name + "\">" + value + "</real>").str();
}

std::string variation(llvm::StringRef name, llvm::StringRef params) {
  return ("<flam3_variation name=\"v\"><string name=\"variation_name\">" + name +
          "</string><params>" + params + "</params></flam3_variation>")
      .str();
}

std::string group(llvm::StringRef name, llvm::StringRef variations) {
  return ("<node name=\"" + name + "\">" + variations + "</node>").str();
}

std::string affine(llvm::StringRef name, llvm::StringRef numbers) {
  llvm::SmallVector<llvm::StringRef> words;
  numbers.split(words, ' ');
  return ("<affine2 name=\"" + name + "\">" + param("x_axis_angle", words[0]) +
          param("x_axis_length", words[1]) + param("y_axis_angle", words[2]) +
          param("y_axis_length", words[3]) + "<vec2 name=\"offset\">" + words[4] + " " + words[5] +
          "</vec2></affine2>")
      .str();
}

std::string iterator(llvm::StringRef transform, llvm::StringRef rest = param("w", "1")) {
  return ("<iterator name=\"Iterator 1\">\n<flam3_transform name=\"t\">" + transform +
          "</flam3_transform>\n" + rest + "</iterator>\n")
      .str();
}

const std::string kWeight =
    "<weights_selector name=\"w\"><real name=\"base_weight\">0.5</real></weights_selector>";
const std::string kLinear = group("transforms", variation("linear", param("linear", "1")));

std::string world(llvm::StringRef iterators, llvm::StringRef camera = kCamera,
                  llvm::StringRef colouring = kRed, llvm::StringRef imaging = kImaging) {
  return ("<world name=\"World\">\n<int name=\"format_version\">2</int>\n<IFS name=\"mine\">\n" +
          imaging + "\n" + camera + "\n<node name=\"iterators\">\n" + iterators + "</node>\n" +
          colouring + "\n</IFS>\n</world>\n")
      .str();
}

const Genome &read(const ReadText &text) {
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.first();
}

TEST(ChaosWorldTest, PictureAndCamera) {
  const ReadText text(world(iterator(kLinear, kWeight)));
  const Genome &genome = read(text);
  EXPECT_EQ(text.messages(), "");
  EXPECT_EQ(genome.name, "mine");
  EXPECT_EQ(genome.dialect, "chaotica: the version is 'Chaotica'");
  EXPECT_EQ(genome.width, 320);
  EXPECT_EQ(genome.height, 200);
  EXPECT_EQ(genome.supersample, 3);
  EXPECT_EQ(genome.quality, 100);
  EXPECT_EQ(genome.brightness, 7);
  EXPECT_EQ(genome.gamma, 3);
  EXPECT_EQ(genome.vibrancy, 0.5);
  EXPECT_EQ(genome.highlightPower, -1); // switched off
  EXPECT_EQ(genome.gammaThreshold, 0.04);
  EXPECT_THAT(genome.background, ElementsAre(0.1, 0.2, 0.3));
  EXPECT_EQ(genome.estimatorRadius, 0);
  EXPECT_EQ(genome.centerX, 0.25);
  EXPECT_EQ(genome.centerY, -0.5);
  EXPECT_EQ(genome.rotate, 30);
  EXPECT_EQ(genome.scale, 80);
  EXPECT_EQ(genome.paletteSpan, 255.0 / 256);
}

TEST(ChaosWorldTest, AxesOfAffines) {
  const ReadText text(world(iterator(affine("Pre affine", "0 1 90 1 0 0") +
                                         affine("Post affine", "30 2 -180 0.5 0.25 -3") + kLinear,
                                     kWeight)));
  const Xform &xform = read(text).xforms.front();
  EXPECT_TRUE(xform.coefs.isIdentity());
  ASSERT_TRUE(xform.post);
  EXPECT_NEAR(xform.post->a, std::sqrt(3), 1e-12);
  EXPECT_NEAR(xform.post->d, 1, 1e-12);
  EXPECT_EQ(xform.post->b, -0.5);
  EXPECT_EQ(xform.post->e, 0);
  EXPECT_EQ(xform.post->c, 0.25);
  EXPECT_EQ(xform.post->f, -3);
}

TEST(ChaosWorldTest, VariationsBeforeInAndBehindTheSum) {
  const ReadText text(world(iterator(
      group("pre_transforms",
            variation("spherical", "") +
                variation("julian", param("julian", "0.5") + param("julian_power", "3"))) +
          group("transforms", variation("mobius", param("mobius", "2") + param("Re_A", "0.3")) +
                                  variation("mobius", param("mobius", "3") + param("Re_A", "4"))) +
          group("post_transforms", variation("post_julian", param("post_julian", "1") +
                                                                param("post_julian_dist", "0.25"))),
      kWeight)));
  const std::vector<VariationUse> &uses = read(text).xforms.front().variations;
  ASSERT_EQ(uses.size(), 5u);
  EXPECT_EQ(uses[0].info->name, "spherical");
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].weight, 1); // says nothing
  EXPECT_EQ(uses[1].phase, VariationUse::Pre);
  EXPECT_EQ(uses[1].weight, 0.5);
  EXPECT_EQ(uses[1].params[0], 3);
  EXPECT_EQ(uses[2].info->name, "mobius");
  EXPECT_EQ(uses[2].params[0], 0.3);
  EXPECT_EQ(uses[3].weight, 3);
  EXPECT_EQ(uses[3].params[0], 4);
  EXPECT_EQ(uses[3].repeat, 1u);
  EXPECT_EQ(uses[4].phase, VariationUse::Post);
  EXPECT_EQ(uses[4].params[1], 0.25);
}

TEST(ChaosWorldTest, ShadersAndWeights) {
  const std::string shader = "<flam3_shader name=\"s\">" + param("palette_index", "0.2") +
                             param("blend_speed", "0.75") + param("opacity", "0.5") +
                             "</flam3_shader>";
  const std::string weights = "<weights_selector name=\"w\">" + param("Base weight", "2") +
                              group("per_iterator_weights", param("a", "0") + param("b", "3")) +
                              "</weights_selector>" + param("time_scale", "1");
  const ReadText text(world(iterator(kLinear, shader + weights) + iterator(kLinear, kWeight)));
  const Xform &xform = read(text).xforms.front();
  EXPECT_EQ(xform.weight, 2);
  EXPECT_EQ(xform.color, 0.2);
  EXPECT_EQ(xform.colorSpeed, 0.75);
  EXPECT_NEAR(std::pow(xform.opacity, std::log2(10.0)), 0.5, 1e-12);
  EXPECT_THAT(xform.chaos, ElementsAre(0, 3));
  EXPECT_EQ(text.first().xforms.back().weight, 0.5);
  EXPECT_FALSE(text.first().finalXform);
}

TEST(ChaosWorldTest, TheTransformOfTheCameraIsAFinalXform) {
  const ReadText text(world(iterator(kLinear, kWeight),
                            "<camera name=\"c\">" + param("sensor_width", "4") +
                                "<flam3_transform name=\"t\">" +
                                group("transforms", variation("bubble", param("bubble", "2"))) +
                                "</flam3_transform></camera>"));
  ASSERT_TRUE(read(text).finalXform);
  EXPECT_EQ(text.first().finalXform->variations.front().info->name, "bubble");
  EXPECT_EQ(text.first().finalXform->colorSpeed, 0);
}

std::string curve(llvm::StringRef name, llvm::StringRef values) {
  return ("<curve name=\"" + name + "\"><table name=\"knots\"><values>0 1</values></table>" +
          "<table name=\"values\"><values>" + values + "</values></table></curve>")
      .str();
}

TEST(ChaosWorldTest, PalettesOfCurves) {
  const ReadText text(world(iterator(kLinear, kWeight), kCamera,
                            "<colouring>" + curve("hue", "0 0.5") + curve("saturation", "1 1") +
                                curve("value", "1 2") + "</colouring>"));
  const Palette &palette = read(text).palette;
  EXPECT_EQ(palette.front(), (PaletteColor{1, 0, 0, 1}));
  EXPECT_NEAR(palette[85].red, 1, 0.01); // a sixth of the circle is yellow
  EXPECT_NEAR(palette[85].green, 1, 0.01);
  EXPECT_EQ(palette.back(), (PaletteColor{0, 1, 1, 1}));
}

TEST(ChaosWorldTest, ToneCurves) {
  std::string imaging = kImaging;
  imaging.insert(imaging.find("<real"), "<curves name=\"c\">" + curve("overall", "0.25 1") +
                                            curve("5", "0 0.75") + "</curves>");
  const ReadText text(world(iterator(kLinear, kWeight), kCamera, kRed, imaging));
  EXPECT_THAT(read(text).overallCurve, ElementsAre(0, 0.25, 1, 1));
  EXPECT_THAT(text.first().greenCurve, ElementsAre(0, 0, 1, 0.75));
}

TEST(ChaosWorldTest, WhatChangesInTimeIsAsItBegins) {
  const ReadText text(world(iterator(
      group("transforms", variation("linear", "<real name=\"linear\">" +
                                                  curve("val_curve", "0.5 2") + "</real>")),
      kWeight)));
  EXPECT_EQ(read(text).xforms.front().variations.front().weight, 0.5);
  EXPECT_THAT(text.messages(), HasSubstr("change in time: the flame is as they begin"));
}

TEST(ChaosWorldTest, OneWarningNamesWhatHasNoEffect) {
  const ReadText text(world(iterator(kLinear, kWeight + param("glow", "2") + param("mist", "1"))));
  read(text);
  EXPECT_THAT(text.messages(), HasSubstr("this world has 'glow', 'mist', without effect here"));
}

TEST(ChaosWorldTest, SeveralFractalsAreSeveralFlames) {
  const std::string one = world(iterator(kLinear, kWeight));
  EXPECT_EQ(ReadText(one + one).genomes->size(), 2u);
}

TEST(ChaosWorldTest, MessagesPointIntoTheWorld) {
  const std::pair<std::string, const char *> rows[] = {
      {world(iterator(group("transforms", variation("nosuch", param("nosuch", "1"))), kWeight)),
       "test.flame:18:142: error: unknown variation 'nosuch'\n"},
      {world(iterator(group("transforms", "<flam3_variation name=\"v\"/>"), kWeight)),
       "'v' does not say which variation it is ('variation_name')"},
      {world("<iterator name=\"Iterator 7\"/>"), "iterator 'Iterator 7' has no 'flam3_transform'"},
      {world(iterator(kLinear, kWeight), "<camera name=\"c\"/>"), "('sensor_width')\n<camera"},
      {world(iterator(kLinear, kWeight),
             "<camera name=\"c\">" + param("sensor_width", "0") + "</camera>"),
       "'sensor_width' must be above 0"},
      {world(iterator(affine("Pre affine", "0 1 90 1 zero 0") + kLinear, kWeight)),
       "expected a number, got 'zero'"},
      {world(iterator(affine("Pre affine", " 1 90 1 0 0") + kLinear, kWeight)),
       "test.flame:18:66: error: expected numbers, got 0\n"},
      {world(iterator(kLinear, "<weights_selector name=\"w\"><real name=\"base_weight\"><a/>1"
                               "</real></weights_selector>")),
       "test.flame:19:40: warning: 'weight' is empty; it counts as 0"},
      {world(iterator(kLinear, kWeight), kCamera, kRed, "<imaging name=\"img\"/>"),
       "does not say 'image_width' and 'image_height'"},
      {world(iterator(kLinear, kWeight), kCamera,
             "<colouring><table name=\"flam3_palette\"><values>1 0</values></table></colouring>"),
       "expected 3 numbers each, got 2"},
      {world(iterator(kLinear, param("time_scale", "1"))), "no xform has a weight above 0"},
  };
  for (const auto &[text, message] : rows) {
    const ReadText reading(text);
    EXPECT_FALSE(reading.succeeded());
    EXPECT_THAT(reading.messages(), HasSubstr(message));
  }
}

} // namespace
} // namespace flame::test
