// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Profiles: what is read, what is refused, what is passed over.

#include "runtime/plan/Profile.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace flame::rt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(ProfileTest, ReadsEveryKey) {
  const auto profile = parseProfile(R"({
    "type": "profile", "name": "full", "duration": 12, "fps": 29.97, "frame_width": 0.5,
    "start": 2, "end": -3, "skip": 1, "width": 1920, "height": 1080, "spp": 2500,
    "filters": {"logscale": {"brightness": 1.5, "scale": 2},
                "colorclip": {"gamma": 0.5, "gamma_threshold": 3, "vibrance": 0.25, "highlight_power": 4}},
    "output": {"type": "x264", "crf": 13, "pix_fmt": "yuv444p10"}})",
                                    "full.json");
  ASSERT_TRUE(profile) << profile.error().text();
  EXPECT_EQ(profile->duration, 12);
  EXPECT_EQ(profile->rate, (FrameRate{30000, 1001}));
  EXPECT_EQ(profile->frameWidth, 0.5);
  EXPECT_EQ(profile->frames.start, 2);
  EXPECT_EQ(profile->frames.end, -3);
  EXPECT_EQ(profile->frames.skip, 1u);
  EXPECT_EQ(profile->width, 1920u);
  EXPECT_EQ(profile->height, 1080u);
  EXPECT_EQ(profile->samplesPerPixel, 2500);
  EXPECT_EQ(profile->factors, (FinishFactors{.brightness = 1.5,
                                             .gamma = 0.5,
                                             .gammaThreshold = 3,
                                             .vibrancy = 0.25,
                                             .highlightPower = 4,
                                             .scale = 2}));
  EXPECT_EQ(profile->output.type, "x264");
  EXPECT_EQ(profile->output.quality, 13);
  EXPECT_EQ(profile->output.bits, 10u);
  EXPECT_EQ(profile->output.chroma, 444u);
  EXPECT_THAT(profile->ignored, IsEmpty());
}

TEST(ProfileTest, AnEmptyOneChangesNothing) {
  const auto profile = parseProfile("{}", "empty.json");
  ASSERT_TRUE(profile);
  EXPECT_FALSE(profile->width || profile->samplesPerPixel || profile->rate || profile->duration);
  EXPECT_EQ(profile->factors, FinishFactors());
  EXPECT_EQ(profile->frameWidth, 1);
}

TEST(ProfileTest, ListsWhatHasNoEffect) {
  const auto profile = parseProfile(R"({"width": 64, "tint": [1, 2],
    "filters": {"halo": {"width": 2}, "bilateral": {"radius": 1, "gradient": -1}, "logscale": {"brightness": 1}},
    "order": ["logscale"], "output": {"type": "x264", "profile": "444"}})",
                                    "p");
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->ignored, ElementsAre("tint", "filters.halo.width",
                                            "filters.bilateral.radius", "order", "output.profile"));
}

TEST(ProfileTest, OrdersFilters) {
  const auto profile = parseProfile(R"({"filter_order": ["yuv", "logscale", "haloclip"],
    "filters": {"bilateral": {"gradient": -0.5}, "smearclip": {"width": 2}}})",
                                    "p");
  ASSERT_TRUE(profile) << profile.error().text();
  ASSERT_TRUE(profile->filters);
  EXPECT_EQ(profile->filters->text(), "logscale,haloclip");
  EXPECT_EQ(profile->factors, (FinishFactors{.bilateralGradient = -0.5, .smearclipWidth = 2}));
  for (const char *text :
       {R"({"filter_order": "logscale"})", R"({"filter_order": ["logscale", 2]})",
        R"({"filter_order": ["logscale", "blur"]})",
        R"({"filter_order": ["smearclip", "logscale"]})"})
    EXPECT_THAT(parseProfile(text, "p").error().text(), StartsWith("p: filter_order: ")) << text;
}

TEST(ProfileTest, ShardsCoverTheWholeAnimation) {
  const auto profile = parseProfile(R"({"shard": 1.5, "skip": 3, "start": 2, "end": 5})", "p");
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->shard, 1.5);
  EXPECT_EQ(profile->frames.skip, 0u);
  EXPECT_FALSE(profile->frames.start || profile->frames.end);
}

TEST(ProfileTest, LocatesBrokenJson) {
  const auto profile = parseProfile("{\n  \"width\": 3,\n  \"height\" 4\n}", "dir/x.json");
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().text(), StartsWith("dir/x.json:3:"));
  EXPECT_EQ(profile.error().kind(), ErrorKind::Input);
  EXPECT_FALSE(parseProfile("", "x"));
  EXPECT_FALSE(parseProfile("[]", "x"));
  EXPECT_FALSE(parseProfile("{\"width\": 3", "x"));
}

TEST(ProfileTest, RefusesNestingWithoutEnd) {
  const std::string deep = std::string(250000, '[') + std::string(250000, ']');
  for (const char *key : {"fps", "unknown"}) {
    const auto profile = parseProfile("{\"" + std::string(key) + "\": " + deep + "}", "deep.json");
    ASSERT_FALSE(profile);
    EXPECT_EQ(profile.error().text(), "deep.json: nested deeper than 64 levels");
  }
}

TEST(ProfileTest, NamesTheKeyOfAWrongValue) {
  struct Case {
    const char *text, *path;
  };
  for (const Case &wrong :
       {Case{R"({"width": 0})", "width"},
        {R"({"width": 1.5})", "width"},
        {R"({"height": "big"})", "height"},
        {R"({"fps": -1})", "fps"},
        {R"({"spp": 0})", "spp"},
        {R"({"skip": -1})", "skip"},
        {R"({"duration": null})", "duration"},
        {R"({"type": "node"})", "type"},
        {R"({"filters": 3})", "filters"},
        {R"({"filters": {"logscale": {"scale": 0}}})", "filters.logscale.scale"},
        {R"({"output": {"crf": "low"}})", "output.crf"},
        {R"({"output": {"pix_fmt": "rgb"}})", "output.pix_fmt"}}) {
    const auto profile = parseProfile(wrong.text, "x.json");
    ASSERT_FALSE(profile) << wrong.text;
    EXPECT_THAT(profile.error().text(),
                StartsWith("x.json: " + std::string(wrong.path) + ": expected"))
        << wrong.text;
  }
}

TEST(ProfileTest, FindsNamesAndFiles) {
  EXPECT_EQ(findProfile("2160p")->height, 2160u);
  EXPECT_EQ(findProfile("preview")->frames.skip, 1u);
  EXPECT_FALSE(findProfile("720p")->samplesPerPixel);
  EXPECT_THAT(findProfile("8k").error().note(), HasSubstr("2160p"));
  TemporaryDirectory directory;
  writeText(directory / "mine.json", R"({"width": 77})");
  EXPECT_EQ(findProfile((directory / "mine.json").string())->width, 77u);
  EXPECT_EQ(findProfile((directory / "none.json").string()).error().kind(), ErrorKind::Input);
}

TEST(ProfileTest, CutsFrames) {
  std::vector<int64_t> ten(10);
  std::iota(ten.begin(), ten.end(), 100);
  EXPECT_EQ(*chooseFrames(ten, {}), ten);
  EXPECT_THAT(*chooseFrames(ten, {.start = 1, .end = 2}), ElementsAre(101));
  EXPECT_THAT(*chooseFrames(ten, {.start = 7}), ElementsAre(107, 108, 109));
  EXPECT_THAT(*chooseFrames(ten, {.end = -8}), ElementsAre(100, 101));
  EXPECT_THAT(*chooseFrames(ten, {.skip = 3}), ElementsAre(100, 104, 108));
  EXPECT_THAT(*chooseFrames(ten, {.start = 1, .end = 99, .skip = 4}), ElementsAre(101, 106));
  EXPECT_FALSE(chooseFrames(ten, {.start = 10}));
  EXPECT_FALSE(chooseFrames(ten, {.end = -10}));
}

} // namespace
} // namespace flame::rt
