// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialects of other programs: which one a file is in, and what becomes of its words.

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/DialectReader.h"
#include "ir/VariationOracle.h"
#include "support/NaturalSpline.h"
#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace flame::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A flame of one xform, which a program of this version wrote.
std::string flameOf(llvm::StringRef version, llvm::StringRef settings = "",
                    llvm::StringRef xform = "linear=\"1\"", llvm::StringRef children = "") {
  return ("<flame size=\"64 48\" version=\"" + version + "\" " + settings +
          ">\n<xform weight=\"1\" " + xform + "/>\n" + children +
          "<color index=\"0\" rgb=\"255 255 255\"/>\n</flame>\n")
      .str();
}

constexpr const char *kJWildfire = "JWildfire V7.30 (27.11.2021)";

const Genome &read(const ReadText &text) {
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.first();
}

TEST(DialectTest, TheVersionNamesTheProgram) {
  const std::pair<const char *, const char *> rows[] = {
      {"JWildfire V7.30 (27.11.2021)", "jwildfire: the version is 'JWildfire V7.30 (27.11.2021)'"},
      {"0.16 (06.11.2011)", "jwildfire: the version is '0.16 (06.11.2011)'"},
      {"EMBER-WIN-1.0.0.19", "fractorium: the version is 'EMBER-WIN-1.0.0.19'"},
      {"Apophysis 7x Version 15", "apophysis: the version is 'Apophysis 7x Version 15'"},
      {"FLAM3H-WIN-1.1.0", "flam3h: the version is 'FLAM3H-WIN-1.1.0'"},
      {"FLAM3-LNX-3.1.1", "flam3: the version is 'FLAM3-LNX-3.1.1'"},
      {"0.16 of something", "flamec: unknown, the version is '0.16 of something'"},
      {"", "flamec: no program is named"}};
  for (auto [version, expected] : rows) {
    const ReadText text(flameOf(version));
    EXPECT_EQ(read(text).dialect, expected);
  }
}

TEST(DialectTest, TheOptionDecides) {
  ReaderOptions options;
  options.dialect = "flam3";
  const ReadText text(flameOf(kJWildfire, "cam_zoom=\"2\""), options, "genome-reader");
  EXPECT_EQ(read(text).dialect, "flam3: as asked for");
  EXPECT_EQ(read(text).look, Look::Flam3);
  EXPECT_EQ(read(text).scale, 50);
  EXPECT_THAT(text.messages(), HasSubstr("as flam3 means it: as asked for"));
  EXPECT_THAT(text.messages(), HasSubstr("'cam_zoom', without effect here"));
}

TEST(DialectTest, JWildfireHasItsOwnDefaults) {
  const ReadText text(flameOf(kJWildfire, "estimator_radius=\"9\""));
  const Genome &genome = read(text);
  EXPECT_EQ(genome.look, Look::Jwildfire);
  EXPECT_EQ(genome.filterShape, FilterShape::MitchellSmooth);
  EXPECT_EQ(genome.filterRadius, 0.75);
  EXPECT_EQ(genome.estimatorRadius, 0);
  EXPECT_EQ(genome.antialiasAmount, 0.25);
  EXPECT_EQ(genome.paletteStart, 0.5 / 256);
  EXPECT_EQ(genome.paletteSpan, 254.0 / 256);
  EXPECT_EQ(genome.paletteMode, PaletteMode::Step);
  EXPECT_EQ(text.messages(), "");
}

TEST(DialectTest, SettingsOfJWildfireAreRead) {
  const ReadText text(flameOf(
      kJWildfire, "scale=\"10\" cam_zoom=\"2.5\" contrast=\"0.8\" white_level=\"200\" "
                  "low_density_brightness=\"-4\" balancing_red=\"1.5\" balancing_green=\"0.5\" "
                  "balancing_blue=\"2\" antialias_amount=\"0.5\" antialias_radius=\"0.75\" "
                  "smooth_gradient=\"1\" filter_kernel=\"GAUSSIAN\" background_ul=\"0.5 0 1\" "
                  "background_lr=\"0.5 0 1\""));
  const Genome &genome = read(text);
  EXPECT_EQ(genome.scale, 25);
  EXPECT_EQ(genome.contrast, 0.8);
  EXPECT_EQ(genome.whiteLevel, 200);
  EXPECT_EQ(genome.lowDensityBrightness, -4);
  EXPECT_EQ(genome.balancingRed, 1.5);
  EXPECT_EQ(genome.balancingGreen, 0.5);
  EXPECT_EQ(genome.balancingBlue, 2);
  EXPECT_EQ(genome.antialiasAmount, 0.5);
  EXPECT_EQ(genome.antialiasRadius, 0.75);
  EXPECT_EQ(genome.paletteMode, PaletteMode::Linear);
  EXPECT_EQ(genome.paletteStart, 0);
  EXPECT_EQ(genome.filterShape, FilterShape::Gaussian);
  EXPECT_EQ(genome.background, (std::array<double, 3>{0.5, 0, 1}));
  EXPECT_EQ(text.messages(), "");
}

TEST(DialectTest, SaturationIsJWildfires) {
  const ReadText text(flameOf(kJWildfire, "saturation=\"0.5\""));
  EXPECT_EQ(read(text).saturation, 0.5);
  EXPECT_EQ(text.messages(), "");
  const ReadText other(flameOf("FLAM3-LNX-3.1.1", "saturation=\"0.5\""));
  EXPECT_THAT(other.messages(), HasSubstr("uses 'saturation', without"));
}

TEST(DialectTest, WhatIsLostOfJWildfireIsSaid) {
  const ReadText text(flameOf(kJWildfire,
                              "background_ul=\"0 0 0\" background_lr=\"1 1 1\" "
                              "post_blur_radius=\"2\" "
                              "mixer_mode=\"OFF\" cam_dof=\"0\"",
                              "linear=\"1\" color_type=\"SPARKLE\""));
  EXPECT_EQ(read(text).background, (std::array<double, 3>{0.5, 0.5, 0.5}));
  EXPECT_THAT(text.messages(), HasSubstr("a background of several colours"));
  EXPECT_THAT(text.messages(), HasSubstr("uses 'post_blur_radius', without"));
  EXPECT_THAT(text.messages(), HasSubstr("'color_type' 'SPARKLE' is not known here"));
}

/// What JWildfire plots at several positions is plotted at one of them here, behind all final
/// xforms, and contrast makes up for it.
TEST(DialectTest, PostSymmetryIsAFinalXform) {
  const ReadText text(flameOf(kJWildfire,
                              "contrast=\"0.8\" post_symmetry_type=\"POINT\" "
                              "post_symmetry_order=\"5\" post_symmetry_centre_x=\"0.25\"",
                              "linear=\"1\"", "<finalxform linear=\"1\"/>"));
  EXPECT_EQ(text.messages(), "");
  ASSERT_EQ(read(text).laterFinals.size(), 1u);
  const Xform &last = read(text).laterFinals[0];
  EXPECT_EQ(last.colorSpeed, 0);
  ASSERT_EQ(last.variations.size(), 2u);
  EXPECT_EQ(last.variations[1].info->name, "point_symmetry_wf");
  EXPECT_EQ(last.variations[1].phase, VariationUse::Post);
  EXPECT_EQ(last.variations[1].params, (std::vector<double>{0.25, 0, 5, 0}));
  EXPECT_NEAR(read(text).contrast, 0.8 / 5, 1e-12);

  const ReadText axis(flameOf(kJWildfire,
                              "post_symmetry_type=\"Y_AXIS\" post_symmetry_distance=\"2\" "
                              "post_symmetry_rotation=\"30\""));
  ASSERT_TRUE(read(axis).finalXform);
  const VariationUse &mirror = read(axis).finalXform->variations[1];
  EXPECT_EQ(mirror.info->name, "axis_symmetry_wf");
  EXPECT_EQ(mirror.weight, 2);
  EXPECT_EQ(mirror.params[0], 1);
  EXPECT_EQ(mirror.params[4], 30);
  EXPECT_EQ(read(axis).contrast, 0.5);

  const ReadText none(
      flameOf(kJWildfire, "post_symmetry_type=\"POINT\" post_symmetry_order=\"1\""));
  EXPECT_FALSE(read(none).finalXform);
  const ReadText other(flameOf("EMBER-LNX-1.0", "post_symmetry_type=\"POINT\""));
  EXPECT_THAT(other.messages(), HasSubstr("'post_symmetry_type'"));
}

/// Copies of a still are the darker the farther they are in time, and share its samples.
TEST(DialectTest, MotionBlurOfJWildfireIsAsManyCopies) {
  const char *attributes = "motion_blur_length=\"3\" motion_blur_decay=\"10\"";
  const ReadText blurred(flameOf(kJWildfire, attributes));
  EXPECT_EQ(read(blurred).motionBlurLength, 3);
  const double sum = 1 + (1 - 0.7 / 3) + (1 - 4 * 0.7 / 3) + 0.01; // the last would be below 0
  EXPECT_NEAR(read(blurred).whiteLevel, 220 * 4 / sum, 1e-9);
  EXPECT_EQ(blurred.messages(), "");
  const ReadText other(flameOf("EMBER-WIN-1.0.0.19", attributes));
  EXPECT_THAT(other.messages(), HasSubstr("uses 'motion_blur_length', without effect here"));
}

TEST(DialectTest, FinalXformsOfJWildfireKeepColours) {
  const ReadText text(flameOf(kJWildfire, "", "linear=\"1\" symmetry=\"0.5\"",
                              "<finalxform linear=\"1\" color=\"0.5\" symmetry=\"0\"/>"));
  EXPECT_EQ(read(text).xforms[0].colorSpeed, 0.25);
  EXPECT_EQ(read(text).finalXform->colorSpeed, 0);
  EXPECT_EQ(read(text).finalXform->directColor, 0);
  const ReadText blending(
      flameOf(kJWildfire, "", "linear=\"1\" color_type=\"NONE\"",
              "<finalxform linear=\"1\" color=\"0.5\" color_type=\"DIFFUSION\"/>"));
  EXPECT_EQ(read(blending).xforms[0].colorSpeed, 0);
  EXPECT_EQ(read(blending).finalXform->colorSpeed, 0.5);
  EXPECT_EQ(read(blending).finalXform->directColor, 1);
}

/// "sin(param_a*t)" and "fabs(t)" in hexadecimal digits.
constexpr const char *kSineOfT = "73696E28706172616D5F612A7429", *kSizeOfT = "66616273287429";

TEST(DialectTest, PlotsOfFormulasAreVariationsOfTheFlame) {
  const std::string plot =
      std::string("polarplot2d_wf=\"0.5\" polarplot2d_wf_preset_id=\"-1\" "
                  "polarplot2d_wf_tmin=\"-1\" polarplot2d_wf_param_a=\"3\" "
                  "polarplot2d_wf_colormap_filename=\"\" polarplot2d_wf_formula=\"");
  const ReadText text(flameOf(kJWildfire, "", plot + kSineOfT + "\"",
                              "<xform weight=\"1\" " + plot + kSizeOfT + "\"/>"));
  const Genome &genome = read(text);
  EXPECT_EQ(text.messages(), "");
  const VariationUse &first = genome.xforms[0].variations[0],
                     &second = genome.xforms[1].variations[0];
  EXPECT_EQ(first.info->name, "polarplot2d_wf");
  EXPECT_EQ(second.info->name, "polarplot2d_wf_2");
  EXPECT_EQ(first.weight, 0.5);
  EXPECT_EQ(first.params[0], -1);
  ASSERT_EQ(first.info->params[8].name, "polarplot2d_wf_param_a");
  EXPECT_EQ(first.params[8], 3);
  // A quarter of the way from -1 to 2: t is -1/4.
  OracleArgs args;
  args.params = first.params;
  const double draws[] = {0.25, 0.5};
  args.draws = draws;
  const double radius = std::sin(-0.75);
  const auto [x, y, z] = evaluateInSpace(*first.info, args);
  EXPECT_NEAR(x, radius * std::cos(-0.25), 1e-12);
  EXPECT_NEAR(y, radius * std::sin(-0.25), 1e-12);
  EXPECT_NEAR(z, 0, 1e-12);
  EXPECT_NEAR(evaluateVariationColor(*first.info, args, {x, y}), 0.25, 1e-12);
}

TEST(DialectTest, FormulasThatCannotBeReadAreErrors) {
  const ReadText unknown(flameOf(
      kJWildfire, "", "polarplot3d_wf=\"1\" polarplot3d_wf_formula=\"7465787428742C7529\""));
  EXPECT_FALSE(unknown.succeeded());
  EXPECT_THAT(unknown.messages(),
              HasSubstr("cannot read the formula 'text(t,u)': there is no function 'text'"));
  const ReadText digits(
      flameOf(kJWildfire, "", "polarplot3d_wf=\"1\" polarplot3d_wf_formula=\"sin(t)\""));
  EXPECT_THAT(digits.messages(), HasSubstr("expected a formula in hexadecimal digits"));
}

TEST(DialectTest, OpacitiesAreProbabilitiesElsewhere) {
  for (const char *version : {kJWildfire, "EMBER-LNX-1.0", "Apophysis 7x", "FLAM3H-WIN-1.1.0"}) {
    const ReadText text(flameOf(version, "", "linear=\"1\" opacity=\"0.25\""));
    EXPECT_NEAR(std::pow(read(text).xforms[0].opacity, std::log2(10.0)), 0.25, 1e-12) << version;
  }
  const ReadText flam3(flameOf("FLAM3-LNX-3.1.1", "", "linear=\"1\" opacity=\"0.25\""));
  EXPECT_EQ(read(flam3).xforms[0].opacity, 0.25);
}

TEST(DialectTest, XformsOfFractoriumLetPointsThrough) {
  const std::string flame = flameOf("EMBER-LNX-1.0", "brightness=\"4\"", "pre_julian=\"1\"");
  const ReadText text(flame);
  const Genome &genome = read(text);
  EXPECT_NEAR(genome.brightness, 4 * 256.0 / 268, 1e-12);
  EXPECT_EQ(genome.paletteSpan, 255.0 / 256);
  ASSERT_EQ(genome.xforms[0].variations.size(), 2u);
  EXPECT_EQ(genome.xforms[0].variations[1].info->name, "linear");
  ReaderOptions options;
  options.dialect = "flam3";
  const ReadText flam3(flame, options);
  EXPECT_EQ(read(flam3).xforms[0].variations.size(), 1u);
}

TEST(DialectTest, AnXformThatLetsPointsThroughHasOneLinear) {
  const ReadText text(flameOf("EMBER-WIN-1.0.0.19", "", "linear=\"0\""));
  const Xform &xform = read(text).xforms[0];
  ASSERT_EQ(xform.variations.size(), 1u);
  EXPECT_EQ(xform.variations[0].weight, 1);
  const ReadText again(writeFlame(read(text)));
  EXPECT_TRUE(again.succeeded()) << again.messages();
}

TEST(DialectTest, AnXformOfPostVariationsAloneMapsToTheOrigin) {
  const ReadText text(flameOf("EMBER-WIN-1.0.0.19", "", "post_bubble=\"1\" linear=\"0\""));
  for (const VariationUse &use : read(text).xforms[0].variations)
    EXPECT_EQ(use.weight != 0, use.phase == VariationUse::Post) << use.info->name.str();
  const ReadText both(flameOf("EMBER-WIN-1.0.0.19", "", "post_bubble=\"1\" pre_blur=\"1\""));
  EXPECT_EQ(read(both).xforms[0].variations.back().info->name, "linear");
}

TEST(DialectTest, MixersAreCurvesOfTheFilterMix) {
  const std::string straight = "mixer_gg_curve_point_count=\"2\" mixer_gg_curve_x0=\"0\" "
                               "mixer_gg_curve_y0=\"0\" mixer_gg_curve_x1=\"25600\" "
                               "mixer_gg_curve_y1=\"25600\" ";
  const std::string half =
      "mixer_rr_curve_enabled=\"true\" mixer_rr_curve_interpolation=\"LINEAR\" "
      "mixer_rr_curve_point_count=\"2\" mixer_rr_curve_x0=\"0\" mixer_rr_curve_y0=\"12800\" "
      "mixer_rr_curve_x1=\"25600\" mixer_rr_curve_y1=\"6400\" ";
  const ReadText rgb(flameOf(kJWildfire, "mixer_mode=\"RGB\" " + straight + half));
  EXPECT_EQ(rgb.messages(), "");
  EXPECT_EQ(read(rgb).mixerRr.size(), 130u);
  EXPECT_EQ(read(rgb).mixerRr[1], 0.5);
  EXPECT_EQ(read(rgb).mixerRr[64], 0.5);
  EXPECT_EQ(read(rgb).mixerRr[65], 0.375);
  EXPECT_EQ(read(rgb).mixerGg.back(), 1);
  EXPECT_EQ(read(rgb).mixerBb.back(), 1) << "straight without points";
  EXPECT_TRUE(read(rgb).mixerRg.empty());
  const ReadText same(flameOf(kJWildfire, "mixer_mode=\"FULL\" " + straight));
  EXPECT_EQ(same.messages(), "");
  EXPECT_TRUE(read(same).mixerGg.empty()) << "it changes nothing";
  const ReadText off(flameOf(kJWildfire, "mixer_mode=\"OFF\" " + half));
  EXPECT_TRUE(read(off).mixerRr.empty());
  const ReadText bright(flameOf(kJWildfire, "mixer_mode=\"BRIGHTNESS\" " + half));
  EXPECT_EQ(read(bright).mixerBrightness[129], 0.25);
  EXPECT_TRUE(read(bright).mixerRr.empty());
  const ReadText other(flameOf(kJWildfire, "mixer_mode=\"LUMA\" " + half));
  EXPECT_THAT(other.messages(), HasSubstr("expected 'OFF', 'BRIGHTNESS', 'RGB' or 'FULL'"));
}

/// Attributes of a weighting field, with the intensity of the weights.
std::string fieldOf(const std::string &intensity, const std::string &more = "",
                    const std::string &type = "CELLULAR_NOISE") {
  return "linear=\"1\" wfield_type=\"" + type + "\" wfield_noise_seed=\"3\" " +
         "wfield_color_intensity=\"0.0\" wfield_var_amount_intensity=\"" + intensity + "\" " + more;
}

TEST(DialectTest, AWeightingFieldIsAVariationBeforeAllOthers) {
  const ReadText text(flameOf(
      kJWildfire, "",
      "pre_blur=\"0.1\" julian=\"1\" coefs=\"0.4 0 0 0.4 0 0\" " +
          fieldOf(
              "0.3",
              "wfield_input=\"AFFINE\" wfield_noise_frequency=\"2.5\" "
              "wfield_cell_noise_return_type=\"DISTANCE_DIV\" "
              "wfield_cell_noise_dist_function=\"NATURAL\" wfield_var_param1_intensity=\"-0.25\" "
              "wfield_var_param1_var_name=\"julian\" wfield_var_param1_param_name=\"dist\" "
              "wfield_var_param2_intensity=\"0.25\" wfield_var_param2_var_name=\"bubble\" "
              "wfield_var_param2_param_name=\"x\"")));
  ASSERT_EQ(text.messages(), "");
  const std::vector<VariationUse> &uses = read(text).xforms[0].variations;
  ASSERT_EQ(uses.size(), 4u) << "a parameter of a variation that is not there is nothing";
  EXPECT_EQ(uses[0].info->name, "weighting_field");
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].weight, 1);
  EXPECT_THAT(uses[0].params, testing::ElementsAre(3, 2.5, 2, 6, 0.3, 0, 0, 0));
  for (const VariationUse &use : uses)
    if (use.info->name == "julian")
      EXPECT_THAT(use.byField, testing::ElementsAre(0, -0.25));
    else
      EXPECT_THAT(use.byField, testing::IsEmpty());
  const ReadText again(writeFlame(read(text)));
  ASSERT_TRUE(again.succeeded()) << again.messages();
  const std::vector<VariationUse> &written = read(again).xforms[0].variations;
  ASSERT_EQ(written.size(), uses.size());
  for (size_t i = 0; i < uses.size(); ++i) {
    EXPECT_TRUE(written[i].matches(uses[i])) << i;
    EXPECT_EQ(written[i].params, uses[i].params);
  }
}

TEST(DialectTest, AWeightingFieldOfNoIntensityIsNothing) {
  const ReadText weak(flameOf(kJWildfire, "", fieldOf("0")));
  EXPECT_EQ(weak.messages(), "");
  EXPECT_EQ(read(weak).xforms[0].variations.size(), 1u);
  const ReadText none(flameOf(kJWildfire, "", "linear=\"1\" wfield_type=\"NONE\""));
  EXPECT_EQ(none.messages(), "");
}

TEST(DialectTest, WhatIsNotKnownOfWeightingFieldsIsAnError) {
  const std::pair<std::string, const char *> cases[] = {
      {fieldOf("0.3", "", "IMAGE_MAP"),
       "error: expected a noise as the weighting field, such as 'CELLULAR_NOISE', got 'IMAGE_MAP'"},
      {fieldOf("0.3", "wfield_fract_noise_fract_type=\"PLAIN\"", "VALUE_FRACTAL_NOISE"),
       "error: expected 'FBM', 'BILLOW' or 'RIGID_MULTI', got 'PLAIN'"},
      {fieldOf("0.3", "wfield_input=\"POST\""),
       "error: expected 'AFFINE' or 'POSITION', got 'POST'"},
      {fieldOf("0.3", "wfield_cell_noise_return_type=\"FARTHEST\""),
       "error: expected 'CELL_VALUE', 'DISTANCE', "},
      {fieldOf("0.3", "wfield_var_param3_intensity=\"1\" wfield_var_param3_var_name=\"linear\" "
                      "wfield_var_param3_param_name=\"size\""),
       "error: variation 'linear' has no parameter 'size' that a weighting field could change"}};
  for (const auto &[xform, message] : cases) {
    const ReadText strict(flameOf(kJWildfire, "", xform));
    EXPECT_FALSE(strict.succeeded()) << xform;
    EXPECT_THAT(strict.messages(), HasSubstr(message));
    ReaderOptions lenient;
    lenient.lenient = true;
    EXPECT_TRUE(ReadText(flameOf(kJWildfire, "", xform), lenient).succeeded()) << xform;
  }
}

TEST(DialectTest, WeightingFieldsOfThePositionAndWithAJitter) {
  for (const char *type : {"CELLULAR_NOISE", "SIMPLEX_NOISE"}) {
    const ReadText text(
        flameOf(kJWildfire, "",
                fieldOf("0", "wfield_input=\"POSITION\" wfield_jitter_intensity=\"0.4\"", type)));
    EXPECT_EQ(text.messages(), "");
    const Genome &genome = read(text);
    const std::vector<double> &params = genome.xforms[0].variations[0].params;
    EXPECT_EQ(params[params.size() - 2], 1);
    EXPECT_EQ(params[params.size() - 1], 0.4);
    EXPECT_TRUE(genome.hasDepth) << "the jitter makes z, and the field sees it";
    EXPECT_FALSE(read(ReadText(flameOf(kJWildfire, "", fieldOf("0.4", "", type)))).hasDepth);
  }
}

TEST(DialectTest, WeightingFieldsOfOtherNoises) {
  const ReadText plain(
      flameOf(kJWildfire, "", fieldOf("0.3", "wfield_fract_noise_gain=\"0.7\"", "CUBIC_NOISE")));
  const VariationUse &cubic = read(plain).xforms[0].variations[0];
  EXPECT_EQ(cubic.info->name, "noise_field");
  EXPECT_EQ(cubic.params[2], 3);
  EXPECT_EQ(cubic.params[3], 0); // no octaves
  EXPECT_EQ(cubic.params[4], 0.3);
  const ReadText octaves(
      flameOf(kJWildfire, "",
              fieldOf("0.3",
                      "wfield_fract_noise_gain=\"0.7\" wfield_fract_noise_octaves=\"5\" "
                      "wfield_fract_noise_fract_type=\"BILLOW\"",
                      "PERLIN_FRACTAL_NOISE")));
  const VariationUse &billows = read(octaves).xforms[0].variations[0];
  EXPECT_EQ(billows.params[2], 1);
  EXPECT_EQ(billows.params[3], 2);
  EXPECT_EQ(billows.params[6], 5);
  EXPECT_EQ(billows.params[7], 0.7);
}

/// In a sum some variations leave no z, and before and behind it some weigh it; nobody sees that in
/// the plane.
TEST(DialectTest, VariationsOfFractoriumWeighZ) {
  const std::string xform = "linear=\"0.5\" xheart=\"0.25\" ovoid=\"0.5\" pre_linear=\"0.3\" "
                            "post_linear=\"2\" post_disc=\"3\" post_foci=\"4\"";
  const ReadText text(flameOf("EMBER-WIN-1.0.0.19", "cam_pitch=\"1\"", xform + " zcone=\"1\""));
  std::vector<std::string> weighed;
  for (const VariationUse &use : read(text).xforms[0].variations)
    if (use.info->name == "weigh_depth")
      weighed.push_back(std::to_string(use.phase) + ": " + std::to_string(use.weight) + " #" +
                        std::to_string(use.repeat));
  const std::string pre = std::to_string(VariationUse::Pre),
                    post = std::to_string(VariationUse::Post),
                    sum = std::to_string(VariationUse::Normal);
  EXPECT_THAT(weighed, testing::ElementsAre(pre + ": 0.300000 #0", post + ": 2.000000 #0",
                                            post + ": 3.000000 #1", sum + ": -0.750000 #0"));
  const ReadText flat(flameOf("EMBER-WIN-1.0.0.19", "", xform), {}, "genome-reader");
  EXPECT_EQ(read(flat).xforms[0].variations.size(), 7u);
  EXPECT_THAT(flat.messages(), Not(HasSubstr("changes only z")));
}

/// What a dialect adds is told from what the file has of the same name: both are written, and read
/// again.
TEST(DialectTest, WhatIsAddedIsNumberedBehindWhatTheFileHas) {
  const auto numbersOf = [](const Genome &genome, llvm::StringRef name) {
    std::vector<unsigned> numbers;
    for (const VariationUse &use : genome.xforms[0].variations)
      if (use.info->name == name)
        numbers.push_back(use.repeat);
    return numbers;
  };
  const ReadText weighed(flameOf("EMBER-WIN-1.0.0.19", "cam_pitch=\"1\"",
                                 "ovoid=\"0.5\" xheart=\"0.25\" weigh_depth=\"0.3\" zcone=\"1\""));
  EXPECT_THAT(numbersOf(read(weighed), "weigh_depth"), testing::UnorderedElementsAre(0u, 1u));
  const ReadText held(flameOf(kJWildfire, "", "linear=\"3\" post_hold_far=\"0.5\""));
  EXPECT_THAT(numbersOf(read(held), "hold_far"), testing::UnorderedElementsAre(0u, 1u));
  const ReadText turned(
      flameOf(kJWildfire, "", "linear=\"1\" pre_cycle_color=\"1\" color_type=\"CYCLIC\""));
  EXPECT_THAT(numbersOf(read(turned), "cycle_color"), testing::UnorderedElementsAre(0u, 1u));
}

/// The colour goes on by `symmetry`, whatever the xform's own is, and before its variations see it.
TEST(DialectTest, AColorTypeMayGoOnInCircles) {
  const ReadText text(
      flameOf(kJWildfire, "", "linear=\"1\" color=\"0.4\" symmetry=\"0.3\" color_type=\"CYCLIC\""));
  EXPECT_EQ(text.messages(), "");
  const Xform &xform = read(text).xforms[0];
  EXPECT_EQ(xform.colorSpeed, 0);
  const VariationUse &cycle = xform.variations.front();
  EXPECT_EQ(cycle.info->name, "cycle_color");
  EXPECT_EQ(cycle.phase, VariationUse::Pre);
  EXPECT_NEAR(cycle.params.front(), 0.3, 1e-12);
}

/// Samples show what the type says, and points go on with the colour that they have.
TEST(DialectTest, ColorTypesMaySayWhatSamplesShow) {
  struct Row {
    const char *type, *variation;
    std::vector<double> params;
    double speed; ///< with which the point's own colour changes
  };
  const Row rows[] = {{"TARGET\" target_color=\"0.5 0.25 1", "show_color", {0.5, 0.25, 1, 0.8}, 0},
                      {"TARGET", "show_color", {0, 0, 0, 0.8}, 0},
                      {"TARGETG", "show_place", {102.0 / 256, 0, 0.8}, 0.2},
                      {"DISTANCE", "show_place", {(254 * 0.4 + 0.5) / 256, 1.6 * 254 / 256, 0}, 0}};
  for (const Row &row : rows) {
    const ReadText text(
        flameOf(kJWildfire, "",
                std::string("linear=\"1\" color=\"0.4\" symmetry=\"0.6\" color_type=\"") +
                    row.type + "\""));
    EXPECT_EQ(text.messages(), "");
    const Xform &xform = read(text).xforms[0];
    EXPECT_NEAR(xform.colorSpeed, row.speed, 1e-12);
    const VariationUse &show = xform.variations.front();
    EXPECT_EQ(show.info->name, row.variation);
    EXPECT_EQ(show.phase, VariationUse::Pre);
    EXPECT_THAT(show.params, testing::Pointwise(testing::DoubleNear(1e-12), row.params));
  }
}

/// An xform of type NONE shows what the point has shown before: its colour, unless another xform
/// decides.
TEST(DialectTest, SamplesKeepWhatTheyShow) {
  auto first = [](const ReadText &text) { return read(text).xforms[0].variations.front(); };
  const std::string none = "linear=\"1\" color_type=\"NONE\"";
  const ReadText plain(flameOf(kJWildfire, "", none));
  EXPECT_EQ(first(plain).info->name, "linear");
  const ReadText mixed(flameOf(kJWildfire, "", none,
                               "<xform weight=\"1\" linear=\"1\" color_type=\"TARGET\"/>\n"
                               "<xform weight=\"1\" linear=\"1\" symmetry=\"1\"/>\n"));
  EXPECT_EQ(first(mixed).info->name, "show_place");
  EXPECT_EQ(first(mixed).params.back(), 1);
  EXPECT_EQ(mixed.first().xforms[2].variations.front().info->name, "linear"); // looks its colour up
}

/// A level is the parameter of the curve, whatever x is there; a curve that was not touched is one
/// too if another was.
TEST(DialectTest, CurvesOfApophysis) {
  const std::string line = "0 0 1 0 0 1 1 1 1 1 1 1 ",
                    bent = "0 0.25 1 0.3 0 2 0.6 1 0.5 1 0.75 1 ";
  const ReadText straight(flameOf("Apophysis 7x", "curves=\"" + line + line + line + line + "\""));
  EXPECT_EQ(straight.messages(), "");
  EXPECT_TRUE(read(straight).overallCurve.empty());
  const ReadText text(flameOf("Apophysis 7x", "curves=\"" + line + line + bent + line + "\""));
  EXPECT_EQ(text.messages(), "");
  const rt::NaturalSpline overall(read(text).overallCurve), green(read(text).greenCurve);
  for (double t : {0.0, 0.01, 0.1, 0.33, 0.5, 0.77, 0.995, 1.0}) {
    const double s = 1 - t, smooth = t * t * (3 - 2 * t);
    EXPECT_NEAR(overall.at(t), smooth, 2e-4) << t;
    const double weight = s * s * s + 6 * s * s * t + 1.5 * s * t * t + t * t * t;
    EXPECT_NEAR(green.at(t), (0.25 * s * s * s + 1.5 * s * t * t + 0.75 * t * t * t) / weight,
                2e-4);
  }
  const ReadText other(flameOf("", "curves=\"" + line + line + bent + line + "\""));
  EXPECT_THAT(other.messages(), HasSubstr("uses 'curves', without effect here"));
}

TEST(DialectTest, FogOfJWildfire) {
  const ReadText text(flameOf(
      kJWildfire,
      "cam_zdimish=\"0.5\" cam_zdimdist=\"-1\" cam_zdimcolor=\"0.25 0.5 1\" cam_pitch=\"1\"",
      "linear3D=\"1\" zcone=\"1\""));
  EXPECT_EQ(text.messages(), "");
  EXPECT_EQ(read(text).camFog, 0.5);
  EXPECT_EQ(text.first().camFogZ, -1);
  EXPECT_EQ(text.first().camFogRed, 0.25);
  EXPECT_EQ(text.first().camFogGreen, 0.5);
  EXPECT_EQ(text.first().camFogBlue, 1);
}

/// flam3 has another kernel under seven names; Fractorium has the one that the name says.
TEST(DialectTest, FiltersOfFractoriumAreWhatTheirNamesSay) {
  const char *settings = "filter_shape=\"mitchell\"";
  const ReadText flam3(flameOf("FLAM3-LNX-3.1.1", settings, "linear=\"1\""));
  EXPECT_EQ(read(flam3).filterShape, FilterShape::Mitchell);
  const ReadText text(flameOf("EMBER-WIN-1.0.0.19", settings, "linear=\"1\""));
  EXPECT_EQ(read(text).filterShape, FilterShape::Lanczos3);
  ReaderOptions clean;
  clean.compatibility = Compatibility::Clean;
  const ReadText once(flameOf("EMBER-WIN-1.0.0.19", settings, "linear=\"1\""), clean);
  EXPECT_EQ(read(once).filterShape, FilterShape::Lanczos3);
  for (size_t i = 0; i < filterShapeKeywords().size(); ++i)
    EXPECT_EQ(keywordOfKernel(kernelOfKeyword(FilterShape(i))), FilterShape(i)) << i;
}

TEST(DialectTest, APriorityMovesAVariationAndAddsIt) {
  const ReadText text(flameOf(
      kJWildfire, "",
      "julian=\"1\" julian_fx_priority=\"-1\" linear=\"1\" linear_fx_priority=\"0\" bubble=\"2\" "
      "bubble_fx_priority=\"1\" pre_blur=\"3\" pre_blur_fx_priority=\"-1\" swirl=\"1\" "
      "swirl_fx_priority=\"2\" pre_disc=\"1\" pre_disc_fx_priority=\"-1\""));
  const std::vector<VariationUse> &uses = read(text).xforms[0].variations;
  ASSERT_EQ(uses.size(), 6u);
  const std::pair<VariationUse::Phase, bool> expected[] = {
      {VariationUse::Pre, true},  {VariationUse::Normal, false}, {VariationUse::Post, true},
      {VariationUse::Pre, false}, {VariationUse::Pre, true},     {VariationUse::Pre, false}};
  for (size_t i = 0; i < uses.size(); ++i) {
    EXPECT_EQ(uses[i].phase, expected[i].first) << uses[i].info->name.str();
    EXPECT_EQ(uses[i].adds, expected[i].second) << uses[i].info->name.str();
  }
}

TEST(DialectTest, APreVariationWithinTheSumDoesNothing) {
  const ReadText text(
      flameOf(kJWildfire, "", "linear=\"1\" pre_blur=\"2\" pre_blur_fx_priority=\"0\""), {},
      "genome-reader");
  EXPECT_EQ(read(text).xforms[0].variations[1].weight, 0);
  EXPECT_THAT(text.messages(), HasSubstr("a pre variation at priority 0 does nothing"));
}

/// Behind an xform whose factors are all 0 Fractorium goes on with the first one.
TEST(DialectTest, AnXformThatNoneCanFollowIsFollowedByTheFirst) {
  const char *second = "<xform weight=\"1\" linear=\"1\" chaos=\"0 0\"/>\n";
  const ReadText fractorium(flameOf("EMBER-WIN-1.0.0.19", "", "linear=\"1\"", second));
  EXPECT_EQ(read(fractorium).xforms[1].chaos, (std::vector<double>{1, 0}));
  const ReadText other(flameOf("", "", "linear=\"1\"", second));
  EXPECT_FALSE(other.succeeded());
  EXPECT_THAT(other.messages(), HasSubstr("no xform can follow this one"));
}

TEST(DialectTest, PointsOfJWildfireAreLostUntilItLooks) {
  const ReadText theirs(flameOf(kJWildfire, "", "csc=\"1\" invsquircular=\"1\""));
  EXPECT_EQ(read(theirs).losesPoints, 1);
  EXPECT_EQ(read(theirs).xforms[0].variations[0].info->name, "csc_wf");
  EXPECT_EQ(read(theirs).xforms[0].variations[1].info->name, "invsquircular_wf");
  EXPECT_EQ(read(ReadText(flameOf("EMBER-WIN-1.0.0.19"))).losesPoints, 0);
  EXPECT_EQ(read(ReadText(flameOf("", "loses_points=\"1\""))).losesPoints, 1);
}

/// Where JWildfire and Fractorium mean another map by a name, each has its own.
TEST(DialectTest, NamesOfTwoMapsAreThoseOfTheProgram) {
  const char *names = "arctanh=\"1\" bubbleT3D=\"1\" cothq=\"1\" crob=\"1\" funnel=\"1\"";
  const ReadText theirs(flameOf(kJWildfire, "", names));
  const ReadText embers(flameOf("EMBER-WIN-1.0.0.19", "", names));
  const char *expected[] = {"arctanh", "bubbleT3D", "cothq", "crob", "funnel"};
  for (size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(read(theirs).xforms[0].variations[i].info->name, std::string(expected[i]) + "_wf");
    EXPECT_EQ(read(embers).xforms[0].variations[i].info->name, expected[i]);
  }
}

/// So do their forms before and behind the sum, with their parameters.
TEST(DialectTest, FormsOfSuchNamesAreThoseOfTheProgramToo) {
  for (const char *name : {"arctanh", "bubbleT3D", "cothq", "crob", "funnel", "ho"}) {
    const std::string forms =
        std::string("linear=\"1\" pre_") + name + "=\"1\" post_" + name + "=\"1\"";
    const ReadText theirs(flameOf(kJWildfire, "", forms));
    const ReadText embers(flameOf("EMBER-WIN-1.0.0.19", "", forms));
    for (size_t i = 1; i < 3; ++i) {
      const VariationUse &use = read(theirs).xforms[0].variations[i];
      EXPECT_EQ(use.info->name, std::string(name) + "_wf");
      EXPECT_EQ(use.phase, i == 1 ? VariationUse::Pre : VariationUse::Post);
      EXPECT_EQ(read(embers).xforms[0].variations[i].info->name, name);
    }
  }
  const ReadText crob(
      flameOf(kJWildfire, "", "linear=\"1\" pre_crob=\"1\" pre_crob_top=\"-0.25\""));
  EXPECT_EQ(read(crob).xforms[0].variations[1].params[0], -0.25);
}

/// Where others throw a point anew, JWildfire lets it go on: what stretches is held where points
/// are none too far away.
TEST(DialectTest, StretchedPointsOfJWildfireGoOn) {
  const ReadText stretched(flameOf(kJWildfire, "", "linear=\"1\" coefs=\"2 0 0 1 0 0\""));
  const std::vector<VariationUse> &uses = read(stretched).xforms[0].variations;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[1].info->name, "hold_far");
  EXPECT_EQ(uses[1].phase, VariationUse::Post);
  EXPECT_EQ(uses[1].weight, 1);
  const ReadText still(flameOf(kJWildfire));
  EXPECT_EQ(read(still).xforms[0].variations.size(), 1u);
  const ReadText other(flameOf("", "", "linear=\"1\" coefs=\"2 0 0 1 0 0\""));
  EXPECT_EQ(read(other).xforms[0].variations.size(), 1u);
}

/// JWildfire chooses by a table of 1024 entries, of which the first xform has the first, and
/// whatever it begins.
TEST(DialectTest, WeightsOfJWildfireAreWholeEntries) {
  const char *second = "<xform weight=\"0.01\" linear=\"1\"/>\n";
  const ReadText table(flameOf(kJWildfire, "", "linear=\"1\"", second));
  EXPECT_NEAR(read(table).xforms[0].weight, 1014 * 1.01 / 1024, 1e-12); // 1013.9 exactly
  EXPECT_NEAR(read(table).xforms[1].weight, 10 * 1.01 / 1024, 1e-12);
  const ReadText exact(flameOf("", "", "linear=\"1\"", second));
  EXPECT_EQ(read(exact).xforms[1].weight, 0.01);
}

TEST(DialectTest, ChaosOfJWildfireIsInWholeEntries) {
  const char *second = "<xform weight=\"1\" linear=\"1\" chaos=\"0.01 1\"/>\n";
  const ReadText table(flameOf(kJWildfire, "", "linear=\"1\"", second));
  const Genome &genome = read(table);
  EXPECT_EQ(genome.xforms[0].weight, 1);
  EXPECT_THAT(genome.xforms[0].chaos, testing::ElementsAre(1, 1));
  EXPECT_NEAR(genome.xforms[1].chaos[0], 11 * 1.01 / 1024, 1e-12); // 10.1 exactly
}

/// Of 511 colours every other one remains, of others what lies between.
TEST(DialectTest, LongPalettesAreBroughtToTheUsualLength) {
  std::string colors;
  for (int i = 0; i < 511; ++i) {
    char text[8];
    std::snprintf(text, sizeof text, "%02X00%02X", i / 2, i % 2 * 128);
    colors += text;
  }
  const ReadText text("<flame size=\"9 9\" version=\"EMBER-WIN-1.0.0.19\">\n<xform weight=\"1\" "
                      "linear=\"1\"/>\n<palette count=\"511\" format=\"RGB\">\n" +
                      colors + "</palette>\n</flame>\n");
  const Palette &palette = read(text).palette;
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    EXPECT_NEAR(palette[i].red * 255, i, 1e-9);
    EXPECT_EQ(palette[i].blue, 0);
  }
  const ReadText two("<flame size=\"9 9\">\n<xform weight=\"1\" linear=\"1\"/>\n<palette "
                     "count=\"9999\" format=\"RGB\">00</palette>\n</flame>\n");
  EXPECT_THAT(two.messages(), HasSubstr("'count' must be at most 4096, got 9999"));
}

TEST(DialectTest, AVariationMayStandInAnXformTwice) {
  const ReadText text(flameOf(kJWildfire, "",
                              "bubble2=\"1\" bubble2_x=\"2\" bubble2#1#=\"3\" bubble2#1#_x=\"4\" "
                              "bubble2#1#_fx_priority=\"1\""));
  const std::vector<VariationUse> &uses = read(text).xforms[0].variations;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].weight, 1);
  EXPECT_EQ(uses[0].params[0], 2);
  EXPECT_EQ(uses[0].phase, VariationUse::Normal);
  EXPECT_EQ(uses[1].weight, 3);
  EXPECT_EQ(uses[1].params[0], 4);
  EXPECT_EQ(uses[1].phase, VariationUse::Post);
  EXPECT_EQ(uses[1].repeat, 1u);
}

TEST(DialectTest, ChangesOfColoursAreToldOf) {
  const std::string changes =
      "linear=\"1\" material=\"0.5\" color_type=\"SPARKLE\" target_color=\"1 0 0\"";
  const ReadText text(flameOf(kJWildfire, "", changes));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  EXPECT_THAT(text.messages(), HasSubstr("warning: 'color_type' 'SPARKLE' is not known here"));
  EXPECT_FALSE(ReadText(flameOf("", "", changes)).succeeded()) << "of no program";
}

/// Points have numbers in every xform of a flame that has some.
TEST(DialectTest, PointsAdjustColours) {
  const std::string adjusted = "linear=\"1\" mod_gamma=\"0.5\" mod_gamma_speed=\"0.2\" "
                               "mod_saturation=\"-2\" mod_hue=\"0\" mod_hue_speed=\"0.25\"";
  const ReadText text(flameOf(kJWildfire, "", adjusted, "<xform weight=\"1\" linear=\"1\"/>\n"));
  EXPECT_THAT(text.messages(), HasSubstr("warning: 'mod_saturation' is at most 1 here"));
  const std::vector<Xform> &xforms = read(text).xforms;
  const VariationUse &first = xforms[0].variations.front();
  EXPECT_EQ(first.info->name, "bend_color");
  EXPECT_EQ(first.phase, VariationUse::Pre);
  EXPECT_THAT(first.params, testing::ElementsAre(0.5, 0.2, 0, 0, -1, 0, 0, 0.25));
  const VariationUse &second = xforms[1].variations.front();
  EXPECT_EQ(second.info->name, "bend_color");
  EXPECT_THAT(second.params, testing::Each(0));
  const ReadText none(flameOf(kJWildfire, "", "linear=\"1\" mod_hue_speed=\"0.25\""));
  EXPECT_EQ(read(none).xforms[0].variations.size(), 1u);
  EXPECT_FALSE(ReadText(flameOf("", "", adjusted)).succeeded()) << "of no program";
  const ReadText both(
      flameOf(kJWildfire, "", adjusted, "<xform weight=\"1\" color=\"0\" dc_portal=\"1\"/>\n"));
  EXPECT_THAT(both.messages(), HasSubstr("'mod_gamma', 'mod_hue' and so on do nothing here"));
  EXPECT_EQ(read(both).xforms[0].variations.size(), 1u);
}

TEST(DialectTest, WhatIsReadCanBeWritten) {
  const ReadText text(
      flameOf(kJWildfire, "contrast=\"0.8\" cam_zoom=\"2\" low_density_brightness=\"-3\"",
              "bubble2=\"1\" bubble2#1#=\"3\" bubble2#1#_x=\"4\" bubble2#1#_fx_priority=\"-1\" "
              "opacity=\"0.25\""));
  const Genome &before = read(text);
  const ReadText again(writeFlame(before));
  const Genome &after = read(again);
  EXPECT_EQ(again.messages(), "");
  EXPECT_EQ(after.look, before.look);
  EXPECT_EQ(after.contrast, before.contrast);
  EXPECT_EQ(after.scale, before.scale);
  EXPECT_EQ(after.lowDensityBrightness, before.lowDensityBrightness);
  EXPECT_EQ(after.antialiasAmount, before.antialiasAmount);
  EXPECT_EQ(after.paletteSpan, before.paletteSpan);
  EXPECT_EQ(after.xforms[0].opacity, before.xforms[0].opacity);
  ASSERT_EQ(after.xforms[0].variations.size(), 2u);
  EXPECT_TRUE(after.xforms[0].variations[1].matches(before.xforms[0].variations[1]));
  EXPECT_EQ(after.xforms[0].variations[1].params, before.xforms[0].variations[1].params);
}

} // namespace
} // namespace flame::test
