// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the ffmpeg encoder for a file, and its arguments. A table has one row per codec: its
// encoders, best first, their default quality, and their pixel formats. Frames are described to
// ffmpeg as BT.709 or, for HDR, BT.2020, limited range, chroma on the left. Files are tagged
// accordingly.

#ifndef FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H
#define FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H

#include "runtime/plan/FrameClock.h"
#include "runtime/plan/PixelFormat.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace flame::rt {

/// The user's settings for a video; absent ones follow from the file's extension.
struct VideoSettings {
  std::string codec = {};             ///< "h264", "hevc", "av1", "vp9", "prores", "h264-nvenc", ...
  std::optional<double> quality = {}; ///< constant quality of the encoder; smaller is better
  std::optional<unsigned> bits = {};  ///< bits per number: 8 or 10
  std::optional<unsigned> chroma = {}; ///< 420, 422 or 444
  Transfer transfer = Transfer::Bt709; ///< any other is HDR
  std::string encoderOptions = {};     ///< further arguments for ffmpeg, separated by spaces
  double segmentSeconds = 2;           ///< length of a segment; each is encoded separately
};

/// The encoding of a video.
struct VideoEncoding {
  std::string codec, encoder; ///< the user's name, ffmpeg's name
  PixelFormat format;         ///< of the input frames
  /// GIF and similar: segments are lossless, and the whole is encoded at the end.
  bool isAnimatedPicture = false;
  std::vector<std::string> arguments; ///< encoder, its options, pixel format
};

/// True if the extension of `path` is that of a video or an animated picture.
bool isVideoPath(const std::filesystem::path &path);

/// For messages: ".mp4, .mkv, ...".
std::string videoExtensions();

/// Chooses encoder, pixels and arguments for a file. `encoders` is the output of `ffmpeg
/// -encoders`. Fails with a Usage error if settings do not fit together, and with an Environment
/// error if this ffmpeg lacks the encoder.
Result<VideoEncoding> chooseEncoding(const std::filesystem::path &path,
                                     const VideoSettings &settings, std::string_view encoders);

/// The ffmpeg name of a pixel format: "yuv420p10le", "rgba".
std::string pixelFormatName(const PixelFormat &format);

/// Arguments that describe raw frames on standard input.
std::vector<std::string> rawInput(const PixelFormat &format, uint32_t width, uint32_t height,
                                  const FrameRate &rate);

/// Arguments that tag the colour space in encoders and containers.
std::vector<std::string> colorTags(const PixelFormat &format);

/// Arguments for the container of `path` with a codec: its ffmpeg name and its options.
std::vector<std::string> containerArguments(const std::filesystem::path &path,
                                            std::string_view codec);

/// Arguments that encode an animated picture from lossless segments.
std::vector<std::string> animatedPictureArguments(const VideoEncoding &encoding);

/// Checks that an encoding supports the frame size. The error names a supported size.
Status checkFrameSize(const VideoEncoding &encoding, uint32_t width, uint32_t height);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H
