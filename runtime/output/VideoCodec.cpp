// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of codecs and containers. Each encoder has one row; the rows of a codec are in order
// of preference.

#include "runtime/output/VideoCodec.h"

#include <algorithm>
#include <sstream>

namespace flame::rt {

namespace {

/// Set of pixel layouts that an encoder accepts: chroma 420, 422, 444 at 8 and 10 bits.
enum Layouts : unsigned {
  k420p8 = 1,
  k422p8 = 2,
  k444p8 = 4,
  k420p10 = 8,
  k422p10 = 16,
  k444p10 = 32,
  kAllLayouts = 63
};

struct Encoder {
  std::string_view codec, name;
  double quality; ///< default quality; negative: none
  std::string_view qualityOption;
  unsigned bits, chroma; ///< defaults
  unsigned layouts;
  std::string_view options; ///< separated by spaces
  bool knowsHdr = false;    ///< players expect BT.2100 in this codec
};

/// The default qualities just preserve the noise of a flame. 10-bit codecs hide banding, so theirs
/// may be coarser. With x264, "faster" gives smaller files of flames than "medium" at the same
/// quality, and keeps up with a GPU.
constexpr Encoder kEncoders[] = {
    {"h264", "libx264", 17, "-crf", 8, 420, kAllLayouts, "-preset faster"},
    {"hevc", "libx265", 19, "-crf", 10, 420, kAllLayouts,
     "-preset medium -x265-params log-level=error", true},
    {"av1", "libsvtav1", 28, "-crf", 10, 420, k420p8 | k420p10, "-preset 6", true},
    {"av1", "libaom-av1", 26, "-crf", 10, 420, kAllLayouts, "-b:v 0 -cpu-used 6 -row-mt 1", true},
    {"vp9", "libvpx-vp9", 26, "-crf", 8, 420, kAllLayouts,
     "-b:v 0 -deadline good -cpu-used 2 -row-mt 1", true},
    {"prores", "prores_ks", -1, "", 10, 422, k422p10 | k444p10, "-vendor apl0"},
    {"ffv1", "ffv1", -1, "", 10, 444, kAllLayouts, "-level 3 -slices 16 -slicecrc 1"},
    {"h264-nvenc", "h264_nvenc", 19, "-cq", 8, 420, k420p8 | k444p8, "-preset p5 -rc vbr -b:v 0"},
    {"hevc-nvenc", "hevc_nvenc", 21, "-cq", 10, 420, k420p8 | k420p10 | k444p8 | k444p10,
     "-preset p5 -rc vbr -b:v 0", true},
    {"av1-nvenc", "av1_nvenc", 28, "-cq", 10, 420, k420p8 | k420p10, "-preset p5 -rc vbr -b:v 0",
     true},
    // Animated pictures: their segments determine the layout.
    {"webp", "libwebp_anim", 82, "-quality", 8, 444, 0, "-compression_level 6"},
    {"gif", "gif", -1, "", 8, 444, 0, ""},
    {"apng", "apng", -1, "", 8, 444, 0, "-pred mixed"},
};

struct Container {
  std::string_view extension, format, codec; ///< codec: the default
  std::string_view codecs;                   ///< codecs that it can hold, between spaces
  std::string_view options;
};

constexpr Container kContainers[] = {
    {".mp4", "mp4", "h264", " h264 hevc av1 vp9 h264-nvenc hevc-nvenc av1-nvenc ",
     "-movflags +faststart"},
    {".mkv", "matroska", "h264", " h264 hevc av1 vp9 prores ffv1 h264-nvenc hevc-nvenc av1-nvenc ",
     ""},
    {".webm", "webm", "vp9", " vp9 av1 av1-nvenc ", ""},
    {".mov", "mov", "prores", " prores h264 hevc h264-nvenc hevc-nvenc ", "-movflags +faststart"},
    {".webp", "webp", "webp", " webp ", "-loop 0"},
    {".gif", "gif", "gif", " gif ", "-loop 0"},
    {".apng", "apng", "apng", " apng ", "-plays 0"},
};

constexpr std::string_view kAnimatedPictures[] = {"webp", "gif", "apng"};

} // namespace

static const Container *findContainer(const std::filesystem::path &path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return std::tolower(c); });
  const auto *found = std::ranges::find(kContainers, extension, &Container::extension);
  return found == std::end(kContainers) ? nullptr : found;
}

static void appendWords(std::vector<std::string> &list, std::string_view words) {
  std::istringstream stream{std::string(words)};
  for (std::string word; stream >> word;)
    list.push_back(word);
}

bool isVideoPath(const std::filesystem::path &path) { return findContainer(path) != nullptr; }

std::string videoExtensions() {
  std::string list;
  for (const Container &container : kContainers)
    list += (list.empty() ? "" : ", ") + std::string(container.extension);
  return list;
}

/// True if `list`, words between spaces, contains `word`.
static bool holdsWord(std::string_view list, std::string_view word) {
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

/// The names of all codecs in `among`, each once; with `encoders`, only those that it can encode.
static std::string codecNames(std::string_view among, std::string_view encoders = {}) {
  std::string names;
  std::string_view last;
  for (const Encoder &encoder : kEncoders) {
    if (encoder.codec == last || !holdsWord(among, encoder.codec) ||
        (!encoders.empty() && !holdsWord(encoders, encoder.name)))
      continue;
    last = encoder.codec;
    names += (names.empty() ? "" : ", ") + std::string(last);
  }
  return names;
}

/// The best available encoder for `codec`.
static Result<const Encoder *> findEncoder(std::string_view codec, const Container &container,
                                           std::string_view encoders) {
  std::string missing;
  for (const Encoder &row : kEncoders) {
    if (row.codec != codec)
      continue;
    // A line of the list: " V....D libx264              libx264 H.264 / ..."
    if (holdsWord(encoders, row.name))
      return &row;
    missing += (missing.empty() ? "" : " or ") + std::string(row.name);
  }
  const std::string others = codecNames(container.codecs, encoders);
  return Error(ErrorKind::Environment,
               "this ffmpeg cannot encode " + std::string(codec) + ": it has no " + missing,
               others.empty() ? "" : "choose another codec with --codec: " + others);
}

static PixelFormat planar(unsigned bits, unsigned chroma) {
  return {PixelFormat::Planar, uint8_t(bits), uint8_t(chroma != 444), uint8_t(chroma == 420)};
}

static unsigned layoutOf(const PixelFormat &format) {
  const unsigned chroma = format.shiftY ? k420p8 : format.shiftX ? k422p8 : k444p8;
  return format.bits == 10 ? chroma << 3 : chroma;
}

static std::string layoutNames(unsigned layouts) {
  std::string names;
  for (unsigned chroma : {420u, 422u, 444u})
    for (unsigned bits : {8u, 10u})
      if (layouts & layoutOf(planar(bits, chroma)))
        names += (names.empty() ? "" : ", ") + std::to_string(chroma) + " with " +
                 std::to_string(bits) + " bits";
  return names;
}

/// Rejects HDR in codecs where players expect none, and with 8 bits, which show banding.
static Status checkHdr(const Encoder &encoder, const VideoSettings &settings,
                       const Container &container, std::string_view encoders) {
  if (settings.transfer == Transfer::Bt709)
    return {};
  if (!encoder.knowsHdr) {
    std::string known = " ";
    for (const Encoder &other : kEncoders)
      if (other.knowsHdr && holdsWord(container.codecs, other.codec))
        known += std::string(other.codec) + " ";
    const std::string others = codecNames(known, encoders);
    return Error(ErrorKind::Usage, "players expect no HDR in " + std::string(encoder.codec),
                 others.empty() ? "write an .mp4 with --codec=hevc"
                                : "choose another codec with --codec: " + others);
  }
  if (settings.bits.value_or(10) == 10)
    return {};
  return Error(ErrorKind::Usage, "HDR has 10 bits, found " + std::to_string(*settings.bits),
               "leave out --bits");
}

static Result<PixelFormat> chooseFormat(const Encoder &encoder, const VideoSettings &settings) {
  if (settings.bits && *settings.bits != 8 && *settings.bits != 10)
    return Error(ErrorKind::Usage,
                 "expected 8 or 10 bits for a video, found " + std::to_string(*settings.bits));
  if (!encoder.layouts) {
    if (settings.chroma || settings.bits.value_or(8) != 8)
      return Error(ErrorKind::Usage, "a " + std::string(encoder.codec) +
                                         " has 8 bits and no chroma planes to choose");
    return kRgba8;
  }
  const unsigned chroma = settings.chroma.value_or(encoder.chroma);
  if (chroma != 420 && chroma != 422 && chroma != 444)
    return Error(ErrorKind::Usage,
                 "expected chroma 420, 422 or 444, found " + std::to_string(chroma));
  const bool isHdr = settings.transfer != Transfer::Bt709;
  PixelFormat format = planar(settings.bits.value_or(isHdr ? 10 : encoder.bits), chroma);
  format.transfer = settings.transfer;
  if (!(encoder.layouts & layoutOf(format)))
    return Error(ErrorKind::Usage,
                 std::string(encoder.name) + " does not take chroma " + std::to_string(chroma) +
                     " with " + std::to_string(format.bits) + " bits",
                 "it takes " + layoutNames(encoder.layouts));
  return format;
}

/// Appends the codec's profile for a pixel format.
static void appendProfile(std::vector<std::string> &arguments, std::string_view encoder,
                          const PixelFormat &format) {
  if (encoder == "prores_ks") // 4444 or 422 HQ
    appendWords(arguments, format.shiftX ? "-profile:v 3" : "-profile:v 4");
}

/// The encoder's name for a pixel format; NVENC has its own names.
static std::string encoderPixels(std::string_view encoder, const PixelFormat &format) {
  if (encoder.ends_with("_nvenc") && format.bits == 10)
    return format.shiftX ? "p010le" : "yuv444p16le";
  return pixelFormatName(format);
}

static std::string trimmed(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

Result<VideoEncoding> chooseEncoding(const std::filesystem::path &path,
                                     const VideoSettings &settings, std::string_view encoders) {
  const Container *container = findContainer(path);
  if (!container)
    return Error(ErrorKind::Usage, "cannot write '" + path.string() + "': no such video format",
                 "supported formats: " + videoExtensions());
  const std::string codec = settings.codec.empty() ? std::string(container->codec) : settings.codec;
  if (!holdsWord(container->codecs, codec))
    return Error(ErrorKind::Usage,
                 "a " + std::string(container->extension) + " file does not hold '" + codec + "'",
                 "it holds " + codecNames(container->codecs));
  FLAME_TRY_ASSIGN(const Encoder *encoder, findEncoder(codec, *container, encoders));

  VideoEncoding encoding;
  encoding.codec = codec;
  encoding.encoder = encoder->name;
  encoding.isAnimatedPicture =
      std::ranges::find(kAnimatedPictures, codec) != std::end(kAnimatedPictures);
  FLAME_TRY(checkHdr(*encoder, settings, *container, encoders));
  FLAME_TRY_ASSIGN(encoding.format, chooseFormat(*encoder, settings));
  std::vector<std::string> &arguments = encoding.arguments;
  arguments = {"-c:v", encoding.encoder};
  appendWords(arguments, encoder->options);
  if (settings.quality && encoder->quality < 0)
    return Error(ErrorKind::Usage, codec + " has no constant quality to choose", "leave out --crf");
  if (encoder->quality >= 0) {
    arguments.push_back(std::string(encoder->qualityOption));
    arguments.push_back(trimmed(settings.quality.value_or(encoder->quality)));
  }
  appendProfile(arguments, encoding.encoder, encoding.format);
  if (encoder->layouts) {
    arguments.push_back("-pix_fmt");
    arguments.push_back(encoderPixels(encoding.encoder, encoding.format));
  }
  appendWords(arguments, settings.encoderOptions);
  return encoding;
}

std::string pixelFormatName(const PixelFormat &format) {
  if (format.kind == PixelFormat::Rgba)
    return format.bits == 16 ? "rgba64le" : "rgba";
  const std::string chroma = format.shiftY ? "420" : format.shiftX ? "422" : "444";
  return "yuv" + chroma + (format.bits == 8 ? "p" : "p" + std::to_string(format.bits) + "le");
}

std::vector<std::string> colorTags(const PixelFormat &format) {
  if (format.kind == PixelFormat::Rgba)
    return {};
  std::vector<std::string> tags;
  switch (format.transfer) {
  case Transfer::Bt709:
    appendWords(tags, "-colorspace bt709 -color_primaries bt709 -color_trc bt709");
    break;
  case Transfer::Pq:
    appendWords(tags, "-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084");
    break;
  case Transfer::Hlg:
    appendWords(tags, "-colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67");
    break;
  }
  appendWords(tags, "-color_range tv -chroma_sample_location left");
  return tags;
}

std::vector<std::string> rawInput(const PixelFormat &format, uint32_t width, uint32_t height,
                                  const FrameRate &rate) {
  std::vector<std::string> arguments = {
      "-f",          "rawvideo",
      "-pix_fmt",    pixelFormatName(format),
      "-video_size", std::to_string(width) + "x" + std::to_string(height),
      "-framerate",  rate.text()};
  const std::vector<std::string> tags = colorTags(format);
  arguments.insert(arguments.end(), tags.begin(), tags.end());
  arguments.insert(arguments.end(), {"-i", "pipe:0"});
  return arguments;
}

std::vector<std::string> containerArguments(const std::filesystem::path &path,
                                            std::string_view codec) {
  const Container *container = findContainer(path);
  std::vector<std::string> arguments;
  appendWords(arguments, container->options);
  // tag that Apple's players require
  if (codec.starts_with("hevc") && (container->format == "mp4" || container->format == "mov"))
    appendWords(arguments, "-tag:v hvc1");
  arguments.insert(arguments.end(), {"-f", std::string(container->format)});
  return arguments;
}

std::vector<std::string> animatedPictureArguments(const VideoEncoding &encoding) {
  std::vector<std::string> arguments = encoding.arguments;
  if (encoding.codec == "gif") // one palette for the whole animation, weighted by moving colours
    arguments.insert(arguments.begin(),
                     {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];"
                                         "[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle"});
  return arguments;
}

Status checkFrameSize(const VideoEncoding &encoding, uint32_t width, uint32_t height) {
  const uint32_t wide = encoding.format.shiftX ? 2 : 1, high = encoding.format.shiftY ? 2 : 1;
  if (width % wide == 0 && height % high == 0)
    return {};
  const uint32_t even = width + width % wide, tall = height + height % high;
  return Error(ErrorKind::Usage,
               "a frame of " + std::to_string(width) + "x" + std::to_string(height) +
                   " pixels does not divide into pairs, which share their chroma in this video",
               "use --size=" + std::to_string(even) + "x" + std::to_string(tall) +
                   ", or --chroma=444 with a codec that takes it");
}

} // namespace flame::rt
