// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames in the files of other programs: what was read of such a file is read again, and nothing is
// lost without a word. Whether pictures are the same is shown by
// tests/image/DialectPicturesTest.cpp.

#include "compiler/genome/xml/DialectWriter.h"

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/DialectWords.h"
#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/compiler/SettingRow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace flame {
namespace {

using test::kRows;
using test::ReadText;
using test::Row;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// What becomes of `text` in the files of a program.
struct Written {
  std::string text, messages;
};

/// The reading has succeeded.
Written write(ReadText &read, llvm::StringRef dialect) {
  const size_t before = read.messages().size();
  std::string text = writeFlamesFor(dialect, *read.genomes, read.engine());
  return {text, read.messages().substr(before)};
}

Written write(const std::string &text, llvm::StringRef dialect) {
  ReadText read(text);
  EXPECT_TRUE(read.succeeded()) << read.messages() << text;
  return read.succeeded() ? write(read, dialect) : Written();
}

//===-- back into the same program ------------------------------------------------------------===//

struct Program {
  const char *dialect, *text;
};
void PrintTo(const Program &program, std::ostream *out) { *out << program.dialect; }

const Program kPrograms[] = {
    {"flam3",
     R"(<flame version="FLAM3-LNX-3.1.1" name="a &amp; b" time="3" size="64 48" center="0.1 -0.2" scale="30"
  zoom="0.5" rotate="10" supersample="2" filter="0.7" filter_shape="mitchell" quality="99.5" passes="2" brightness="3"
  gamma="2.5" highlight_power="1.5" vibrancy="0.5" background="0.1 0.2 0.3" estimator_radius="7" palette_mode="linear">
  <xform weight="0.3" color="0.25" color_speed="0.7" animate="0" opacity="0.3" julian="1" julian_power="3" pre_blur="0.1"
    coefs="0.5 0.1 0 0.5 0.2 0.3" chaos="1 0.5"/>
  <xform weight="0.7" color="1" linear="1" post="1 0 0 1 0.25 0">
    <motion motion_frequency="2" motion_function="sin" color="0.1" julian="0.2" coefs="0.1 0 0 0 0 0"/></xform>
  <color index="3" rgb="1 2.5 3"/></flame>)"},
    {"jwildfire",
     R"(<flame version="JWildfire V7.30" name="j" size="64 48" center="0.1 -0.2" scale="30" cam_zoom="1.5"
  rotate="10" oversample="2" filter="0.8" filter_kernel="CATROM" quality="50" background_ul="0.1 0.2 0.3"
  background_ur="0.1 0.2 0.3" background_ll="0.1 0.2 0.3" background_lr="0.1 0.2 0.3" background_cc="0.1 0.2 0.3"
  brightness="5" gamma="2" contrast="1.5" saturation="0.7" white_level="200" low_density_brightness="-1" balancing_red="0.7"
  cam_pitch="0.4" cam_yaw="0.2" cam_roll="0.1" cam_persp="0.3" cam_pos_x="0.1" cam_pos_z="0.2" cam_zpos="0.5"
  cam_zdimish="0.5" cam_zdimdist="1" cam_zdimcolor="0.1 0.2 0.3"
  cam_dof="0.2" cam_dof_scale="1.5" preserve_z="1" smooth_gradient="1" antialias_amount="0.5" motion_blur_length="4"
  motion_blur_decay="0.05" post_symmetry_type="POINT" post_symmetry_order="3">
  <xform weight="0.3" color="0.2" symmetry="0.3" julia3D="1" bubble2="0.5" bubble2_x="2" bubble2#1#="0.25"
    bubble2#1#_x="3" csc="0.1" pre_blur="0.2" farblur="0.1" crop="0.5" crop_fx_priority="-1" coefs="1.5 0 0 0.5 0.3 0"
    yzCoefs="1 0.1 0 1 0 0.2" opacity="0.3" chaos="1 0.7"/>
  <xform weight="0.4" color="0.9" color_type="NONE" linear3D="1" hemisphere="0.5" coefs="0.5 0 0 0.5 0 0"/>
  <xform weight="0.3" color="0.1" symmetry="0.7" color_type="CYCLIC" linear3D="1" coefs="0.5 0 0 0.5 0 0"/>
  <xform weight="0.3" symmetry="0.5" color_type="TARGET" target_color="1 0.5 0.25" linear3D="1" coefs="0.5 0 0 0.5 0 0"/>
  <xform weight="0.3" color="0.5" symmetry="0.5" color_type="TARGETG" linear3D="1" coefs="0.5 0 0 0.5 0 0"/>
  <xform weight="0.3" color="0.5" symmetry="0.5" color_type="DISTANCE" linear3D="1" coefs="0.5 0 0 0.5 0 0"/>
  <finalxform color="0.3" symmetry="0" spherical3D="1" coefs="1 0 0 1 0.4 0"/>
  <finalxform color="0.7" symmetry="0.2" color_type="DIFFUSION" linear3D="1" coefs="1 0 0 1 0 0"/>
  <color index="0" rgb="255 0 9"/></flame>)"},
    {"fractorium",
     R"(<flame version="EMBER-LNX-1.0.0.19" name="f" size="64 48" center="0.1 -0.2" scale="30" zoom="0.5" rotate="10"
  supersample="2" filter="0.7" filter_shape="mitchell" quality="50" background="0.1 0.2 0.3" brightness="5" gamma="2"
  highlight_power="1" vibrancy="0.5" palette_mode="linear" cam_zpos="0.5" cam_persp="0.3" cam_yaw="0.1" cam_pitch="0.4"
  cam_dof="0.1" overall_curve="0 0 0.5 0.7 1 1" new_linear="1">
  <xform weight="0.3" color="0.2" color_speed="0.4" var_color="0.5" log="1" log_base="3" pre_falloff2="1" falloff2="0.2"
    Mobius="0.5" Mobius_Re_A="0.3" post_curl="0.5" dc_linear="0.2" coefs="0.5 0 0 0.5 0.3 0" opacity="0.3"/>
  <xform weight="0.7" color="1" pre_spherical="1" coefs="0.5 0 0 0.5 0 0" chaos="0.3 1"/>
  <finalxform color="0" color_speed="0.5" hemisphere="1" coefs="1 0 0 1 0 0"/>
  <color index="0" rgb="255 0 9"/></flame>)"},
    {"apophysis",
     R"(<flame version="Apophysis 7x" name="a" size="64 48" center="0.1 -0.2" scale="30" zoom="0.5" angle="1"
  rotate="10" oversample="2" filter="0.7" quality="50" background="0.1 0.2 0.3" brightness="5" gamma="2" vibrancy="0.5"
  cam_zpos="0.5" cam_perspective="0.3" cam_yaw="0.1" cam_pitch="0.4" cam_dof="0.1" estimator_radius="7" new_linear="1">
  <xform weight="0.3" color="0.2" symmetry="0.3" var_color="0.5" mobius="0.5" Re_A="0.3" bubble="1" pre_zscale="0.5"
    coefs="0.5 0 0 0.5 0.3 0" opacity="0.3" chaos="1 0.7"/>
  <xform weight="0.7" color="1" linear="1" coefs="0.5 0 0 0.5 0 0"/>
  <color index="0" rgb="255 0 9"/></flame>)"}};

/// The genome as text, but for whether xforms turn in loops: of that `symmetry` decides where it is
/// the word.
std::string textOf(const Genome &genome) {
  return std::regex_replace(writeFlame(genome), std::regex(" animate=\"[01]\""), "");
}

class EveryProgram : public testing::TestWithParam<Program> {};

TEST_P(EveryProgram, ReadsItsOwnFlameAgain) {
  ReadText first(GetParam().text);
  ASSERT_TRUE(first.succeeded()) << first.messages();
  EXPECT_EQ(first.first().dialect.substr(0, 4), std::string(GetParam().dialect).substr(0, 4));
  const Written written = write(first, GetParam().dialect);
  EXPECT_EQ(written.messages, "");
  ReadText second(written.text);
  ASSERT_TRUE(second.succeeded()) << second.messages() << written.text;
  EXPECT_EQ(second.messages(), "") << written.text;
  EXPECT_EQ(textOf(second.first()), textOf(first.first())) << written.text;
  EXPECT_EQ(write(second, GetParam().dialect).text, written.text);
}

INSTANTIATE_TEST_SUITE_P(Dialects, EveryProgram, testing::ValuesIn(kPrograms),
                         [](const auto &info) { return std::string(info.param.dialect); });

//===-- nothing is lost without a word --------------------------------------------------------===//

/// A flame of no program, in which every setting may matter.
std::string flameOf(const std::string &attributes) {
  return R"(<flame size="64 48" palette_mode="linear" cam_pitch="0.5" cam_persp="0.2" cam_dof="0.1")" +
         attributes +
         R"(><xform weight="1" linear="1" hemisphere="1"/><color index="0" rgb="1 2 3"/></flame>)";
}

/// What a still does not show, by the reader of a film alone or because the filters of the flame
/// have no such value.
const std::set<std::string> kOfFilms = {"temporal_samples",      "temporal_filter_type",
                                        "temporal_filter_width", "temporal_filter_exp",
                                        "interpolation",         "interpolation_type",
                                        "interpolation_space",   "palette_interpolation",
                                        "hsv_rgb_palette_blend", "loses_points"};
const std::set<std::string> kWithoutEffect = {
    "estimator_minimum", "estimator_curve",        "contrast",      "white_level",
    "cam_dof_area",      "low_density_brightness", "balancing_red", "balancing_green",
    "balancing_blue",    "cam_dof_exponent",       "cam_xfocus",    "cam_yfocus",
    "saturation"};

class EveryWrittenSetting : public testing::TestWithParam<Row> {};

TEST_P(EveryWrittenSetting, IsWrittenOrItsLossIsTold) {
  const Row &row = GetParam();
  if (row.attribute.empty() || kOfFilms.count(row.attribute) || kWithoutEffect.count(row.attribute))
    GTEST_SKIP() << "nobody sees it in this flame";
  const bool isShared = std::ranges::count(kRows, row.attribute, &Row::attribute) == 2;
  const std::string attribute =
      " " + row.attribute + "=\"" + row.sample + (isShared ? " " + row.sample : "") + "\"";
  std::string base = flameOf(""), other = flameOf(attribute);
  for (const char *known : {"size", "palette_mode", "cam_pitch", "cam_persp", "cam_dof"})
    if (row.attribute == known) { // it is there already
      const size_t at = base.find(std::string(known) + "=");
      other = base;
      other.replace(at, base.find('"', at + row.attribute.size() + 2) + 1 - at, attribute);
    }
  for (const std::string &dialect : writtenDialects()) {
    const Written plain = write(base, dialect), changed = write(other, dialect);
    EXPECT_TRUE(plain.text != changed.text || plain.messages != changed.messages)
        << dialect << attribute;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryWrittenSetting, testing::ValuesIn(kRows),
                         [](const auto &info) { return info.param.name; });

TEST(DialectWriterTest, WhatAProgramLacksIsTold) {
  ReadText read(
      R"(<flame version="JWildfire V7.30" size="64 48" cam_pitch="0.5" cam_roll="0.1" cam_persp="0.1">
  <xform weight="1" linear3D="1" acosh="0.5" csc="0.1" crop="0.5" crop_fx_priority="1" bubble2="1" bubble2#1#="1"
    yzCoefs="1 0.1 0 1 0 0" coefs="2 0 0 2 0 0"/>
  <finalxform linear3D="1"/><finalxform spherical="1"/>
  <color index="0" rgb="255 0 0"/></flame>)");
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const std::string messages = write(read, "fractorium").messages;
  for (const char *loss :
       {"test.flame:1:2: warning: files of Fractorium cannot hold points farther away than 10^10",
        "cannot hold the light around sparse places", "the spatial filter 'mitchell_smooth'",
        "'cam_bank', which is 0.1", "'antialias_amount', which is 0.25", "the variation 'acosh'",
        "'csc' as JWildfire has it", "'crop' as a variation that adds to the point",
        "the variation 'bubble2' more than once", "affines of other planes",
        "more than one final xform", "points behind the camera that are hidden",
        "'preserve_z', which is 0"})
    EXPECT_THAT(messages, HasSubstr(loss));
  EXPECT_THAT(write(read, "flam3").messages, HasSubstr("the third dimension of points"));
}

TEST(DialectWriterTest, WhatJWildfireLacksIsTold) {
  const Written written = write(
      R"(<flame version="EMBER-1.0" size="64 48" highlight_power="1" cam_dof="0.1" cam_pitch="0.2"
  overall_curve="0 0 0.5 0.7 1 1"><xform weight="1" pre_julian="1" falloff="1" csc="0.1" var_color="0.5" dc_linear="1"/>
  <color index="0" rgb="255 0 0"/></flame>)",
      "jwildfire");
  for (const char *loss :
       {"files of JWildfire cannot hold density estimation", "'highlight_power', which is 1",
        "'overall_curve', which is 0 0 0.5 0.7 1 1", "blur in front of what is sharp",
        "the variation 'pre_julian'", "the variation 'falloff'",
        "'csc': it is another variation there", "how far colours count that variations set",
        "the exact places in the palette of colours that variations set"})
    EXPECT_THAT(written.messages, HasSubstr(loss));
}

/// A form that is another map in the other program becomes that one; JWildfire has few forms.
TEST(DialectWriterTest, FormsOfRenamedVariationsAreTranslated) {
  ReadText read(
      R"(<flame version="JWildfire V7.30" size="64 48"><xform weight="1" linear="1" pre_crob="0.5" post_ho="0.25"/>
  <color index="0" rgb="255 0 0"/></flame>)");
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const Written there = write(read, "fractorium"), back = write(read, "jwildfire");
  EXPECT_THAT(there.text, HasSubstr(" pre_crob=\"0.5\""));
  EXPECT_THAT(there.text, HasSubstr(" post_ho=\"0.25\""));
  EXPECT_THAT(there.messages, HasSubstr("'crob' as JWildfire has it"));
  EXPECT_THAT(back.text, HasSubstr(" pre_crob=\"0.5\""));
  EXPECT_THAT(back.messages, HasSubstr("the variation 'pre_crob'"));
  ReadText again(back.text);
  ASSERT_TRUE(again.succeeded()) << again.messages() << back.text;
  EXPECT_EQ(textOf(again.first()), textOf(read.first()));
}

/// Only JWildfire has points that adjust colours.
TEST(DialectWriterTest, ColourAdjustmentsComeBack) {
  ReadText read(
      R"(<flame version="JWildfire V7.30" size="64 48"><xform weight="1" linear="0.5" mod_gamma="0.25" mod_hue_speed="-0.5"/>
  <xform weight="1" linear="0.5" coefs="1 0 0 1 1 0"/><color index="0" rgb="255 0 0"/></flame>)");
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const Written written = write(read, "jwildfire");
  EXPECT_EQ(written.messages, "");
  EXPECT_THAT(written.text, HasSubstr(" mod_gamma=\"0.25\""));
  ReadText again(written.text);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written.text;
  EXPECT_EQ(textOf(again.first()), textOf(read.first()));
  EXPECT_THAT(write(read, "fractorium").messages, HasSubstr("the variation 'bend_color'"));
}

TEST(DialectWriterTest, MixersComeBack) {
  for (const char *mode : {"BRIGHTNESS", "RGB", "FULL"}) {
    ReadText read("<flame version=\"JWildfire V7.30\" size=\"64 48\" mixer_mode=\"" +
                  std::string(mode) +
                  R"(" mixer_rr_curve_point_count="3" mixer_rr_curve_x0="0" mixer_rr_curve_y0="256"
  mixer_rr_curve_x1="6400" mixer_rr_curve_y1="12800" mixer_rr_curve_x2="25600" mixer_rr_curve_y2="0"
  mixer_bg_curve_point_count="1" mixer_bg_curve_x0="0" mixer_bg_curve_y0="6400">
  <xform weight="1" linear="0.5"/><color index="0" rgb="255 0 0"/></flame>)");
    ASSERT_TRUE(read.succeeded()) << read.messages();
    const Written written = write(read, "jwildfire");
    EXPECT_EQ(written.messages, "");
    ReadText again(written.text);
    ASSERT_TRUE(again.succeeded()) << again.messages() << written.text;
    EXPECT_EQ(textOf(again.first()), textOf(read.first()));
    EXPECT_THAT(write(read, "fractorium").messages, HasSubstr("mixer_"));
  }
}

TEST(DialectWriterTest, WeightingFieldsComeBack) {
  const std::string start =
      R"(<flame version="JWildfire V7.30" size="64 48"><xform weight="1" linear="0.5" julian="0.3" julian_power="3"
  wfield_type="CELLULAR_NOISE" wfield_noise_seed="22" wfield_noise_frequency="0.75" wfield_var_amount_intensity="0.1"
  wfield_color_intensity="0.3" wfield_input="POSITION" wfield_jitter_intensity="0.2" wfield_cell_noise_return_type="DISTANCE_SUB"
  wfield_var_param2_intensity="0.5" wfield_var_param2_var_name="julian" wfield_var_param2_param_name="dist"/>)";
  ReadText read(start + R"(<color index="0" rgb="255 0 0"/></flame>)");
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const Written written = write(read, "jwildfire");
  EXPECT_EQ(written.messages, "");
  ReadText again(written.text);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written.text;
  const std::vector<VariationUse> &before = read.genomes->front().xforms[0].variations,
                                  &after = again.genomes->front().xforms[0].variations;
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_TRUE(after[i].matches(before[i])) << i;
    EXPECT_EQ(after[i].params, before[i].params);
  }
  EXPECT_THAT(write(read, "fractorium").messages, HasSubstr("cannot hold a weighting field"));
  read.genomes->front().xforms[0].variations.front().weight = 0.5; // of the field
  EXPECT_THAT(write(read, "jwildfire").messages, HasSubstr("cannot hold a weighting field"));
}

TEST(DialectWriterTest, FieldsOfSmoothNoiseComeBack) {
  for (const char *type : {"VALUE_NOISE", "SIMPLEX_FRACTAL_NOISE"}) {
    ReadText read("<flame version=\"JWildfire V7.30\" size=\"64 48\"><xform weight=\"1\" "
                  "linear=\"0.5\" wfield_type=\"" +
                  std::string(type) +
                  "\" wfield_noise_seed=\"22\" wfield_var_amount_intensity=\"0.1\" "
                  "wfield_fract_noise_octaves=\"4\" "
                  "wfield_fract_noise_fract_type=\"RIGID_MULTI\"/><color index=\"0\" rgb=\"255 0 "
                  "0\"/></flame>");
    ASSERT_TRUE(read.succeeded()) << read.messages();
    const Written written = write(read, "jwildfire");
    EXPECT_EQ(written.messages, "");
    EXPECT_THAT(written.text, HasSubstr("wfield_type=\"" + std::string(type)));
    ReadText again(written.text);
    ASSERT_TRUE(again.succeeded()) << again.messages() << written.text;
    EXPECT_EQ(again.first().xforms[0].variations[0].params,
              read.first().xforms[0].variations[0].params);
  }
}

TEST(DialectWriterTest, PlotsOfFormulasComeBack) {
  // sqrt(fabs(cos(t))) + M_PI / 4
  ReadText good(
      R"(<flame version="JWildfire V7.30" size="64 48"><xform weight="1" linear="0.5" polarplot2d_wf="0.5"
  polarplot2d_wf_tmin="-1" polarplot2d_wf_formula="73717274286661627328636f732874292929202b204d5f5049202f2034"/>
  <color index="0" rgb="255 0 0"/></flame>)");
  ASSERT_TRUE(good.succeeded()) << good.messages();
  const Written written = write(good, "jwildfire");
  EXPECT_EQ(written.messages, "");
  EXPECT_THAT(written.text, HasSubstr("polarplot2d_wf_formula=\"737172742866616273"));
  ReadText again(written.text);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written.text;
  EXPECT_EQ(writeFlame(again.first()), writeFlame(good.first()));
}

TEST(DialectWriterTest, DefinitionsAreLeftOut) {
  const Written written = write(
      R"(<flame size="64 48"><variations>variation mine "x"
x' = x
y' = y</variations><xform weight="1" linear="1" mine="0.5"/><color index="0" rgb="1 2 3"/></flame>)",
      "fractorium");
  EXPECT_THAT(written.messages, HasSubstr("the variation 'mine', which the flame defines"));
  EXPECT_THAT(written.text, Not(HasSubstr("mine")));
}

//===-- from one program to another -----------------------------------------------------------===//

TEST(DialectWriterTest, PlacesInThePaletteStayWhereTheyAre) {
  ReadText read(R"(<flame version="FLAM3" size="64 48"><xform weight="1" color="0.5" linear="1"/>
  <xform weight="1" color="1" linear="1"/><color index="0" rgb="1 2 3"/></flame>)");
  ASSERT_TRUE(read.succeeded());
  ReadText again(write(read, "fractorium").text);
  ASSERT_TRUE(again.succeeded());
  const Genome &genome = again.first();
  EXPECT_DOUBLE_EQ(genome.paletteStart + genome.paletteSpan * genome.xforms[0].color, 0.5);
  EXPECT_EQ(genome.xforms[1].color, 1) << "colours end there";
}

TEST(DialectWriterTest, OpacityIsTheSameShare) {
  ReadText read(R"(<flame version="FLAM3" size="64 48"><xform weight="1" opacity="0.3" linear="1"/>
  <color index="0" rgb="1 2 3"/></flame>)");
  ASSERT_TRUE(read.succeeded());
  for (const std::string &dialect : writtenDialects()) {
    ReadText again(write(read, dialect).text);
    ASSERT_TRUE(again.succeeded());
    EXPECT_EQ(again.first().xforms.front().opacity, 0.3) << dialect;
  }
}

TEST(DialectWriterTest, TheBaseOfALogarithmIsOfNoAccountWhereItIsTheNaturalOne) {
  const auto flame = [](const std::string &base) {
    return R"(<flame version="EMBER-1.0" size="64 48" filter_shape="gaussian"><xform weight="1" log="1" log_base=")" +
           base + R"("/><color index="0" rgb="1 2 3"/></flame>)";
  };
  EXPECT_THAT(write(flame("2.718281828459045"), "flam3").messages, IsEmpty());
  EXPECT_THAT(write(flame("2"), "flam3").messages, HasSubstr("'log' as Fractorium has it"));
}

} // namespace
} // namespace flame
