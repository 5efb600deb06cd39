// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures survive the way to disk and back bit for bit, with their texts; failures leave nothing
// behind and damaged files are errors.

#include "runtime/output/Image.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace flame::rt {

namespace {

/// Random pixels of one of the four kinds we write.
struct Sample {
  std::vector<uint8_t> bytes;
  ImageView view;

  Sample(uint32_t width, uint32_t height, uint32_t channels, uint32_t bits, size_t padding = 0) {
    size_t rowBytes = size_t(width) * channels * (bits / 8) + padding;
    bytes.resize(rowBytes * height);
    std::mt19937 random(width * 31 + height + channels + bits);
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    view = {bytes.data(), width, height, channels, bits, padding ? rowBytes : 0};
  }

  /// What the reader should make of one channel.
  double expected(uint32_t x, uint32_t y, uint32_t channel) const {
    if (channel >= view.channels)
      return 1; // opaque
    size_t rowBytes =
        view.rowBytes ? view.rowBytes : size_t(view.width) * view.channels * (view.bits / 8);
    size_t at = y * rowBytes + (size_t(x) * view.channels + channel) * (view.bits / 8);
    if (view.bits == 8)
      return bytes[at] / 255.0;
    uint16_t value;
    memcpy(&value, &bytes[at], 2);
    return value / 65535.0;
  }
};

} // namespace

static void expectEqual(const FloatImage &image, const Sample &sample) {
  ASSERT_EQ(image.width, sample.view.width);
  ASSERT_EQ(image.height, sample.view.height);
  EXPECT_EQ(image.bits, sample.view.bits);
  EXPECT_EQ(image.channels, sample.view.channels);
  double worst = 0;
  for (uint32_t y = 0; y < image.height; ++y)
    for (uint32_t x = 0; x < image.width; ++x)
      for (uint32_t c = 0; c < 4; ++c)
        worst = std::max(worst, std::abs(image.at(x, y)[c] - sample.expected(x, y, c)));
  EXPECT_LT(worst, 1e-7);
}

TEST(ImageTest, RoundTripsEveryKind) {
  TemporaryDirectory directory;
  for (uint32_t channels : {3u, 4u})
    for (uint32_t bits : {8u, 16u})
      for (size_t padding : {0u, 6u}) {
        Sample sample(37, 23, channels, bits, padding);
        ASSERT_TRUE(writeImage(directory / "picture.png", sample.view));
        Result<FloatImage> image = readImage(directory / "picture.png");
        ASSERT_TRUE(image) << image.error().str();
        expectEqual(*image, sample);
      }
  EXPECT_EQ(directory.count(), 1u);
}

TEST(ImageTest, SixteenBitsAreBigEndianInTheFile) {
  const uint16_t pixel[] = {0x1234, 0x5678, 0x9abc};
  Result<std::vector<std::byte>> file =
      encodePng({pixel, 1, 1, 3, 16, 0}, {{}, 0, Durability::Rename});
  ASSERT_TRUE(file);
  const std::byte bigEndian[] = {std::byte(0x12), std::byte(0x34), std::byte(0x56),
                                 std::byte(0x78)};
  EXPECT_FALSE(std::ranges::search(*file, bigEndian).empty());
}

TEST(ImageTest, SaysWhatHdrIs) {
  Sample sample(4, 4, 3, 16);
  ImageOptions options;
  EXPECT_EQ(encodePng(sample.view, options)->size(), encodePng(sample.view, {})->size());
  for (const Transfer transfer : {Transfer::Pq, Transfer::Hlg}) {
    options.transfer = transfer;
    Result<std::vector<std::byte>> file = encodePng(sample.view, options);
    ASSERT_TRUE(file);
    const std::string_view bytes(reinterpret_cast<const char *>(file->data()), file->size());
    const std::string chunk = {'c', 'I', 'C', 'P', 9, transfer == Transfer::Pq ? '\x10' : '\x12',
                               0,   1};
    ASSERT_NE(bytes.find(chunk), bytes.npos);
    EXPECT_LT(bytes.find(chunk), bytes.find("IDAT"));
    Result<FloatImage> image = decodePng(*file);
    ASSERT_TRUE(image);
    expectEqual(*image, sample);
  }
}

TEST(ImageTest, HdrIsForFormatsThatSayIt) {
  const ImageDepth depth = *hdrDepth("a.png", {}, Transfer::Hlg);
  EXPECT_EQ(depth.fileBits, 16u);
  EXPECT_EQ(depth.pixels.transfer, Transfer::Hlg);
  EXPECT_EQ(hdrDepth("a.png", 8, Transfer::Pq).error().kind(), ErrorKind::Usage);
}

TEST(ImageTest, CarriesTexts) {
  Sample sample(4, 4, 4, 8);
  ImageOptions options;
  options.text = {{"flam3_nickname", "somebody", false},
                  {"flam3_genome", std::string(5000, 'x') + "<flame/>", true},
                  {"Author", "Zoë", false},
                  {"Comment", "пламя пламя", true},
                  {"flam3_url", "", false}};
  Result<std::vector<std::byte>> file = encodePng(sample.view, options);
  ASSERT_TRUE(file);
  EXPECT_LT(file->size(), 2000u) << "long texts are compressed";
  std::string_view bytes(reinterpret_cast<const char *>(file->data()), file->size());
  EXPECT_LT(bytes.find("zTXtflam3_genome"), bytes.find("IDAT"));
  EXPECT_NE(bytes.find("tEXtflam3_nickname"), bytes.npos);
  EXPECT_NE(bytes.find("iTXtAuthor"), bytes.npos);

  Result<FloatImage> image = decodePng(*file);
  ASSERT_TRUE(image);
  ASSERT_EQ(image->text.size(), options.text.size());
  for (size_t i = 0; i < options.text.size(); ++i) {
    EXPECT_EQ(image->text[i].key, options.text[i].key);
    EXPECT_EQ(image->text[i].text, options.text[i].text);
    EXPECT_EQ(image->text[i].compressed, options.text[i].compressed) << options.text[i].key;
  }
}

TEST(ImageTest, RefusesUnknownFormatsBeforeAnyWork) {
  TemporaryDirectory directory;
  Sample sample(2, 2, 4, 8);
  Status status = writeImage(directory / "out.gif", sample.view);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind(), ErrorKind::Usage);
  EXPECT_NE(status.error().text().find("unknown image format '.gif'"), std::string::npos);
  EXPECT_EQ(status.error().note(),
            "supported formats: .png, .jpg, .jpeg, .tif, .tiff, .webp, .avif, .exr");
  EXPECT_FALSE(checkImageFormat("picture"));
  EXPECT_TRUE(checkImageFormat("OUT.PNG"));
  EXPECT_EQ(directory.count(), 0u);
}

TEST(ImageTest, FormatsHaveTheirDepths) {
  EXPECT_EQ(imageDepth("a.png", {})->fileBits, 8u);
  EXPECT_EQ(imageDepth("a.tif", {})->pixels, kRgba16);
  EXPECT_EQ(imageDepth("a.AVIF", {})->fileBits, 10u);
  EXPECT_EQ(imageDepth("a.exr", {})->fileBits, 16u);
  EXPECT_EQ(imageDepth("a.exr", 32)->pixels, kRgbaFloat);
  const auto tooDeep = imageDepth("a.jpg", 16);
  ASSERT_FALSE(tooDeep);
  EXPECT_EQ(tooDeep.error().kind(), ErrorKind::Usage);
  EXPECT_EQ(tooDeep.error().text(), "a picture '.jpg' has 8 bits per channel, not 16");
  EXPECT_FALSE(holdsAlpha("a.jpg"));
  EXPECT_TRUE(holdsAlpha("a.webp"));
  EXPECT_TRUE(holdsLayers("a.exr"));
  EXPECT_FALSE(holdsLayers("a.tif"));
}

TEST(ImageTest, FailureLeavesNothingBehind) {
  TemporaryDirectory directory;
  Sample sample(8, 8, 4, 8);
  EXPECT_FALSE(writeImage(directory / "missing/out.png", sample.view));
  ImageOptions badKey;
  badKey.text = {{std::string(80, 'k'), "text", false}};
  EXPECT_FALSE(writeImage(directory / "out.png", sample.view, badKey));
  sample.view.width = 0;
  EXPECT_FALSE(writeImage(directory / "out.png", sample.view));
  EXPECT_EQ(directory.count(), 0u);
}

TEST(ImageTest, EveryTruncationIsAnError) {
  Sample sample(9, 7, 4, 16);
  Result<std::vector<std::byte>> file = encodePng(sample.view);
  ASSERT_TRUE(file);
  for (size_t size = 0; size < file->size(); ++size)
    EXPECT_FALSE(decodePng(std::span(*file).first(size))) << size;
}

TEST(ImageTest, DamageIsAnErrorOrHarmless) {
  Sample sample(9, 7, 3, 8);
  Result<std::vector<std::byte>> file =
      encodePng(sample.view, {{{"key", "text", true}}, 6, Durability::Rename});
  ASSERT_TRUE(file);
  for (size_t i = 0; i < file->size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<std::byte> broken = *file;
      broken[i] ^= std::byte(1 << bit);
      if (Result<FloatImage> image = decodePng(broken))
        EXPECT_EQ(image->rgba.size(), size_t(image->width) * image->height * 4);
    }
}

TEST(ImageTest, AFileThatPromisesTooManyPixelsIsAnError) {
  Sample sample(1, 1, 4, 8);
  Result<std::vector<std::byte>> file = encodePng(sample.view);
  ASSERT_TRUE(file);
  // After the signature: length, "IHDR", width, height, five bytes, checksum. 30000 x 30000 pixels
  // would take 3.6 GB.
  constexpr size_t kType = 12, kWidth = 16, kHeight = 20, kChecksum = 29;
  std::vector<std::byte> lie = *file;
  for (size_t field : {kWidth, kHeight}) {
    lie[field + 2] = std::byte(0x75);
    lie[field + 3] = std::byte(0x30);
  }
  uLong checksum = crc32(0, reinterpret_cast<const Bytef *>(&lie[kType]), kChecksum - kType);
  for (size_t i = 0; i < 4; ++i)
    lie[kChecksum + i] = std::byte(checksum >> (24 - 8 * i));
  Result<FloatImage> image = decodePng(lie);
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().text().find("claims more pixels than it can hold"), std::string::npos);
}

TEST(ImageTest, NamesTheFileItCannotRead) {
  TemporaryDirectory directory;
  Result<FloatImage> missing = readImage(directory / "none.png");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind(), ErrorKind::Input);
  EXPECT_NE(missing.error().text().find("none.png': No such file"), std::string::npos);
  writeText(directory / "text.png", "this is no picture");
  Result<FloatImage> text = readImage(directory / "text.png");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().text().find("text.png': it is not a PNG picture"), std::string::npos);
}

} // namespace flame::rt
