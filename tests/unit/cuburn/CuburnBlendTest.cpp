// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which xforms are paired, what the missing ones are, and what becomes of everything else on the
// way.

#include "compiler/cuburn/CuburnPairing.h"
#include "tests/unit/cuburn/TestFlock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame {
namespace {

using test::TestFlock;
using testing::ElementsAre;

std::string node(const std::string &id, const std::string &members) {
  return "\"" + id + "\": {\"type\": \"node\", \"palette\": [GRAY], " + members + "}";
}

/// Xforms 0, 1, ... of these weights.
std::string weights(const std::vector<std::string> &weights) {
  std::string text;
  for (size_t i = 0; i < weights.size(); ++i)
    text += (i == 0 ? "" : ", ") + ("\"" + std::to_string(i) + "\": {\"weight\": " + weights[i]) +
            ", \"variations\": {\"linear\": {\"weight\": 1}}}";
  return "\"xforms\": {" + text + "}";
}

/// An edge from a to b.
std::string edge(const std::string &members = "") {
  return R"("e": {"type": "edge", "link": {"src": "a", "dst": "b"})" + members + "}";
}

std::vector<std::string> pairs(const std::string &a, const std::string &b,
                               const std::string &edgeMembers = "",
                               CuburnCompat compat = CuburnCompat::Clean) {
  TestFlock flock(node("a", a) + ",\n" + node("b", b) + ",\n" + edge(edgeMembers));
  auto animation = flock.blend("e", compat);
  EXPECT_TRUE(animation) << flock.messages();
  return test::pairNames(animation);
}

//===-- pairing -------------------------------------------------------------------------------===//

TEST(CuburnPairingTest, SortsByWeightAndFlips) {
  EXPECT_THAT(pairs(weights({"3", "1", "2"}), weights({"1", "3", "2"})),
              ElementsAre("0_0", "1_1", "2_2"));
  EXPECT_THAT(pairs(weights({"3", "1", "2"}), weights({"3", "1", "2"})),
              ElementsAre("0_1", "1_0", "2_2"));
}

TEST(CuburnPairingTest, OtherOrdersDoNotFlip) {
  std::string a = weights({"3", "1", "2"}), b = weights({"1", "2", "3"});
  EXPECT_THAT(pairs(a, b, R"(, "blend.xform_sort": "weight")"), ElementsAre("0_2", "1_0", "2_1"));
  EXPECT_THAT(pairs(a, b, R"(, "blend.xform_sort": "natural")"), ElementsAre("0_0", "1_1", "2_2"));
  std::string colored = R"("xforms": {"0.color": 0.5, "1.color": 0.1, "2.weight": 1})";
  EXPECT_THAT(pairs(colored, a, R"(, "blend.xform_sort": "color")"),
              ElementsAre("0_2", "1_1", "2_0"));
}

TEST(CuburnPairingTest, NumbersComeBeforeWordsAndInTheirOrder) {
  std::string a = R"("xforms": {"10.weight": 1, "9.weight": 1, "b.weight": 1, "a.weight": 1})";
  EXPECT_THAT(pairs(a, weights({"1", "1", "1", "1"}), R"(, "blend.xform_sort": "natural")"),
              ElementsAre("9_0", "10_1", "a_2", "b_3"));
}

TEST(CuburnPairingTest, WhatIsLeftIsPadded) {
  EXPECT_THAT(pairs(weights({"1"}), weights({"1", "2"})), ElementsAre("0_1", "pad_0"));
  EXPECT_THAT(pairs(weights({"1", "2"}), weights({"1"})), ElementsAre("0_0", "1_pad"));
}

TEST(CuburnPairingTest, OrientationsDoNotMix) {
  std::string a = R"("xforms": {"0": {"weight": 1, "pre_affine.spread": 135}, "1": {"weight": 2}})";
  std::string b =
      R"("xforms": {"0": {"weight": 1}, "1": {"weight": 2, "post_affine.spread": 135}})";
  EXPECT_THAT(pairs(a, b), ElementsAre("0_pad", "1_0", "pad_1"));
}

/// The spread that cuburn gives mirrors is negative.
TEST(CuburnPairingTest, KnowsAMirrorByAnySpread) {
  std::string a = R"("xforms": {"0": {"weight": 1, "pre_affine.spread": -45}, "1": {"weight": 2}})";
  std::string b = R"("xforms": {"0": {"weight": 1}, "1": {"weight": 2, "pre_affine.spread": 135}})";
  EXPECT_THAT(pairs(a, b), ElementsAre("0_1", "1_0"));
  EXPECT_THAT(pairs(a, b, "", CuburnCompat::Cuburn), ElementsAre("0_0", "1_pad", "pad_1"));
}

TEST(CuburnPairingTest, EqualWeightsStayInOrder) {
  std::string a = weights({"0.5", "0.5", "0.5", "0.5", "1.5"});
  EXPECT_THAT(pairs(a, a), ElementsAre("0_4", "1_3", "2_2", "3_1", "4_0"));
  EXPECT_THAT(pairs(a, a, "", CuburnCompat::Cuburn),
              ElementsAre("0_2", "1_4", "2_0", "3_3", "4_1"));
}

TEST(CuburnPairingTest, CompatibilityKnowsTheOrderOfTwoDigits) {
  std::vector<std::string> twelve(12, "1");
  std::string more = R"(, "blend.xform_sort": "weight")", one = R"("xforms": {"x": {"weight": 1}})";
  EXPECT_THAT(pairs(one, weights(twelve), more, CuburnCompat::Cuburn).front(), "x_11");
  twelve.resize(11);
  EXPECT_THAT(pairs(one, weights(twelve), more, CuburnCompat::Cuburn).front(), "x_10");
  twelve.resize(3);
  EXPECT_THAT(pairs(one, weights(twelve), more, CuburnCompat::Cuburn).front(), "x_1");
  EXPECT_THAT(pairs(one, weights(twelve), more).front(), "x_0");
}

/// cuburn compares lists with numbers.
TEST(CuburnPairingTest, AMovingWeightIsItsPosition) {
  std::string a = weights({"[1, 0.5]", "2"}), b = weights({"1", "2"}),
              more = R"(, "blend.xform_sort": "weight")";
  EXPECT_THAT(pairs(a, b, more), ElementsAre("0_0", "1_1"));
  EXPECT_THAT(pairs(a, b, more, CuburnCompat::Cuburn), ElementsAre("0_1", "1_0"));
}

TEST(CuburnPairingTest, ExplicitPairsComeFirstAndLaterOnesOverride) {
  std::string three = weights({"1", "2", "3"});
  EXPECT_THAT(pairs(three, three, R"(, "blend.xform_map": [["0", 0]])"),
              ElementsAre("0_0", "1_2", "2_1"));
  EXPECT_THAT(pairs(three, three, R"(, "blend.xform_map": [["0", "0"], ["0", "1"]])"),
              ElementsAre("0_1", "1_2", "2_0"));
  EXPECT_THAT(pairs(three, three, R"(, "blend.xform_map": [["0", "1"], ["2", "1"]])"),
              ElementsAre("0_2", "1_0", "2_1"));
}

/// cuburn keeps only the last pair that begins with "pad", and loses the destinations of the
/// others.
TEST(CuburnPairingTest, AllExplicitPaddingCounts) {
  std::string three = weights({"1", "2", "3"});
  std::string map =
      R"(, "blend.xform_map": [["pad", "0"], ["pad", "1"], ["0", "pad"], ["1", "pad"]])";
  EXPECT_THAT(pairs(three, three, map), ElementsAre("0_pad", "1_pad", "2_2", "pad_0", "pad_1"));
  EXPECT_THAT(pairs(three, three, map, CuburnCompat::Cuburn),
              ElementsAre("0_pad", "1_pad", "2_2", "pad_1"));
}

TEST(CuburnPairingTest, NodesMayNameXformsThatTheirPartnersLack) {
  std::string a = weights({"1", "2"}) + R"(, "blend.xform_map": [["0", "7"], ["1", "1"]])";
  EXPECT_THAT(pairs(a, weights({"1", "2"})), ElementsAre("0_0", "1_1"));
}

TEST(CuburnPairingTest, TheNodesSettingsHoldUntilTheEdgeOverrides) {
  std::string two = weights({"1", "2"});
  std::string a = two + R"(, "blend.xform_sort": "weight")",
              b = two + R"(, "blend.xform_sort": "weightflip")";
  EXPECT_THAT(pairs(a, two), ElementsAre("0_0", "1_1"));
  EXPECT_THAT(pairs(a, b), ElementsAre("0_1", "1_0"));
  EXPECT_THAT(pairs(a, b, R"(, "blend.xform_sort": "natural")"), ElementsAre("0_0", "1_1"));
}

TEST(CuburnPairingTest, NamesStayDistinct) {
  std::string a = R"("xforms": {"0_1.weight": 2, "0.weight": 1})",
              b = R"("xforms": {"2.weight": 2, "1_2.weight": 1})";
  EXPECT_THAT(pairs(a, b, R"(, "blend.xform_sort": "weight")"), ElementsAre("0_1_2", "0_1_2'"));
}

std::string complaint(const std::string &edgeMembers) {
  TestFlock flock(node("a", weights({"1", "2"})) + ",\n" + node("b", weights({"1"})) + ",\n" +
                  edge(edgeMembers));
  EXPECT_FALSE(flock.blend("e"));
  return flock.messages();
}

TEST(CuburnPairingTest, XformsThatNobodyHasAreReported) {
  EXPECT_EQ(
      complaint(R"(, "blend.xform_map": [["5", "0"]])"),
      "flock.json:4:77: error: the source node 'a' has no xform '5'\nnote: it has '0', '1'\n");
  EXPECT_EQ(
      complaint(R"(, "blend.xform_map": [["pad", "1"]])"),
      "flock.json:4:77: error: the destination node 'b' has no xform '1'\nnote: it has '0'\n");
  EXPECT_EQ(complaint(R"(, "blend.xform_map": [["pad", "dup"]])"),
            "flock.json:4:77: error: a pair needs the id of an xform beside 'pad'\n");
  EXPECT_EQ(complaint(R"(, "xforms.dst.1.weight": [0.5, 1])"),
            "flock.json:4:57: error: the destination node has no xform '1'\n"
            "note: a pair in 'blend.xform_map' introduces a new one\n");
}

//===-- made xforms ---------------------------------------------------------------------------===//

CuburnXform<CuburnPoint> xform(const std::map<std::string, double> &values) {
  CuburnXform<CuburnPoint> result;
  for (const auto &[name, value] : values)
    result.values[name] = {value};
  return result;
}

std::map<std::string, double> padding(const std::map<std::string, double> &partner,
                                      bool isFinal = false) {
  std::map<std::string, double> result;
  for (const auto &[name, point] : makeCuburnPadding(xform(partner), isFinal).values)
    result[name] = point.position;
  return result;
}

using Values = std::map<std::string, double>;

TEST(CuburnPaddingTest, IsTheIdentityThatIsNeverChosen) {
  EXPECT_EQ(padding({{"variations.curl.weight", 1}}),
            (Values{{"weight", 0}, {"pre_affine.angle", 45}, {"variations.linear.weight", 1}}));
}

TEST(CuburnPaddingTest, AFinalOneKeepsColors) {
  EXPECT_EQ(padding({}, true), (Values{{"weight", 0},
                                       {"color_speed", 0},
                                       {"pre_affine.angle", 45},
                                       {"variations.linear.weight", 1}}));
}

TEST(CuburnPaddingTest, IsMirroredWithItsPartner) {
  Values values = padding({{"pre_affine.spread", 120}, {"post_affine.spread", 100}});
  for (const char *name :
       {"pre_affine.angle", "pre_affine.spread", "post_affine.angle", "post_affine.spread"})
    EXPECT_EQ(values[name], 135) << name;
  values = padding({{"pre_affine.spread", -45}});
  EXPECT_EQ(values["pre_affine.angle"], 315);
  EXPECT_EQ(values["pre_affine.spread"], 315);
}

/// cuburn's turns the picture upside down where it fades in.
TEST(CuburnPaddingTest, AFinalOneIsMirroredTwiceOrNotAtAll) {
  EXPECT_EQ(padding({{"pre_affine.spread", 120}}, true)["pre_affine.angle"], 45);
  EXPECT_EQ(padding({{"pre_affine.spread", 120}}, true).count("pre_affine.spread"), 0u);
  EXPECT_EQ(padding({{"post_affine.spread", 120}}, true).count("post_affine.angle"), 0u);
  Values values = padding({{"pre_affine.spread", 120}, {"post_affine.spread", 100}}, true);
  for (const char *name :
       {"pre_affine.angle", "pre_affine.spread", "post_affine.angle", "post_affine.spread"})
    EXPECT_EQ(values[name], 135) << name;
}

TEST(CuburnPaddingTest, IsNegatedTwiceBesideAHole) {
  EXPECT_EQ(padding({{"variations.julian.weight", 1}, {"variations.blob.weight", 1}}),
            (Values{{"weight", 0}, {"pre_affine.angle", 225}, {"variations.linear.weight", -1}}));
  EXPECT_EQ(
      padding({{"variations.polar.weight", 1}, {"pre_affine.spread", 135}})["pre_affine.angle"],
      315);
}

TEST(CuburnPaddingTest, UsesVariationsThatCanBeTheIdentity) {
  Values values =
      padding({{"variations.rectangles.weight", 1}, {"variations.perspective.angle", 1}});
  EXPECT_EQ(values["variations.rectangles.weight"], 0.5);
  EXPECT_EQ(values["variations.rectangles.x"], 0);
  EXPECT_EQ(values["variations.perspective.weight"], 0.5);
  EXPECT_EQ(values["variations.perspective.dist"], 1);
  EXPECT_EQ(values.count("variations.linear.weight"), 0u);
}

/// At its defaults super_shape shrinks by the root of two, which cuburn does not make up for.
TEST(CuburnPaddingTest, MakesUpForSuperShape) {
  EXPECT_DOUBLE_EQ(padding({{"variations.super_shape.weight", 1}})["variations.super_shape.weight"],
                   std::sqrt(2));
}

//===-- blending ------------------------------------------------------------------------------===//

/// The blend of two nodes and an edge; must succeed.
CuburnAnimation blend(const std::string &a, const std::string &b,
                      const std::string &edgeMembers = "",
                      CuburnCompat compat = CuburnCompat::Clean) {
  TestFlock flock(node("a", a) + ",\n" + node("b", b) + ",\n" + edge(edgeMembers));
  auto animation = flock.blend("e", compat);
  EXPECT_TRUE(animation) << flock.messages();
  return animation.value_or(CuburnAnimation());
}

const CuburnCurve &valueOf(const CuburnAnimation &animation, const std::string &id,
                           const std::string &name) {
  static const CuburnCurve none = {-99, 0, -99, 0, {}};
  for (const CuburnAnimationXform &xform : animation.xforms)
    if (xform.id == id && xform.values.contains(name))
      return xform.values.at(name);
  return none;
}

TEST(CuburnBlendTest, GoesFromOneNodeToTheOther) {
  CuburnAnimation animation =
      blend(weights({"1"}) + R"(, "camera.scale": 2)", weights({"0.4"}) + R"(, "name": "B")");
  EXPECT_EQ(valueOf(animation, "0_0", "weight").start, 1);
  EXPECT_EQ(valueOf(animation, "0_0", "weight").end, 0.4);
  EXPECT_EQ(animation.values.at("camera.scale").start, 2);
  EXPECT_EQ(animation.values.at("camera.scale").end, 1);
  EXPECT_EQ(animation.texts.at("name"), "B");
  EXPECT_EQ(animation.duration, 2);
  EXPECT_EQ(animation.palettes.size(), 1u); // both are the same
}

TEST(CuburnBlendTest, TextsAreTheEdgesThenTheDestinations) {
  CuburnAnimation animation =
      blend(weights({"1"}) + R"(, "name": "A", "author.name": "I", "author.url": "U")",
            weights({"1"}) + R"(, "name": "B", "author.name": "J")", R"(, "name": "C")");
  EXPECT_EQ(animation.texts.at("name"), "C");
  EXPECT_EQ(animation.texts.at("author.name"), "J");
  EXPECT_EQ(animation.texts.at("author.url"), "U");
}

/// The published example: a pulse in the middle, of the pair that has the source's xform.
TEST(CuburnBlendTest, EdgesAddKnotsToPairs) {
  CuburnAnimation animation = blend(weights({"1"}), weights({"2", "0.4"}),
                                    R"(, "xforms.src.0.variations.bubble.weight": [0.5, 0.8],
                                        "xforms.dst.0.variations.bubble.weight": [0.25, 0.1],
                                        "xforms.dst.1.weight": [0.5, 9], "blend": {"duration": 1.8})");
  EXPECT_EQ(animation.duration, 1.8);
  const CuburnCurve &pulse = valueOf(animation, "0_0", "variations.bubble.weight");
  EXPECT_EQ(pulse.start, 0);
  EXPECT_EQ(pulse.end, 0);
  ASSERT_EQ(pulse.knots.size(), 2u);
  EXPECT_EQ(pulse.knots[0].value, 0.1);
  EXPECT_EQ(pulse.knots[1].value, 0.8);
  EXPECT_EQ(valueOf(animation, "pad_1", "weight").knots.size(), 1u);
}

TEST(CuburnBlendTest, OffsetsTurnWhatTurns) {
  std::string a =
      R"("xforms": {"0": {"weight": 1, "pre_affine": {"angle": [60, -360], "offset.x": [1, 5]}}})";
  TestFlock flock(node("a", a) + R"(, "e": {"type": "edge", "blend.duration": 0.5,
                                            "link": {"src": "a@-0.25", "dst": "a@0.25"}})");
  auto animation = flock.blend("e");
  ASSERT_TRUE(animation);
  EXPECT_EQ(valueOf(*animation, "0_0", "pre_affine.angle").start, 150);
  EXPECT_EQ(valueOf(*animation, "0_0", "pre_affine.angle").end, -30);
  EXPECT_EQ(valueOf(*animation, "0_0", "pre_affine.offset.x").start, 1);
  EXPECT_EQ(valueOf(*animation, "0_0", "pre_affine.offset.x").startVelocity, 5);
}

TEST(CuburnBlendTest, PaddingFadesIn) {
  CuburnAnimation animation = blend(weights({"1"}), weights({"1", "2"}));
  EXPECT_EQ(valueOf(animation, "pad_0", "weight").start, 0);
  EXPECT_EQ(valueOf(animation, "pad_0", "weight").end, 1);
}

/// cuburn documents "dup" and pads instead.
TEST(CuburnBlendTest, ADuplicateFadesAsItIs) {
  std::string a =
      R"("xforms": {"0": {"weight": 3, "color": 0.7, "variations.curl": {"weight": 2, "c1": 4}}})";
  std::string map = R"(, "blend.xform_map": [["0", "dup"], ["dup", "0"]])";
  CuburnAnimation animation = blend(a, weights({"1"}), map);
  ASSERT_THAT(pairs(a, weights({"1"}), map), ElementsAre("0_dup", "dup_0"));
  EXPECT_EQ(valueOf(animation, "0_dup", "weight").start, 3);
  EXPECT_EQ(valueOf(animation, "0_dup", "weight").end, 0);
  EXPECT_EQ(valueOf(animation, "0_dup", "color").end, 0.7);
  EXPECT_EQ(valueOf(animation, "0_dup", "variations.curl.weight").end, 2);
  EXPECT_EQ(valueOf(animation, "dup_0", "weight").start, 0);
  EXPECT_EQ(valueOf(animation, "dup_0", "variations.linear.weight").start, 1);
  CuburnAnimation padded = blend(a, weights({"1"}), map, CuburnCompat::Cuburn);
  EXPECT_EQ(valueOf(padded, "0_pad", "variations.curl.weight").end, 0);
}

TEST(CuburnBlendTest, AnEdgeCanIntroduceAnXform) {
  CuburnAnimation animation =
      blend(weights({"1"}), weights({"1"}), R"(, "blend.xform_map": [["guest", "visitor"]],
            "xforms.src.guest": {"weight": [0.5, 1], "variations.curl.weight": [0.5, 2]})");
  EXPECT_EQ(valueOf(animation, "guest_visitor", "weight").start, 0);
  EXPECT_EQ(valueOf(animation, "guest_visitor", "weight").end, 0);
  EXPECT_EQ(valueOf(animation, "guest_visitor", "weight").knots.size(), 1u);
  EXPECT_EQ(valueOf(animation, "guest_visitor", "variations.linear.weight").start, 1);
}

//===-- final xforms, chaos, palettes ---------------------------------------------------------===//

TEST(CuburnBlendTest, AFinalXformComesOutOfNothing) {
  CuburnAnimation animation = blend(
      weights({"1"}),
      weights({"1"}) + R"(, "final_xform": {"color_speed": 0.3, "variations.curl.weight": 1})");
  ASSERT_TRUE(animation.finalXform);
  const auto &values = animation.finalXform->values;
  EXPECT_EQ(values.at("variations.linear.weight").start, 1);
  EXPECT_EQ(values.at("variations.linear.weight").end, 0);
  EXPECT_EQ(values.at("variations.curl.weight").start, 0);
  EXPECT_EQ(values.at("color_speed").start, 0);
  EXPECT_EQ(values.at("color_speed").end, 0.3);
}

/// In cuburn all points collapse at the ends, where the final xform has no variation.
TEST(CuburnBlendTest, AFinalXformOfTheEdgeAloneIsNeutralAtTheEnds) {
  CuburnAnimation animation =
      blend(weights({"1"}), weights({"1"}), R"(, "final_xform.variations.curl.weight": [0.5, 1])");
  ASSERT_TRUE(animation.finalXform);
  const auto &values = animation.finalXform->values;
  EXPECT_EQ(values.at("variations.linear.weight").start, 1);
  EXPECT_EQ(values.at("variations.linear.weight").end, 1);
  EXPECT_EQ(values.at("variations.curl.weight").knots.size(), 1u);
}

TEST(CuburnBlendTest, ChaosFactorsFollowTheirXforms) {
  std::string a =
      R"("xforms": {"0": {"weight": 1, "chaos": {"0": 0, "1": 2}}, "1": {"weight": 2}})";
  std::string b =
      R"("xforms": {"0": {"weight": 1}, "1": {"weight": 2, "chaos.0": 4}, "2": {"weight": 9}})";
  CuburnAnimation animation =
      blend(a, b, R"(, "blend.xform_sort": "weight", "xforms.dst.1.chaos.1": [0.5, 3])");
  ASSERT_THAT(test::pairNames(animation), ElementsAre("0_0", "1_1", "pad_2"));
  EXPECT_EQ(valueOf(animation, "0_0", "chaos.0_0").start, 0);
  EXPECT_EQ(valueOf(animation, "0_0", "chaos.0_0").end, 1);
  EXPECT_EQ(valueOf(animation, "0_0", "chaos.1_1").start, 2);
  EXPECT_EQ(valueOf(animation, "1_1", "chaos.0_0").start, 1);
  EXPECT_EQ(valueOf(animation, "1_1", "chaos.0_0").end, 4);
  EXPECT_EQ(valueOf(animation, "1_1", "chaos.1_1").knots.size(), 1u);
  EXPECT_EQ(valueOf(animation, "0_0", "chaos.pad_2").start, -99); // not mentioned
}

TEST(CuburnBlendTest, VariationsThatReplaceThePointCannotFade) {
  std::string a =
      R"("xforms.0": {"weight": 1, "variations": {"pre_curl.weight": 1, "post_blur.weight": 1}})";
  TestFlock flock(node("a", a) + ",\n" + node("b", weights({"1"})) + ",\n" + edge());
  EXPECT_TRUE(flock.blend("e"));
  EXPECT_NE(flock.messages().find("'pre_curl' cannot fade"), std::string::npos);
  EXPECT_EQ(flock.messages().find("post_blur"), std::string::npos);
  TestFlock both(node("a", a) + ",\n" + node("b", a) + ",\n" + edge());
  EXPECT_TRUE(both.blend("e"));
  EXPECT_EQ(both.messages(), "");
}

constexpr const char *kBrought = R"(, "xforms.src.0.variations.dc_linear.weight": [0.5, 1])";

/// A variation sets the colour at weight 0, too.
TEST(CuburnBlendTest, DirectColorsFadeWhereOneNodeLacksThem) {
  std::string a = weights({"1"}) + R"(, "final_xform.variations.post_dc_linear.weight": 1)";
  std::string b =
      R"("xforms.0": {"weight": 1, "variations": {"linear.weight": 1, "dc_linear.weight": 1}})";
  TestFlock flock(node("a", a) + ",\n" + node("b", b) + ",\n" + edge());
  auto animation = flock.animation("e");
  ASSERT_TRUE(animation) << flock.messages();
  EXPECT_EQ(animation->xforms[0].directColor.at(0), 0);
  EXPECT_NEAR(animation->xforms[0].directColor.at(0.5), 0.5, 1e-12);
  EXPECT_EQ(animation->xforms[0].directColor.at(1), 1);
  EXPECT_EQ(animation->finalXform->directColor.at(0), 1);
  EXPECT_EQ(animation->finalXform->directColor.at(1), 0);
  for (const auto &[same, members] : {std::pair(a, ""), {b, ""}, {weights({"1"}), kBrought}}) {
    TestFlock both(node("a", same) + ",\n" + node("b", same) + ",\n" + edge(members));
    auto unchanged = both.animation("e");
    ASSERT_TRUE(unchanged) << both.messages();
    EXPECT_EQ(unchanged->xforms[0].directColor, Track(1.0));
  }
}

std::string lastPalette() {
  Palette palette = test::grayPalette();
  palette[0].red = 1;
  return test::paletteElements(palette);
}

TEST(CuburnBlendTest, PalettesHaveTimes) {
  TestFlock flock(node("a", weights({"1"})) + ",\n\"b\": {\"type\": \"node\", \"palette\": [" +
                  lastPalette() + "], " + weights({"1"}) + "},\n" +
                  edge(", \"palette\": [[0.5, GRAY], [0.25, GRAY], [0.5, " + lastPalette() + "]]"));
  auto animation = flock.blend("e");
  ASSERT_TRUE(animation) << flock.messages();
  std::vector<double> times;
  for (const TimedPalette &palette : animation->palettes)
    times.push_back(palette.first);
  EXPECT_THAT(times, ElementsAre(0, 0.25, 0.5, 1));
  EXPECT_EQ(animation->palettes[2].second[0].red, 1);
  EXPECT_EQ(animation->palettes[1].second[0].red, 0);
}

TEST(CuburnBlendTest, WhatCannotBeSeenOfPalettesGoes) {
  Palette gray = test::grayPalette(), other = gray;
  other[3].blue = 1;
  std::vector<TimedPalette> palettes = {{1, gray}, {0, gray}, {0.5, gray}};
  tidyPalettes(palettes);
  EXPECT_EQ(palettes.size(), 1u);
  palettes = {{0, gray}, {0.25, gray}, {0.5, gray}, {1, other}};
  tidyPalettes(palettes);
  EXPECT_EQ(palettes.size(), 3u);
}

} // namespace
} // namespace flame
