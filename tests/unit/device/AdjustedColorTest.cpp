// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjusted colours, compared with JWildfire's definition in double precision: there a hue is turned
// by way of saturation and luminosity.

#include "runtime/shared/AdjustedColor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace flame {
namespace {

using Rgb = std::array<double, 3>;

double brightness(const Rgb &at) { return 0.299 * at[0] + 0.588 * at[1] + 0.113 * at[2]; }

/// Hue, saturation and luminosity, all in [0, 1]; a hue of 1 is red.
std::array<double, 3> hslOf(const Rgb &at) {
  const double largest = std::ranges::max(at), least = std::ranges::min(at);
  const double luminosity = (largest + least) / 2, range = largest - least;
  if (range == 0)
    return {1, 0, luminosity};
  const double saturation = range / (luminosity <= 0.5 ? largest + least : 2 - largest - least);
  double hue = at[0] == largest   ? (at[1] - at[2]) / range
               : at[1] == largest ? 2 + (at[2] - at[0]) / range
                                  : 4 + (at[0] - at[1]) / range;
  hue = hue <= 0 ? hue + 6 : hue;
  return {hue / 6, saturation, luminosity};
}

Rgb rgbOf(double hue, double saturation, double luminosity) {
  const double largest = luminosity <= 0.5 ? luminosity * (1 + saturation)
                                           : luminosity + saturation - luminosity * saturation;
  const double least = 2 * luminosity - largest, sixths = 6 * std::clamp(hue, 0.0, 1.0);
  const int sector = int(sixths);
  const double rising = least + (largest - least) * (sixths - sector),
               falling = largest - (largest - least) * (sixths - sector);
  switch (sector) {
  case 0:
    return {largest, rising, least};
  case 1:
    return {falling, largest, least};
  case 2:
    return {least, largest, rising};
  case 3:
    return {least, falling, largest};
  case 4:
    return {rising, least, largest};
  case 5:
    return {largest, least, falling};
  default:
    return {largest, least, least};
  }
}

Rgb expectedOf(Rgb at, const ColorAdjust &by) {
  auto each = [&](auto change) {
    for (double &channel : at)
      channel = change(channel);
  };
  if (by.gamma != 0) {
    const double bright = brightness(at), power = std::pow(bright, 4.2 / (4.2 - by.gamma));
    each([&](double channel) { return bright > 0 ? channel * power / bright : channel; });
  }
  const double steep = 1.2 / (1.2 - by.contrast * 0.5);
  each([&](double channel) { return (channel - 127.5) * steep + 127.5; });
  const double grey = brightness(at);
  each([&](double channel) { return channel + (channel - grey) * by.saturation; });
  if (by.hue == 0)
    return at;
  each([](double channel) { return std::clamp(channel / 255, 0.0, 1.0); });
  const auto [hue, saturation, luminosity] = hslOf(at);
  at = rgbOf(hue + by.hue, saturation, luminosity);
  each([](double channel) { return std::floor(channel * 255 + 0.5); });
  return at;
}

TEST(AdjustedColorTest, IsJWildfires) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> level(0, 199.2f), number(-1, 1);
  for (int round = 0; round < 20000; ++round) {
    const Channels at = {level(random), level(random), round % 5 ? level(random) : 0};
    ColorAdjust by = {number(random), number(random), number(random), number(random)};
    if (round % 2)
      by.hue = 0;
    if (round % 3 == 0)
      by.gamma = by.contrast = by.saturation = 0;
    const Rgb expected = expectedOf({at.red, at.green, at.blue}, by);
    const Channels made = adjusted(at, by);
    // Where a level is rounded, single precision may take the next one.
    const double size = 1 + std::abs(expected[0]) + std::abs(expected[1]) + std::abs(expected[2]);
    const double allowed = by.hue == 0 ? 1e-5 * size : 1;
    EXPECT_NEAR(made.red, expected[0], allowed);
    EXPECT_NEAR(made.green, expected[1], allowed);
    EXPECT_NEAR(made.blue, expected[2], allowed);
  }
}

TEST(AdjustedColorTest, HuesEndInRed) {
  for (float turn : {0.01f, 0.3f, 1.0f}) {
    const Channels red = withHue({100, 20, 20}, turn), grey = withHue({70, 70, 70}, turn);
    EXPECT_EQ(red.red, 100);
    EXPECT_EQ(red.green, 20);
    EXPECT_EQ(red.blue, 20);
    EXPECT_EQ(grey.red, 70);
    EXPECT_EQ(grey.green, 70);
    EXPECT_EQ(grey.blue, 70);
  }
  const Channels magenta = withHue({100, 20, 20}, -1.0f / 6);
  EXPECT_EQ(magenta.red, 100);
  EXPECT_EQ(magenta.green, 20);
  EXPECT_EQ(magenta.blue, 100);
}

/// Every combination of numbers has codes enough, a level for 0 and levels for both ends.
TEST(AdjustedColorTest, CodesHaveAllNumbers) {
  for (uint32_t combination = 1; combination < 16; ++combination) {
    uint32_t features = 0, codes = 1, middle = 0;
    for (uint32_t i = 0; i < abi::kColorAdjusts; ++i)
      if (combination >> i & 1)
        features |= abi::kColorAdjustFeatures[i];
    for (uint32_t i = abi::kColorAdjusts; i-- > 0;) {
      const uint32_t levels = abi::colorAdjustLevels(features, abi::kColorAdjustFeatures[i]);
      EXPECT_EQ(levels % 2, 1u);
      codes *= levels;
      middle = middle * levels + levels / 2;
    }
    EXPECT_LE(codes, abi::kDisplayColorCount);
    const ColorAdjust none = colorAdjustOf(middle, features),
                      most = colorAdjustOf(codes - 1, features), least = colorAdjustOf(0, features);
    for (float ColorAdjust::*number :
         {&ColorAdjust::gamma, &ColorAdjust::contrast, &ColorAdjust::saturation, &ColorAdjust::hue})
      EXPECT_EQ(none.*number, 0);
    EXPECT_EQ(most.gamma, combination & 1 ? 1 : 0);
    EXPECT_EQ(most.hue, combination & 8 ? 1 : 0);
    EXPECT_EQ(least.contrast, combination & 2 ? -1 : 0);
    EXPECT_EQ(least.saturation, combination & 4 ? -1 : 0);
  }
}

} // namespace
} // namespace flame
