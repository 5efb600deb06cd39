// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tone mapping against a transcription of the definition in double, which takes the long way
// through HSV for saturated colours, and against predicted values of a constant histogram.

#include "runtime/shared/ToneMap.h"
#include "runtime/plan/FilterTables.h"
#include "runtime/shared/LogScale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace flame::rt {
namespace {

struct Color {
  double channel[3], alpha;
};

/// Multiplies the saturation of a colour in [0,1] by `factor`.
void scaleSaturation(double (&rgb)[3], double factor) {
  const double high = std::max({rgb[0], rgb[1], rgb[2]}), low = std::min({rgb[0], rgb[1], rgb[2]});
  const double span = high - low;
  if (span == 0)
    return;
  double hue; // in sixths of a turn
  if (high == rgb[0])
    hue = (rgb[1] - rgb[2]) / span;
  else if (high == rgb[1])
    hue = 2 + (rgb[2] - rgb[0]) / span;
  else
    hue = 4 + (rgb[0] - rgb[1]) / span;
  hue = hue < 0 ? hue + 6 : hue;
  const double saturation = span / high * factor;
  const int sector = int(hue) % 6;
  const double part = hue - int(hue), p = high * (1 - saturation),
               q = high * (1 - saturation * part), t = high * (1 - saturation * (1 - part));
  const double sectors[6][3] = {{high, t, p}, {q, high, p}, {p, high, t},
                                {p, q, high}, {t, p, high}, {high, p, q}};
  std::copy_n(sectors[sector], 3, rgb);
}

Color reference(const double (&in)[4], const FrameDefaults &tone, bool transparency) {
  const double gamma = 1 / tone.gamma, density = in[3] / 255, tau = tone.gammaThreshold;
  double alpha = 0, ls = 0;
  if (in[3] > 0) {
    alpha = std::pow(density, gamma);
    if (density < tau)
      alpha = (1 - density / tau) * density * (std::pow(tau, gamma) / tau) +
              density / tau * std::pow(density, gamma);
    ls = tone.vibrancy * 256 * alpha / density;
    alpha = std::clamp(alpha, 0.0, 1.0);
  }
  Color color = {{0, 0, 0}, alpha};
  const double m = std::max({in[0], in[1], in[2]}) / 255;
  if (ls != 0 && m > 0) {
    const double nl = 255 / m, peak = ls * m;
    double factor = ls;
    if (peak > 255 && tone.highlightPower >= 0) {
      for (int i = 0; i < 3; ++i)
        color.channel[i] = nl * in[i] / 255 / 255;
      scaleSaturation(color.channel, std::pow(nl / ls, tone.highlightPower));
      for (double &channel : color.channel)
        channel *= 255;
    } else {
      if (peak > 255) {
        const double q = std::min(1.0, -tone.highlightPower);
        factor = (1 - q) * nl + q * ls;
      }
      for (int i = 0; i < 3; ++i)
        color.channel[i] = factor * in[i] / 255;
    }
  }
  for (int i = 0; i < 3; ++i) {
    double &channel = color.channel[i];
    channel += (1 - tone.vibrancy) * 256 * std::pow(in[i] / 255, gamma);
    if (!transparency)
      channel += (1 - alpha) * 256 * tone.background[i];
    else
      channel = alpha > 0 ? channel / alpha : 0;
    channel = std::clamp(channel, 0.0, 255.0);
  }
  return color;
}

void expectAgreement(const FrameDefaults &tone, const char *what, bool transparency = false) {
  SCOPED_TRACE(what);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform;
  const abi::ToneParams params = makeToneParams(tone, transparency);
  for (int i = 0; i < 20000; ++i) {
    const double density = 255 * std::pow(10, -5 + 6.3 * uniform(random));
    double in[4] = {0, 0, 0, density};
    for (int c = 0; c < 3; ++c)
      in[c] = density * (uniform(random) < 0.1 ? 0 : uniform(random));
    const Color expected = reference(in, tone, transparency);
    const abi::Accumulator color =
        toneMapped({float(in[0]), float(in[1]), float(in[2]), float(in[3])}, params);
    ASSERT_NEAR(color.red, expected.channel[0], 5e-3) << density;
    ASSERT_NEAR(color.green, expected.channel[1], 5e-3) << density;
    ASSERT_NEAR(color.blue, expected.channel[2], 5e-3) << density;
    ASSERT_NEAR(color.alpha, expected.alpha, 2e-6) << density;
  }
}

TEST(ToneMapTest, AgreesWithTheDefinition) {
  expectAgreement({}, "defaults");
  for (double gamma : {1.0, 1.7, 2.5, 4.0, 6.0})
    for (double threshold : {0.0, 0.01, 0.2})
      expectAgreement({.gamma = gamma, .gammaThreshold = threshold}, "gamma");
  for (double vibrancy : {0.0, 0.3, 1.0, 1.4})
    expectAgreement({.vibrancy = vibrancy, .background = {0.1, 0.5, 1}}, "vibrancy");
}

TEST(ToneMapTest, TreatsHighlightsAsDefined) {
  for (double power : {-2.0, -1.0, -0.4, 0.0, 0.5, 1.0, 3.0})
    expectAgreement({.gamma = 2, .highlightPower = power}, "highlight power");
  expectAgreement({.gamma = 2, .vibrancy = 0.6, .highlightPower = 1}, "with vibrancy");
}

TEST(ToneMapTest, TransparencyDividesByAlpha) {
  expectAgreement({.background = {1, 0, 0}}, "transparency", true);
  const abi::Accumulator nothing = toneMapped({0, 0, 0, 0}, makeToneParams({}, true));
  EXPECT_EQ(nothing.red, 0);
  EXPECT_EQ(nothing.alpha, 0);
}

TEST(ToneMapTest, NegativeValuesAreNone) {
  const abi::ToneParams tone = makeToneParams({.vibrancy = 0.5, .background = {0.25, 0, 0}});
  const abi::Accumulator color = toneMapped({-3, 10, -1e-9f, -20}, tone);
  EXPECT_EQ(color.red, 64);
  EXPECT_GE(color.green, 0);
  EXPECT_EQ(color.blue, 0);
  EXPECT_EQ(color.alpha, 0);
  const abi::Accumulator mixed = toneMapped({-3, 100, 50, 120}, tone);
  EXPECT_TRUE(mixed.red >= 0 && mixed.red <= 255 && mixed.green > mixed.blue && mixed.blue > 0);
}

/// A power of a thousand leaves single precision: what is brighter than white is white, what is
/// darker is black.
TEST(ToneMapTest, TinyGammasMakeBlackAndWhite) {
  const abi::ToneParams tone = makeToneParams({.gamma = 1e-3, .gammaThreshold = 0});
  const abi::Accumulator bright = toneMapped({600, 300, 0, 400}, tone);
  EXPECT_FLOAT_EQ(bright.red, 255);
  EXPECT_FLOAT_EQ(bright.green, 255);
  EXPECT_EQ(bright.blue, 0);
  const abi::Accumulator dark = toneMapped({100, 100, 100, 100}, tone);
  EXPECT_EQ(dark.red, 0);
}

TEST(ToneMapTest, AccumulatorsOfOtherCurvesLieOverTheBackground) {
  const abi::Accumulator accumulator = {100, 50, 0, 127.5f};
  const abi::Accumulator over =
      overBackground(accumulator, makeToneParams({.background = {0.25, 0, 1}}));
  EXPECT_FLOAT_EQ(over.red, 132);
  EXPECT_FLOAT_EQ(over.green, 50);
  EXPECT_FLOAT_EQ(over.blue, 128);
  const abi::Accumulator clear = overBackground(accumulator, makeToneParams({}, true));
  EXPECT_FLOAT_EQ(clear.red, 200);
  EXPECT_FLOAT_EQ(clear.green, 100);
  EXPECT_FLOAT_EQ(clear.alpha, 0.5f);
  const abi::ToneParams tone = makeToneParams({.background = {0.5, 0, 0}});
  EXPECT_FLOAT_EQ(toneScaled({0, 0, 0, 0}, 1, tone).red, 128);
}

TEST(ToneMapTest, ColoursOfOtherCurvesAreRounded) {
  const abi::ToneParams tone = makeToneParams({}, false, true);
  const abi::Accumulator color = {255, 0.499f, 128.5f, 1};
  EXPECT_EQ(pixel8(color, tone).red, 255);
  EXPECT_EQ(pixel8(color, tone).green, 0);
  EXPECT_EQ(pixel8(color, tone).blue, 129);
  EXPECT_EQ(pixel16(color, tone).red, 65535);
  EXPECT_EQ(pixel16(color, tone).blue, 33025);
}

TEST(ToneMapTest, LightBeyondWhiteKeepsItsColour) {
  constexpr float kMost = 480;
  std::mt19937 random(11);
  std::uniform_real_distribution<float> any(0, 900);
  int beyond = 0;
  for (double vibrancy : {1.0, 0.3})
    for (int i = 0; i < 2000; ++i) {
      FrameDefaults frame;
      frame.vibrancy = vibrancy;
      const abi::ToneParams tone = makeToneParams(frame);
      const abi::Accumulator in = {any(random), any(random), any(random) / 9, any(random)};
      const abi::Accumulator clipped = toneMapped(in, tone), bright = toneExtended(in, kMost, tone);
      EXPECT_EQ(bright.alpha, clipped.alpha);
      const float largest = std::max({bright.red, bright.green, bright.blue});
      EXPECT_LE(largest, kMost * (1 + 1e-6f));
      if (largest < 255) {
        EXPECT_NEAR(bright.red, clipped.red, 1e-3);
        EXPECT_NEAR(bright.green, clipped.green, 1e-3);
        EXPECT_NEAR(bright.blue, clipped.blue, 1e-3);
        continue;
      }
      ++beyond;
      if (vibrancy == 1) { // ratios of channels are those of the accumulator
        EXPECT_NEAR(bright.red * in.green, bright.green * in.red, 0.05 + 1e-4 * in.red * in.green);
      }
    }
  EXPECT_GT(beyond, 500);
}

TEST(ToneMapTest, RollingOffBeginsSmoothlyAndEndsAtThePeak) {
  EXPECT_EQ(rolledOff(200, 480), 200);
  EXPECT_EQ(rolledOff(255, 480), 255);
  EXPECT_NEAR(rolledOff(256, 480), 256, 0.01);
  EXPECT_NEAR(rolledOff(1e6f, 480), 480, 1e-3);
  EXPECT_EQ(rolledOff(300, 255), 255) << "where there is no more than white";
  float before = 255;
  for (int level = 256; level < 2000; level += 7) {
    EXPECT_GT(rolledOff(float(level), 480), before);
    before = rolledOff(float(level), 480);
  }
}

TEST(ToneMapTest, IntegersAreTruncated) {
  const abi::Accumulator color = {254.999f, 0.999f, 128.5f, 0.5f};
  const abi::ToneParams opaque = makeToneParams({}), clear = makeToneParams({}, true);
  const Pixel8 pixel = pixel8(color, opaque);
  EXPECT_EQ(pixel.red, 254);
  EXPECT_EQ(pixel.green, 0);
  EXPECT_EQ(pixel.blue, 128);
  EXPECT_EQ(pixel.alpha, 255);
  EXPECT_EQ(pixel8(color, clear).alpha, 127);
  const Pixel16 deep = pixel16(color, opaque);
  EXPECT_EQ(deep.red, 65279);
  EXPECT_EQ(deep.green, 255);
  EXPECT_EQ(deep.blue, 32896);
  EXPECT_EQ(deep.alpha, 65535);
  EXPECT_EQ(pixel16(color, clear).alpha, 32767);
  EXPECT_EQ(pixel16({255, 255, 255, 1}, opaque).red, 65280);
}

/// The values predicted for a histogram with k2 * density = 1/4 everywhere.
abi::Accumulator constantDensity(double brightness, const FrameDefaults &tone, float red,
                                 float green, float blue) {
  const abi::LogScale scale = {float(brightness * 255 * 268 / 256), 0.25f / (255 * 400)};
  const abi::Accumulator totals = {red * 400, green * 400, blue * 400, 255 * 400};
  return toneMapped(logScaled(totals, scale), makeToneParams(tone));
}

TEST(ToneMapTest, PredictsAConstantHistogram) {
  const abi::Accumulator white = constantDensity(4, {}, 255, 255, 255);
  EXPECT_NEAR(white.red, 251.695, 1e-3);
  const abi::Accumulator color = constantDensity(1.5, {.gamma = 2}, 200, 100, 50);
  EXPECT_NEAR(color.red, 118.85, 6e-3);
  EXPECT_NEAR(color.green, 59.43, 6e-3);
  EXPECT_NEAR(color.blue, 29.71, 6e-3);
  const abi::Accumulator blended = constantDensity(
      1.5, {.gamma = 2, .vibrancy = 0.3, .background = {0.1, 0.5, 0}}, 200, 100, 50);
  EXPECT_NEAR(blended.red, 140.05, 6e-3);
  EXPECT_NEAR(blended.green, 136.49, 6e-3);
  EXPECT_NEAR(blended.blue, 55.89, 6e-3);
  const abi::Accumulator faint = constantDensity(0.01, {.gamma = 2}, 200, 100, 50);
  EXPECT_NEAR(faint.red, 5.86, 6e-3);
  EXPECT_NEAR(faint.green, 2.93, 6e-3);
  EXPECT_NEAR(faint.blue, 1.47, 6e-3);
}

} // namespace
} // namespace flame::rt
