// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of numbers in files.

#ifndef FLAME_COMPILER_TEXT_LIMITS_H
#define FLAME_COMPILER_TEXT_LIMITS_H

#include <string>

namespace flame {

/// Numbers of larger magnitude are rejected; so are smaller ones where a number must be above 0.
/// Flames are rendered in single precision, whose range ends at 3.4e38 and 1.2e-38.
inline constexpr double kMaxMagnitude = 1e30, kMinMagnitude = 1e-30;

/// The permitted range of a number.
struct Limits {
  double minimum = -kMaxMagnitude;
  double maximum = kMaxMagnitude;
  /// Excludes 0, which must be the minimum, and numbers too small to tell from it.
  bool aboveZero = false;

  /// The complaint about `number`, such as "must be above 0"; empty if it is within the limits.
  std::string complaint(double number) const;
};

/// Limits of the slope of a track: from one limit to the other within a millionth of the animation.
inline constexpr Limits kSlopes = {-1e36, 1e36};
inline constexpr Limits kNotNegative = {0};
inline constexpr Limits kPositive = {0, kMaxMagnitude, true};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_LIMITS_H
