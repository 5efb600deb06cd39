// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes colours for an SDR screen as HDR, by ITU-R BT.2100. Levels are those that a BT.1886
// screen would show: light is the level to the power of 2.4, with white at 203 cd/m² as BT.2408
// recommends. BT.2087 converts the primaries of BT.709 to those of BT.2020. HLG assumes a screen of
// 1000 cd/m², whose system gamma of 1.2 is inverted.
//
// A level of 255 is white in the input and the largest code in the output. Grey stays grey.

#ifndef FLAME_RUNTIME_SHARED_HDRTRANSFER_H
#define FLAME_RUNTIME_SHARED_HDRTRANSFER_H

#include "runtime/shared/ToneMap.h"

namespace flame {

/// Light of white, and the peak light of PQ and HLG, in cd/m².
inline constexpr float kWhiteNits = 203, kPqNits = 10000, kHlgNits = 1000;
inline constexpr float kScreenGamma = 2.4f;

/// Light with the primaries of BT.2020, in multiples of white.
struct WideLight {
  float red, green, blue;
};

FLAME_INLINE WideLight wideLightOf(const abi::Accumulator &color) {
  const float red = powPositive(color.red * (1 / kWhite), kScreenGamma);
  const float green = powPositive(color.green * (1 / kWhite), kScreenGamma);
  const float blue = powPositive(color.blue * (1 / kWhite), kScreenGamma);
  const float redder = red - green, bluer = blue - green; // rows of the matrix sum to 1
  return {green + 0.6274f * redder + 0.0433f * bluer, green + 0.0691f * redder + 0.0114f * bluer,
          green + 0.0164f * redder + 0.8956f * bluer};
}

/// The perceptual quantiser of SMPTE ST 2084. `light` is a share of 10000 cd/m².
FLAME_INLINE float pqCode(float light) {
  constexpr float kM1 = 2610.0f / 16384, kM2 = 2523.0f / 32;
  constexpr float kC1 = 3424.0f / 4096, kC2 = 2413.0f / 128, kC3 = 2392.0f / 128;
  const float power = powPositive(clamp(light, 0, 1), kM1);
  return powPositive(divide(kC1 + kC2 * power, 1 + kC3 * power), kM2);
}

/// The curve of HLG for scene light from 0 to 1.
FLAME_INLINE float hlgCode(float light) {
  constexpr float kA = 0.17883277f, kB = 0.28466892f, kC = 0.55991073f, kLn2 = 0.69314718f;
  if (light <= 1.0f / 12)
    return __builtin_sqrtf(maximum(3 * light, 0));
  return minimum(kA * kLn2 * log2Fast(12 * light - kB) + kC, 1);
}

FLAME_INLINE abi::Accumulator pqEncoded(const abi::Accumulator &color) {
  constexpr float kScale = kWhiteNits / kPqNits;
  const WideLight light = wideLightOf(color);
  return {kWhite * pqCode(light.red * kScale), kWhite * pqCode(light.green * kScale),
          kWhite * pqCode(light.blue * kScale), color.alpha};
}

FLAME_INLINE abi::Accumulator hlgEncoded(const abi::Accumulator &color) {
  constexpr float kScale = kWhiteNits / kHlgNits, kSystemGamma = 1.2f;
  const WideLight light = wideLightOf(color);
  const float luminance = 0.2627f * light.red + 0.6780f * light.green + 0.0593f * light.blue;
  // The screen multiplies light by a power of its luminance; this divides by it. Black stays 0.
  const float ofScene =
      luminance > 0 ? kScale * powPositive(kScale * luminance, (1 - kSystemGamma) / kSystemGamma)
                    : 0.0f;
  return {kWhite * hlgCode(light.red * ofScene), kWhite * hlgCode(light.green * ofScene),
          kWhite * hlgCode(light.blue * ofScene), color.alpha};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HDRTRANSFER_H
