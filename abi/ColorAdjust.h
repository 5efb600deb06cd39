// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points that adjust the colours of their samples. A point has up to four numbers in [-1, 1], which
// are blended with those of its xforms in the same way as its colour. Flames with adjustments have
// no display colours, so adjustments use the codes of display colours (abi/DirectRgb.h). A
// coordinate of kFirstDisplayColor or more is kFirstDisplayColor plus
//
//   bits 8.. the numbers, each as one of its levels    0..7 the palette entry of the coordinate
//
// The numbers are digits of one whole number, lowest digit first in the order of the features. A
// number that the flame does not use has one level. Levels are rounded at random, so their mean is
// exact. 0 is one of the levels.

#ifndef FLAME_ABI_COLORADJUST_H
#define FLAME_ABI_COLORADJUST_H

#include "abi/Abi.h"
#include "abi/DirectRgb.h"

namespace flame::abi {

/// Number of adjustments, and the features that select them.
inline constexpr uint32_t kColorAdjusts = 4;
inline constexpr uint32_t kColorAdjustFeatures[kColorAdjusts] = {kAdjustsGamma, kAdjustsContrast,
                                                                 kAdjustsSaturation, kAdjustsHue};
inline constexpr uint32_t kAnyColorAdjust =
    kAdjustsGamma | kAdjustsContrast | kAdjustsSaturation | kAdjustsHue;

/// Number of adjustments of a flame with these features.
constexpr uint32_t colorAdjustCount(uint32_t features) {
  uint32_t count = 0;
  for (uint32_t feature : kColorAdjustFeatures)
    count += (features & feature) != 0;
  return count;
}

/// Levels of an adjustment, always odd. A hue needs more levels than the other adjustments, whose
/// effect changes slowly.
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

/// The number that a level represents.
constexpr float colorAdjustAt(uint32_t level, uint32_t levels) {
  const float half = 0.5f * float(levels - 1);
  return half > 0 ? (float(level) - half) / half : 0;
}

/// Flag of a staged colour on the CPU: the code is an adjustment, with the palette entry below it.
inline constexpr uint32_t kAdjustedColor = 1u << 30;
inline constexpr uint32_t kColorAdjustBits = kDirectRgbCodes * kDirectRgbCoordinates - 1;

} // namespace flame::abi

#endif // FLAME_ABI_COLORADJUST_H
