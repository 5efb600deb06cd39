// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits that every reader of flames enforces. They are far beyond any real flame and keep later
// size computations from overflowing. The limits of single settings are in ir/Settings.td.

#ifndef FLAME_SUPPORT_LIMITS_H
#define FLAME_SUPPORT_LIMITS_H

#include <cstdint>

namespace flame::rt {

inline constexpr uint32_t kMaxXforms = 4096;
/// Coordinates of the points of a curve.
inline constexpr uint32_t kMaxCurveNumbers = 256;
/// Pixels of a picture, without gutter and supersampling.
inline constexpr double kMaxPixels = 1e9;

} // namespace flame::rt

#endif // FLAME_SUPPORT_LIMITS_H
