// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which encoder of ffmpeg makes which file, and the arguments it gets. Every codec is a row of a table: the encoders
// that can make it, best first, their usual quality, the pixels they take. Frames are described to ffmpeg as what they
// are (BT.709 or, for HDR, BT.2020; limited range, chroma on the left), and files say so too.

#ifndef FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H
#define FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H

#include "runtime/plan/FrameClock.h"
#include "runtime/plan/PixelFormat.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace flame::rt {

/// What the user asks of a video; whatever is absent follows from the file's extension.
struct VideoSettings {
  std::string codec = {};             ///< "h264", "hevc", "av1", "vp9", "prores", "h264-nvenc", ...
  std::optional<double> quality = {}; ///< constant quality of the encoder; smaller is better
  std::optional<unsigned> bits = {};  ///< per number: 8 or 10
  std::optional<unsigned> chroma = {}; ///< 420, 422 or 444
  Transfer transfer = Transfer::Bt709; ///< others: HDR
  std::string encoderOptions = {};     ///< further arguments for ffmpeg, separated by spaces
  double segmentSeconds = 2;           ///< length of what is encoded at a time
};

/// A video as ffmpeg is to make it.
struct VideoEncoding {
  std::string codec, encoder; ///< the user's word, ffmpeg's name
  PixelFormat format;         ///< of the frames that go in
  bool isAnimatedPicture =
      false; ///< GIF and the like: segments are lossless, the whole is encoded at the end
  std::vector<std::string> arguments; ///< encoder, its options, pixel format
};

/// Whether the extension of `path` is that of a video or an animated picture.
bool isVideoPath(const std::filesystem::path &path);

/// ".mp4, .mkv, ...".
std::string videoExtensions();

/// Chooses encoder, pixels and arguments for a file. `encoders` is what ffmpeg's -encoders printed. Usage errors for
/// what does not fit together, Environment errors for encoders that this ffmpeg lacks.
Result<VideoEncoding> chooseEncoding(const std::filesystem::path &path,
                                     const VideoSettings &settings, std::string_view encoders);

/// The name of a pixel format in ffmpeg's list: "yuv420p10le", "rgba".
std::string pixelFormatName(const PixelFormat &format);

/// The arguments that describe raw frames on standard input.
std::vector<std::string> rawInput(const PixelFormat &format, uint32_t width, uint32_t height,
                                  const FrameRate &rate);

/// The arguments that make encoders and containers say what the colours mean.
std::vector<std::string> colorTags(const PixelFormat &format);

/// What ffmpeg calls the container of `path`, and the arguments it wants for a codec.
std::vector<std::string> containerArguments(const std::filesystem::path &path,
                                            std::string_view codec);

/// The arguments that encode an animated picture from lossless segments.
std::vector<std::string> animatedPictureArguments(const VideoEncoding &encoding);

/// An encoding takes the frame size, or an error says which size it would take.
Status checkFrameSize(const VideoEncoding &encoding, uint32_t width, uint32_t height);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_VIDEOCODEC_H
