// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers, times and choices of frames.

#include "runtime/plan/FrameRange.h"

#include "tests/unit/runtime/TestManifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame::rt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

FrameClock makeClock(std::string unit, double start, double duration, bool loops = false,
                     const ClockSettings &settings = {}) {
  Manifest manifest = testManifest();
  manifest.timeUnit = std::move(unit);
  manifest.startTime = start;
  manifest.duration = duration;
  manifest.loops = loops;
  return *FrameClock::create(manifest, settings);
}

TEST(FrameRateTest, ReadsFractionsAndTheRatesOfNtsc) {
  EXPECT_EQ(*parseFrameRate("24"), (FrameRate{24, 1}));
  EXPECT_EQ(*parseFrameRate("12.5"), (FrameRate{25, 2}));
  EXPECT_EQ(*parseFrameRate("30000/1001"), (FrameRate{30000, 1001}));
  EXPECT_EQ(*parseFrameRate("29.97"), (FrameRate{30000, 1001}));
  EXPECT_EQ(*parseFrameRate("23.976"), (FrameRate{24000, 1001}));
  EXPECT_EQ(*parseFrameRate("59.94"), (FrameRate{60000, 1001}));
  EXPECT_EQ(parseFrameRate("29.97")->text(), "30000/1001");
  EXPECT_EQ(parseFrameRate("25")->text(), "25");
}

TEST(FrameRateTest, RefusesNonsense) {
  for (const char *text :
       {"", "0", "-24", "1001", "24fps", "24/0", "0/5", "1/2/3", "nan", "inf", "1e9"})
    EXPECT_FALSE(parseFrameRate(text)) << text;
}

TEST(FrameClockTest, AStillHasOneFrame) {
  const FrameClock clock = makeClock("frames", 7, 0);
  EXPECT_TRUE(clock.isStill());
  EXPECT_EQ(clock.count(), 1);
  EXPECT_EQ(clock.first(), 0);
  EXPECT_EQ(clock.shutter(), 0);
}

TEST(FrameClockTest, KeyTimesAreFrameNumbers) {
  const FrameClock clock = makeClock("frames", 100, 160);
  EXPECT_EQ(clock.first(), 100);
  EXPECT_EQ(clock.last(), 260);
  EXPECT_EQ(clock.timeOf(100), 0);
  EXPECT_EQ(clock.timeOf(140), 0.25);
  EXPECT_EQ(clock.timeOf(260), 1);
  EXPECT_EQ(clock.shutter(), 1.0 / 160);
  EXPECT_EQ(clock.seconds(), 160.0 / 24);
}

TEST(FrameClockTest, ALoopDoesNotShowItsFirstFrameTwice) {
  const FrameClock clock = makeClock("frames", 0, 160, /*loops=*/true);
  EXPECT_EQ(clock.last(), 159);
  EXPECT_EQ(clock.count(), 160);
}

TEST(FrameClockTest, FramesLieBetweenFractionalKeys) {
  const FrameClock clock = makeClock("frames", 0.5, 10);
  EXPECT_EQ(clock.first(), 1);
  EXPECT_EQ(clock.last(), 10);
  EXPECT_NEAR(clock.timeOf(1), 0.05, 1e-12);
}

TEST(FrameClockTest, TheRateDoesNotChangeFramesThatAreCounted) {
  const FrameClock clock = makeClock("frames", 0, 160, false, {.rate = {60, 1}});
  EXPECT_EQ(clock.count(), 161);
  EXPECT_NEAR(clock.seconds(), 160.0 / 60, 1e-12);
}

TEST(FrameClockTest, UnitsBecomeFramesByRateAndProfile) {
  const FrameClock clock = makeClock("units", 0, 2, false, {.rate = {24, 1}, .secondsPerUnit = 10});
  EXPECT_EQ(clock.count(), 480);
  EXPECT_EQ(clock.first(), 0);
  EXPECT_NEAR(clock.timeOf(0), 0.5 / 480, 1e-15); // the centre of the first of N frames
  EXPECT_NEAR(clock.timeOf(479), 479.5 / 480, 1e-15);
  EXPECT_NEAR(clock.shutter(), 1.0 / 480, 1e-15);
  EXPECT_NEAR(clock.seconds(), 20, 1e-12);
}

TEST(FrameClockTest, TheProfileWidensTheShutter) {
  const FrameClock clock =
      makeClock("units", 0, 1, false, {.rate = {10, 1}, .secondsPerUnit = 10, .frameWidth = 2.5});
  EXPECT_NEAR(clock.shutter(), 2.5 / 100, 1e-15);
}

TEST(FrameClockTest, TooManyFramesAreAnError) {
  Manifest manifest = testManifest();
  manifest.duration = 1e9;
  EXPECT_FALSE(FrameClock::create(manifest, {}));
  manifest.timeUnit = "units";
  EXPECT_FALSE(FrameClock::create(manifest, {}));
}

TEST(FrameClockTest, FindsTheFrameOfATime) {
  const FrameClock keys = makeClock("frames", 100, 160);
  const FrameClock units = makeClock("units", 0, 1, false, {.rate = {10, 1}, .secondsPerUnit = 1});
  for (int64_t frame : {100, 101, 180, 260})
    EXPECT_EQ(keys.frameAt(keys.timeOf(frame)), frame);
  for (int64_t frame = 0; frame < 10; ++frame)
    EXPECT_EQ(units.frameAt(units.timeOf(frame)), frame);
  EXPECT_EQ(units.frameAt(1), 9);
  EXPECT_EQ(units.frameAt(0), 0);
}

TEST(MomentTest, ReadsPartsPercentagesAndSeconds) {
  const FrameClock clock = makeClock("units", 0, 1, false, {.rate = {10, 1}, .secondsPerUnit = 20});
  EXPECT_NEAR(*parseMoment("0.25", clock), 0.25, 1e-12);
  EXPECT_NEAR(*parseMoment("25%", clock), 0.25, 1e-12);
  EXPECT_NEAR(*parseMoment("5s", clock), 0.25, 1e-12);
  EXPECT_EQ(*parseMoment("20s", clock), 1);
  EXPECT_EQ(*parseMoment("1", clock), 1);
  for (const char *text : {"", "%", "s", "1.5", "-0.1", "101%", "21s", "5 s", "nan", "x"})
    EXPECT_FALSE(parseMoment(text, clock)) << text;
  EXPECT_FALSE(parseMoment("1s", makeClock("frames", 0, 0)));
}

TEST(FrameRangeTest, ReadsRanges) {
  const FrameClock clock = makeClock("units", 0, 1, false, {.rate = {10, 1}, .secondsPerUnit = 1});
  EXPECT_THAT(*parseFrameRange("7", clock), ElementsAre(7));
  EXPECT_THAT(*parseFrameRange("2-4", clock), ElementsAre(2, 3, 4));
  EXPECT_THAT(*parseFrameRange("8-", clock), ElementsAre(8, 9));
  EXPECT_THAT(*parseFrameRange("0-9:4", clock), ElementsAre(0, 4, 8));
  EXPECT_THAT(*parseFrameRange("1-:4", clock), ElementsAre(1, 5, 9));
  EXPECT_THAT(*parseFrameRange("-1", clock), ElementsAre(9));
  EXPECT_THAT(*parseFrameRange("-3-", clock), ElementsAre(7, 8, 9));
  EXPECT_THAT(*parseFrameRange("-3--2", clock), ElementsAre(7, 8));
  EXPECT_THAT(*parseFrameRange("7--1:2", clock), ElementsAre(7, 9));
  EXPECT_THAT(*parseFrameRange("3:5", clock), ElementsAre(3));
  EXPECT_THAT(*parseFrameRange("0-9:9223372036854775807", clock), ElementsAre(0));
}

TEST(FrameRangeTest, NegativeKeyTimesAreNumbersLikeOthers) {
  const FrameClock clock = makeClock("frames", -10, 20);
  EXPECT_THAT(*parseFrameRange("-10--9", clock), ElementsAre(-10, -9));
  EXPECT_THAT(*parseFrameRange("-1-1", clock), ElementsAre(-1, 0, 1));
}

TEST(FrameRangeTest, SaysWhatIsWrong) {
  const FrameClock clock = makeClock("units", 0, 1, false, {.rate = {10, 1}, .secondsPerUnit = 1});
  for (const char *text : {"", "-", "a", "1-2-3", "1,2", "1-2:", "1-2:0", "1-2:-1", "4-2", "10",
                           "-11", "0-10", "99999999999999999999"}) {
    const auto frames = parseFrameRange(text, clock);
    ASSERT_FALSE(frames) << text;
    EXPECT_EQ(frames.error().kind(), ErrorKind::Usage);
  }
  EXPECT_THAT(parseFrameRange("12", clock).error().note(), HasSubstr("frames 0 to 9"));
  EXPECT_THAT(parseFrameRange("1", makeClock("frames", 0, 0)).error().note(), HasSubstr("a still"));
}

} // namespace
} // namespace flame::rt
