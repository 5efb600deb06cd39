// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Direct RGB: samples with their own red, green and blue, independent of the palette. A colour
// coordinate has no room for three more numbers, but beyond the palette it has 23 bits. From
// kFirstDirectRgb on it is kFirstDirectRgb plus
//
//   bits 8..22 red, green and blue, five bits each, rounded at random
//   bits 0..7  the coordinate of the point
//
// Generated code makes such coordinates, and extracts the low part again for the point. Deposits
// read the high part. From kFirstDisplayColor on, the high part is a display colour instead: a
// palette position that the sample displays while its point carries on with the coordinate.

#ifndef FLAME_ABI_DIRECTRGB_H
#define FLAME_ABI_DIRECTRGB_H

#include <stdint.h>

namespace flame::abi {

inline constexpr float kFirstDirectRgb = 2;
/// Levels of each channel, and values of the coordinate of the point.
inline constexpr uint32_t kDirectRgbLevels = 32, kDirectRgbCoordinates = 256;
inline constexpr uint32_t kDirectRgbCodes = kDirectRgbLevels * kDirectRgbLevels * kDirectRgbLevels;
/// The highest level in units of the palette. The one program with direct RGB scales only palettes,
/// by 200/256.
inline constexpr float kDirectRgbGain = 1.28f;

/// The first code that is a display colour, and the number of display colours in the palette. All
/// codes are whole numbers in single precision.
inline constexpr float kFirstDisplayColor =
    kFirstDirectRgb + float(kDirectRgbCodes) * float(kDirectRgbCoordinates);
inline constexpr uint32_t kDisplayColorCount = 255 * 128;

/// Flag of a staged colour on the CPU: it is a code.
inline constexpr uint32_t kStagedCode = 1u << 31;

} // namespace flame::abi

#endif // FLAME_ABI_DIRECTRGB_H
