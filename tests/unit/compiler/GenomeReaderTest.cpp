// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the genome reader makes of files that are right: every attribute, every way to hand over
// flames, every legacy form. Files that are wrong are the subject of GenomeErrorsTest.

#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

namespace flame::test {

static std::vector<std::string> namesOf(const ReadText &text) {
  std::vector<std::string> names;
  for (const Genome &genome : text.genomes.value())
    names.push_back(genome.name);
  return names;
}

//===-- files ---------------------------------------------------------------------------------===//

/// A minimal flame called `name`.
static std::string namedFlame(const std::string &name) {
  return "<flame name=\"" + name +
         "\"><xform weight=\"1\" linear=\"1\"/><color index=\"0\" rgb=\"9 9 9\"/></flame>";
}

TEST(GenomeReaderTest, FindsFlamesAtAnyDepthUnderAnyRoot) {
  ReadText text("<get><Flames name=\"pack\">" + namedFlame("a") + "<x><y>" + namedFlame("b") +
                "</y></x></Flames></get>");
  EXPECT_THAT(namesOf(text), ElementsAre("a", "b"));
  EXPECT_EQ(text.genomes->at(1).index, 1u);
}

TEST(GenomeReaderTest, TakesSeveralRootFlames) {
  ReadText text(namedFlame("a") + "\n" + namedFlame("b") + "\n");
  EXPECT_THAT(namesOf(text), ElementsAre("a", "b"));
}

TEST(GenomeReaderTest, SkipsByteOrderMarkBlanksAndComments) {
  ReadText text("\xef\xbb\xbf \r\n<?xml version=\"1.0\"?><!-- <flame> --><!DOCTYPE flames>" +
                namedFlame("a"));
  EXPECT_THAT(namesOf(text), ElementsAre("a"));
}

TEST(GenomeReaderTest, IgnoresFlamesInsideFlames) {
  ReadText text(
      "<flame name=\"a\"><xform weight=\"1\" linear=\"1\"/><color index=\"0\" rgb=\"1 1 1\"/>" +
      namedFlame("b") + "</flame>");
  EXPECT_THAT(namesOf(text), ElementsAre("a"));
  EXPECT_THAT(text.messages(), HasSubstr("[-Wignored-element]"));
}

TEST(GenomeReaderTest, DecodesEntities) {
  ReadText text(namedFlame("a &amp; b&#x20;&lt;c&gt;"));
  EXPECT_EQ(text.first().name, "a & b <c>");
}

TEST(GenomeReaderTest, WarnsOfABrightnessThatShowsNothing) {
  const ReadText text("<flame brightness=\"-4\"><xform weight=\"1\" linear=\"1\"/>"
                      "<color index=\"0\" rgb=\"9 9 9\"/></flame>");
  ASSERT_TRUE(text.succeeded());
  EXPECT_THAT(text.messages(), HasSubstr("[-Wblack-picture]"));
}

TEST(GenomeReaderTest, ReadsOnlyTheFlameAskedFor) {
  std::string pack =
      "<f>" + namedFlame("a") + "<flame name=\"broken\" size=\"x\"/>" + namedFlame("7") + "</f>";
  ReaderOptions options;
  options.flame = "a";
  EXPECT_THAT(namesOf(ReadText(pack, options)), ElementsAre("a"));
  options.flame = "2";
  EXPECT_THAT(namesOf(ReadText(pack, options)), ElementsAre("7"));
  options.flame = "7"; // a name goes before an index
  EXPECT_EQ(ReadText(pack, options).first().index, 2u);
}

TEST(GenomeReaderTest, SelectsByNameOrIndex) {
  ReadText text(namedFlame("a") + namedFlame("b"));
  EXPECT_EQ(selectGenome(*text.genomes, "b", "f", text.engine())->name, "b");
  EXPECT_EQ(selectGenome(*text.genomes, "0", "f", text.engine())->name, "a");
  EXPECT_EQ(text.messages(), "");
  EXPECT_FALSE(selectGenome(*text.genomes, "", "f", text.engine()));
  EXPECT_EQ(
      text.messages(),
      "f: error: the file has 2 flames; choose one with --flame=NAME or --flame=INDEX, or all "
      "with --all\n"
      "note: the flames are 0 'a', 1 'b'\n"
      "note: at strictly increasing times they would be one animation; --edge, --loop and "
      "--sequence make others\n");
}

//===-- flames --------------------------------------------------------------------------------===//

TEST(GenomeReaderTest, LeavesDefaultsWhereTheFileIsSilent) {
  ReadText text(namedFlame("a"));
  const Genome &genome = text.first(), defaults;
  EXPECT_EQ(genome.width, 100);
  EXPECT_EQ(genome.quality, defaults.quality);
  EXPECT_EQ(genome.filterShape, FilterShape::Gaussian);
  EXPECT_EQ(genome.paletteInterpolation, PaletteInterpolation::HsvCircular);
  EXPECT_FALSE(genome.finalXform);
  EXPECT_EQ(text.messages(), "");
}

TEST(GenomeReaderTest, ReadsEveryAttributeOfAFlame) {
  ReadText text(R"(<flame time="7.5" name="n" size="640 480" center="0.5 -2" scale="240" zoom="1"
      rotate="30" supersample="2" filter="0.75" filter_shape="Mitchell"
      temporal_filter_type="exp" temporal_filter_width="1.2" temporal_filter_exp="-1"
      palette_mode="linear" quality="50" passes="3" temporal_samples="60"
      background="0.1 0.2 0.3 " brightness="5" gamma="3" gamma_threshold="0.02"
      highlight_power="1.5x" vibrancy="0.5" estimator_radius="11" estimator_minimum="1"
      estimator_curve="0.6" interpolation="linear" interpolation_type="old"
      palette_interpolation="sweep" hsv_rgb_palette_blend="0.25" nick="me" url="here">
    <xform weight="1" linear="1"/><color index="0" rgb="1 1 1"/></flame>)");
  const Genome &g = text.first();
  EXPECT_EQ(text.messages(), "");
  EXPECT_EQ(g.time, 7.5);
  EXPECT_EQ(g.width, 640);
  EXPECT_EQ(g.height, 480);
  EXPECT_EQ(g.centerX, 0.5);
  EXPECT_EQ(g.centerY, -2);
  EXPECT_EQ(g.scale, 240);
  EXPECT_EQ(g.zoom, 1);
  EXPECT_EQ(g.rotate, 30);
  EXPECT_EQ(g.supersample, 2);
  EXPECT_EQ(g.filterRadius, 0.75);
  EXPECT_EQ(g.filterShape, FilterShape::Mitchell);
  EXPECT_EQ(g.temporalFilter, TemporalFilter::Exp);
  EXPECT_EQ(g.temporalFilterWidth, 1.2);
  EXPECT_EQ(g.temporalFilterExp, -1);
  EXPECT_EQ(g.paletteMode, PaletteMode::Linear);
  EXPECT_EQ(g.quality, 50);
  EXPECT_EQ(g.passes, 3);
  EXPECT_EQ(g.temporalSamples, 60);
  EXPECT_THAT(g.background, ElementsAre(0.1, 0.2, 0.3));
  EXPECT_EQ(g.brightness, 5);
  EXPECT_EQ(g.gamma, 3);
  EXPECT_EQ(g.gammaThreshold, 0.02);
  EXPECT_EQ(g.highlightPower, 1.5);
  EXPECT_EQ(g.vibrancy, 0.5);
  EXPECT_EQ(g.estimatorRadius, 11);
  EXPECT_EQ(g.estimatorMinimum, 1);
  EXPECT_EQ(g.estimatorCurve, 0.6);
  EXPECT_EQ(g.interpolationType, InterpolationType::Old);
  EXPECT_EQ(g.paletteInterpolation, PaletteInterpolation::Sweep);
  EXPECT_EQ(g.hsvRgbPaletteBlend, 0.25);
  EXPECT_EQ(g.nick, "me");
  EXPECT_EQ(g.url, "here");
}

TEST(GenomeReaderTest, TakesFilterNamesAtTheirWordOnlyWhenAskedTo) {
  const std::string flame = "<flame filter_shape=\"mitchell\"><xform weight=\"1\" linear=\"1\"/>"
                            "<color index=\"0\" rgb=\"9 9 9\"/></flame>";
  EXPECT_EQ(ReadText(flame).first().filterShape, FilterShape::Mitchell);
  ReaderOptions clean;
  clean.compatibility = Compatibility::Clean;
  // flam3 keeps the Mitchell kernel under the name lanczos3.
  EXPECT_EQ(ReadText(flame, clean).first().filterShape, FilterShape::Lanczos3);
}

TEST(GenomeReaderTest, KnowsLegacyNamesOfFlameAttributes) {
  ReadText text(R"(<flame oversample="3" interpolation_space="linear" temporal_samples="1.0">
    <xform weight="1" linear="1"/><color index="0" rgb="1 1 1"/></flame>)");
  EXPECT_EQ(text.first().supersample, 3);
  EXPECT_EQ(text.first().interpolationType, InterpolationType::Linear);
  EXPECT_EQ(text.first().temporalSamples, 1);
}

TEST(GenomeReaderTest, SoloHidesTheOtherXforms) {
  ReadText text(R"(<flame soloxform="1"><xform weight="1" linear="1"/><xform weight="1" linear="1"/>
    <finalxform linear="1"/><color index="0" rgb="1 1 1"/></flame>)");
  EXPECT_EQ(text.first().xforms[0].opacity, 0);
  EXPECT_EQ(text.first().xforms[1].opacity, 1);
  EXPECT_EQ(text.first().finalXform->opacity, 1);
}

TEST(GenomeReaderTest, KeepsTheLastEditVerbatim) {
  std::string edit = "<edit date=\"today\" nick=\"you\"><edit/>x</edit>";
  ReadText text(flameWith("linear=\"1\"", "<edit nick=\"old\"/>" + edit));
  EXPECT_EQ(text.first().edit, edit);
  EXPECT_EQ(text.first().date, "today");
  EXPECT_EQ(text.first().nick, "old"); // the first one that names somebody
}

TEST(GenomeReaderTest, TurnsCamerasTheShortWay) {
  auto turned = [](const char *degrees) {
    return std::string("<flame rotate=\"") + degrees +
           "\"><xform weight=\"1\" linear=\"1\"/><color index=\"0\" rgb=\"1 1 1\"/></flame>";
  };
  ReadText text(turned("350") + turned("10") + turned("-30"));
  EXPECT_EQ(text.genomes->at(1).rotate, 370);
  EXPECT_EQ(text.genomes->at(2).rotate, 330);
}

TEST(GenomeReaderTest, MakesTheEndsOfAnAnimationLinear) {
  std::string smooth = "<flame interpolation=\"smooth\"><xform weight=\"1\" linear=\"1\"/>"
                       "<color index=\"0\" rgb=\"1 1 1\"/></flame>";
  ReadText text(smooth + smooth + smooth + smooth);
  std::vector<Interpolation> kinds;
  for (const Genome &genome : *text.genomes)
    kinds.push_back(genome.interpolation);
  EXPECT_THAT(kinds, ElementsAre(Interpolation::Linear, Interpolation::Smooth,
                                 Interpolation::Linear, Interpolation::Smooth));
  EXPECT_EQ(text.engine().warningCount(), 2u);
}

//===-- xforms --------------------------------------------------------------------------------===//

TEST(GenomeReaderTest, ReadsAnXform) {
  ReadText text(
      flameWith("name=\"x\" color=\"0.3 0.9\" color_speed=\"0.25\" animate=\"0\" "
                "opacity=\"0.5\" coefs=\"1 2 3 4 5 6\" post=\"1 0 0 1 0 0\" linear=\"1\""));
  const Xform &xform = text.first().xforms[0];
  EXPECT_EQ(xform.name, "x");
  EXPECT_EQ(xform.weight, 1);
  EXPECT_EQ(xform.color, 0.3);
  EXPECT_EQ(xform.colorSpeed, 0.25);
  EXPECT_EQ(xform.animate, 0);
  EXPECT_EQ(xform.opacity, 0.5);
  EXPECT_EQ(xform.coefs, (Affine{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(xform.post);
  EXPECT_FALSE(xform.hasPost());
}

TEST(GenomeReaderTest, AlternatesDefaultColors) {
  ReadText text(
      "<flame size=\"1 1\"><xform weight=\"1\" linear=\"1\"/><xform weight=\"1\" linear=\"1\"/>"
      "<finalxform linear=\"1\"/><xform weight=\"1\" linear=\"1\"/>"
      "<color index=\"0\" rgb=\"1 1 1\"/></flame>");
  const Genome &genome = text.first();
  EXPECT_EQ(genome.xforms[0].color, 0);
  EXPECT_EQ(genome.xforms[1].color, 1);
  EXPECT_EQ(genome.finalXform->color, 0);
  EXPECT_EQ(genome.xforms[2].color, 1); // flam3 counts the final xform in
}

TEST(GenomeReaderTest, LaterOfSymmetryAndColorSpeedWins) {
  ReadText first(flameWith("symmetry=\"0.5\" linear=\"1\""));
  EXPECT_EQ(first.first().xforms[0].colorSpeed, 0.25);
  EXPECT_EQ(first.first().xforms[0].animate, 0);
  ReadText second(flameWith("symmetry=\"1\" color_speed=\"0.7\" animate=\"1\" linear=\"1\""));
  EXPECT_EQ(second.first().xforms[0].colorSpeed, 0.7);
  EXPECT_EQ(second.first().xforms[0].animate, 1);
}

TEST(GenomeReaderTest, ReadsVariationsInDocumentOrder) {
  ReadText text(flameWith("julian_power=\"3\" spherical=\"-0.5\" julian=\"0.25\" swirl=\"0\""));
  const std::vector<VariationUse> &uses = text.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].info->name, "julian");
  EXPECT_EQ(uses[0].weight, 0.25);
  EXPECT_THAT(uses[0].params, ElementsAre(3, 1)); // the distance keeps its default
  EXPECT_EQ(uses[1].weight, -0.5);
  EXPECT_EQ(uses[2].info->name, "swirl"); // an explicit zero is kept
}

TEST(GenomeReaderTest, TellsPreAndPostVariationsApart) {
  ReadText text(flameWith("pre_julian=\"1\" pre_julian_power=\"4\" post_julian=\"2\" julian=\"3\" "
                          "pre_blur=\"0.1\""));
  const std::vector<VariationUse> &uses = text.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 4u);
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].params[0], 4);
  EXPECT_EQ(uses[1].phase, VariationUse::Post);
  EXPECT_EQ(uses[2].phase, VariationUse::Normal);
  EXPECT_EQ(uses[2].params[0], 1);
  EXPECT_EQ(uses[3].info->name, "pre_blur");
  EXPECT_EQ(uses[3].phase, VariationUse::Pre);
}

TEST(GenomeReaderTest, AnAliasWithAPrefixIsTheVariationThatHasItInItsName) {
  ReadText text(flameWith("linear=\"1\" pre_gaussian=\"0.1\""));
  const std::vector<VariationUse> &uses = text.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[1].info->name, "pre_blur");
}

TEST(GenomeReaderTest, AddsUpTwoNamesOfOneVariation) {
  ReadText text(flameWith("linear=\"0.5\" linear3D=\"0.25\""));
  ASSERT_EQ(text.first().xforms[0].variations.size(), 1u);
  EXPECT_EQ(text.first().xforms[0].variations[0].weight, 0.75);
}

TEST(GenomeReaderTest, KnowsVariationsOfOtherProgramsUnderTheirNames) {
  ReadText text(flameWith("linear3D=\"0.5\" spherical3D=\"1\" Epispiral=\"2\" Epispiral_n=\"3\" "
                          "post_smartcrop=\"1\" post_smartcrop_power=\"6\""));
  const std::vector<VariationUse> &uses = text.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 4u);
  EXPECT_EQ(uses[0].info->name, "linear");
  EXPECT_EQ(uses[1].info->name, "spherical");
  EXPECT_EQ(uses[2].info->name, "epispiral");
  EXPECT_EQ(uses[2].params[0], 3);
  EXPECT_EQ(uses[3].info->name, "smartcrop");
  EXPECT_EQ(uses[3].phase, VariationUse::Post);
  EXPECT_EQ(uses[3].params[0], 6);
  EXPECT_EQ(text.messages(), "");
}

TEST(GenomeReaderTest, TakesPrioritiesOfJWildfireForPhases) {
  ReadText text(flameWith("julian=\"1\" julian_power=\"4\" julian_fx_priority=\"-1\" linear=\"1\" "
                          "linear_fx_priority=\"0\" bubble=\"2\" bubble_fx_priority=\"1\""));
  const std::vector<VariationUse> &uses = text.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].params[0], 4);
  EXPECT_EQ(uses[1].phase, VariationUse::Normal);
  EXPECT_EQ(uses[2].phase, VariationUse::Post);
}

TEST(GenomeReaderTest, RemarksThatVariationsOfZDoNothing) {
  ReadText text(flameWith("linear=\"1\" pre_ztranslate=\"0.4\" zcone=\"0\""), {}, "genome-reader");
  EXPECT_TRUE(text.succeeded());
  EXPECT_THAT(text.messages(), HasSubstr("remark: 'pre_ztranslate' changes only z, which nobody "
                                         "sees: it does nothing"));
  EXPECT_THAT(text.messages(), testing::Not(HasSubstr("'zcone'")));
}

TEST(GenomeReaderTest, ReadsLegacyVariationLists) {
  ReadText list(flameWith("spherical=\"3\" var=\"0 0 0.5 0.25\""));
  const std::vector<VariationUse> &uses = list.first().xforms[0].variations;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].info->name, "spherical");
  EXPECT_EQ(uses[0].weight, 0.5);
  EXPECT_EQ(uses[1].info->name, "swirl");
  ReadText number(flameWith("spherical=\"3\" var1=\"4\" horseshoe=\"2\""));
  EXPECT_EQ(number.first().xforms[0].variations[0].weight, 0);
  EXPECT_EQ(number.first().xforms[0].variations[1].info->name, "horseshoe");
  EXPECT_EQ(number.first().xforms[0].variations[1].weight, 2);
}

TEST(GenomeReaderTest, SaysNothingAboutParametersOfTheThirdDimension) {
  EXPECT_EQ(ReadText(flameWith("waves2=\"1\" waves2_freqz=\"0\" var_color=\"1\"")).messages(), "");
}

TEST(GenomeReaderTest, ReadsChaosAndDropsFactorsOfOneBeyondTheXforms) {
  ReadText text(flameWith("linear=\"1\" chaos=\"2 1 1 \""));
  EXPECT_THAT(text.first().xforms[0].chaos, ElementsAre(2));
  EXPECT_EQ(text.first().xforms[0].chaosTo(5), 1);
  EXPECT_TRUE(text.first().hasChaos());
}

TEST(GenomeReaderTest, ReadsMotionAsAmplitudes) {
  ReadText text(flameWith("linear=\"1\"").insert(0, "<f>") + R"(<flame size="9 9">
    <xform weight="1" julian="1"><motion motion_frequency="-2" motion_function="sin" color="0.1"
      coefs="0 0 0 0 1 0" julian_power="0.5"/><motion/></xform>
    <color index="0" rgb="1 1 1"/></flame></f>)");
  const Xform &xform = text.genomes->at(1).xforms[0];
  ASSERT_EQ(xform.motions.size(), 2u);
  const Motion &motion = xform.motions[0];
  EXPECT_EQ(motion.frequency, -2);
  EXPECT_EQ(motion.function, MotionFunction::Sin);
  EXPECT_EQ(motion.color, 0.1);
  EXPECT_EQ(motion.coefs, (Affine{0, 0, 0, 0, 1, 0}));
  EXPECT_THAT(motion.variations[0].params, ElementsAre(0.5, 0));
  EXPECT_EQ(xform.motions[1].function, MotionFunction::Hill);
}

TEST(GenomeReaderTest, ExpandsSymmetryWithTheReflectionFirst) {
  ReadText text(flameWith("linear=\"1\"", "<symmetry kind=\"-4\"/>"));
  const Genome &genome = text.first();
  EXPECT_EQ(genome.symmetry, -4);
  ASSERT_EQ(genome.xforms.size(), 5u);
  EXPECT_EQ(genome.xforms[1].coefs, (Affine{-1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(genome.xforms[1].color, 1);
  for (int i = 1; i < 5; ++i) {
    EXPECT_TRUE(genome.xforms[i].fromSymmetry);
    EXPECT_EQ(genome.xforms[i].colorSpeed, 0);
    EXPECT_EQ(genome.xforms[i].animate, 0);
    EXPECT_EQ(genome.xforms[i].weight, 1);
  }
}

TEST(GenomeReaderTest, RemembersWhereThingsStand) {
  ReadText text(flameWith("linear=\"1\""));
  const Xform &xform = text.first().xforms[0];
  auto textOf = [](llvm::SMRange range) {
    return std::string(range.Start.getPointer(), range.End.getPointer());
  };
  EXPECT_EQ(textOf(xform.range), "xform");
  EXPECT_EQ(textOf(xform.variations[0].range), "linear");
  EXPECT_EQ(textOf(text.first().attributes.find("size")), "64 48");
  EXPECT_FALSE(text.first().attributes.find("quality").isValid());
}

} // namespace flame::test
