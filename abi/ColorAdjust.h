// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points that adjust the colours of their samples. Each has up to four numbers in [-1, 1], which
// are blended with those of its xforms like its colour. They take the codes that abi/DirectRgb.h
// has for display colours, which no such flame has: a coordinate of kFirstDisplayColor or more is
// kFirstDisplayColor plus
//
//   bits 8.. the numbers, each as one of its levels    0..7 the palette entry of the coordinate
//
// The numbers are digits of one whole number, that of the first feature lowest; a number that the
// flame does not use has one level. Levels are rounded at random, so that their mean is right. 0 is
// one of them.

#ifndef FLAME_ABI_COLORADJUST_H
#define FLAME_ABI_COLORADJUST_H

#include "abi/Abi.h"
#include "abi/DirectRgb.h"

namespace flame::abi {

/// How many adjustments there are, and the features by which a flame says which of them it has.
inline constexpr uint32_t kColorAdjusts = 4;
inline constexpr uint32_t kColorAdjustFeatures[kColorAdjusts] = {kAdjustsGamma, kAdjustsContrast,
                                                                 kAdjustsSaturation, kAdjustsHue};
inline constexpr uint32_t kAnyColorAdjust =
    kAdjustsGamma | kAdjustsContrast | kAdjustsSaturation | kAdjustsHue;

/// How many adjustments a flame with these features has.
constexpr uint32_t colorAdjustCount(uint32_t features) {
  uint32_t count = 0;
  for (uint32_t feature : kColorAdjustFeatures)
    count += (features & feature) != 0;
  return count;
}

/// The levels of an adjustment, odd. A hue needs more of them than the others, whose effect changes
/// slowly.
constexpr uint32_t colorAdjustLevels(uint32_t features, uint32_t feature) {
  constexpr uint32_t kOfOne = 32639, kOfTwo = 179, kOfThree = 31, kBesideHue = 15, kOfFour = 7;
  constexpr uint32_t kHueOf[kColorAdjusts] = {32639, 181, 145, 95};
  if (!(features & feature))
    return 1;
  const uint32_t count = colorAdjustCount(features);
  if (feature == kAdjustsHue)
    return kHueOf[count - 1];
  return count == 1                 ? kOfOne
         : count == 2               ? kOfTwo
         : count == kColorAdjusts   ? kOfFour
         : (features & kAdjustsHue) ? kBesideHue
                                    : kOfThree;
}

/// The number that a level stands for.
constexpr float colorAdjustAt(uint32_t level, uint32_t levels) {
  const float half = 0.5f * float(levels - 1);
  return half > 0 ? (float(level) - half) / half : 0;
}

/// Of a colour that the CPU has staged as a code: it is an adjustment, with the entry below.
inline constexpr uint32_t kAdjustedColor = 1u << 30;
inline constexpr uint32_t kColorAdjustBits = kDirectRgbCodes * kDirectRgbCoordinates - 1;

} // namespace flame::abi

#endif // FLAME_ABI_COLORADJUST_H
