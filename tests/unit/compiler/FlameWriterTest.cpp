// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Genomes survive being written and read, as XML to the last bit, as nodes of a flock as far as
// nodes go.

#include "compiler/genome/FlameWriter.h"
#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/cuburn/TestFlock.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace flame {
namespace {

using test::flameWith;
using test::ReadText;
using test::TestFlock;

const char *const kEverything =
    R"(<flame name="all &lt;&#10;of&quot; it" time="12.5" size="640 480" center="0.1 -0.3"
  scale="123.4567891234" zoom="0.5" rotate="17" supersample="2" filter="0.7" filter_shape="mitchell"
  temporal_filter_type="exp" temporal_filter_width="0.8" temporal_filter_exp="-0.25" quality="99.5" passes="3"
  temporal_samples="77" background="0.1 0.2 0.3" brightness="3.3" gamma="2.2" gamma_threshold="0.02"
  highlight_power="1.5" vibrancy="0.8" estimator_radius="8" estimator_minimum="1" estimator_curve="0.5"
  palette_mode="linear" interpolation="linear" interpolation_type="linear" palette_interpolation="sweep"
  hsv_rgb_palette_blend="0.25" nick="n" url="u">
  <xform name="first" weight="0.3333333333333333" color="0.25" color_speed="0.75" animate="0" opacity="0.5"
    linear="0.1" julian="-0.9" julian_power="-3" julian_dist="0.123456789" pre_spherical="0.2" post_curl="0.3"
    pre_blur="0.05" coefs="0.1 0.2 0.3 0.4 0.5 0.6" post="1 0 0 1 0.25 0" chaos="0.5 1 0"/>
  <xform weight="2" color="1" var_color="0.25" mobius="1" mobius_re_a="0.5" coefs="1 0 0 1 0 0">
    <motion motion_frequency="2" motion_function="sin" color="0.1" curl="0.2" curl_c1="0.3" coefs="0.1 0 0 0 0 0"/>
  </xform>
  <symmetry kind="-3"/>
  <finalxform color="0.5" color_speed="0" linear="1" coefs="2 0 0 2 0 0" opacity="0.75"/>
  <color index="3" rgb="1 2 3"/>
  <color index="200" rgb="250.5 128.25 7.125"/>
  <edit date="today" nick="x"><sheep/></edit>
</flame>)";

/// Colours between the bytes are divided by 255 when they are read, which not every number comes
/// out of.
void expectEqualPalettes(const Palette &a, const Palette &b, double tolerance = 3e-16) {
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    EXPECT_NEAR(a[i].red, b[i].red, tolerance) << i;
    EXPECT_NEAR(a[i].green, b[i].green, tolerance) << i;
    EXPECT_NEAR(a[i].blue, b[i].blue, tolerance) << i;
    EXPECT_NEAR(a[i].alpha, b[i].alpha, tolerance) << i;
  }
}

TEST(FlameWriterTest, WhatWasReadIsReadAgain) {
  ReadText first(kEverything);
  ASSERT_TRUE(first.succeeded()) << first.messages();
  std::string text = writeFlame(first.first());
  ReadText second(text);
  ASSERT_TRUE(second.succeeded()) << second.messages() << text;
  EXPECT_EQ(second.messages(), "");
  EXPECT_EQ(writeFlame(second.first()), text);
  const Genome &a = first.first(), &b = second.first();
  expectEqualPalettes(a.palette, b.palette);
  Animation stillA = makeStill(a), stillB = makeStill(b);
  stillA.palettes = stillB.palettes;
  EXPECT_TRUE(stillA == stillB);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.edit, b.edit);
  EXPECT_EQ(a.symmetry, b.symmetry);
  EXPECT_EQ(a.hsvRgbPaletteBlend, b.hsvRgbPaletteBlend);
  EXPECT_EQ(a.paletteInterpolation, b.paletteInterpolation);
  EXPECT_EQ(a.interpolationType, b.interpolationType);
  EXPECT_EQ(a.temporalFilterExp, b.temporalFilterExp);
  EXPECT_EQ(a.temporalSamples, b.temporalSamples);
  ASSERT_EQ(b.xforms.size(), a.xforms.size());
  EXPECT_EQ(b.xforms[0].animate, 0);
  EXPECT_EQ(b.xforms[0].name, "first");
  ASSERT_EQ(b.xforms[1].motions.size(), 1u);
  EXPECT_EQ(b.xforms[1].motions[0].function, MotionFunction::Sin);
  EXPECT_EQ(b.xforms[1].motions[0].coefs.a, 0.1);
  EXPECT_EQ(b.xforms[1].motions[0].variations[0].params[0], 0.3);
}

TEST(FlameWriterTest, WhatIsAddedBehindASumMayBeInItToo) {
  ReadText first(
      R"(<flame size="64 48"><xform weight="1" swirl="1" post_depth="0.5" depth="0.25" depth_power="2"/></flame>)");
  ASSERT_TRUE(first.succeeded()) << first.messages();
  ReadText second(writeFlame(first.first()));
  ASSERT_TRUE(second.succeeded()) << second.messages();
  EXPECT_TRUE(makeStill(first.first()) == makeStill(second.first()));
}

TEST(FlameWriterTest, ASymmetryThatWasTouchedIsWrittenOut) {
  ReadText first(
      R"(<flame size="64 48" soloxform="0"><xform weight="1" linear="1"/><symmetry kind="3"/></flame>)");
  ASSERT_TRUE(first.succeeded());
  std::string text = writeFlame(first.first());
  EXPECT_EQ(text.find("symmetry"), std::string::npos);
  ReadText second(text);
  ASSERT_TRUE(second.succeeded());
  EXPECT_TRUE(makeStill(first.first()) == makeStill(second.first()));
}

TEST(FlameWriterTest, TranslucentPalettesKeepTheirBits) {
  std::string block = "<palette count=\"256\" format=\"RGBA\">";
  for (int i = 0; i < 256; ++i)
    block += "FF8040" + std::string(i % 2 ? "00" : "7F");
  for (const std::string &colors :
       {block + "</palette>",
        std::string(
            R"(<color index="0" rgba="10 20 30 40"/><color index="9" rgba="1.5 2 3 200"/>)")}) {
    ReadText first("<flame size=\"64 48\"><xform weight=\"1\" linear=\"1\"/>" + colors +
                   "</flame>");
    ASSERT_TRUE(first.succeeded()) << first.messages();
    ReadText second(writeFlame(first.first()));
    ASSERT_TRUE(second.succeeded()) << second.messages();
    expectEqualPalettes(first.first().palette, second.first().palette);
  }
}

TEST(FlameWriterTest, SeveralFlamesHaveARoot) {
  ReadText read(flameWith("linear=\"1\"") + flameWith("curl=\"1\""));
  ASSERT_TRUE(read.succeeded());
  ReadText again(writeFlames(*read.genomes));
  ASSERT_TRUE(again.succeeded()) << again.messages();
  EXPECT_EQ(again.genomes->size(), 2u);
}

//===-- nodes ---------------------------------------------------------------------------------===//

/// The node of the only flame in `text`.
CuburnNode nodeOf(const std::string &text) {
  ReadText read(text);
  EXPECT_TRUE(read.succeeded()) << read.messages();
  return makeCuburnNode(read.first(), read.engine());
}

double valueOf(const CuburnNode &node, const std::string &name) {
  const auto &values = node.xforms.at("0").values;
  return values.contains(name) ? values.at(name).position : -99;
}

TEST(CuburnGenomeTest, AffinesBecomePolar) {
  CuburnNode node = nodeOf(flameWith(R"(linear="1" coefs="0.8 0.3 -0.2 0.5 0.1 -0.7")"));
  EXPECT_NEAR(valueOf(node, "pre_affine.spread"), 44.3773179, 1e-7);
  EXPECT_NEAR(valueOf(node, "pre_affine.angle"), 23.8212726, 1e-7);
  EXPECT_NEAR(valueOf(node, "pre_affine.magnitude.x"), 0.8544004, 1e-7);
  EXPECT_NEAR(valueOf(node, "pre_affine.magnitude.y"), 0.5385165, 1e-7);
  EXPECT_EQ(valueOf(node, "pre_affine.offset.x"), 0.1);
  EXPECT_EQ(valueOf(node, "pre_affine.offset.y"), 0.7);
  node = nodeOf(flameWith(R"(linear="1" coefs="0.6 0 0 -0.4 0 0.25")"));
  EXPECT_NEAR(valueOf(node, "pre_affine.spread"), 135, 1e-12);
  EXPECT_NEAR(valueOf(node, "pre_affine.angle"), 135, 1e-12);
  EXPECT_EQ(valueOf(node, "pre_affine.offset.y"), -0.25);
}

double angleVelocity(const std::string &attributes) {
  CuburnNode node = nodeOf(flameWith(attributes));
  return node.xforms.at("0").values.at("pre_affine.angle").velocity;
}

/// In cuburn the word counts, not the number.
TEST(CuburnGenomeTest, XformsTurnUnlessTheyAreTold) {
  EXPECT_EQ(angleVelocity(R"(linear="1" coefs="2 0 0 2 0 0")"), -360);
  EXPECT_EQ(angleVelocity(R"(linear="1" coefs="2 0 0 2 0 0" animate="0")"), 0);
  EXPECT_EQ(angleVelocity(R"(linear="1" coefs="2 0 0 2 0 0" symmetry="1")"), 0);
  EXPECT_EQ(nodeOf(flameWith(R"(linear="1" coefs="1 0 0 1 0 0")"))
                .xforms.at("0")
                .values.count("pre_affine.angle"),
            0u);
}

TEST(CuburnGenomeTest, FinalXformsRest) {
  CuburnNode node =
      nodeOf(flameWith("linear=\"1\"", R"(<finalxform linear="1" coefs="2 0 0 2 0 0"/>)"));
  EXPECT_EQ(node.finalXform->values.at("pre_affine.angle").velocity, 0);
}

TEST(CuburnGenomeTest, ScaleCountsWidthsAndHoldsTheZoom) {
  CuburnNode node =
      nodeOf(R"(<flame size="200 100" scale="50" zoom="1"><xform weight="1" linear="1"/></flame>)");
  EXPECT_EQ(node.values.at("camera.scale").position, 0.5);
}

/// cuburn refuses its own documents when they have chaos.
TEST(CuburnGenomeTest, ChaosSurvives) {
  CuburnNode node = nodeOf(flameWith(R"(linear="1" chaos="0.5")"));
  EXPECT_EQ(valueOf(node, "chaos.0"), 0.5);
}

/// cuburn's rotations by symmetry are reflections.
TEST(CuburnGenomeTest, SymmetriesAreRotations) {
  CuburnNode node = nodeOf(flameWith("linear=\"1\"", "<symmetry kind=\"3\"/>"));
  ASSERT_EQ(node.xforms.size(), 3u);
  for (const char *id : {"1", "2"})
    EXPECT_NEAR(node.xforms.at(id).values.at("pre_affine.spread").position, 45, 1e-4);
}

TEST(CuburnGenomeTest, WhatANodeCannotHoldIsSaid) {
  ReadText read(kEverything);
  ASSERT_TRUE(read.succeeded());
  makeCuburnNode(read.first(), read.engine());
  for (const char *loss :
       {"a node cannot hold a background colour", "a node cannot hold motion elements"})
    EXPECT_NE(read.messages().find(loss), std::string::npos) << loss;
  EXPECT_EQ(read.messages().find("direct colours"), std::string::npos) << "nothing sets them";
}

TEST(CuburnGenomeTest, ALostVarColorIsSaidAtItsXform) {
  ReadText read("<flame size=\"64 48\">\n<xform weight=\"1\" linear=\"1\" var_color=\"0.5\"/>\n"
                "<xform weight=\"1\" dc_linear=\"1\" var_color=\"0.5\"/>\n"
                "<color index=\"0\" rgb=\"9 9 9\"/></flame>");
  ASSERT_TRUE(read.succeeded());
  makeCuburnNode(read.first(), read.engine());
  const std::string messages = read.messages(), loss = "a node cannot hold how far direct colours";
  EXPECT_NE(messages.find(":3:"), std::string::npos) << messages;
  EXPECT_EQ(messages.find(loss), messages.rfind(loss)) << messages;
  EXPECT_NE(messages.find(loss), std::string::npos) << messages;
}

/// A flame, its node, the node's text, that read again, and a flame from it: the same picture.
TEST(CuburnGenomeTest, AFlameComesBackFromItsNode) {
  std::string text =
      R"(<flame name="x" size="640 480" center="0.1 -0.3" scale="123" rotate="17" filter="0.7" quality="2000"
    temporal_samples="1000" estimator_radius="11" estimator_minimum="2" estimator_curve="0.6" palette_mode="linear" nick="n">
    <xform weight="0.3" color="0.25" color_speed="0.75" opacity="0.5" linear="0.1" julian="-0.9" julian_power="-3"
      pre_spherical="0.2" coefs="0.1 0.2 0.3 0.4 0.5 0.6" post="1 0.5 0 1 0.25 0" chaos="0.5 1"/>
    <xform weight="2" color="1" color_speed="0.1" oscilloscope="1" oscilloscope_frequency="3" coefs="-1 0 0 1 0 0" animate="0"/>
    <finalxform color="0.5" color_speed="0" linear="1" coefs="2 0 0 2 0 0" animate="0"/>
    <color index="3" rgb="1 2 3"/><color index="3" rgb="100 2 3"/></flame>)";
  ReadText read(text);
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const Genome &genome = read.first();
  TestFlock flock("\"x\": " + writeCuburnNode(makeCuburnNode(genome, read.engine())));
  std::optional<CuburnNode> node = flock.node("x");
  ASSERT_TRUE(node) << flock.messages();
  Genome back = makeGenome(*node, genome.width, genome.height, read.engine());
  EXPECT_EQ(read.messages(), "");
  ASSERT_EQ(back.xforms.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    const Xform &a = genome.xforms[i], &b = back.xforms[i];
    EXPECT_EQ(a.weight, b.weight);
    EXPECT_EQ(a.color, b.color);
    EXPECT_EQ(a.colorSpeed, b.colorSpeed);
    EXPECT_EQ(a.opacity, b.opacity);
    EXPECT_EQ(a.animate, b.animate);
    EXPECT_EQ(a.chaosTo(0), b.chaosTo(0));
    const std::pair<double, double> coefficients[] = {
        {a.coefs.a, b.coefs.a}, {a.coefs.b, b.coefs.b}, {a.coefs.c, b.coefs.c},
        {a.coefs.d, b.coefs.d}, {a.coefs.e, b.coefs.e}, {a.coefs.f, b.coefs.f}};
    for (auto [x, y] : coefficients)
      EXPECT_NEAR(x, y, 1e-15);
    ASSERT_EQ(a.variations.size(), b.variations.size());
  }
  EXPECT_NEAR(back.xforms[0].post->d, 0.5, 1e-15);
  expectEqualPalettes(back.palette, genome.palette, 0.5 / 255);
  EXPECT_DOUBLE_EQ(back.scale, genome.scale);
  EXPECT_EQ(back.centerY, genome.centerY);
  EXPECT_EQ(back.rotate, genome.rotate);
  EXPECT_EQ(back.estimatorMinimum, genome.estimatorMinimum);
  EXPECT_EQ(back.nick, "n");
  EXPECT_EQ(back.quality, 2000);
}

TEST(CuburnWriterTest, IsCanonical) {
  nlohmann::json json =
      nlohmann::json::parse(R"({"10": 1, "9": {"b": 2.5, "a": "\u00e9"}, "x": -0.0,
    "list": [1, 2.25, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
    "text": "0123456789012345678901234567890123456789012345678901234567890123456789"})");
  std::string text = printCuburnJson(json);
  EXPECT_EQ(text.substr(0, text.find("  , 3, 4")),
            "{ \"9\": {\"a\": \"\xc3\xa9\", \"b\": 2.5}\n, \"10\": 1\n"
            ", \"list\":\n  [ 1, 2.25\n");
  EXPECT_NE(text.find("\n  , 25\n  ]\n, \"text\": \"0123456789"), std::string::npos);
  EXPECT_NE(text.find("\n, \"x\": 0\n}\n"), std::string::npos);
  EXPECT_EQ(printCuburnJson(nlohmann::json::parse(text)), text);
}

TEST(CuburnWriterTest, EdgesComeBack) {
  const std::string text = R"({ "blend":
  { "duration": 1.8
  , "palette_flip": "auto"
  , "xform_map": [["0", "pad"]]
  , "xform_sort": "color"
  }
, "camera": {"scale": [0.5, 1, 0.75, null]}
, "link": {"dst": "nodes/b@-0.25", "src": "nodes/a@0"}
, "type": "edge"
, "xforms": {"src": {"0": {"variations": {"bubble": {"weight": [0.5, 0.8]}}}}}
}
)";
  TestFlock flock("\"e\": " + text);
  std::optional<CuburnEdge> edge = flock.edge("e");
  ASSERT_TRUE(edge) << flock.messages();
  EXPECT_EQ(writeCuburnEdge(*edge), text);
}

} // namespace
} // namespace flame
