// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits of genome text: the flame is found whatever stands around it, and nothing but its start tag
// changes.

#include "tools/flamebench/GenomeEdit.h"

#include <gtest/gtest.h>

namespace flame {
namespace {

GenomeText parse(std::string_view text) {
  rt::Result<GenomeText> genome = GenomeText::parse(text);
  EXPECT_TRUE(bool(genome));
  return *std::move(genome);
}

constexpr std::string_view kFlame =
    "<flame name=\"a > b\" size=\"800 600\" scale='200' quality=\"50\">\n <xform a='1'/>\n</flame>";

TEST(GenomeEditTest, ChangesTheStartTagAlone) {
  GenomeSettings settings;
  settings.width = 1200;
  settings.height = 700;
  settings.quality = 12.5;
  EXPECT_EQ(
      parse(kFlame).edited(settings),
      "<flame passes=\"1\" temporal_samples=\"1\" name=\"a > b\" size=\"1200 700\" scale='300' "
      "quality=\"12.5\">\n <xform a='1'/>\n</flame>\n");
}

TEST(GenomeEditTest, SetsWhatWasAskedFor) {
  GenomeSettings settings;
  settings.supersample = 3;
  settings.densityEstimation = false;
  const std::string edited = parse(kFlame).edited(settings);
  EXPECT_NE(edited.find("supersample=\"3\""), edited.npos);
  EXPECT_NE(edited.find("estimator_radius=\"0\""), edited.npos);
}

TEST(GenomeEditTest, KeepsTheOldWordForSupersample) {
  GenomeSettings settings;
  settings.supersample = 2;
  EXPECT_EQ(parse("<flame oversample=\"4\"/>").edited(settings).find("supersample"),
            std::string::npos);
}

TEST(GenomeEditTest, AssumesTheDefaultsOfTheFormat) {
  GenomeSettings settings;
  settings.width = 1000;
  const std::string edited = parse("<flame></flame>").edited(settings);
  EXPECT_NE(edited.find("scale=\"500\""), edited.npos) << "50 pixels per unit at 100 pixels";
}

TEST(GenomeEditTest, FindsTheFirstFlameAmongOtherThings) {
  const std::string text =
      "<?xml version='1.0'?><!-- <flame no='1'> --><flames>"
      "<![CDATA[<flame no='2'>]]><flame no='3'><edit><flame no='4'/></edit></flame>"
      "<flame no='5'/></flames>";
  const GenomeText genome = parse(text);
  EXPECT_EQ(genome.attribute("no"), "3");
  const std::string edited = genome.edited({});
  EXPECT_NE(edited.find("no='4'"), edited.npos);
  EXPECT_EQ(edited.find("no='5'"), edited.npos);
}

TEST(GenomeEditTest, DoesNotTakeTheEndOfAWordForAnAttribute) {
  const GenomeText genome = parse("<flame old_size='1 1' note=\" size='2 2' \" size = '3 3'/>");
  EXPECT_EQ(genome.attribute("size"), "3 3");
  EXPECT_EQ(genome.attribute("missing"), std::nullopt);
}

TEST(GenomeEditTest, CountsTheSamplesOfAZoom) {
  EXPECT_EQ(parse("<flame/>").samplesPerQuality(), 1);
  EXPECT_EQ(parse("<flame zoom='1.5'/>").samplesPerQuality(), 8);
}

TEST(GenomeEditTest, RejectsWhatIsNoGenome) {
  for (std::string_view text :
       {"", "flame", "<flame>", "<flame size='1 1", "<!-- <flame/> -->", "</flame>", "<flames/>"})
    EXPECT_FALSE(bool(GenomeText::parse(text))) << text;
}

} // namespace
} // namespace flame
