// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing encoders and their arguments.

#include "runtime/output/VideoCodec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame::rt {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// As ffmpeg prints them.
constexpr char kEncoders[] = " V....D libx264              libx264 H.264 (codec h264)\n"
                             " V....D libx264rgb           libx264 H.264 RGB (codec h264)\n"
                             " V....D libx265              libx265 H.265 (codec hevc)\n"
                             " V....D libaom-av1           libaom AV1 (codec av1)\n"
                             " V....D libvpx-vp9           libvpx VP9 (codec vp9)\n"
                             " VFS... prores_ks            Apple ProRes\n"
                             " V..... gif                  GIF\n";

VideoEncoding choose(const char *path, const VideoSettings &settings = {}) {
  auto encoding = chooseEncoding(path, settings, kEncoders);
  EXPECT_TRUE(encoding) << encoding.error().text();
  return encoding ? *encoding : VideoEncoding();
}

TEST(VideoCodecTest, FollowsTheExtension) {
  EXPECT_EQ(choose("a.mp4").encoder, "libx264");
  EXPECT_EQ(choose("a.MKV").encoder, "libx264");
  EXPECT_EQ(choose("a.webm").encoder, "libvpx-vp9");
  EXPECT_EQ(choose("a.mov").encoder, "prores_ks");
  EXPECT_TRUE(choose("a.gif").isAnimatedPicture);
  EXPECT_EQ(choose("a.gif").format, kRgba8);
  EXPECT_TRUE(isVideoPath("x/%05d.mp4"));
  EXPECT_FALSE(isVideoPath("a.png"));
  EXPECT_FALSE(isVideoPath("mp4"));
}

TEST(VideoCodecTest, TakesTheBestEncoderThereIs) {
  EXPECT_EQ(choose("a.mp4", {.codec = "av1"}).encoder, "libaom-av1");
  const auto missing = chooseEncoding("a.mp4", {.codec = "hevc-nvenc"}, kEncoders);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind(), ErrorKind::Environment);
  EXPECT_THAT(missing.error().note(), HasSubstr("h264, hevc, av1, vp9"));
  EXPECT_EQ(missing.error().note().find("nvenc"), std::string::npos);
}

TEST(VideoCodecTest, ChoosesPixels) {
  EXPECT_EQ(pixelFormatName(choose("a.mp4").format), "yuv420p");
  EXPECT_EQ(pixelFormatName(choose("a.mp4", {.codec = "hevc"}).format), "yuv420p10le");
  EXPECT_EQ(pixelFormatName(choose("a.mov").format), "yuv422p10le");
  const VideoEncoding best = choose("a.mp4", {.codec = "hevc", .chroma = 444});
  EXPECT_EQ(pixelFormatName(best.format), "yuv444p10le");
  EXPECT_THAT(best.arguments, Contains("yuv444p10le"));
  EXPECT_EQ(pixelFormatName(kRgba16), "rgba64le");
}

TEST(VideoCodecTest, QualityAndOptionsReachTheEncoder) {
  const auto arguments =
      choose("a.mp4", {.quality = 20.5, .encoderOptions = " -tune grain  -g 12 "}).arguments;
  const std::vector<std::string> words(arguments.begin(), arguments.end());
  EXPECT_THAT(words, testing::IsSupersetOf({"-crf", "20.5", "-tune", "grain", "-g", "12"}));
  EXPECT_EQ(words.back(), "12");
}

TEST(VideoCodecTest, RefusesWhatDoesNotFit) {
  struct Case {
    const char *path;
    VideoSettings settings;
  };
  for (const Case &wrong :
       {Case{"a.webm", {.codec = "h264"}}, Case{"a.mp4", {.codec = "theora"}},
        Case{"a.mov", {.bits = 8}}, Case{"a.mov", {.quality = 3}}, Case{"a.mp4", {.bits = 16}},
        Case{"a.mp4", {.chroma = 411}}, Case{"a.gif", {.chroma = 420}}, Case{"a.avi", {}}}) {
    const auto encoding = chooseEncoding(wrong.path, wrong.settings, kEncoders);
    ASSERT_FALSE(encoding) << wrong.path;
    EXPECT_EQ(encoding.error().kind(), ErrorKind::Usage) << wrong.path;
  }
}

TEST(VideoCodecTest, HdrHasTenBitsAndItsTags) {
  for (const VideoSettings &settings : {VideoSettings{.codec = "hevc", .transfer = Transfer::Pq},
                                        VideoSettings{.codec = "vp9", .transfer = Transfer::Hlg}}) {
    const PixelFormat format = choose("a.mp4", settings).format;
    EXPECT_EQ(pixelFormatName(format), "yuv420p10le");
    EXPECT_EQ(format.transfer, settings.transfer);
    EXPECT_THAT(
        colorTags(format),
        testing::IsSupersetOf({"bt2020nc", "bt2020", "tv",
                               settings.transfer == Transfer::Pq ? "smpte2084" : "arib-std-b67"}));
  }
  EXPECT_THAT(colorTags(choose("a.mp4").format), testing::Not(Contains("bt2020")));
}

TEST(VideoCodecTest, HdrIsForCodecsWhosePlayersKnowIt) {
  const auto old = chooseEncoding("a.mp4", {.transfer = Transfer::Pq}, kEncoders);
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().kind(), ErrorKind::Usage);
  EXPECT_THAT(old.error().note(), HasSubstr("hevc, av1, vp9"));
  EXPECT_EQ(old.error().note().find("h264"), std::string::npos);
  const auto shallow =
      chooseEncoding("a.mp4", {.codec = "hevc", .bits = 8, .transfer = Transfer::Pq}, kEncoders);
  ASSERT_FALSE(shallow);
  EXPECT_THAT(shallow.error().text(), HasSubstr("10 bits"));
}

TEST(VideoCodecTest, OddFramesHaveNoPairs) {
  const VideoEncoding pairs = choose("a.mp4");
  EXPECT_TRUE(checkFrameSize(pairs, 64, 48));
  const Status odd = checkFrameSize(pairs, 63, 47);
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().note(), HasSubstr("--size=64x48"));
  EXPECT_TRUE(checkFrameSize(choose("a.mp4", {.chroma = 444}), 63, 47));
  EXPECT_TRUE(checkFrameSize(choose("a.mov"), 64, 47)); // 4:2:2 pairs columns only
  EXPECT_FALSE(checkFrameSize(choose("a.mov"), 63, 47));
}

} // namespace
} // namespace flame::rt
