// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's variations that take a text: what they become, what is refused and where, and that they come back.

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/DialectWriter.h"
#include "ir/VariationOracle.h"
#include "ir/language/UserVariation.h"
#include "tests/unit/compiler/ReadText.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace flame::test {

namespace {

using testing::HasSubstr;

/// A flame of JWildfire whose xform has `attributes`.
std::string flameOf(const std::string &attributes, const std::string &ofFlame = "") {
  return "<flame version=\"JWildfire V9.00\" size=\"64 48\" " + ofFlame + "><xform weight=\"1\" " +
         attributes + "/><color index=\"0\" rgb=\"255 0 0\"/></flame>";
}

std::string hex(llvm::StringRef text) { return llvm::toHex(text, /*LowerCase=*/true); }

/// The only variation of `text`, which must be readable.
const VariationUse &only(const ReadText &text) {
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.first().xforms.front().variations.front();
}

std::array<double, 3> at(const VariationUse &use, double x, double y, double z = 0) {
  OracleArgs args;
  args.x = x;
  args.y = y;
  args.z = z;
  args.weight = use.weight;
  args.color = 0.25;
  args.params = use.params;
  static const double draws[16] = {0.125, 0.25, 0.375};
  args.draws = llvm::ArrayRef(draws).take_front(use.info->draws.size());
  return evaluateInSpace(*use.info, args);
}

//===-- flames within flames ------------------------------------------------------------------===//

const std::string kInner = flameOf("linear=\"0.5\"");

std::string subFlame(const std::string &inner, const std::string &more = "") {
  return "subflame_wf=\"0.3\" subflame_wf_flame=\"" + hex(inner) + "\" " + more;
}

TEST(SubFlameTest, ItsPointsAreTurnedScaledAndMoved) {
  const ReadText text(flameOf(subFlame(kInner, "subflame_wf_scale=\"2\" subflame_wf_angle=\"90\" "
                                               "subflame_wf_offset_x=\"0.5\" subflame_wf_colorscale_z=\"4\"")));
  const VariationUse &use = only(text);
  EXPECT_EQ(text.messages(), "");
  EXPECT_EQ(use.info->name, "subflame_wf");
  EXPECT_EQ(use.info->user->flame(), kInner);
  EXPECT_FALSE(use.info->setsColor);
  const auto [x, y, z] = at(use, 1, 0.25, 3);
  EXPECT_NEAR(x, 0, 1e-12);
  EXPECT_NEAR(y, 2, 1e-12);
  EXPECT_NEAR(z, 7, 1e-12);
}

TEST(SubFlameTest, ColorModeZeroTakesItsPlacesInThePalette) {
  const ReadText text(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"0\"")));
  EXPECT_TRUE(only(text).info->setsColor);
}

TEST(SubFlameTest, ColoursOfItsOwnPaletteAreRefused) {
  const ReadText text(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"3\"")));
  EXPECT_THAT(text.messages(), HasSubstr("its 'color_mode' asks for colours of its own palette"));
}

TEST(SubFlameTest, StandsBeforeAndBehindTheSumAndTwice) {
  const std::string second = flameOf("swirl=\"0.5\"");
  const ReadText text(flameOf("pre_subflame_wf=\"1\" pre_subflame_wf_scale=\"3\" pre_subflame_wf_flame=\"" +
                              hex(kInner) + "\" linear=\"1\" post_subflame_wf#1#=\"1\" "
                              "post_subflame_wf#1#_scale=\"5\" post_subflame_wf#1#_flame=\"" + hex(second) + "\""));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  const auto &uses = text.first().xforms.front().variations;
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].place, VariationUse::Pre);
  EXPECT_EQ(uses[0].params[0], 3);
  EXPECT_FALSE(uses[0].info->generator); // it takes the place of the point
  EXPECT_EQ(uses[2].place, VariationUse::Post);
  EXPECT_EQ(uses[2].repeat, 1u);
  EXPECT_EQ(uses[2].params[0], 5);
  EXPECT_EQ(uses[2].info->name, "subflame_wf_2");
}

TEST(SubFlameTest, WhatIsWrongWithinItIsToldWithItsLine) {
  const ReadText text(flameOf(subFlame("<flame size=\"64 48\">\n<xform weight=\"1\" linar=\"1\"/>\n</flame>")));
  EXPECT_FALSE(text.succeeded());
  EXPECT_THAT(text.messages(), HasSubstr("cannot use the flame within 'subflame_wf': unknown variation 'linar' "
                                         "(line 2 of that flame)"));
  const ReadText none(flameOf(subFlame("nothing")));
  EXPECT_THAT(none.messages(), HasSubstr("cannot use the flame: it has no element 'flame'"));
  const ReadText digits(flameOf("subflame_wf=\"1\" subflame_wf_flame=\"<flame>\""));
  EXPECT_FALSE(digits.succeeded());
}

TEST(SubFlameTest, AFlameWithinAFlameHasNone) {
  const ReadText text(flameOf(subFlame(flameOf(subFlame(kInner)))));
  EXPECT_FALSE(text.succeeded());
  EXPECT_THAT(text.messages(), HasSubstr("a flame within another one cannot use flames itself"));
}

TEST(SubFlameTest, ThereAreSevenAtMost) {
  std::string attributes = "linear=\"1\"";
  for (int i = 1; i <= 8; ++i) {
    const std::string name = "subflame_wf#" + std::to_string(i) + "#";
    attributes += " " + name + "=\"1\" " + name + "_flame=\"" + hex(kInner) + "\"";
    const ReadText text(flameOf(attributes));
    EXPECT_EQ(text.succeeded(), i < 8) << text.messages();
  }
}

TEST(SubFlameTest, ItsFinalXformsBlendColours) {
  const std::string inner = "<flame version=\"JWildfire V9.00\" size=\"64 48\"><xform weight=\"1\" linear=\"1\"/>"
                            "<finalxform symmetry=\"0\" linear=\"1\"/></flame>";
  ReaderOptions options;
  const ReadText alone(inner, options);
  EXPECT_EQ(alone.first().finalXform->colorSpeed, 0);
  options.isInner = true;
  const ReadText within(inner, options);
  EXPECT_EQ(within.first().finalXform->colorSpeed, 0.5);
}

TEST(SubFlameTest, ComesBack) {
  ReadText good(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"0\" subflame_wf_angle=\"30\"")));
  ASSERT_TRUE(good.succeeded()) << good.messages();
  const std::string written = writeFlamesFor("jwildfire", *good.genomes, good.engine());
  EXPECT_THAT(written, HasSubstr("subflame_wf_flame=\"" + hex(kInner)));
  ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(writeFlame(again.first()), writeFlame(good.first()));
  ReadText own(writeFlame(good.first()));
  ASSERT_TRUE(own.succeeded()) << own.messages();
  EXPECT_EQ(only(own).info, only(good).info);
}

} // namespace

} // namespace flame::test
