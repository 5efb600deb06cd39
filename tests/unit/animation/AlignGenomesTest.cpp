// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What padding looks like beside which variations, and which parameters are carried over.

#include "compiler/animation/AlignGenomes.h"
#include "tests/unit/animation/KeyFrames.h"

#include <gmock/gmock.h>

using testing::ElementsAre;

namespace flame::test {

/// A flame of one xform and one of two, the second of which has `attributes`.
static std::vector<Genome> alignedBeside(const std::string &attributes,
                                         const std::string &flame = "") {
  std::vector<Genome> genomes = readKeyFrames(
      keyFrame("time=\"0\" " + flame, "<xform weight=\"1\" linear=\"1\"/>") +
      keyFrame("time=\"1\" " + flame,
               "<xform weight=\"1\" linear=\"1\"/><xform weight=\"1\" " + attributes + "/>"));
  alignGenomes(genomes);
  EXPECT_EQ(genomes[0].xforms.size(), 2u);
  return genomes;
}

static const Xform &paddingBeside(const std::vector<Genome> &genomes) {
  return genomes[0].xforms[1];
}

TEST(AlignGenomesTest, PadsWithTheIdentity) {
  const auto genomes = alignedBeside("swirl=\"0.7\"");
  const Xform &padding = paddingBeside(genomes);
  EXPECT_TRUE(padding.isPadding);
  EXPECT_EQ(padding.weight, 0);
  EXPECT_EQ(padding.color, 1) << "the parity of the index";
  EXPECT_EQ(padding.animate, 1);
  EXPECT_EQ(weightOf(padding, "linear"), 1);
  EXPECT_EQ(weightOf(padding, "swirl"), 0);
  EXPECT_TRUE(padding.coefs.isIdentity());
  EXPECT_FALSE(genomes[1].xforms[1].isPadding);
}

TEST(AlignGenomesTest, TurnsPaddingBesideInversions) {
  for (const char *variation :
       {"spherical", "ngon", "julian", "juliascope", "polar", "wedge_sph", "wedge_julia"}) {
    const auto genomes = alignedBeside(std::string(variation) + "=\"0.2\"");
    EXPECT_EQ(weightOf(paddingBeside(genomes), "linear"), -1) << variation;
    expectAffine(paddingBeside(genomes).coefs, {-1, 0, 0, -1, 0, 0});
  }
}

TEST(AlignGenomesTest, DoesNotTurnPaddingBesideNegativeOnesOrWithoutLogarithms) {
  EXPECT_EQ(weightOf(paddingBeside(alignedBeside("spherical=\"-0.2\"")), "linear"), 1);
  EXPECT_EQ(
      weightOf(paddingBeside(alignedBeside("spherical=\"0.2\"", "interpolation_type=\"linear\"")),
               "linear"),
      1);
}

TEST(AlignGenomesTest, LetsVariationsBeTheirOwnIdentity) {
  const auto genomes =
      alignedBeside("rectangles=\"0.5\" rectangles_x=\"0.3\" rectangles_y=\"0.4\" rings2=\"0.1\" "
                    "rings2_val=\"2\" blob=\"1\" blob_low=\"0.2\" blob_waves=\"3\"");
  const Xform &padding = paddingBeside(genomes);
  EXPECT_EQ(weightOf(padding, "linear"), 0);
  EXPECT_DOUBLE_EQ(weightOf(padding, "rectangles"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(weightOf(padding, "rings2"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(weightOf(padding, "blob"), 1.0 / 3);
  EXPECT_THAT(useOf(padding, "rectangles").params, ElementsAre(0, 0));
  EXPECT_THAT(useOf(padding, "rings2").params, ElementsAre(0));
  EXPECT_THAT(useOf(padding, "blob").params, ElementsAre(1, 1, 1));
}

TEST(AlignGenomesTest, KeepsTheParametersThatDoNotMatter) {
  const auto genomes = alignedBeside(
      "perspective=\"1\" perspective_angle=\"0.3\" perspective_dist=\"4\" "
      "super_shape=\"1\" super_shape_m=\"5\" super_shape_n1=\"7\" super_shape_rnd=\".5\"");
  EXPECT_THAT(useOf(paddingBeside(genomes), "perspective").params, ElementsAre(0, 4));
  EXPECT_THAT(useOf(paddingBeside(genomes), "super_shape").params, ElementsAre(0, 5, 2, 2, 2, 0));
}

TEST(AlignGenomesTest, SwapsTheAxesBesideFanAndRings) {
  const auto genomes = alignedBeside("fan=\"0.2\" rings=\"0.3\"");
  EXPECT_EQ(weightOf(paddingBeside(genomes), "fan"), 0.5);
  EXPECT_EQ(weightOf(paddingBeside(genomes), "rings"), 0.5);
  EXPECT_EQ(weightOf(paddingBeside(genomes), "linear"), 0);
  expectAffine(paddingBeside(genomes).coefs, {0, 1, 1, 0, 0, 0});
}

TEST(AlignGenomesTest, CarriesParametersToWhereAVariationIsOff) {
  const auto genomes = alignedBeside("julian=\"0.9\" julian_power=\"-3\" julian_dist=\"0.7\"");
  EXPECT_THAT(useOf(paddingBeside(genomes), "julian").params, ElementsAre(-3, 0.7));
}

TEST(AlignGenomesTest, ForgetsTheHolesOfAFlowerAsFlam3Does) {
  const std::string text =
      keyFrame("time=\"0\"", "<xform weight=\"1\" linear=\"1\"/>") +
      keyFrame("time=\"1\"",
               "<xform weight=\"1\" flower=\"1\" flower_petals=\"4\" flower_holes=\".3\"/>");
  std::vector<Genome> genomes = readKeyFrames(text), clean = readKeyFrames(text);
  alignGenomes(genomes, Compatibility::Flam3);
  alignGenomes(clean, Compatibility::Clean);
  EXPECT_THAT(useOf(genomes[0].xforms[0], "flower").params, ElementsAre(4, 0));
  EXPECT_THAT(useOf(clean[0].xforms[0], "flower").params, ElementsAre(4, 0.3));
}

TEST(AlignGenomesTest, PadsWithAFinalXformThatDoesNothing) {
  std::vector<Genome> genomes = readKeyFrames(
      keyFrame("time=\"0\"", "<xform weight=\"1\" linear=\"1\"/>") +
      keyFrame("time=\"1\"",
               "<xform weight=\"1\" linear=\"1\"/><finalxform bubble=\"1\" color=\"0\"/>"));
  alignGenomes(genomes);
  ASSERT_TRUE(genomes[0].finalXform);
  EXPECT_EQ(genomes[0].finalXform->animate, 0);
  EXPECT_EQ(genomes[0].finalXform->colorSpeed, 0);
  EXPECT_EQ(genomes[0].finalXform->opacity, 1);
  EXPECT_EQ(weightOf(*genomes[0].finalXform, "linear"), 1);
}

TEST(AlignGenomesTest, OnlyPadsWhenTheTypeIsOld) {
  const auto genomes =
      alignedBeside("julian=\"0.9\" julian_power=\"-3\"", "interpolation_type=\"old\"");
  EXPECT_EQ(weightOf(paddingBeside(genomes), "linear"), 1);
  EXPECT_EQ(useOf(paddingBeside(genomes), "julian").params[0], 1) << "the default";
}

TEST(AlignGenomesTest, HandsParametersOnThroughFourGenomes) {
  const std::string plain = "<xform weight=\"1\" linear=\"1\"/>";
  std::vector<Genome> genomes = readKeyFrames(
      keyFrame("time=\"0\"", plain + "<xform weight=\"1\" curl=\"1\" curl_c1=\".6\"/>") +
      keyFrame("time=\"1\"", plain) + keyFrame("time=\"2\"", plain) +
      keyFrame("time=\"3\"", plain));
  alignGenomes(genomes);
  EXPECT_THAT(useOf(genomes[1].xforms[1], "curl").params, ElementsAre(0, 0)) << "its own identity";
  EXPECT_THAT(useOf(genomes[2].xforms[1], "curl").params, ElementsAre(0, 0))
      << "from the padding before";
  EXPECT_THAT(useOf(genomes[3].xforms[1], "curl").params, ElementsAre(1, 0)) << "the default";
}

TEST(AlignGenomesTest, DoesNothingTheSecondTime) {
  std::vector<Genome> once = vectorFlames(), twice = vectorFlames();
  alignGenomes(once);
  alignGenomes(twice);
  alignGenomes(twice);
  for (size_t i = 0; i < once.size(); ++i)
    for (size_t x = 0; x < once[i].xforms.size(); ++x) {
      const Xform &a = once[i].xforms[x], &b = twice[i].xforms[x];
      EXPECT_EQ(a.coefs, b.coefs);
      ASSERT_EQ(a.variations.size(), b.variations.size());
      for (size_t v = 0; v < a.variations.size(); ++v) {
        EXPECT_EQ(a.variations[v].info, b.variations[v].info);
        EXPECT_EQ(a.variations[v].weight, b.variations[v].weight);
        EXPECT_EQ(a.variations[v].params, b.variations[v].params);
      }
    }
}

TEST(AlignGenomesTest, DirectColorsCountOnlyWhereAVariationSetsThem) {
  std::vector<Genome> genomes = readKeyFrames(
      keyFrame("time=\"0\"",
               "<xform weight=\"1\" linear=\"1\"/><xform weight=\"1\" linear=\"1\"/>") +
      keyFrame("time=\"1\"", "<xform weight=\"1\" linear=\"1\" dc_linear=\"1\" var_color=\"0.8\"/>"
                             "<xform weight=\"1\" linear=\"1\"/>"
                             "<finalxform color=\"0\" post_dc_linear=\"1\"/>"));
  for (int i = 0; i < 2; ++i) {
    alignGenomes(genomes);
    EXPECT_EQ(genomes[0].xforms[0].directColor, 0);
    EXPECT_EQ(genomes[1].xforms[0].directColor, 0.8);
    EXPECT_EQ(genomes[0].xforms[1].directColor, 1) << "nobody sets it";
    EXPECT_EQ(genomes[0].finalXform->directColor, 0);
    EXPECT_EQ(genomes[1].finalXform->directColor, 1);
  }
}

} // namespace flame::test
