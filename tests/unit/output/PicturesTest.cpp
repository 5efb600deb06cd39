// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures beside PNG, read back by the libraries that the world reads them with: their colours,
// depth, alpha, tags and texts.

#include "runtime/pictures/EmbedXmp.h"
#include "runtime/pictures/EncodePicture.h"
#include "support/PictureTexts.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <OpenImageIO/imageio.h>
#include <avif/avif.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

namespace flame::rt {
namespace {

constexpr uint32_t kWidth = 64, kHeight = 48;
const std::string kGenome = "<flame name=\"a & b\">\n  <x y=\"1\"/>\n</flame>";

/// A smooth picture, whose alpha grows from left to right.
struct Sample {
  std::vector<float> values;
  std::vector<uint8_t> bytes;
  std::vector<uint16_t> words;
  std::vector<float> density =
      std::vector<float>(size_t(kWidth) * kHeight, 70000.25f); // beyond halves
  std::string xmp;
  FlamePictureText texts[3] = {
      {"Software", "flamec 1"}, {"Title", "a"}, {"flame_genome", kGenome.c_str()}};
  FlamePictureLayer layer = {"density", density.data()};
  FlamePicture picture = {};

  Sample(const char *format, uint32_t channels, uint32_t bits, uint32_t fileBits) {
    for (uint32_t y = 0; y < kHeight; ++y)
      for (uint32_t x = 0; x < kWidth; ++x)
        for (uint32_t c = 0; c < channels; ++c)
          values.push_back(c == 3 ? float(x) / (kWidth - 1) : value(x, y, c));
    for (float v : values) {
      bytes.push_back(uint8_t(std::lround(v * 255)));
      words.push_back(uint16_t(std::lround(v * 65535)));
    }
    const std::pair<std::string_view, std::string_view> pairs[] = {{"Software", "flamec 1"},
                                                                   {"flame_genome", kGenome}};
    xmp = xmpPacket(pairs);
    picture.format = format;
    picture.pixels = bits == 8    ? static_cast<void *>(bytes.data())
                     : bits == 16 ? static_cast<void *>(words.data())
                                  : values.data();
    picture.width = kWidth;
    picture.height = kHeight;
    picture.channels = channels;
    picture.bits = bits;
    picture.rowBytes = kWidth * channels * bits / 8;
    picture.fileBits = fileBits;
    picture.xmp = xmp.c_str();
    picture.texts = texts;
    picture.textCount = 3;
  }
  Sample(const Sample &) = delete;

  static float value(uint32_t x, uint32_t y, uint32_t c) {
    const float steps[] = {float(x * kHeight + y) / (kWidth * kHeight), float(y) / kHeight,
                           float(x + y) / (kWidth + kHeight)};
    return 0.2f + 0.6f * steps[c];
  }
};

/// What OpenImageIO reads, alpha as the file has it.
struct Read {
  OIIO::ImageSpec spec;
  std::vector<float> values;

  explicit Read(const std::string &file, const std::string &name) {
    const TemporaryDirectory directory;
    writeText(directory / name.c_str(), file);
    OIIO::ImageSpec config;
    config.attribute("oiio:UnassociatedAlpha", 1);
    const auto input = OIIO::ImageInput::open((directory / name.c_str()).string(), &config);
    EXPECT_TRUE(input) << OIIO::geterror();
    if (!input)
      return;
    spec = input->spec();
    values.resize(size_t(spec.width) * size_t(spec.height) * size_t(spec.nchannels));
    EXPECT_TRUE(input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeFloat, values.data()))
        << input->geterror();
  }
  float at(uint32_t x, uint32_t y, uint32_t c) const {
    return values[(size_t(y) * kWidth + x) * size_t(spec.nchannels) + c];
  }
};

double meanError(const Read &read, const Sample &sample) {
  double sum = 0;
  for (size_t i = 0; i < sample.values.size(); ++i)
    sum += std::abs(read.values.at(i) - sample.values[i]);
  return sum / double(sample.values.size());
}

size_t levelsOf(const Read &read) {
  return std::set<float>(read.values.begin(), read.values.end()).size();
}

TEST(PicturesTest, TiffIsExactInEveryDepth) {
  for (const uint32_t bits : {8u, 16u, 32u})
    for (const uint32_t channels : {3u, 4u}) {
      const Sample sample("tiff", channels, bits, bits);
      const Read read(encodeByImageIo(sample.picture), "a.tif");
      ASSERT_EQ(read.spec.nchannels, int(channels));
      EXPECT_EQ(read.spec.format.size() * 8, bits);
      EXPECT_LT(meanError(read, sample), bits == 8 ? 0.002 : 1e-5);
      EXPECT_EQ(read.spec.get_string_attribute("Software"), "flamec 1");
      EXPECT_EQ(read.spec.get_string_attribute("DateTime"), "");
      EXPECT_EQ(levelsOf(read) > 256, bits > 8);
    }
}

TEST(PicturesTest, JpegAndWebpAreClose) {
  const Sample jpeg("jpeg", 3, 8, 8), webp("webp", 4, 8, 8);
  EXPECT_LT(meanError(Read(encodeByImageIo(jpeg.picture), "a.jpg"), jpeg), 0.004);
  const Read read(encodeByImageIo(webp.picture), "a.webp");
  ASSERT_EQ(read.spec.nchannels, 4);
  for (uint32_t x = 0; x < kWidth; ++x)
    EXPECT_NEAR(read.at(x, 5, 3), float(x) / (kWidth - 1), 0.003);
}

/// Over white and over black, as programs put pictures together that multiply alpha in.
TEST(PicturesTest, AlphaComposesOverAnything) {
  for (const char *format : {"tiff", "openexr"}) {
    const bool isExr = format == std::string_view("openexr");
    const Sample sample(format, 4, isExr ? 32 : 16, 16);
    const Read read(encodeByImageIo(sample.picture), isExr ? "a.exr" : "a.tif");
    for (const float ground : {0.0f, 1.0f})
      for (uint32_t x = 0; x < kWidth; ++x) {
        const float alpha = float(x) / (kWidth - 1), color = Sample::value(x, 7, 1);
        const float shown = isExr ? std::pow((color + 0.055f) / 1.055f, 2.4f) : color;
        const float had = read.at(x, 7, 3),
                    multiplied = isExr ? read.at(x, 7, 1) : read.at(x, 7, 1) * had;
        EXPECT_NEAR(multiplied + (1 - had) * ground, shown * alpha + (1 - alpha) * ground, 0.002)
            << format;
      }
  }
}

TEST(PicturesTest, ExrHoldsColoursAndLayers) {
  for (const uint32_t bits : {16u, 32u}) {
    Sample sample("openexr", 3, 32, bits);
    sample.picture.layers = &sample.layer;
    sample.picture.layerCount = 1;
    const std::string file = encodeByImageIo(sample.picture);
    const Read read(file, "a.exr");
    ASSERT_EQ(read.spec.channelnames, (std::vector<std::string>{"R", "G", "B", "density"}));
    EXPECT_EQ(read.spec.channelformat(0).size() * 8, bits);
    EXPECT_EQ(read.spec.channelformat(3), OIIO::TypeFloat);
    EXPECT_EQ(read.at(3, 4, 3), 70000.25f);
    EXPECT_NEAR(read.at(3, 4, 0), std::pow((Sample::value(3, 4, 0) + 0.055f) / 1.055f, 2.4f), 1e-3);
    EXPECT_GT(levelsOf(read), 256u);
    EXPECT_EQ(textOfPicture(file, "flame_genome"), kGenome);
    EXPECT_TRUE(isPictureWithTexts(file));
    EXPECT_EQ(file, encodeByImageIo(sample.picture));
  }
}

TEST(PicturesTest, AvifHasTenBitsAndItsTags) {
  const Sample sample("avif", 4, 16, 10);
  const std::string file = encodeAvif(sample.picture);
  EXPECT_TRUE(isPictureWithTexts(file));
  EXPECT_EQ(textOfPicture(file, "flame_genome"), kGenome);
  const std::unique_ptr<avifDecoder, decltype(&avifDecoderDestroy)> decoder(avifDecoderCreate(),
                                                                            avifDecoderDestroy);
  const std::unique_ptr<avifImage, decltype(&avifImageDestroy)> image(avifImageCreateEmpty(),
                                                                      avifImageDestroy);
  ASSERT_EQ(avifDecoderReadMemory(decoder.get(), image.get(),
                                  reinterpret_cast<const uint8_t *>(file.data()), file.size()),
            AVIF_RESULT_OK);
  EXPECT_EQ(image->depth, 10u);
  EXPECT_TRUE(image->alphaPlane);
  EXPECT_EQ(image->transferCharacteristics, AVIF_TRANSFER_CHARACTERISTICS_SRGB);
  EXPECT_EQ(image->colorPrimaries, AVIF_COLOR_PRIMARIES_BT709);
  std::vector<uint16_t> pixels(size_t(kWidth) * kHeight * 4);
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image.get());
  rgb.depth = 16;
  rgb.pixels = reinterpret_cast<uint8_t *>(pixels.data());
  rgb.rowBytes = kWidth * 8;
  ASSERT_EQ(avifImageYUVToRGB(image.get(), &rgb), AVIF_RESULT_OK);
  double sum = 0;
  for (size_t i = 0; i < pixels.size(); ++i)
    sum += std::abs(pixels[i] / 65535.0 - double(sample.values[i]));
  EXPECT_LT(sum / double(pixels.size()), 0.004);
}

TEST(PicturesTest, AvifSaysWhatHdrIs) {
  for (const uint32_t transfer : {16u, 18u}) {
    Sample sample("avif", 3, 16, 10);
    sample.picture.transfer = transfer;
    const std::string file = encodeAvif(sample.picture);
    const std::unique_ptr<avifDecoder, decltype(&avifDecoderDestroy)> decoder(avifDecoderCreate(),
                                                                              avifDecoderDestroy);
    ASSERT_EQ(avifDecoderSetIOMemory(decoder.get(), reinterpret_cast<const uint8_t *>(file.data()),
                                     file.size()),
              AVIF_RESULT_OK);
    ASSERT_EQ(avifDecoderParse(decoder.get()), AVIF_RESULT_OK);
    EXPECT_EQ(decoder->image->colorPrimaries, AVIF_COLOR_PRIMARIES_BT2020);
    EXPECT_EQ(decoder->image->transferCharacteristics, transfer);
    EXPECT_EQ(decoder->image->matrixCoefficients, AVIF_MATRIX_COEFFICIENTS_BT2020_NCL);
  }
}

TEST(PicturesTest, GenomesOfAnyLengthComeBack) {
  const std::string longOne = kGenome + std::string(200000, '<') + "end";
  for (const std::string &genome : {kGenome, longOne})
    for (const char *format : {"jpeg", "tiff", "webp"}) {
      Sample sample(format, 3, 8, 8);
      const std::pair<std::string_view, std::string_view> pairs[] = {{"flame_seed", "7"},
                                                                     {"flame_genome", genome}};
      sample.xmp = xmpPacket(pairs);
      sample.picture.xmp = sample.xmp.c_str();
      const std::string file = encodeByImageIo(sample.picture);
      EXPECT_TRUE(isPictureWithTexts(file)) << format;
      EXPECT_EQ(textOfPicture(file, "flame_genome"), genome) << format;
      EXPECT_EQ(textOfPicture(file, "flame_seed"), "7") << format;
      EXPECT_EQ(textOfPicture(file, "flame_noise"), std::nullopt) << format;
      EXPECT_LT(meanError(Read(file, std::string("a.") + format), sample), 0.02) << format;
    }
}

/// Nothing is read beyond the end, wherever that is.
TEST(PicturesTest, CutFilesHaveNoTextsOrWholeOnes) {
  for (const char *format : {"jpeg", "tiff", "webp", "openexr"}) {
    const bool isExr = format == std::string_view("openexr");
    const std::string file =
        encodeByImageIo(Sample(format, 3, isExr ? 32 : 8, isExr ? 32 : 8).picture);
    for (size_t size = 0; size < file.size(); size += 1 + size / 50) {
      const std::optional<std::string> text =
          textOfPicture(std::string(file, 0, size), "flame_genome");
      EXPECT_TRUE(!text || *text == kGenome) << format << " " << size;
    }
  }
}

TEST(PicturesTest, FilesOfOtherKindsStayAsTheyAre) {
  std::string file = "II*";
  embedXmpInTiff(file, "text");
  EXPECT_EQ(file, "II*");
  embedXmpInWebp(file, "text", 1, 1, false);
  EXPECT_EQ(file, "II*");
  std::string lie("II*\0\xff\xff\xff\x7f", 8);
  const std::string before = lie;
  embedXmpInTiff(lie, "text");
  EXPECT_EQ(lie, before);
}

} // namespace
} // namespace flame::rt
