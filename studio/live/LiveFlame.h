// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames that change while the user watches. A device keeps the code of each structure it has seen.
// If a flame differs from one of these in numbers alone, only its data is packed again and nothing
// is compiled.

#ifndef FLAME_STUDIO_LIVE_LIVEFLAME_H
#define FLAME_STUDIO_LIVE_LIVEFLAME_H

#include "compiler/animation/Animation.h"
#include "runtime/frame/Renderer.h"
#include "support/ContentHash.h"

#include <memory>
#include <string>
#include <vector>

namespace flame::studio {

/// A flame on a device, with one set of numbers. Only one thread uses it at a time.
class LiveFlame {
public:
  virtual ~LiveFlame() = default;

  virtual const rt::Manifest &manifest() const = 0;
  /// Returns the renderer for frames of this flame. It stays valid until the device is asked for
  /// the renderer of another flame.
  virtual rt::Result<rt::Renderer *> renderer() = 0;
  /// True if the renderer finishes frames on the CPU, so that the caller may finish them itself at
  /// the same cost.
  virtual bool finishesOnCpu() const { return false; }

  /// Hash of everything that determines the histogram besides the request and the palettes: code
  /// and curves.
  rt::ContentHash identity = {};
  /// Palettes, row by row.
  std::vector<abi::PaletteEntry> palettes;
  bool codeIsNew = false; ///< code had to be compiled or loaded
  double seconds = 0;     ///< time it took to make the flame
};

/// Settings that act only after density estimation. Neither the samples nor the margin around the
/// picture depend on them.
inline constexpr const char *kToneSettings[] = {
#include "studio/live/ToneSettings.inc"
};

/// Makes flames for one device.
class LiveDevice {
public:
  virtual ~LiveDevice() = default;

  /// Opens "cpu", "cuda:N" or "auto". "auto" is the first GPU, or the CPU if there is none;
  /// `fallback` then gives the reason.
  static rt::Result<std::unique_ptr<LiveDevice>> open(const std::string &word,
                                                      std::string &fallback);

  /// Name of the device, for people.
  virtual std::string describe() const = 0;
  /// Samples per second to expect before the first measurement.
  virtual double expectedRate() const = 0;
  /// Makes the flame of an animation. Messages of the compiler come back as an Input error. Several
  /// threads may call this at once, but only one thread may use the flames.
  virtual rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &animation) = 0;
  /// Makes a flame at once for an animation that differs from the one of `like` in tone
  /// (kToneSettings) and colours alone. Returns null if the device has no shorter way than `make`.
  virtual std::shared_ptr<LiveFlame> makeLike(const std::shared_ptr<LiveFlame> &like,
                                              const Animation &animation);
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEFLAME_H
