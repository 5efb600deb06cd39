// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion to video planes, against the definitions of BT.709 and BT.2020 in double.

#include "runtime/shared/VideoFormat.h"
#include "runtime/frame/Finish.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace flame::rt {
namespace {

struct Planes {
  std::vector<double> y, cb, cr;
};

/// The planes before dither and rounding, as codes; row and column filters written out.
Planes reference(const std::vector<abi::Accumulator> &colors, const PixelFormat &format,
                 uint32_t width, uint32_t height) {
  Planes planes;
  const double unit = std::ldexp(1.0, format.bits - 8);
  const bool isWide = format.transfer != Transfer::Bt709;
  const double red = isWide ? 0.2627 : 0.2126, blue = isWide ? 0.0593 : 0.0722;
  std::vector<double> cb, cr;
  for (const abi::Accumulator &c : colors) {
    const double r = c.red / 255.0, g = c.green / 255.0, b = c.blue / 255.0;
    const double y = red * r + (1 - red - blue) * g + blue * b;
    planes.y.push_back(unit * (16 + 219 * y));
    cb.push_back((b - y) / (2 * (1 - blue)));
    cr.push_back((r - y) / (2 * (1 - red)));
  }
  auto at = [&](const std::vector<double> &plane, int x, int y) {
    x = std::clamp(x, 0, int(width) - 1);
    y = std::clamp(y, 0, int(height) - 1);
    return plane[size_t(y) * width + size_t(x)];
  };
  auto row = [&](const std::vector<double> &plane, int x, int y) {
    if (!format.shiftX)
      return at(plane, x, y);
    return (at(plane, 2 * x - 1, y) + 2 * at(plane, 2 * x, y) + at(plane, 2 * x + 1, y)) / 4;
  };
  auto chroma = [&](const std::vector<double> &plane, int x, int y) {
    const double value =
        format.shiftY ? (row(plane, x, 2 * y) + row(plane, x, 2 * y + 1)) / 2 : row(plane, x, y);
    return unit * (128 + 224 * value);
  };
  for (uint32_t y = 0; y < format.chromaHeight(height); ++y)
    for (uint32_t x = 0; x < format.chromaWidth(width); ++x) {
      planes.cb.push_back(chroma(cb, int(x), int(y)));
      planes.cr.push_back(chroma(cr, int(x), int(y)));
    }
  return planes;
}

std::vector<uint32_t> convert(const std::vector<abi::Accumulator> &colors,
                              const PixelFormat &format, uint32_t width, uint32_t height,
                              uint64_t seed) {
  std::vector<uint8_t> bytes(format.bytes(width, height));
  const abi::VideoArgs args = videoArgs(format, width, height, seed, colors.data(), bytes.data());
  for (uint32_t y = 0; y < abi::videoBlocksY(args); ++y)
    for (uint32_t x = 0; x < abi::videoBlocksX(args); ++x)
      convertBlock(args, x, y);
  std::vector<uint32_t> codes;
  for (size_t i = 0; i < bytes.size(); i += format.bytesPerNumber()) {
    uint16_t word = bytes[i];
    if (format.bytesPerNumber() == 2)
      std::memcpy(&word, &bytes[i], 2);
    codes.push_back(word);
  }
  return codes;
}

std::vector<abi::Accumulator> noise(uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> level(0, 255);
  std::vector<abi::Accumulator> colors(count);
  for (abi::Accumulator &color : colors)
    color = {level(random), level(random), level(random), 1};
  return colors;
}

constexpr PixelFormat planar(uint8_t bits, uint8_t shiftX, uint8_t shiftY,
                             Transfer transfer = Transfer::Bt709) {
  return {PixelFormat::Planar, bits, shiftX, shiftY, transfer};
}

class EveryVideoFormat : public testing::TestWithParam<PixelFormat> {};

TEST_P(EveryVideoFormat, CodesAreTheNeighboursOfTheDefinition) {
  const PixelFormat format = GetParam();
  for (auto [width, height] : {std::pair(32u, 18u), {1u, 1u}, {7u, 5u}, {2u, 9u}}) {
    const auto colors = noise(width * height, width);
    const Planes wanted = reference(colors, format, width, height);
    const auto codes = convert(colors, format, width, height, 3);
    std::vector<double> all = wanted.y;
    all.insert(all.end(), wanted.cb.begin(), wanted.cb.end());
    all.insert(all.end(), wanted.cr.begin(), wanted.cr.end());
    ASSERT_EQ(codes.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      EXPECT_GE(codes[i] + 1e-3, std::floor(all[i] - 1e-3)) << i;
      EXPECT_LE(codes[i], std::floor(all[i] + 1e-3) + 1) << i;
    }
  }
}

TEST_P(EveryVideoFormat, DitherIsUnbiased) {
  const PixelFormat format = GetParam();
  constexpr uint32_t width = 256, height = 256;
  for (float level : {3.3f, 100.7f, 251.9f}) {
    const std::vector<abi::Accumulator> colors(size_t(width) * height,
                                               {level, level * 0.9f, level * 0.5f, 1});
    const Planes wanted = reference(colors, format, width, height);
    const auto codes = convert(colors, format, width, height, 5);
    double sums[3] = {};
    const size_t luma = wanted.y.size(), chroma = wanted.cb.size();
    for (size_t i = 0; i < codes.size(); ++i)
      sums[i < luma ? 0 : i < luma + chroma ? 1 : 2] += codes[i];
    // Six standard errors of a rounding that is right on average.
    EXPECT_NEAR(sums[0] / double(luma), wanted.y[0], 6 * 0.5 / std::sqrt(double(luma)));
    EXPECT_NEAR(sums[1] / double(chroma), wanted.cb[0], 6 * 0.5 / std::sqrt(double(chroma)));
    EXPECT_NEAR(sums[2] / double(chroma), wanted.cr[0], 6 * 0.5 / std::sqrt(double(chroma)));
  }
}

TEST_P(EveryVideoFormat, GreyHasNoColourAndTheEndsAreExact) {
  const PixelFormat format = GetParam();
  const uint32_t unit = 1u << (format.bits - 8);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> any(0, 255);
  for (int i = 0; i < 300; ++i) {
    const float level = i == 0 ? 0 : i == 1 ? 255 : any(random);
    const auto codes = convert(std::vector<abi::Accumulator>(64, {level, level, level, 1}), format,
                               8, 8, uint64_t(i));
    for (size_t at = 64; at < codes.size(); ++at)
      ASSERT_EQ(codes[at], 128 * unit) << level;
    for (size_t at = 0; at < 64 && i < 2; ++at)
      ASSERT_EQ(codes[at], (i == 0 ? 16 : 235) * unit);
  }
}

TEST_P(EveryVideoFormat, StaysWithinTheLimitedRange) {
  const PixelFormat format = GetParam();
  const uint32_t unit = 1u << (format.bits - 8);
  for (int corner = 0; corner < 8; ++corner) {
    const abi::Accumulator color = {corner & 1 ? 255.f : 0, corner & 2 ? 255.f : 0,
                                    corner & 4 ? 255.f : 0, 1};
    const auto codes = convert(std::vector<abi::Accumulator>(64 * 64, color), format, 64, 64, 9);
    for (size_t at = 0; at < codes.size(); ++at) {
      EXPECT_GE(codes[at], 16 * unit);
      EXPECT_LE(codes[at], (at < 64 * 64 ? 235 : 240) * unit);
    }
  }
}

TEST_P(EveryVideoFormat, NoiseDependsOnTheSeedAlone) {
  const auto colors = noise(40 * 30, 2);
  const PixelFormat format = GetParam();
  EXPECT_EQ(convert(colors, format, 40, 30, 7), convert(colors, format, 40, 30, 7));
  EXPECT_NE(convert(colors, format, 40, 30, 7), convert(colors, format, 40, 30, 8));
}

INSTANTIATE_TEST_SUITE_P(Layouts, EveryVideoFormat,
                         testing::Values(planar(8, 1, 1), planar(8, 1, 0), planar(8, 0, 0),
                                         planar(10, 1, 1), planar(10, 1, 0), planar(10, 0, 0),
                                         planar(10, 1, 1, Transfer::Pq),
                                         planar(10, 0, 0, Transfer::Hlg)),
                         [](const auto &info) {
                           const PixelFormat &format = info.param;
                           return std::string("Yuv") +
                                  (format.shiftY   ? "420"
                                   : format.shiftX ? "422"
                                                   : "444") +
                                  "Bits" + std::to_string(format.bits) +
                                  (format.transfer == Transfer::Bt709 ? "" : "Hdr");
                         });

TEST(VideoFormatTest, NeighbouringSamplesHaveUnrelatedNoise) {
  double sum = 0, products = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    const double a = ditherNoise(42, uint64_t(i)) - 0.5, b = ditherNoise(42, uint64_t(i) + 1) - 0.5;
    sum += a;
    products += a * b;
  }
  EXPECT_NEAR(sum / count, 0, 6 * 0.2887 / std::sqrt(count));
  EXPECT_NEAR(products / count, 0, 6 * 0.0833 / std::sqrt(count));
}

TEST(PixelFormatTest, CountsBytes) {
  EXPECT_EQ(kRgba8.bytes(10, 3), 120u);
  EXPECT_EQ(kRgba16.bytes(10, 3), 240u);
  EXPECT_EQ(planar(8, 1, 1).bytes(10, 4), 60u);
  EXPECT_EQ(planar(10, 1, 1).bytes(11, 5), 2u * (55 + 2 * 6 * 3));
  EXPECT_EQ(planar(8, 1, 0).bytes(10, 4), 80u);
  EXPECT_EQ(planar(10, 0, 0).bytes(10, 4), 240u);
}

} // namespace
} // namespace flame::rt
