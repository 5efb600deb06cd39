// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples that bring red, green and blue along and take nothing from the palette. A colour coordinate has no room for three
// more numbers, but beyond the palette it has 23 bits: from kFirstRgb on it is kFirstRgb plus
//
//   bits 8..22 red, green and blue, five each, rounded at random     0..7 the colour coordinate that the point goes on with
//
// Generated code makes such coordinates and takes the last part of them out again; whoever deposits reads the first. From
// kFirstPlace on the first part is a place in the palette instead, which the sample shows while its point goes on with the
// coordinate.

#ifndef FLAME_ABI_RGBCODE_H
#define FLAME_ABI_RGBCODE_H

#include <stdint.h>

namespace flame::abi {

inline constexpr float kFirstRgb = 2;
/// Levels of each of the three, and places of the coordinate.
inline constexpr uint32_t kRgbLevels = 32, kRgbPlaces = 256;
inline constexpr uint32_t kRgbCodes = kRgbLevels * kRgbLevels * kRgbLevels;
/// What the highest level is in units of the palette: the one program that has such samples takes 200/256 of palettes alone.
inline constexpr float kRgbGain = 1.28f;

/// The number of the first code that is a place, and how many of them the palette has: all codes are whole numbers in single precision.
inline constexpr float kFirstPlace = kFirstRgb + float(kRgbCodes) * float(kRgbPlaces);
inline constexpr uint32_t kShownPlaceCount = 255 * 128;

/// Of a colour that the CPU has staged: it is a code.
inline constexpr uint32_t kStagedCode = 1u << 31;

} // namespace flame::abi

#endif // FLAME_ABI_RGBCODE_H
