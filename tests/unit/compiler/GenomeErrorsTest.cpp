// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames with something wrong: the exact messages, and what --lenient makes of them.

#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::HasSubstr;

namespace flame::test {

namespace {
struct BadInput {
  const char *name;
  const char *text;
  const char *messages;
};

class BadFlame : public testing::TestWithParam<BadInput> {};
} // namespace

static std::string nameOf(const testing::TestParamInfo<BadInput> &info) { return info.param.name; }

TEST_P(BadFlame, IsReportedAtItsLocation) {
  EXPECT_EQ(ReadText(GetParam().text).messages(), GetParam().messages);
}

static const BadInput kInputs[] = {
    {"NoXform",
     R"(<flame size="9 9">

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:2: error: the flame has no xform
<flame size="9 9">
 ^~~~~
note: add an 'xform' element with a weight and a variation
)"},
    {"NoWeight",
     R"(<flame size="9 9">
<xform linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:2: error: no xform has a weight above 0
<flame size="9 9">
 ^~~~~
test.flame:2:2: note: the default weight is 0: give 'weight' a value
<xform linear="1"/>
 ^~~~~
)"},
    {"TwoFinalXforms",
     R"(<flame version="FLAM3-3.1.1" size="9 9">
<xform weight="1" linear="1"/>
<finalxform linear="1"/>
<finalxform linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:4:2: error: a flame can have only one final xform
<finalxform linear="1"/>
 ^~~~~~~~~~
test.flame:3:2: note: the first one is here
<finalxform linear="1"/>
 ^~~~~~~~~~
)"},
    {"FractionalSize",
     R"(<flame size="9.5 9">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:14: error: 'size' must be two integers, got '9.5 9'
<flame size="9.5 9">
             ^~~~~
)"},
    {"TooManyPixels",
     R"(<flame size="1000000 1000000">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:14: error: 'size' must be at most 1e9 pixels, got 1000000000000
<flame size="1000000 1000000">
             ^~~~~~~~~~~~~~~
note: give a smaller size here and the large one when rendering, in strips
)"},
    {"ManyPasses",
     R"(<flame passes="257">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:16: error: 'passes' must be at most 256, got 257
<flame passes="257">
               ^~~
)"},
    {"ZeroQuality",
     R"(<flame quality="0">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:17: error: 'quality' must be above 0, got 0
<flame quality="0">
                ^
)"},
    {"NearlyZeroQuality",
     R"(<flame quality="1e-320">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:17: error: 'quality' must be at least 1e-30, got 1e-320
<flame quality="1e-320">
                ^~~~~~
)"},
    {"ZeroSupersample",
     R"(<flame supersample="0">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:21: error: 'supersample' must be at least 1, got 0
<flame supersample="0">
                    ^
)"},
    {"EstimatorCurve",
     R"(<flame estimator_curve="0">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:25: error: 'estimator_curve' must be above 0 when 'estimator_radius' is
<flame estimator_curve="0">
                        ^
note: estimator_radius="0" switches density estimation off
)"},
    {"EstimatorMinimum",
     R"(<flame estimator_radius="2" estimator_minimum="3">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:48: error: 'estimator_minimum' must not be above 'estimator_radius'
<flame estimator_radius="2" estimator_minimum="3">
                                               ^
test.flame:1:26: note: the radius is given here
<flame estimator_radius="2" estimator_minimum="3">
                         ^
)"},
    {"SoloBeyondTheXforms",
     R"(<flame soloxform="1">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:19: error: there is no xform 1; the flame has 1
<flame soloxform="1">
                  ^
note: xforms are counted from 0
)"},
    {"ColorIndex",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<color index="256" rgb="1 2 3"/>
</flame>
)",
     R"(test.flame:4:15: error: 'index' must be at most 255, got 256
<color index="256" rgb="1 2 3"/>
              ^~~
)"},
    {"ColorComponents",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<color index="5" rgb="1 2"/>
</flame>
)",
     R"(test.flame:4:23: error: 'rgb' needs 3 numbers, got 2
<color index="5" rgb="1 2"/>
                      ^~~
)"},
    {"HexDigit",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<palette count="2" format="RGB">
00ff00
00fg00</palette>
</flame>
)",
     R"(test.flame:6:4: error: expected a hexadecimal digit of colour 1, got 'g'
00fg00</palette>
   ^
)"},
    {"HexTooShort",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<palette count="2" format="RGB">
00ff00
</palette>
</flame>
)",
     R"(test.flame:6:1: error: expected 2 colours, the block ends after 1
</palette>
^
)"},
    {"HexTooLong",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<palette count="1" format="RGB">00ff00 0</palette>
</flame>
)",
     R"(test.flame:4:40: error: expected nothing after colour 0, got '0'
<palette count="1" format="RGB">00ff00 0</palette>
                                       ^
)"},
    {"PaletteFormat",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>

<palette count="1" format="BGR">00ff00</palette>
</flame>
)",
     R"(test.flame:4:28: error: expected 'RGB' or 'RGBA', got 'BGR'
<palette count="1" format="BGR">00ff00</palette>
                           ^~~
)"},
    {"PaletteLibraryNeeded",
     R"(<flame palette="15">
<xform weight="1" linear="1"/>

</flame>
)",
     R"(test.flame:1:17: error: the colours are in a palette library, which is not at hand
<flame palette="15">
                ^~
note: name flam3-palettes.xml with --palettes=FILE or in the environment variable flam3_palettes, or install it (package flam3-palette)
)"},
    {"RandomSymmetry",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>
<symmetry kind="0"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:3:2: error: kind 0 asks for a random symmetry, which would differ from run to run
<symmetry kind="0"/>
 ^~~~~~~~
note: give the number of rotations; negative numbers add a reflection
)"},
    {"MisspeltFlameAttribute",
     R"(<flame qualty="50">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:8: warning: unknown attribute 'qualty' is ignored [-Wunknown-attribute]
<flame qualty="50">
       ^~~~~~
note: did you mean 'quality'?
)"},
    {"UnknownKeyword",
     R"(<flame palette_mode="smooth">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:22: warning: 'palette_mode' must be 'step' or 'linear', got 'smooth' [-Wkeyword]
<flame palette_mode="smooth">
                     ^~~~~~
)"},
    {"MisspeltElement",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>
<finalxfrom linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:3:2: warning: unknown element 'finalxfrom' is ignored [-Wignored-element]
<finalxfrom linear="1"/>
 ^~~~~~~~~~
note: did you mean 'finalxform'?
)"},
    {"OtherProgramsFeatures",
     R"(<flame cam_pitch="0.5" curves="0 0 1 0.2 0.4 1">
<xform weight="1" linear="1"/>

<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:1:24: warning: the program that wrote this flame uses 'curves', without effect here: the picture will differ [-Wunsupported-feature]
<flame cam_pitch="0.5" curves="0 0 1 0.2 0.4 1">
                       ^~~~~~
)"},
};

INSTANTIATE_TEST_SUITE_P(Table, BadFlame, testing::ValuesIn(kInputs), nameOf);

TEST(GenomeErrorsTest, ReportsEverythingInOneGo) {
  ReadText text("<f><flame size=\"9\"><xform weight=\"x\"/></flame>"
                "<flame time=\"y\"><xform weight=\"1\" nothing=\"1\"/></flame></f>");
  EXPECT_EQ(text.engine().errorCount(), 4u);
}

TEST(GenomeErrorsTest, FailsOnlyAfterReporting) {
  for (const BadInput &input : kInputs) {
    ReadText text(input.text);
    EXPECT_NE(text.succeeded(), text.engine().hasErrors()) << input.name;
  }
}

TEST(GenomeErrorsTest, LeniencyIgnoresTheAttribute) {
  ReaderOptions lenient;
  lenient.lenient = true;
  ReadText text(flameWith("linear=\"1\" nothing=\"2\" coefs=\"nan 0 0 1 0 0\" opacity=\"-1\""),
                lenient);
  ASSERT_TRUE(text.succeeded());
  const Xform &xform = text.first().xforms[0];
  EXPECT_EQ(xform.variations.size(), 1u);
  EXPECT_TRUE(xform.coefs.isIdentity());
  EXPECT_EQ(xform.opacity, 1);
  EXPECT_EQ(text.engine().warningCount(), 3u);
  EXPECT_THAT(text.messages(), HasSubstr("warning: unknown variation 'nothing' [-Wlenient]"));
}

TEST(GenomeErrorsTest, LeniencyShowsNothingThroughACameraThatIsNotANumber) {
  ReaderOptions lenient;
  lenient.lenient = true;
  for (const char *camera : {"scale=\"nan\"", "center=\"0 nan\""}) {
    ReadText text("<flame size=\"10 10\" " + std::string(camera) +
                      "><xform weight=\"1\" linear=\"1\"/></flame>",
                  lenient);
    ASSERT_TRUE(text.succeeded());
    EXPECT_EQ(text.first().xforms[0].opacity, 0);
    EXPECT_THAT(text.messages(), HasSubstr("nothing but the background"));
  }
}

TEST(GenomeErrorsTest, LimitsTheNumberOfXforms) {
  std::string symmetries;
  for (int i = 0; i < 3; ++i)
    symmetries += "<symmetry kind=\"4000\"/>\n";
  ReadText text(flameWith("linear=\"1\"", symmetries));
  EXPECT_THAT(text.messages(), HasSubstr("a flame can have at most 4096 xforms"));
}

TEST(GenomeErrorsTest, NamesTheFlamesToChooseFrom) {
  ReaderOptions options;
  options.flame = "sworl";
  std::string pack = "<f><flame name=\"julia\"/><flame name=\"swirl\"/><flame name=\"swirl\"/></f>";
  EXPECT_EQ(ReadText(pack, options).messages(), "test.flame: error: there is no flame 'sworl'\n"
                                                "note: did you mean 'swirl'?\n");
  options.flame = "3";
  EXPECT_EQ(ReadText(pack, options).messages(),
            "test.flame: error: there is no flame '3'\n"
            "note: the flames are 0 'julia', 1 'swirl', 2 'swirl'\n");
  options.flame = "swirl";
  EXPECT_EQ(ReadText(pack, options).messages(),
            "test.flame: error: 2 flames have the name 'swirl'\n"
            "note: choose by index; the flames are 0 'julia', 1 'swirl', 2 'swirl'\n");
}

TEST(GenomeErrorsTest, NamesAFileThatCannotBeRead) {
  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  Diagnostics diags(sources, stream);
  EXPECT_FALSE(readGenomeFile("does-not-exist.flame", diags));
  EXPECT_EQ(printed,
            "does-not-exist.flame: error: cannot read the file: No such file or directory\n");
}

} // namespace flame::test
