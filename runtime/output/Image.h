// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes pictures. A writer takes pixels as the GPU delivers them (RGB or RGBA, 8, 16 or
// 32 bits per channel, native byte order) and leaves either the complete file or nothing. The
// extension selects the format: PNG, or a format of libflamepictures.so. The reader converts a PNG
// file to floats for comparisons.

#ifndef FLAME_RUNTIME_OUTPUT_IMAGE_H
#define FLAME_RUNTIME_OUTPUT_IMAGE_H

#include "runtime/plan/PixelFormat.h"
#include "support/AtomicFile.h"
#include "support/Limits.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flame::rt {

/// Limits of every picture, far above practical sizes, so that no size computation can overflow.
inline constexpr uint32_t kMaxImageSide = 1u << 20;
inline constexpr uint64_t kMaxImagePixels = uint64_t(kMaxPixels);

/// A text stored in a picture: its author, its settings, its genome.
struct ImageText {
  std::string key;         ///< 1 to 79 printable ASCII characters
  std::string text;        ///< UTF-8 without zero bytes
  bool compressed = false; ///< for long texts
};

/// Pixels that the caller owns, row by row from the top.
struct ImageView {
  const void *pixels = nullptr;
  uint32_t width = 0, height = 0;
  uint32_t channels = 4; ///< 3 (RGB) or 4 (RGBA, alpha not premultiplied)
  uint32_t bits = 8;     ///< per channel: 8, 16, or 32 for floats, with 1 as white
  size_t rowBytes = 0;   ///< distance between rows; 0: rows are adjacent
};

/// A channel besides the colours, one value per pixel. Only OpenEXR stores layers.
struct ImageLayer {
  std::string channel;
  std::vector<float> values;
};

struct ImageOptions {
  std::vector<ImageText> text;
  /// Effort of lossless compression, 0 (none) to 9 (slow). For a noisy 1920x1080 picture, 4 takes
  /// half the time of the usual 6, for files 0 to 6 % larger.
  int compression = 4;
  Durability durability = Durability::Rename;
  std::vector<ImageLayer> layers = {};
  uint32_t fileBits = 0; ///< per channel of the file, as in ImageDepth; 0: as the pixels
  Transfer transfer = Transfer::Bt709; ///< meaning of the numbers, if not as displayed
};

/// Bits per channel of a file, and the pixel format it is made from.
struct ImageDepth {
  uint32_t fileBits;
  PixelFormat pixels;
};

/// A picture in memory: four floats per pixel (red, green, blue, alpha), with 1 as white or opaque,
/// for every file format.
struct FloatImage {
  uint32_t width = 0, height = 0;
  uint32_t channels = 0; ///< of the file: 1 to 4
  uint32_t bits = 0;     ///< of the file: 8 (or fewer) or 16
  std::vector<float> rgba;
  std::vector<ImageText> text;

  const float *at(uint32_t x, uint32_t y) const { return &rgba[(size_t(y) * width + x) * 4]; }
};

/// Checks that the extension of `path` is that of a known format. Wrong usage is reported with and
/// without the library that writes the format.
Status checkImageExtension(const std::filesystem::path &path);

/// Checks that `writeImage` can write `path`: that the extension is known and the required library
/// is present. The error names the missing one. Called before rendering.
Status checkImageFormat(const std::filesystem::path &path);

/// The depth of a file with the extension of `path`: `bits` per channel, or the usual depth of the
/// format. A Usage error lists the depths that the format has.
Result<ImageDepth> imageDepth(const std::filesystem::path &path, std::optional<unsigned> bits);

/// Same for HDR, whose codes need more than 8 bits.
Result<ImageDepth> hdrDepth(const std::filesystem::path &path, std::optional<unsigned> bits,
                            Transfer transfer);

/// True if files with the extension of `path` have an alpha channel.
bool holdsAlpha(const std::filesystem::path &path);
/// Fails with a Usage error if they have no alpha channel.
Status checkAlpha(const std::filesystem::path &path);
/// True if they can have layers besides the colours.
bool holdsLayers(const std::filesystem::path &path);

/// Writes a picture atomically, in the format of the extension of `path`.
Status writeImage(const std::filesystem::path &path, const ImageView &image,
                  const ImageOptions &options = {});

/// Same without the commit, for pictures that appear together with other files.
Result<AtomicFile> prepareImage(const std::filesystem::path &path, const ImageView &image,
                                const ImageOptions &options = {});

/// Reads a picture. The format is recognised by its content.
Result<FloatImage> readImage(const std::filesystem::path &path);

/// Encodes a PNG file. ASCII texts become tEXt or zTXt chunks before the pixels, others iTXt.
Result<std::vector<std::byte>> encodePng(const ImageView &image, const ImageOptions &options = {});

/// Decodes the pixels and texts of a PNG file.
Result<FloatImage> decodePng(std::span<const std::byte> file);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_IMAGE_H
