// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/EncodeVideo.h"

#include "runtime/output/VideoContainer.h"

#include <cmath>
#include <cstdio>

namespace flame::rt {

namespace fs = std::filesystem;

/// Containers round the time of each frame, GIF to hundredths of a second, and may leave out how
/// long the last one is shown.
static constexpr double kRoundedFrames = 1.5, kRoundedSeconds = 0.03;

/// Muxers take delimiters out of each frame and parameter sets out of key frames: at most so many
/// bytes in a frame, and a share of all.
static constexpr double kStrippedBytes = 64, kStrippedShare = 0.02;

static std::string secondsText(double seconds) {
  char text[32];
  snprintf(text, sizeof(text), "%.3f s", seconds);
  return text;
}

static Error incomplete(const std::string &how) {
  return Error(ErrorKind::Environment, "the video is not complete: " + how);
}

Status checkVideo(const fs::path &file, const VideoLength &length) {
  const Result<VideoContents> read = readVideo(file);
  if (!read)
    return incomplete(read.error().text());
  const VideoContents &contents = *read;
  if (contents.frames != length.frames &&
      (!contents.mergesFrames || contents.frames == 0 || contents.frames > length.frames))
    return incomplete("it has " + std::to_string(contents.frames) + " of " +
                      std::to_string(length.frames) + " frames");
  const double frame = double(length.rate.denominator) / double(length.rate.numerator);
  const double seconds = double(length.frames) * frame;
  if (contents.seconds &&
      std::abs(*contents.seconds - seconds) > kRoundedFrames * frame + kRoundedSeconds)
    return incomplete("it plays for " + secondsText(*contents.seconds) + ", not " +
                      secondsText(seconds));
  const double least =
      (1 - kStrippedShare) * double(length.frameBytes) - kStrippedBytes * double(length.frames);
  if (double(contents.frameBytes) < least)
    return incomplete("its frames have " + std::to_string(contents.frameBytes) + " of " +
                      std::to_string(length.frameBytes) + " bytes");
  return {};
}

std::vector<std::string> quietFfmpeg(const std::string &ffmpeg) {
  return {ffmpeg, "-hide_banner", "-nostdin", "-loglevel", "error", "-y"};
}

Status finishVideo(AtomicFile &file, ChildProcess &encoder, const VideoLength &length) {
  FLAME_TRY(encoder.finish());
  const Status whole = checkVideo(file.temporaryPath(), length);
  if (whole)
    return file.commit(Durability::Sync);
  const std::string said = encoder.messages();
  return Error(whole.error().kind(), whole.error().text(),
               said.empty() ? "the encoder reported no error; is the disk full?" : said);
}

Status encodeVideo(const fs::path &path,
                   const std::function<std::vector<std::string>(const std::string &)> &command,
                   const VideoLength &length, std::function<bool()> shouldStop) {
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  // "file:" keeps ffmpeg from reading a name as an option or a protocol.
  FLAME_TRY_ASSIGN(ChildProcess encoder,
                   ChildProcess::start(command("file:" + file.temporaryPath().string()),
                                       std::move(shouldStop), Sandbox{{file.temporaryPath()}}));
  return finishVideo(file, encoder, length);
}

} // namespace flame::rt
