// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames that change while one looks at them. A device keeps the code of structures that it has seen; a flame that differs from
// one of them in numbers alone is packed anew, and nothing is compiled.

#ifndef FLAME_STUDIO_LIVE_LIVEFLAME_H
#define FLAME_STUDIO_LIVE_LIVEFLAME_H

#include "compiler/animation/Animation.h"
#include "runtime/frame/Renderer.h"
#include "support/ContentHash.h"

#include <memory>
#include <string>
#include <vector>

namespace flame::studio {

/// A flame on a device, at one state of its numbers. One thread uses it at a time.
class LiveFlame {
public:
  virtual ~LiveFlame() = default;

  virtual const rt::Manifest &manifest() const = 0;
  /// Renders and finishes frames of this flame; valid until the device is asked for that of another one.
  virtual rt::Result<rt::Renderer *> renderer() = 0;
  /// Whether the renderer finishes frames on the CPU, so that one may as well do so oneself.
  virtual bool finishesOnCpu() const { return false; }

  /// What the histogram of a frame depends on, besides the request and the palettes: code, curves.
  rt::ContentHash identity = {};
  /// Palettes, row by row.
  std::vector<abi::PaletteEntry> palettes;
  bool codeIsNew = false; ///< code had to be made or loaded
  double seconds = 0;     ///< that making the flame took
};

/// Settings that only what comes behind density estimation looks at: neither samples nor room around the picture depend on them.
inline constexpr const char *kToneSettings[] = {
#include "studio/live/ToneSettings.inc"
};

/// Makes flames for one device.
class LiveDevice {
public:
  virtual ~LiveDevice() = default;

  /// Opens "cpu", "cuda:N", or "auto": the first GPU, or the CPU when there is none; `fallback` then says why.
  static rt::Result<std::unique_ptr<LiveDevice>> open(const std::string &word,
                                                      std::string &fallback);

  /// The device, for people.
  virtual std::string describe() const = 0;
  /// Samples per second to expect before any was made.
  virtual double expectedRate() const = 0;
  /// The flame. A message of the compiler is an Input error. May be called from several threads; all that flames do comes from one.
  virtual rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &animation) = 0;
  /// The same for an animation that differs from that of `like` in its tone (kToneSettings) and colours alone, at once. Null, if the
  /// device has no shorter way than `make`.
  virtual std::shared_ptr<LiveFlame> makeLike(const std::shared_ptr<LiveFlame> &like,
                                              const Animation &animation);
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEFLAME_H
