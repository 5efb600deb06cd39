// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts between the runtime's images, where the largest code is 1, and pictures, where white is
// 1.

#include "tools/flame-cmp/PictureFile.h"

#include "runtime/output/Image.h"

#include <cmath>

namespace flame {

static Picture toPicture(const rt::FloatImage &image, const PictureOptions &options) {
  constexpr int kColors = 3;
  Picture picture{int(image.width), int(image.height), options.alpha ? kColors + 1 : kColors, {}};
  const float scale = image.bits == 16 ? 65535.0f / float(options.white) : 1.0f;
  picture.levels.reserve(size_t(image.width) * image.height * picture.channels);
  for (size_t at = 0; at < image.rgba.size(); at += kColors + 1) {
    for (int channel = 0; channel < kColors; ++channel)
      picture.levels.push_back(image.rgba[at + channel] * scale);
    if (options.alpha)
      picture.levels.push_back(image.rgba[at + kColors]);
  }
  return picture;
}

static std::string shapeOf(const rt::FloatImage &image) {
  return std::to_string(image.width) + "x" + std::to_string(image.height) + " with " +
         std::to_string(image.bits) + " bits";
}

rt::Result<std::vector<Picture>> readPictures(const std::vector<std::string> &paths,
                                              const PictureOptions &options) {
  std::vector<Picture> pictures;
  std::string firstShape;
  for (const std::string &path : paths) {
    rt::Result<rt::FloatImage> image = rt::readImage(path);
    if (!image)
      return rt::Error(rt::ErrorKind::Environment, image.error().text(), image.error().note());
    if (pictures.empty())
      firstShape = shapeOf(*image);
    if (shapeOf(*image) != firstShape)
      return rt::Error(rt::ErrorKind::Input,
                       "'" + path + "' is " + shapeOf(*image) + ", but '" + paths[0] + "' is " +
                           firstShape,
                       "render both at one size and bit depth");
    pictures.push_back(toPicture(*image, options));
  }
  return pictures;
}

rt::Status writePicture(const std::string &path, const Picture &picture) {
  std::vector<uint8_t> samples;
  samples.reserve(picture.levels.size());
  for (float level : picture.levels)
    samples.push_back(uint8_t(std::lround(level * 255)));
  rt::ImageView view{samples.data(), uint32_t(picture.width), uint32_t(picture.height),
                     uint32_t(picture.channels)};
  return rt::writeImage(path, view);
}

} // namespace flame
