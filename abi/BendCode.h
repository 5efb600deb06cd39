// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points that bend the colours of their samples. Each has up to four numbers in [-1, 1], which follow those of its xforms as its colour
// does. They stand where abi/RgbCode.h has places that samples show, which no such flame has: a coordinate of kFirstPlace or more is
// kFirstPlace plus
//
//   bits 8.. the numbers, each as one of its levels    0..7 the entry of the palette that the coordinate leads to
//
// The numbers are digits of one whole number, that of the first feature lowest; those that a flame does not bend by have one level.
// Levels are rounded at random, so that their mean is right. 0 is one of them.

#ifndef FLAME_ABI_BENDCODE_H
#define FLAME_ABI_BENDCODE_H

#include "abi/Abi.h"
#include "abi/RgbCode.h"

namespace flame::abi {

/// How many numbers there are, and by which features a flame says that it has them.
inline constexpr uint32_t kBends = 4;
inline constexpr uint32_t kBendFeatures[kBends] = {kBendsGamma, kBendsContrast, kBendsSaturation,
                                                   kBendsHue};
inline constexpr uint32_t kAnyBend = kBendsGamma | kBendsContrast | kBendsSaturation | kBendsHue;

/// Of how many numbers a flame with these features has.
constexpr uint32_t bendsOf(uint32_t features) {
  uint32_t count = 0;
  for (uint32_t feature : kBendFeatures)
    count += (features & feature) != 0;
  return count;
}

/// The levels of a number, odd. A hue needs more of them than the others, whose effect changes slowly.
constexpr uint32_t bendLevels(uint32_t features, uint32_t feature) {
  constexpr uint32_t kOfOne = 32639, kOfTwo = 179, kOfThree = 31, kBesideHue = 15, kOfFour = 7;
  constexpr uint32_t kHueOf[kBends] = {32639, 181, 145, 95};
  if (!(features & feature))
    return 1;
  const uint32_t count = bendsOf(features);
  if (feature == kBendsHue)
    return kHueOf[count - 1];
  return count == 1               ? kOfOne
         : count == 2             ? kOfTwo
         : count == kBends        ? kOfFour
         : (features & kBendsHue) ? kBesideHue
                                  : kOfThree;
}

/// The number that a level stands for.
constexpr float bendAt(uint32_t level, uint32_t levels) {
  const float half = 0.5f * float(levels - 1);
  return half > 0 ? (float(level) - half) / half : 0;
}

/// Of a colour that the CPU has staged and that is a code: it is one of these, with the entry below.
inline constexpr uint32_t kBentColor = 1u << 30;
inline constexpr uint32_t kBendBits = kRgbCodes * kRgbPlaces - 1;

} // namespace flame::abi

#endif // FLAME_ABI_BENDCODE_H
