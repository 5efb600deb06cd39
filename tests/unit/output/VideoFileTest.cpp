// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Videos through the ffmpeg of this machine (skipped where there is none). Resumed after failures
// and kills at random moments they are the bytes of an undisturbed run. A video or segment that an
// encoder left incomplete never gets its name.

#include "runtime/output/VideoFile.h"
#include "runtime/frame/Replay.h"
#include "runtime/output/VideoContainer.h"

#include "tests/unit/runtime/FakeRenderer.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <random>
#include <span>

namespace flame::rt {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class VideoFileTest : public testing::Test {
protected:
  static void SetUpTestSuite() { encoders = VideoFile::listEncoders(); }

  void SetUp() override {
    if (!*encoders)
      GTEST_SKIP() << encoders->error().text();
    std::signal(SIGPIPE, SIG_IGN);
  }
  void TearDown() override { std::signal(SIGPIPE, SIG_DFL); }

  VideoFileSettings settings(const fs::path &path, Existing existing, const VideoSettings &video) {
    VideoFileSettings settings;
    auto encoding = chooseEncoding(path, video, **encoders);
    EXPECT_TRUE(encoding) << encoding.error().text();
    settings.encoding = *encoding;
    settings.width = renderer.width;
    settings.height = renderer.height;
    settings.segmentFrames = 7;
    settings.title = "test";
    settings.identity = "artefact";
    settings.existing = existing;
    return settings;
  }

  Result<ReplaySummary> make(const fs::path &path, Existing existing = Existing::Replace,
                             const VideoSettings &video = {},
                             const std::string &ffmpeg = "ffmpeg") {
    VideoFileSettings all = settings(path, existing, video);
    all.ffmpeg = ffmpeg;
    for (FrameJob &job : jobs)
      job.request.format = all.encoding.format;
    FLAME_TRY_ASSIGN(auto file, VideoFile::create(path, jobs, std::move(all)));
    return replay(renderer, jobs, *file, progress, options);
  }

  /// The frames of a video as raw pixels of its own format.
  static std::string decode(const fs::path &path, const std::string &format) {
    auto bytes = outputOf({"ffmpeg", "-nostdin", "-loglevel", "error", "-i", path.string(), "-f",
                           "rawvideo", "-pix_fmt", format, "-"});
    EXPECT_TRUE(bytes) << bytes.error().str();
    return bytes ? *bytes : "";
  }

  static inline std::optional<Result<std::string>> encoders;
  TemporaryDirectory directory;
  FakeRenderer renderer;
  Progress progress{ProgressMode::None};
  ReplayOptions options;
  std::vector<FrameJob> jobs = makeJobs(0, 24);
};

TEST_F(VideoFileTest, LosslessFramesComeBackInOrder) {
  const fs::path path = directory / "a.mkv";
  const auto made = make(path, Existing::Replace, {.codec = "ffv1", .bits = 8, .chroma = 420});
  ASSERT_TRUE(made) << made.error().str();
  const std::string pixels = decode(path, "yuv420p");
  const size_t frameBytes = jobs[0].request.format.bytes(renderer.width, renderer.height);
  ASSERT_EQ(pixels.size(), jobs.size() * frameBytes);
  for (size_t i = 0; i < jobs.size(); ++i)
    EXPECT_EQ(std::memcmp(pixels.data() + i * frameBytes,
                          renderer.frameFor(jobs[i].request).pixels.data(), frameBytes),
              0)
        << i;
  EXPECT_EQ(directory.count(), 1u); // nothing but the video
}

TEST_F(VideoFileTest, SaysWhatItsColoursMeanAndPlaysEvenly) {
  const fs::path path = directory / "a.mp4";
  ASSERT_TRUE(make(path));
  const std::string entries =
      "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries,"
      "chroma_location,nb_frames,avg_frame_rate";
  const auto stream = outputOf(
      {"ffprobe", "-v", "error", "-show_entries", entries, "-of", "default=nw=1", path.string()});
  ASSERT_TRUE(stream);
  for (const char *line : {"codec_name=h264", "pix_fmt=yuv420p", "color_range=tv",
                           "color_space=bt709", "color_transfer=bt709", "color_primaries=bt709",
                           "chroma_location=left", "nb_frames=24", "avg_frame_rate=24/1"})
    EXPECT_THAT(*stream, HasSubstr(line));
}

TEST_F(VideoFileTest, EveryCodecOfThisMachineWorks) {
  struct Case {
    const char *name, *codec;
  };
  renderer.width = 64; // what SVT-AV1 wants at least
  renderer.height = 64;
  jobs = makeJobs(0, 9);
  for (const Case &each : {Case{"a.mp4", "hevc"},
                           {"b.mp4", "av1"},
                           {"c.webm", "vp9"},
                           {"d.mov", "prores"},
                           {"e.gif", "gif"},
                           {"f.apng", "apng"}}) {
    const auto made = make(directory / each.name, Existing::Replace, {.codec = each.codec});
    ASSERT_TRUE(made) << each.codec << ": " << made.error().str();
    EXPECT_EQ(decode(directory / each.name, "rgb24").size(), 9u * 64 * 64 * 3) << each.codec;
  }
}

TEST_F(VideoFileTest, AFailingEncoderKeepsFinishedSegments) {
  const fs::path path = directory / "a.mp4", whole = directory / "b.mp4";
  const fs::path wrapper = directory / "ffmpeg";
  // Fails at the end of the third segment, as a full disk would; the fourth is begun meanwhile.
  writeText(wrapper, "#!/bin/sh\ncase \"$*\" in *00002.nut*) cat >/dev/null; echo 'No "
                     "space left on device' >&2; "
                     "exit 1;; esac\nexec ffmpeg \"$@\"\n");
  fs::permissions(wrapper, fs::perms::owner_all);
  const auto failed = make(path, Existing::Replace, {}, wrapper.string());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind(), ErrorKind::Environment);
  EXPECT_THAT(failed.error().text(), HasSubstr("cannot write '" + path.string() + "'"));
  EXPECT_THAT(failed.error().note(),
              HasSubstr("No space left on device\n3 of 4 segments are kept"));
  EXPECT_FALSE(fs::exists(path));

  renderer.rendered = 0;
  const auto resumed = make(path, Existing::KeepSame);
  ASSERT_TRUE(resumed) << resumed.error().str();
  EXPECT_EQ(resumed->kept, 17u);
  EXPECT_EQ(renderer.rendered, 7);
  ASSERT_TRUE(make(whole));
  EXPECT_TRUE(readText(path) == readText(whole));
  EXPECT_FALSE(fs::exists(path.string() + ".parts"));
}

TEST_F(VideoFileTest, OtherSettingsStartAgain) {
  const fs::path path = directory / "a.mp4";
  renderer.onRender = [](uint64_t frame) -> Status {
    return frame == 20 ? Status(Error(ErrorKind::Environment, "lost")) : Status();
  };
  ASSERT_FALSE(make(path));
  renderer.onRender = nullptr;
  const auto other = make(path, Existing::KeepSame, {.quality = 30});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->kept, 0u);
  const auto again = make(path, Existing::KeepSame, {.quality = 30});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kept, 24u); // the video itself says how it was made
  EXPECT_EQ(make(path, Existing::KeepSame)->kept, 0u);
}

/// A program may be killed while it removes the segments of the video that it has just finished.
TEST_F(VideoFileTest, WhatIsLeftOfAFinishedVideoIsRemoved) {
  const fs::path path = directory / "a.mp4", parts = directory / "a.mp4.parts";
  renderer.onRender = [](uint64_t frame) -> Status {
    return frame == 20 ? Status(Error(ErrorKind::Environment, "lost")) : Status();
  };
  ASSERT_FALSE(make(path));
  renderer.onRender = nullptr;
  fs::copy(parts, directory / "kept");
  ASSERT_TRUE(make(path, Existing::KeepSame));
  for (const bool hasSegments : {true, false}) {
    fs::copy(directory / "kept", parts);
    for (const char *name : {"00000.nut", "00001.nut"})
      if (!hasSegments)
        fs::remove(parts / name);
    const auto again = make(path, Existing::KeepSame);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->kept, 24u);
    EXPECT_FALSE(fs::exists(parts));
  }
  fs::copy(directory / "kept", parts);
  writeText(parts / "settings", "flamec video segments\nthose of another video\n");
  ASSERT_TRUE(make(path, Existing::KeepSame));
  EXPECT_TRUE(fs::exists(parts / "00000.nut"));
}

TEST_F(VideoFileTest, WhatWasCutOffIsMadeAgain) {
  const fs::path path = directory / "a.mp4";
  ASSERT_TRUE(make(path));
  const std::string whole = readText(path);
  fs::resize_file(path, whole.size() - whole.size() / 3);
  const auto again = make(path, Existing::KeepSame);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kept, 0u);
  EXPECT_TRUE(readText(path) == whole);
}

TEST_F(VideoFileTest, AContainerOfAnyKindIsWholeOrNot) {
  renderer.width = renderer.height = 64;
  jobs = makeJobs(0, 9);
  for (const char *name : {"a.mp4", "b.mov", "c.mkv", "d.webm", "e.webp", "f.gif", "g.apng"}) {
    const fs::path path = directory / name;
    const auto made =
        make(path, Existing::Replace, {.codec = std::string_view(name) == "g.apng" ? "apng" : ""});
    ASSERT_TRUE(made) << name << ": " << made.error().str();
    const Result<VideoContents> contents = readVideo(path);
    ASSERT_TRUE(contents) << name << ": " << contents.error().str();
    EXPECT_EQ(contents->frames, 9u) << name;
    ASSERT_TRUE(contents->seconds) << name;
    EXPECT_NEAR(*contents->seconds, 9 / 24.0, 0.03) << name;
    EXPECT_TRUE(checkVideo(path, {9, {}})) << name;
    EXPECT_FALSE(checkVideo(path, {8, {}})) << name;
    EXPECT_FALSE(checkVideo(path, {12, {}})) << name;
    EXPECT_FALSE(checkVideo(path, {9, {}, 2 * contents->frameBytes + 10'000})) << name;
    const std::string whole = readText(path);
    for (const size_t missing : {size_t(1), size_t(2), size_t(13), whole.size() / 2}) {
      writeText(path, whole.substr(0, whole.size() - missing));
      EXPECT_FALSE(readVideo(path)) << name << " without the last " << missing << " bytes";
    }
    for (const char more : {'x', ';', '\0'}) { // ';' ends a GIF
      writeText(path, whole + more);
      EXPECT_FALSE(readVideo(path)) << name << " with a byte more";
    }
    for (size_t bytes = 0; bytes < 64; ++bytes) {
      writeText(path, whole.substr(0, bytes));
      EXPECT_FALSE(readVideo(path)) << name << ", the first " << bytes << " bytes";
    }
  }
  EXPECT_FALSE(readVideo(directory / "none.mp4"));
  EXPECT_FALSE(readVideo(directory.get()));
}

/// Segments, of every codec that may stand in one.
TEST_F(VideoFileTest, ASegmentIsWholeOrNot) {
  renderer.width = renderer.height = 64;
  for (const char *codec : {"h264", "hevc", "av1", "vp9", "ffv1", "prores"}) {
    const fs::path path = directory / "a.mkv", part = directory / "a.mkv.parts/00000.nut";
    if (std::string_view(codec) == "vp9") // of which Matroska is not asked to hold any
      continue;
    renderer.onRender = [](uint64_t frame) -> Status {
      return frame == 20 ? Status(Error(ErrorKind::Environment, "lost")) : Status();
    };
    ASSERT_FALSE(make(path, Existing::Replace, {.codec = codec}));
    renderer.onRender = nullptr;
    const Result<VideoContents> contents = readVideo(part);
    ASSERT_TRUE(contents) << codec << ": " << contents.error().str();
    EXPECT_EQ(contents->frames, 7u) << codec;
    const std::string whole = readText(part);
    EXPECT_GT(contents->frameBytes, whole.size() / 2) << codec;
    EXPECT_LT(contents->frameBytes, whole.size()) << codec;
    for (size_t bytes = 0; bytes < whole.size(); bytes += 1 + whole.size() / 100) {
      writeText(part, whole.substr(0, bytes));
      EXPECT_FALSE(readVideo(part)) << codec << ", the first " << bytes << " bytes";
    }
    fs::remove_all(directory / "a.mkv.parts");
  }
}

/// An encoder whose disk is full may still exit with code 0, having written a part or nothing.
class LyingEncoder : public VideoFileTest {
protected:
  /// An ffmpeg that does `then` to the file it was to write, in runs that name `file`.
  std::string wrapper(const std::string &file, const std::string &then) {
    const fs::path path = directory / "ffmpeg";
    writeText(path, "#!/bin/sh\nfor out; do :; done\nffmpeg \"$@\"\ncase \"$*\" in *" + file +
                        "*) out=${out#file:}; " + then + ";; esac\nexit 0\n");
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  static constexpr const char *kDeeds[] = {
      ": >\"$out\"",                                           // nothing is written
      "truncate -s -1 \"$out\"",                               // the last byte is missing
      "truncate -s -60 \"$out\"",                              // the index is missing
      "truncate -s $(($(stat -c%s \"$out\")/2)) \"$out\"",     // half is missing
      "rm \"$out\"",                                           // the file is gone
      "dd if=/dev/zero of=\"$out\" bs=1k count=9 2>/dev/null", // it is something else
  };
};

TEST_F(LyingEncoder, ASegmentThatIsNotWholeGetsNoName) {
  const fs::path path = directory / "a.mp4";
  for (const char *deed : kDeeds) {
    const auto failed = make(path, Existing::KeepSame, {}, wrapper("00002.nut", deed));
    ASSERT_FALSE(failed) << deed;
    EXPECT_EQ(failed.error().kind(), ErrorKind::Environment) << deed;
    EXPECT_FALSE(fs::exists(path)) << deed;
    EXPECT_FALSE(fs::exists(directory / "a.mp4.parts/00002.nut")) << deed;
    EXPECT_THAT(failed.error().note(), HasSubstr("3 of 4 segments are kept")) << deed;
  }
  renderer.rendered = 0;
  ASSERT_TRUE(make(path, Existing::KeepSame));
  EXPECT_EQ(renderer.rendered, 7);
}

TEST_F(LyingEncoder, AVideoThatIsNotWholeGetsNoNameAndItsSegmentsStay) {
  for (const char *name : {"a.mp4", "b.mkv", "c.gif", "d.webp"}) {
    const fs::path path = directory / name,
                   whole = directory / ("whole-" + std::string(name)).c_str();
    ASSERT_TRUE(make(whole));
    const size_t deeds = std::string_view(name) == "a.mp4" ? std::size(kDeeds) : 2;
    for (const char *deed : std::span(kDeeds).first(deeds)) {
      const auto failed = make(path, Existing::KeepSame, {}, wrapper("concat", deed));
      ASSERT_FALSE(failed) << name << ": " << deed;
      EXPECT_EQ(failed.error().kind(), ErrorKind::Environment) << deed;
      EXPECT_FALSE(fs::exists(path)) << name << ": " << deed;
      EXPECT_THAT(failed.error().note(), HasSubstr("4 of 4 segments are kept")) << deed;
    }
    renderer.rendered = 0;
    ASSERT_TRUE(make(path, Existing::KeepSame)) << name;
    EXPECT_EQ(renderer.rendered, 0);
    EXPECT_TRUE(readText(path) == readText(whole)) << name;
  }
}

/// A join that leaves out the frames of a segment makes a file that is sound in itself.
TEST_F(LyingEncoder, AVideoThatLacksFramesGetsNoName) {
  const fs::path path = directory / "a.mkv";
  const std::string less =
      "ffmpeg -nostdin -loglevel error -y -i \"$out\" -c copy -t 0.6 -f matroska "
      "\"$out.less\"; cat \"$out.less\" >\"$out\"; rm \"$out.less\"";
  const auto failed = make(path, Existing::Replace, {}, wrapper("concat", less));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text(), HasSubstr("of 24 frames"));
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(LyingEncoder, WhatItSaidIsPassedOn) {
  const auto failed = make(directory / "a.mp4", Existing::Replace, {},
                           wrapper("concat", ": >\"$out\"; echo 'No space left' >&2"));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().note(), HasSubstr("No space left"));
}

/// A segment that was cut off behind our back is made again, not joined.
TEST_F(VideoFileTest, ADamagedSegmentIsMadeAgain) {
  const fs::path path = directory / "a.mp4", whole = directory / "b.mp4";
  ASSERT_TRUE(make(whole));
  renderer.onRender = [](uint64_t frame) -> Status {
    return frame == 20 ? Status(Error(ErrorKind::Environment, "lost")) : Status();
  };
  ASSERT_FALSE(make(path));
  renderer.onRender = nullptr;
  const fs::path part = directory / "a.mp4.parts/00001.nut";
  fs::resize_file(part, fs::file_size(part) * 3 / 4);
  renderer.rendered = 0;
  ASSERT_TRUE(make(path, Existing::KeepSame));
  EXPECT_EQ(renderer.rendered, 24 - 7);
  EXPECT_TRUE(readText(path) == readText(whole));
}

/// A folder that happens to have the name, and files that happen to lie in ours.
TEST_F(VideoFileTest, NothingOfTheUserIsDeleted) {
  const fs::path path = directory / "a.mp4", parts = directory / "a.mp4.parts";
  fs::create_directory(parts);
  writeText(parts / "00000.nut", "a film of the user");
  const auto refused = make(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("holds no segments of a video"));
  EXPECT_EQ(readText(parts / "00000.nut"), "a film of the user");
  writeText(parts / "settings", "of another program\n");
  EXPECT_FALSE(make(path));
  EXPECT_EQ(readText(parts / "00000.nut"), "a film of the user");
  EXPECT_EQ(readText(parts / "settings"), "of another program\n");
  fs::remove_all(parts);

  renderer.onRender = [&](uint64_t frame) -> Status {
    if (frame == 15) {
      for (const char *name : {"mine.nut", "00000.mkv", "0.nut", "00000.nut.bak", "list"})
        writeText(parts / name, "kept");
      fs::create_directory(parts / "77777.nut");
      fs::create_symlink(directory / "a.mp4", parts / "88888.nut");
    }
    return {};
  };
  ASSERT_TRUE(make(path));
  EXPECT_TRUE(fs::exists(path));
  for (const char *name : {"mine.nut", "00000.mkv", "0.nut", "00000.nut.bak", "list"})
    EXPECT_EQ(readText(parts / name), "kept") << name;
  EXPECT_TRUE(fs::is_directory(parts / "77777.nut"));
  EXPECT_TRUE(fs::is_symlink(parts / "88888.nut"));
  EXPECT_FALSE(fs::exists(parts / "00000.nut"));
}

TEST_F(VideoFileTest, WrongOptionsShowBeforeRendering) {
  const auto wrong =
      make(directory / "a.mp4", Existing::Replace, {.encoderOptions = "-no-such-option 3"});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), HasSubstr("cannot encode h264 with libx264"));
  EXPECT_THAT(wrong.error().note(), HasSubstr("no-such-option"));
  EXPECT_EQ(renderer.rendered, 0);
  EXPECT_EQ(directory.count(), 0u);
  EXPECT_FALSE(make(directory / "missing/a.mp4"));
}

/// Works in a child process and kills that after a random time. Returns whether it was too late.
bool killAtRandom(const std::function<bool()> &work, double longest, unsigned seed) {
  const pid_t child = fork();
  if (child == 0)
    _exit(work() ? 0 : 1);
  std::mt19937 random(seed);
  sleepFor(std::uniform_real_distribution<double>(0, longest)(random));
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status);
}

TEST_F(VideoFileTest, KilledAtRandomMomentsItEndsAsTheSameFile) {
  const fs::path whole = directory / "whole.mp4", path = directory / "killed.mp4";
  renderer.onRender = [](uint64_t) {
    sleepFor(0.004);
    return Status();
  };
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(make(whole));
  const double full =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  int killed = 0;
  for (unsigned attempt = 0; attempt < 20; ++attempt)
    killed +=
        !killAtRandom([&] { return bool(make(path, Existing::KeepSame)); }, 0.4 * full, attempt);
  EXPECT_GT(killed, 2);
  const auto last = make(path, Existing::KeepSame);
  ASSERT_TRUE(last) << last.error().str();
  EXPECT_TRUE(readText(path) == readText(whole));
  EXPECT_FALSE(fs::exists(path.string() + ".parts"));
}

} // namespace
} // namespace flame::rt
