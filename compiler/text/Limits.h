// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between what a number in a file may lie.

#ifndef FLAME_COMPILER_TEXT_LIMITS_H
#define FLAME_COMPILER_TEXT_LIMITS_H

#include <string>

namespace flame {

/// Magnitude beyond which a number is refused, and below which one that must be above 0 is. Single precision, in which
/// flames are rendered, ends at 3.4e38 and 1.2e-38.
inline constexpr double kMaxMagnitude = 1e30, kMinMagnitude = 1e-30;

/// The values that a number may have.
struct Limits {
  double minimum = -kMaxMagnitude;
  double maximum = kMaxMagnitude;
  /// 0, then the minimum, is excluded, and what cannot be told from it.
  bool aboveZero = false;

  /// What is wrong with a number, as in "must be above 0"; empty if nothing is.
  std::string complaint(double number) const;
};

/// How steep a track may be: from one limit to the other within a millionth of the animation.
inline constexpr Limits kSlopes = {-1e36, 1e36};
inline constexpr Limits kNotNegative = {0};
inline constexpr Limits kPositive = {0, kMaxMagnitude, true};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_LIMITS_H
