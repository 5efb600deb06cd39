// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sheets: what --sheet says, and the frames that a sweep is.

#include "tools/flamerun/Sheet.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::ElementsAre;

TEST(SheetTest, IsColumnsOrSweeps) {
  EXPECT_EQ(parseSheet("12")->columns, 12u);
  const auto grid = parseSheet("gamma:1..4:3,time:10%..90%:2");
  ASSERT_TRUE(grid);
  ASSERT_EQ(grid->sweeps.size(), 2u);
  EXPECT_EQ(grid->sweeps[0].key, "gamma");
  EXPECT_EQ(grid->sweeps[1].first, "10%");
  EXPECT_EQ(grid->sweeps[1].last, "90%");
  EXPECT_EQ(grid->sweeps[1].count, 2u);
  EXPECT_EQ(parseSheet("jitter:-1.5..-.5:3")->sweeps[0].last, "-.5");
  for (const char *text :
       {"0", "10001", "x", "gamma", "gamma:1..2", "gamma:1:2", ":1..2:3", "gamma:..2:3",
        "gamma:1..:3", "gamma:1..2:0", "gamma:1..2:3,", "gamma:1..2:3,4",
        "a:1..2:3,b:1..2:3,c:1..2:3", "a:1..2:200,b:1..2:200"}) {
    const auto sheet = parseSheet(text);
    ASSERT_FALSE(sheet) << text;
    EXPECT_EQ(sheet.error().kind(), ErrorKind::Usage);
  }
}

class SweepTest : public testing::Test {
protected:
  SweepTest() {
    manifest.frame.gamma = 2;
    manifest.frame.brightness = 5;
    manifest.frame.highlightPower = -1;
  }
  Result<SheetFrames> frames(const std::string &text) {
    const auto clock = FrameClock::create(manifest, {});
    EXPECT_TRUE(clock);
    return sweepFrames(*parseSheet(text), manifest, *clock, FrameJob());
  }
  std::string errorOf(const std::string &text) {
    const auto made = frames(text);
    EXPECT_FALSE(made) << text;
    return made ? "" : made.error().str();
  }
  Manifest manifest;
};

TEST_F(SweepTest, TheFirstGoesAcrossAndTheSecondDown) {
  const auto made = frames("gamma:1..3:3,quality:10..20:2");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->columns, 3u);
  EXPECT_THAT(made->labels,
              ElementsAre("gamma=1 quality=10", "gamma=2 quality=10", "gamma=3 quality=10",
                          "gamma=1 quality=20", "gamma=2 quality=20", "gamma=3 quality=20"));
  EXPECT_EQ(made->jobs[4].request.quality, 20);
  EXPECT_DOUBLE_EQ(made->jobs[3].request.factors.gamma, 0.5);
  EXPECT_DOUBLE_EQ(made->jobs[5].request.factors.gamma, 1.5);
}

TEST_F(SweepTest, OneSweepIsNearlySquare) {
  const auto made = frames("logscale.brightness:5..15:5");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->columns, 3u);
  EXPECT_DOUBLE_EQ(made->jobs[4].request.factors.brightness, 3);
  EXPECT_EQ(frames("seed:7..9:1")->jobs[0].request.seed, 7u);
}

/// In either order: a factor is of what the flame has at that time.
TEST_F(SweepTest, ValuesAreThoseOfTheirTime) {
  manifest.duration = 2;
  manifest.frameTracks["gamma"].knots = {{0, 2, 2, 2}, {1, 4, 2, 2}};
  for (const char *text : {"gamma:4..4:1,time:0..1:2", "time:0..1:2,gamma:4..4:1"}) {
    const auto made = frames(text);
    ASSERT_TRUE(made) << made.error().str();
    ASSERT_EQ(made->jobs.size(), 2u);
    EXPECT_NEAR(made->jobs[0].request.factors.gamma, 2, 1e-9) << text;
    EXPECT_NEAR(made->jobs[1].request.factors.gamma, 1, 1e-9) << text;
    EXPECT_EQ(made->jobs[1].request.time, 1);
  }
}

TEST_F(SweepTest, WholeValuesAreWhole) {
  const auto made = frames("supersample:1..4:3");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->jobs[1].request.supersample, 3u);
  EXPECT_EQ(made->labels[1], "supersample=3");
}

TEST_F(SweepTest, RefusesWhatAFrameCannotHave) {
  EXPECT_THAT(errorOf("gama:1..2:2"), testing::HasSubstr("there is no such key"));
  EXPECT_THAT(errorOf("gama:1..2:2"), testing::HasSubstr("colorclip.gamma"));
  EXPECT_THAT(errorOf("gamma:one..2:2"), testing::HasSubstr("expected a number, found 'one'"));
  EXPECT_THAT(errorOf("gamma:-1..2:2"), testing::HasSubstr("-1 is no multiple"));
  EXPECT_THAT(errorOf("highlight_power:0.5..1:2"), testing::HasSubstr("0.5 is no multiple"));
  EXPECT_THAT(errorOf("quality:0..2:2"), testing::HasSubstr("0 is beyond what it may be"));
  EXPECT_THAT(errorOf("time:0..1:2"), testing::HasSubstr("a still has no time"));
}

} // namespace
} // namespace flame::rt
