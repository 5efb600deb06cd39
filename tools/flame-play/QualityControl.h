// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the quality that the time for a frame allows.

#ifndef FLAME_TOOLS_FLAME_PLAY_QUALITYCONTROL_H
#define FLAME_TOOLS_FLAME_PLAY_QUALITYCONTROL_H

#include <algorithm>
#include <cmath>

namespace flame {

/// Follows the render times. After a frame that took too long, quality drops at once. After a fast
/// frame it rises slowly, so the picture does not flicker.
class QualityControl {
public:
  static constexpr double kWorst = 0.05, kBest = 5000;
  /// Fraction of the frame time that rendering may take. The rest is for display and for slower
  /// frames.
  static constexpr double kShare = 0.8;

  explicit QualityControl(double quality = 1) : samples(quality) {}

  /// Samples per pixel for the next frame.
  double quality() const { return samples; }

  /// Reports that a frame of this quality took `seconds` of `budget`.
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
