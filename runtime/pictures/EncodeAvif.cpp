// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes AVIF with libavif: 4:4:4, full range, tagged as sRGB or HDR.

#include "runtime/pictures/EncodePicture.h"

#include <avif/avif.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

namespace flame::rt {

/// AV1 quantizer, 0 (lossless) to 63, and encoder speed, 0 (hours) to 10.
static constexpr int kQuantizer = 12, kSpeed = 6;

static void check(avifResult result) {
  if (result != AVIF_RESULT_OK)
    throw std::runtime_error(std::string("libavif: ") + avifResultToString(result));
}

std::string encodeAvif(const FlamePicture &picture) {
  const std::unique_ptr<avifImage, decltype(&avifImageDestroy)> image(
      avifImageCreate(int(picture.width), int(picture.height), int(picture.fileBits),
                      AVIF_PIXEL_FORMAT_YUV444),
      avifImageDestroy);
  const std::unique_ptr<avifEncoder, decltype(&avifEncoderDestroy)> encoder(avifEncoderCreate(),
                                                                            avifEncoderDestroy);
  if (!image || !encoder)
    throw std::bad_alloc();
  image->yuvRange = AVIF_RANGE_FULL;
  if (picture.transfer) {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT2020;
    image->transferCharacteristics = avifTransferCharacteristics(picture.transfer);
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT2020_NCL;
  } else {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  }
  avifImageSetMetadataXMP(image.get(), reinterpret_cast<const uint8_t *>(picture.xmp),
                          strlen(picture.xmp));
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image.get());
  rgb.depth = picture.bits;
  rgb.format = picture.channels == 4 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  rgb.pixels = static_cast<uint8_t *>(const_cast<void *>(picture.pixels));
  rgb.rowBytes = uint32_t(picture.rowBytes);
  check(avifImageRGBToYUV(image.get(), &rgb));
  encoder->speed = kSpeed;
  encoder->minQuantizer = encoder->maxQuantizer = kQuantizer;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
  encoder->maxThreads = int(std::thread::hardware_concurrency());
  avifRWData output = AVIF_DATA_EMPTY;
  const avifResult result = avifEncoderWrite(encoder.get(), image.get(), &output);
  const std::string file(reinterpret_cast<const char *>(output.data), output.size);
  avifRWDataFree(&output);
  check(result);
  return file;
}

} // namespace flame::rt
