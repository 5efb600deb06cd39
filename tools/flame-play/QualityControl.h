// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The quality that the time for a frame allows.

#ifndef FLAME_TOOLS_FLAME_PLAY_QUALITYCONTROL_H
#define FLAME_TOOLS_FLAME_PLAY_QUALITYCONTROL_H

#include <algorithm>
#include <cmath>

namespace flame {

/// Follows what frames take: a frame that took too long makes the next ones worse at once, one that took less makes them better by
/// and by, so that the picture does not flicker.
class QualityControl {
public:
  static constexpr double kWorst = 0.05, kBest = 5000;
  /// The part of the time of a frame that rendering may take; what is left is for showing it, and for frames that take longer.
  static constexpr double kShare = 0.8;

  explicit QualityControl(double quality = 1) : samples(quality) {}

  /// Samples per pixel for the next frame.
  double quality() const { return samples; }

  /// A frame of that quality took `seconds` of `budget`.
  void took(double seconds, double budget) {
    constexpr double kSlowest = 0.5, kFastest = 1.1;
    const double ratio = kShare * budget / std::max(seconds, 1e-6);
    const double factor =
        ratio < 1 ? std::max(ratio, kSlowest) : std::min(std::sqrt(ratio), kFastest);
    samples = std::clamp(samples * factor, kWorst, kBest);
  }

private:
  double samples;
};

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_QUALITYCONTROL_H
