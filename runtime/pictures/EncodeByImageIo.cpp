// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes JPEG, TIFF, WebP and OpenEXR. OpenEXR pictures hold linear light with premultiplied
// alpha, as their readers expect; all others hold display values.

#include "runtime/pictures/EmbedXmp.h"
#include "runtime/pictures/EncodePicture.h"

#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace flame::rt {

/// Quality of JPEG and WebP, 0 to 100. Lower values blur the noise and thin lines of flames.
static constexpr int kLossyQuality = 95;
/// x and y of red, green, blue and white of sRGB.
static constexpr float kPrimaries[] = {0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};

static const FlamePictureText *findText(const FlamePicture &picture, std::string_view key) {
  for (size_t i = 0; i < picture.textCount; ++i)
    if (key == picture.texts[i].key)
      return &picture.texts[i];
  return nullptr;
}

/// Sets the attributes that programs without XMP support read.
static void addTexts(const FlamePicture &picture, OIIO::ImageSpec &spec) {
  for (const auto &[key, attribute] :
       {std::pair("Software", "Software"), {"Title", "ImageDescription"}, {"Author", "Artist"}})
    if (const FlamePictureText *text = findText(picture, key))
      spec.attribute(attribute, text->text);
}

static OIIO::ImageSpec baseSpec(const FlamePicture &picture, const OIIO::TypeDesc &type) {
  OIIO::ImageSpec spec(int(picture.width), int(picture.height), int(picture.channels), type);
  if (picture.channels == 4)
    spec.alpha_channel = 3;
  return spec;
}

static std::string encoded(const FlamePicture &picture, const OIIO::ImageSpec &spec,
                           const OIIO::TypeDesc &type, const void *pixels, size_t rowBytes) {
  const std::unique_ptr<OIIO::ImageOutput> output = OIIO::ImageOutput::create(picture.format);
  if (!output)
    throw std::runtime_error("OpenImageIO: " + OIIO::geterror());
  std::vector<unsigned char> bytes;
  OIIO::Filesystem::IOVecOutput memory(bytes);
  if (!output->set_ioproxy(&memory) ||
      !output->open(std::string("picture.") + picture.format, spec) ||
      !output->write_image(type, pixels, OIIO::AutoStride, OIIO::stride_t(rowBytes)) ||
      !output->close())
    throw std::runtime_error("OpenImageIO: " + output->geterror());
  return {bytes.begin(), bytes.end()};
}

//===-- OpenEXR -------------------------------------------------------------------------------===//

/// Converts an sRGB display value to linear light; 1 is white.
static float linear(float value) {
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

static std::vector<float> lightOf(const FlamePicture &picture) {
  const size_t colors = picture.channels, all = colors + picture.layerCount;
  std::vector<float> light(size_t(picture.width) * picture.height * all);
  for (uint32_t y = 0; y < picture.height; ++y) {
    const auto *row = reinterpret_cast<const float *>(static_cast<const char *>(picture.pixels) +
                                                      y * picture.rowBytes);
    for (uint32_t x = 0; x < picture.width; ++x) {
      const size_t pixel = size_t(y) * picture.width + x;
      const float *from = row + x * colors;
      float *to = &light[pixel * all];
      const float alpha = colors == 4 ? from[3] : 1;
      for (size_t c = 0; c < 3; ++c)
        to[c] = linear(from[c]) * alpha;
      if (colors == 4)
        to[3] = alpha;
      for (size_t layer = 0; layer < picture.layerCount; ++layer)
        to[colors + layer] = picture.layers[layer].values[pixel];
    }
  }
  return light;
}

static std::string encodeExr(const FlamePicture &picture) {
  const OIIO::TypeDesc colors = picture.fileBits == 16 ? OIIO::TypeHalf : OIIO::TypeFloat;
  OIIO::ImageSpec spec = baseSpec(picture, colors);
  spec.channelnames.resize(picture.channels);
  spec.channelformats.assign(picture.channels, colors);
  for (size_t i = 0; i < picture.layerCount; ++i) {
    spec.channelnames.emplace_back(picture.layers[i].channel);
    spec.channelformats.push_back(OIIO::TypeFloat); // sums of samples exceed the range of halves
  }
  spec.nchannels = int(spec.channelnames.size());
  for (size_t i = 0; i < picture.textCount; ++i)
    spec.attribute(picture.texts[i].key, picture.texts[i].text);
  spec.attribute("oiio:ColorSpace", "Linear");
  spec.attribute("compression", "zip");
  // otherwise the current time, and equal pictures would be different files
  spec.attribute("DateTime", "");
  spec.attribute("chromaticities", OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, 8), kPrimaries);
  const std::vector<float> light = lightOf(picture);
  return encoded(picture, spec, OIIO::TypeFloat, light.data(),
                 size_t(picture.width) * size_t(spec.nchannels) * sizeof(float));
}

//===-- all formats --------------------------------------------------------------------------===//

std::string encodeByImageIo(const FlamePicture &picture) {
  const std::string_view format = picture.format;
  if (format == "openexr")
    return encodeExr(picture);
  const OIIO::TypeDesc type = picture.bits == 8    ? OIIO::TypeUInt8
                              : picture.bits == 16 ? OIIO::TypeUInt16
                                                   : OIIO::TypeFloat;
  OIIO::ImageSpec spec = baseSpec(picture, type);
  addTexts(picture, spec);
  spec.attribute("oiio:UnassociatedAlpha", 1);
  spec.attribute("CompressionQuality", kLossyQuality);
  if (format == "jpeg") {
    spec.attribute("jpeg:subsampling", "4:4:4");
    spec.attribute("Exif:ColorSpace",
                   // sRGB. Not set for TIFF: OpenImageIO 2.4 then loses pictures written to memory.
                   1);
  }
  if (format == "tiff")
    spec.attribute("compression", "zip");
  std::string file = encoded(picture, spec, type, picture.pixels, picture.rowBytes);
  if (format == "jpeg")
    embedXmpInJpeg(file, picture.xmp);
  else if (format == "tiff")
    embedXmpInTiff(file, picture.xmp);
  else
    embedXmpInWebp(file, picture.xmp, picture.width, picture.height, picture.channels == 4);
  return file;
}

} // namespace flame::rt
