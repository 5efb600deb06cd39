// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and times of the frames of an animation. Where durations are counted in frames (flam3), frame numbers are
// key times: frame f shows animation time (f - startTime) / duration, the last key included, but in a loop, where it
// is the first again; the rate says only how fast a video plays. Where they are counted in units of a length that
// the profile chooses (cuburn), there are N = round(rate * seconds) frames, counted from 0, and frame n shows (n +
// 1/2) / N.

#ifndef FLAME_RUNTIME_PLAN_FRAMECLOCK_H
#define FLAME_RUNTIME_PLAN_FRAMECLOCK_H

#include "artefact/Manifest.h"

#include <cstdint>
#include <string_view>

namespace flame::rt {

/// Frames per second, as the fraction that containers store.
struct FrameRate {
  uint32_t numerator = 24, denominator = 1;

  double perSecond() const { return double(numerator) / denominator; }
  /// "24", "30000/1001".
  std::string text() const;
  bool operator==(const FrameRate &) const = default;
};

/// "25", "12.5", "30000/1001". What is written 23.976, 29.97 and 59.94 becomes the fraction that is meant. From
/// 0.001 to 1000 frames per second.
Result<FrameRate> parseFrameRate(std::string_view text);
/// The same for a number.
Result<FrameRate> makeFrameRate(double perSecond);

/// What the user may choose about time.
struct ClockSettings {
  FrameRate rate;
  double secondsPerUnit = 30; ///< length of a unit, where durations are counted in units
  double frameWidth = 1; ///< length of a frame's exposure in frames; times what the animation says
};

/// The frames of one animation, or of a still, which has the one frame 0.
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
  /// For FrameRequest::shutter. 0 for a still.
  double shutter() const { return still ? 0 : exposure / length; }

  const FrameRate &rate() const { return fps; }
  /// How long the animation plays, from time 0 to time 1. 0 for a still.
  double seconds() const { return still ? 0 : length / fps.perSecond(); }

private:
  FrameClock() = default;

  bool still = true;
  int64_t firstFrame = 0, frames = 1;
  double origin = 0, length = 1; ///< frame number at time 0, and frames from there to time 1
  double exposure = 1;
  FrameRate fps;
};

/// A moment as users write it: "0.25" of the animation, "25%", "3.5s". Returns animation time, 0 to 1.
Result<double> parseMoment(std::string_view text, const FrameClock &clock);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FRAMECLOCK_H
