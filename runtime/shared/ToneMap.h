// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From accumulated values (premultiplied colour and log density, 255 = white) to colours: gamma
// with a linear foot, vibrancy, highlights, background. The constants follow flam3: density is
// divided by 255 and multiplied by 256, the background goes up to 256, white is 255, and integers
// are made by truncation, so 16-bit white is 65280. Other tone curves round their results, and
// their 16-bit white is 65535.
//
// Kernels with negative lobes can make a filtered value negative; it then counts as 0.

#ifndef FLAME_RUNTIME_SHARED_TONEMAP_H
#define FLAME_RUNTIME_SHARED_TONEMAP_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FinishMath.h"

namespace flame {

/// A density of 1, the factor that scales colours back, and white.
inline constexpr float kDensityWhite = 255.0f, kColorScale = 256.0f, kWhite = 255.0f;

/// A pixel of 8 bits per channel, red in the lowest byte, and one of 16 bits per channel.
struct alignas(4) Pixel8 {
  uint8_t red, green, blue, alpha;
};
struct alignas(8) Pixel16 {
  uint16_t red, green, blue, alpha;
};

/// Anything beyond this is white; the limit keeps products finite.
inline constexpr float kMostAlpha = 1e30f;

/// The gamma curve with its linear foot. `density` is positive; the result may exceed 1.
FLAME_INLINE float alphaCurve(float density, const abi::ToneParams &tone) {
  const float curve = minimum(powPositive(density, tone.inverseGamma), kMostAlpha);
  if (density >= tone.threshold)
    return curve;
  const float blend = divide(density, tone.threshold);
  return (1 - blend) * density * tone.thresholdSlope + blend * curve;
}

/// Effect of `highlights`: the factor of accumulated colours, and how far it then pulls them
/// towards their largest channel.
struct Highlights {
  float gain;       ///< per channel of the accumulator
  float saturation; ///< 1 keeps the colour, 0 makes it grey with the same maximum
};

/// The treatment of a colour at the brightness `gain`. `largest` is its largest channel in the
/// accumulator.
FLAME_INLINE Highlights highlights(float largest, float gain, const abi::ToneParams &tone) {
  if (gain == 0 || !(largest > 0))
    return {0, 1};
  const float normal = divide(kDensityWhite, largest) * kWhite; // makes the largest channel white
  if (gain * largest <= kWhite * kDensityWhite)
    return {gain, 1};
  if (tone.highlightPower >= 0)
    return {normal, powPositive(divide(normal, gain), tone.highlightPower)};
  const float clipped = minimum(1.0f, -tone.highlightPower);
  return {(1 - clipped) * normal + clipped * gain, 1};
}

/// One channel without vibrancy: gamma applied to the channel itself. 0..256.
FLAME_INLINE float channelGamma(float channel, const abi::ToneParams &tone) {
  return kColorScale * powPositive(channel * (1 / kDensityWhite), tone.inverseGamma);
}

/// Result of the tone curve for a density.
struct Brightness {
  float alpha; ///< 0 to 1
  float gain;  ///< factor from accumulated channels to 0..255
};

FLAME_INLINE Brightness brightnessOf(float accumulated, const abi::ToneParams &tone) {
  if (!(accumulated > 0))
    return {0, 0};
  const float density = accumulated * (1 / kDensityWhite);
  const float alpha = alphaCurve(density, tone);
  return {minimum(alpha, 1.0f), tone.vibrancy * kColorScale * divide(alpha, density)};
}

/// A channel blended with the background or, with transparency, divided by alpha.
FLAME_INLINE float withAlpha(float channel, float alpha, float background,
                             const abi::ToneParams &tone) {
  if (!tone.transparency)
    return channel + (1 - alpha) * background;
  return alpha > 0 ? divide(channel, alpha) : 0.0f;
}

/// Tone-maps one accumulated value: red, green, blue in [0,255], alpha in [0,1].
FLAME_INLINE abi::Accumulator toneMapped(const abi::Accumulator &in, const abi::ToneParams &tone) {
  const auto [alpha, gain] = brightnessOf(in.alpha, tone);
  const float channels[3] = {maximum(in.red, 0), maximum(in.green, 0), maximum(in.blue, 0)};
  const float largest = maximum(channels[0], maximum(channels[1], channels[2]));
  const Highlights highlight = highlights(largest, gain, tone);
  const float scale = highlight.gain * (1 / kDensityWhite), peak = largest * scale;
  float colors[3];
  for (int i = 0; i < 3; ++i) {
    float color = channels[i] * scale * highlight.saturation + peak * (1 - highlight.saturation);
    if (tone.vibrancy != 1)
      color += (1 - tone.vibrancy) * channelGamma(channels[i], tone);
    colors[i] = clamp(withAlpha(color, alpha, tone.background[i], tone), 0, kWhite);
  }
  return {colors[0], colors[1], colors[2], alpha};
}

/// Compresses levels above white into the range from white to `most`, which they approach
/// asymptotically. Other levels stay.
FLAME_INLINE float rolledOff(float level, float most) {
  constexpr float kLog2e = 1.4426950408889634f;
  const float above = level - kWhite, room = most - kWhite;
  if (!(above > 0))
    return level;
  return room > 0 ? kWhite + room * (1 - exp2Fast(divide(-kLog2e * above, room))) : kWhite;
}

/// The same as toneMapped, except that light beyond white keeps its colour and is limited to
/// `most`.
FLAME_INLINE abi::Accumulator toneExtended(const abi::Accumulator &in, float most,
                                           const abi::ToneParams &tone) {
  const auto [alpha, gain] = brightnessOf(in.alpha, tone);
  const float channels[3] = {maximum(in.red, 0), maximum(in.green, 0), maximum(in.blue, 0)};
  const float background[3] = {tone.background[0], tone.background[1], tone.background[2]};
  float colors[3];
  for (int i = 0; i < 3; ++i) {
    float color = minimum(channels[i] * gain * (1 / kDensityWhite), kMostAlpha);
    if (tone.vibrancy != 1)
      color += (1 - tone.vibrancy) * channelGamma(channels[i], tone);
    colors[i] = maximum(withAlpha(color, alpha, background[i], tone), 0);
  }
  const float largest = maximum(colors[0], maximum(colors[1], colors[2]));
  const float share = largest > kWhite ? divide(rolledOff(largest, most), largest) : 1;
  return {colors[0] * share, colors[1] * share, colors[2] * share, alpha};
}

/// A colour clamped to the range of pixels.
FLAME_INLINE abi::Accumulator clampedColor(const abi::Accumulator &color, float most = kWhite) {
  return {clamp(color.red, 0, most), clamp(color.green, 0, most), clamp(color.blue, 0, most),
          clamp(color.alpha, 0, 1)};
}

FLAME_INLINE abi::Accumulator scaledAccumulator(const abi::Accumulator &accumulator, float scale) {
  return {accumulator.red * scale, accumulator.green * scale, accumulator.blue * scale,
          accumulator.alpha * scale};
}

/// The colour of an accumulator whose opaque white is 255, over the background or with its alpha.
FLAME_INLINE abi::Accumulator overBackground(const abi::Accumulator &accumulator,
                                             const abi::ToneParams &tone) {
  const float alpha = clamp(accumulator.alpha * (1 / kDensityWhite), 0, 1);
  float colors[3] = {accumulator.red, accumulator.green, accumulator.blue};
  for (int i = 0; i < 3; ++i)
    colors[i] = clamp(withAlpha(colors[i], alpha, tone.background[i], tone), 0, kWhite);
  return {colors[0], colors[1], colors[2], alpha};
}

/// The gamma curve applied to a colour as a whole, times `brightness`.
FLAME_INLINE abi::Accumulator toneScaled(const abi::Accumulator &accumulator, float brightness,
                                         const abi::ToneParams &tone) {
  if (!(accumulator.alpha > 0))
    return overBackground({0, 0, 0, 0}, tone);
  const float density = accumulator.alpha * (1 / kDensityWhite);
  return overBackground(
      scaledAccumulator(accumulator, brightness * divide(alphaCurve(density, tone), density)),
      tone);
}

FLAME_INLINE Pixel8 pixel8(const abi::Accumulator &color, const abi::ToneParams &tone) {
  return {uint8_t(uint32_t(color.red + tone.rounding)),
          uint8_t(uint32_t(color.green + tone.rounding)),
          uint8_t(uint32_t(color.blue + tone.rounding)),
          uint8_t(tone.transparency ? uint32_t(color.alpha * 255.0f) : 255u)};
}

FLAME_INLINE Pixel16 pixel16(const abi::Accumulator &color, const abi::ToneParams &tone) {
  const auto word = [&](float level) {
    return uint16_t(uint32_t(level * tone.wordsPerLevel + tone.rounding));
  };
  return {word(color.red), word(color.green), word(color.blue),
          uint16_t(tone.transparency ? uint32_t(color.alpha * 65535.0f) : 65535u)};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_TONEMAP_H
