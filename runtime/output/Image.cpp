// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing a format and moving files. A new format is one row of the table and one encoder.

#include "runtime/output/Image.h"

#include "support/ReadFile.h"

#include <algorithm>

namespace flame::rt {

namespace {

struct Format {
  std::string_view extension;
  Result<std::vector<std::byte>> (*encode)(const ImageView &, const ImageOptions &);
};

constexpr Format kFormats[] = {{".png", encodePng}};

/// A gigapixel of 16-bit RGBA and some text.
constexpr uint64_t kMaxFileBytes = uint64_t(9) << 30;

} // namespace

static const Format *findFormat(const std::filesystem::path &path) {
  std::string extension = path.extension().string();
  for (char &c : extension)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  auto *found = std::ranges::find(kFormats, extension, &Format::extension);
  return found == std::end(kFormats) ? nullptr : found;
}

Status checkImageFormat(const std::filesystem::path &path) {
  if (findFormat(path))
    return {};
  std::string known;
  for (const Format &format : kFormats)
    known += (known.empty() ? "" : ", ") + std::string(format.extension);
  std::string extension = path.extension().string();
  return Error(ErrorKind::Usage,
               "cannot write '" + path.string() + "': " +
                   (extension.empty() ? "its name has no extension to tell the format"
                                      : "unknown image format '" + extension + "'"),
               "supported formats: " + known);
}

Result<AtomicFile> prepareImage(const std::filesystem::path &path, const ImageView &image,
                                const ImageOptions &options) {
  FLAME_TRY(checkImageFormat(path));
  FLAME_TRY_ASSIGN(
      auto bytes,
      findFormat(path)->encode(image, options).withContext("cannot write '" + path.string() + "'"));
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
