// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects the format and writes the file. A new format needs one row in the table and one encoder.

#include "runtime/output/Image.h"

#include "runtime/output/PictureLibrary.h"

#include "support/ReadFile.h"

#include <algorithm>

namespace flame::rt {

namespace {

struct Format {
  std::string_view extension;
  std::string name; ///< name in abi/PictureLibrary.h; empty: PNG, which has its own encoder
  bool hasAlpha;
  std::vector<ImageDepth> depths; ///< the default first
  std::optional<ImageDepth> hdr = {};
};

/// A gigapixel of 16-bit RGBA and some text.
constexpr uint64_t kMaxFileBytes = uint64_t(9) << 30;

} // namespace

static const std::vector<Format> &formats() {
  static const ImageDepth kByte = {8, kRgba8}, kWord = {16, kRgba16}, kFloat = {32, kRgbaFloat},
                          kHalf = {16, kRgbaFloat}, kTen = {10, kRgba16};
  static const std::vector<Format> all = {{".png", "", true, {kByte, kWord}, kWord},
                                          {".jpg", "jpeg", false, {kByte}},
                                          {".jpeg", "jpeg", false, {kByte}},
                                          {".tif", "tiff", true, {kWord, kByte, kFloat}},
                                          {".tiff", "tiff", true, {kWord, kByte, kFloat}},
                                          {".webp", "webp", true, {kByte}},
                                          {".avif", "avif", true, {kTen, kByte}, kTen},
                                          {".exr", "openexr", true, {kHalf, kFloat}}};
  return all;
}

static const Format *findFormat(const std::filesystem::path &path) {
  std::string extension = path.extension().string();
  for (char &c : extension)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  const auto found = std::ranges::find(formats(), extension, &Format::extension);
  return found == formats().end() ? nullptr : &*found;
}

Status checkImageExtension(const std::filesystem::path &path) {
  if (findFormat(path))
    return {};
  std::string known;
  for (const Format &format : formats())
    known += (known.empty() ? "" : ", ") + std::string(format.extension);
  std::string extension = path.extension().string();
  return Error(ErrorKind::Usage,
               "cannot write '" + path.string() + "': " +
                   (extension.empty() ? "its name has no extension to tell the format"
                                      : "unknown image format '" + extension + "'"),
               "supported formats: " + known);
}

Status checkImageFormat(const std::filesystem::path &path) {
  FLAME_TRY(checkImageExtension(path));
  if (findFormat(path)->name.empty())
    return {};
  return checkPictureLibrary().withContext("cannot write '" + path.string() + "'");
}

Result<ImageDepth> imageDepth(const std::filesystem::path &path, std::optional<unsigned> bits) {
  const Format *format = findFormat(path);
  if (!format)
    return checkImageExtension(path).error();
  std::string known;
  for (const ImageDepth &depth : format->depths) {
    if (!bits || depth.fileBits == *bits)
      return depth;
    known += (known.empty() ? "" : " or ") + std::to_string(depth.fileBits);
  }
  return Error(ErrorKind::Usage,
               "a picture '" + std::string(format->extension) + "' has " + known +
                   " bits per channel, not " + std::to_string(*bits),
               "leave out --bits, or choose another format: .png has 8 or 16, .tif 8, 16 or 32, "
               ".exr 16 or 32");
}

Result<ImageDepth> hdrDepth(const std::filesystem::path &path, std::optional<unsigned> bits,
                            Transfer transfer) {
  const Format *format = findFormat(path);
  if (!format)
    return checkImageExtension(path).error();
  if (!format->hdr)
    return Error(ErrorKind::Usage,
                 "--hdr: pictures '" + std::string(format->extension) + "' do not say what HDR is",
                 "write .avif or .png; .exr holds light beyond white with --look=hdr");
  ImageDepth depth = *format->hdr;
  if (bits.value_or(depth.fileBits) != depth.fileBits)
    return Error(ErrorKind::Usage,
                 "HDR has " + std::to_string(depth.fileBits) + " bits in a picture '" +
                     std::string(format->extension) + "', found " + std::to_string(*bits),
                 "leave out --bits");
  depth.pixels.transfer = transfer;
  return depth;
}

bool holdsAlpha(const std::filesystem::path &path) {
  const Format *format = findFormat(path);
  return format && format->hasAlpha;
}

Status checkAlpha(const std::filesystem::path &path) {
  if (holdsAlpha(path))
    return {};
  return Error(ErrorKind::Usage,
               "--transparency: pictures '" + path.extension().string() + "' have no alpha channel",
               "write .png, .tif, .webp, .avif or .exr, or leave it out");
}

bool holdsLayers(const std::filesystem::path &path) {
  const Format *format = findFormat(path);
  return format && format->name == "openexr";
}

static Result<std::vector<std::byte>> encode(const Format &format, const ImageView &image,
                                             const ImageOptions &options) {
  if (format.name.empty())
    return encodePng(image, options);
  return encodeByLibrary(format.name.c_str(), options.fileBits ? options.fileBits : image.bits,
                         image, options);
}

Result<AtomicFile> prepareImage(const std::filesystem::path &path, const ImageView &image,
                                const ImageOptions &options) {
  FLAME_TRY(checkImageFormat(path));
  FLAME_TRY_ASSIGN(auto bytes, encode(*findFormat(path), image, options)
                                   .withContext("cannot write '" + path.string() + "'"));
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  FLAME_TRY(file.write(bytes));
  return file;
}

Status writeImage(const std::filesystem::path &path, const ImageView &image,
                  const ImageOptions &options) {
  FLAME_TRY_ASSIGN(AtomicFile file, prepareImage(path, image, options));
  return file.commit(options.durability);
}

Result<FloatImage> readImage(const std::filesystem::path &path) {
  FLAME_TRY_ASSIGN(auto bytes, readFile(path, kMaxFileBytes));
  return decodePng(bytes).withContext("cannot read '" + path.string() + "'");
}

} // namespace flame::rt
