// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures on disk. A writer takes pixels as the GPU delivers them (RGB or RGBA, 8, 16 or 32 bits per
// channel, native byte order) and leaves either the complete file or nothing; the format follows
// from the extension: PNG, or one of those of libflamepictures.so. The reader turns a PNG into floats for comparisons.

#ifndef FLAME_RUNTIME_OUTPUT_IMAGE_H
#define FLAME_RUNTIME_OUTPUT_IMAGE_H

#include "runtime/plan/PixelFormat.h"
#include "support/AtomicFile.h"
#include "support/Limits.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flame::rt {

/// Limits of every picture, far beyond any real one, so that no size computation can overflow.
inline constexpr uint32_t kMaxImageSide = 1u << 20;
inline constexpr uint64_t kMaxImagePixels = uint64_t(kMaxPixels);

/// A remark carried by a picture: who made it, how, from which genome.
struct ImageText {
  std::string key;         ///< 1 to 79 printable ASCII characters
  std::string text;        ///< UTF-8 without zero bytes
  bool compressed = false; ///< for long texts
};

/// Pixels somebody else owns, row by row from the top.
struct ImageView {
  const void *pixels = nullptr;
  uint32_t width = 0, height = 0;
  uint32_t channels = 4; ///< 3 (RGB) or 4 (RGBA, alpha not premultiplied)
  uint32_t bits = 8;     ///< 8, 16 or, as floats of which 1 is white, 32 per channel
  size_t rowBytes = 0;   ///< distance between rows; 0 when they are adjacent
};

/// A channel beside the colours, one value per pixel. Only OpenEXR holds some.
struct ImageLayer {
  std::string channel;
  std::vector<float> values;
};

struct ImageOptions {
  std::vector<ImageText> text;
  /// Effort of lossless compression, 0 (none) to 9 (slow). Of a noisy 1920x1080 picture, 4 takes
  /// half the time of the usual 6 for files 0 to 6 % larger.
  int compression = 4;
  Durability durability = Durability::Rename;
  std::vector<ImageLayer> layers = {};
  uint32_t fileBits = 0; ///< per channel of the file, as ImageDepth says; 0: those of the pixels
  Transfer transfer = Transfer::Bt709; ///< what the numbers mean, where not as a screen shows them
};

/// How deep the channels of a file are, and of which pixels it is made.
struct ImageDepth {
  uint32_t fileBits;
  PixelFormat pixels;
};

/// A picture in memory: four floats per pixel (red, green, blue, alpha), 1 is white or opaque,
/// whatever the file held.
struct FloatImage {
  uint32_t width = 0, height = 0;
  uint32_t channels = 0; ///< of the file: 1 to 4
  uint32_t bits = 0;     ///< of the file: 8 (or less) or 16
  std::vector<float> rgba;
  std::vector<ImageText> text;

  const float *at(uint32_t x, uint32_t y) const { return &rgba[(size_t(y) * width + x) * 4]; }
};

/// Whether `writeImage` can write `path`: knows its extension, and has the library that it takes; the error says what is missing.
/// To be asked before the work.
Status checkImageFormat(const std::filesystem::path &path);

/// The depth of a file with the extension of `path`: `bits` per channel, or what is usual in the format. A usage error lists what the
/// format has.
Result<ImageDepth> imageDepth(const std::filesystem::path &path, std::optional<unsigned> bits);

/// The same of HDR, whose codes take more than 8 bits.
Result<ImageDepth> hdrDepth(const std::filesystem::path &path, std::optional<unsigned> bits,
                            Transfer transfer);

/// Whether files with the extension of `path` hold an alpha channel.
bool holdsAlpha(const std::filesystem::path &path);
/// A usage error where there is no alpha channel.
Status checkAlpha(const std::filesystem::path &path);
/// Whether they hold layers beside the colours.
bool holdsLayers(const std::filesystem::path &path);

/// Writes a picture in the format of the extension of `path`, atomically.
Status writeImage(const std::filesystem::path &path, const ImageView &image,
                  const ImageOptions &options = {});

/// The same up to the commit, for pictures that appear together with other files.
Result<AtomicFile> prepareImage(const std::filesystem::path &path, const ImageView &image,
                                const ImageOptions &options = {});

/// Reads a picture; the format is recognised by its content.
Result<FloatImage> readImage(const std::filesystem::path &path);

/// A PNG file as bytes. ASCII texts become tEXt or zTXt chunks before the pixels, others iTXt.
Result<std::vector<std::byte>> encodePng(const ImageView &image, const ImageOptions &options = {});

/// The pixels and texts of a PNG file.
Result<FloatImage> decodePng(std::span<const std::byte> file);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_IMAGE_H
