// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and times of the frames of an animation.
//
// If durations are counted in frames (flam3), frame numbers are key times: frame f shows animation
// time (f - startTime) / duration. The last key is included, except in a loop, where it equals the
// first. The rate only sets the speed of a video.
//
// If durations are counted in units whose length the profile chooses (cuburn), there are N =
// round(rate * seconds) frames, counted from 0, and frame n shows (n + 1/2) / N.

#ifndef FLAME_RUNTIME_PLAN_FRAMECLOCK_H
#define FLAME_RUNTIME_PLAN_FRAMECLOCK_H

#include "artefact/Manifest.h"

#include <cstdint>
#include <string_view>

namespace flame::rt {

/// Frames per second, as a fraction like those in containers.
struct FrameRate {
  uint32_t numerator = 24, denominator = 1;

  double perSecond() const { return double(numerator) / denominator; }
  /// "24" or "30000/1001".
  std::string text() const;
  bool operator==(const FrameRate &) const = default;
};

/// Parses "25", "12.5" or "30000/1001". 23.976, 29.97 and 59.94 become the fractions that they
/// abbreviate. The range is 0.001 to 1000 frames per second.
Result<FrameRate> parseFrameRate(std::string_view text);
/// Makes a rate from a number, by the same rules.
Result<FrameRate> makeFrameRate(double perSecond);

/// The user's choices about time.
struct ClockSettings {
  FrameRate rate;
  double secondsPerUnit = 30; ///< length of a unit, if durations are counted in units
  /// Exposure of a frame, in frames; multiplied by the animation's own value.
  double frameWidth = 1;
};

/// The frames of one animation. A still has the one frame 0.
class FrameClock {
public:
  static Result<FrameClock> create(const Manifest &manifest, const ClockSettings &settings);

  bool isStill() const { return still; }
  int64_t first() const { return firstFrame; }
  int64_t last() const { return firstFrame + frames - 1; }
  int64_t count() const { return frames; }
  bool contains(int64_t frame) const { return frame >= first() && frame <= last(); }

  /// Animation time in the middle of a frame's exposure.
  double timeOf(int64_t frame) const { return (double(frame) - origin) / length; }
  /// The frame that shows an animation time, or the nearest one.
  int64_t frameAt(double time) const;
  /// Value for FrameRequest::shutter. 0 for a still.
  double shutter() const { return still ? 0 : exposure / length; }

  const FrameRate &rate() const { return fps; }
  /// Playing time of the animation from time 0 to time 1. 0 for a still.
  double seconds() const { return still ? 0 : length / fps.perSecond(); }

private:
  FrameClock() = default;

  bool still = true;
  int64_t firstFrame = 0, frames = 1;
  double origin = 0, length = 1; ///< frame number at time 0, and frames from there to time 1
  double exposure = 1;
  FrameRate fps;
};

/// Parses a moment: "0.25" of the animation, "25%" or "3.5s". Returns animation time, 0 to 1.
Result<double> parseMoment(std::string_view text, const FrameClock &clock);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FRAMECLOCK_H
