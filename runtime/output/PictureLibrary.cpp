// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the library and calls it.

#include "runtime/output/PictureLibrary.h"

#include "abi/PictureLibrary.h"
#include "runtime/frame/BundledLibrary.h"
#include "support/PictureTexts.h"

#include <dlfcn.h>

#include <filesystem>
#include <type_traits>

namespace flame::rt {

static constexpr char kLibraryName[] = "libflamepictures.so";

namespace {

struct Functions {
  decltype(&flame_pictures_version) version;
  decltype(&flame_pictures_encode) encode;
  decltype(&flame_pictures_free) free;
};

} // namespace

static Result<Functions> load() {
  const std::string path = findBundledLibrary(kLibraryName);
  std::error_code failed;
  const bool isThere = std::filesystem::exists(path, failed);
  void *handle = isThere ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (!handle)
    return Error(
        ErrorKind::Environment,
        isThere
            ? std::string("the library for pictures beside PNG cannot be loaded: ") + dlerror()
            : std::string("the library for pictures beside PNG, ") + kLibraryName + ", is not here",
        "install the package flame-pictures (built from source: libopenimageio-dev and "
        "libavif-dev, and build again), or write a .png; " +
            bundledLibraryHint(kLibraryName));
  Functions library = {};
  auto resolve = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    return function != nullptr;
  };
  if (!resolve(library.version, "flame_pictures_version") ||
      library.version() != kFlamePicturesVersion ||
      !resolve(library.encode, "flame_pictures_encode") ||
      !resolve(library.free, "flame_pictures_free"))
    return Error(ErrorKind::Environment, "'" + path + "' is of another version than this program",
                 "install the program and its library together");
  return library;
}

/// The library. It is never unloaded, because OpenImageIO keeps threads.
static const Result<Functions> &library() {
  static const Result<Functions> loaded = load();
  return loaded;
}

Status checkPictureLibrary() {
  if (!library())
    return library().error();
  return {};
}

Result<std::vector<std::byte>> encodeByLibrary(const char *format, uint32_t fileBits,
                                               const ImageView &image,
                                               const ImageOptions &options) {
  FLAME_TRY(checkPictureLibrary());
  std::vector<FlamePictureText> texts;
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const ImageText &entry : options.text) {
    texts.push_back({entry.key.c_str(), entry.text.c_str()});
    pairs.emplace_back(entry.key, entry.text);
  }
  std::vector<FlamePictureLayer> layers;
  for (const ImageLayer &layer : options.layers)
    layers.push_back({layer.channel.c_str(), layer.values.data()});
  const std::string xmp = xmpPacket(pairs);
  FlamePicture picture = {};
  picture.format = format;
  picture.pixels = image.pixels;
  picture.width = image.width;
  picture.height = image.height;
  picture.channels = image.channels;
  picture.bits = image.bits;
  picture.rowBytes =
      image.rowBytes ? image.rowBytes : size_t(image.width) * image.channels * (image.bits / 8);
  picture.transfer = options.transfer == Transfer::Pq    ? 16
                     : options.transfer == Transfer::Hlg ? 18
                                                         : 0;
  picture.fileBits = fileBits;
  picture.xmp = xmp.c_str();
  picture.texts = texts.data();
  picture.textCount = texts.size();
  picture.layers = layers.data();
  picture.layerCount = layers.size();
  FlamePictureFile file = {};
  char *message = nullptr;
  if (!library()->encode(&picture, &file, &message)) {
    Error error(ErrorKind::Environment, message ? message : "not enough memory");
    library()->free(message);
    return error;
  }
  const auto *bytes = reinterpret_cast<const std::byte *>(file.bytes);
  std::vector<std::byte> copy(bytes, bytes + file.size);
  library()->free(file.bytes);
  return copy;
}

} // namespace flame::rt
