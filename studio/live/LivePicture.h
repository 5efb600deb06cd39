// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture that gets better while nobody touches the flame, and is there at once when somebody does.
//
// It is the frame that flamerun makes of the same flame, size, quality and seed, iterated shard
// after shard, each a range of its logical blocks, small at first and larger then. After each shard
// it can be finished. What is left of a histogram when the flame changes is used again if the
// samples would be the same: then only the filters run.
//
// Where a GPU makes all samples of a frame sooner than their histogram could be brought to the host
// and back, there are no shards and no histogram: whatever changes, the whole frame is made anew.

#ifndef FLAME_STUDIO_LIVE_LIVEPICTURE_H
#define FLAME_STUDIO_LIVE_LIVEPICTURE_H

#include "runtime/plan/FramePlan.h"
#include "studio/live/ColorMap.h"
#include "studio/live/KeptAccumulators.h"
#include "studio/live/LiveFlame.h"

#include <optional>
#include <stop_token>

namespace flame::studio {

/// What one wants to see of a flame.
struct PictureRequest {
  uint32_t width = 960, height = 540;
  double quality = 100; ///< samples per pixel at which the picture is complete
  std::optional<uint32_t> supersample;
  double time = 0; ///< animation time
  bool transparency = false;
  uint64_t seed = 0;
  unsigned threads = 0;
  double firstSeconds = 0.06; ///< about what the first shard takes

  bool operator==(const PictureRequest &) const = default;
};

/// A state of the picture.
struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;
  uint64_t samples = 0, wanted = 0;
  double share = 0;             ///< of the iteration that is done, 0 to 1
  double rate = 0;              ///< samples per second, of the last shard
  double seconds = 0;           ///< that this state took
  bool wasOnlyFinished = false; ///< no sample was added
};

/// One picture on a device.
class LivePicture {
public:
  /// On a device that finishes frames itself, a frame whose samples take no more than
  /// `newFrameSeconds` is rendered from scratch.
  explicit LivePicture(double expectedRate, double newFrameSeconds = 0.02)
      : newFrameSeconds(newFrameSeconds), rate(expectedRate) {}

  /// Shows this from now on. What was iterated stays if it can.
  rt::Status show(std::shared_ptr<LiveFlame> flame, const PictureRequest &request);
  /// Whether there is a flame.
  bool hasFlame() const { return flame != nullptr; }
  /// Whether the last state that was returned is the best there will be.
  bool isComplete() const { return !flame || (nextSlice == slices && !mustFinish && !isRough); }
  /// Whether the next state needs no iteration.
  bool onlyFinishes() const { return nextSlice > 0 && (mustFinish || nextSlice == slices); }
  /// Makes the next state. An Environment error "interrupted" when `stop` was requested; then it can be asked for again.
  rt::Result<Picture> step(const std::stop_token &stop);
  const LiveFlame *current() const { return flame.get(); }

private:
  /// Whether all of a frame is to be made at once.
  bool needsNewFrame(const rt::FramePlan &plan) const;
  /// All samples of a frame and its pixels.
  rt::Result<Developed> makeNewFrame(const std::stop_token &stop);
  /// Learns from a frame or a part of it that took so long.
  void learnRate(const rt::RenderedFrame &made, double seconds);
  rt::FrameRequest frameRequest() const;
  /// What is iterated: with room around it for wider filters than the flame has now.
  rt::FrameRequest iterateRequest() const;
  rt::Status iterate(rt::Renderer &renderer, const std::stop_token &stop);
  /// Makes pixels of the histogram, or of accumulators that were kept.
  rt::Result<Developed> develop(const std::stop_token &stop);
  rt::Result<Developed> developSeparately(const rt::FramePlan &plan);
  /// The histogram as the flame has it now: without the room around it, in its colours.
  std::vector<rt::PassHistogram> prepared(const rt::FramePlan &plan) const;
  /// Whether the histogram can be shown in the colours of the flame; then it will be.
  bool takeColors();

  std::shared_ptr<LiveFlame> flame;
  /// Whose samples are in the histogram: a flame that differs from `flame` in what filters do, and in colours by `colorMap`.
  std::shared_ptr<LiveFlame> sampled;
  std::optional<ColorMap> colorMap; ///< absent: the same colours
  PictureRequest request;
  rt::PlanCache planCache;
  double roomRadius = 0;        ///< pixels around the picture that are iterated
  abi::FrameGeometry grid = {}; ///< of the histogram
  rt::ContentHash samplesKey = {};
  uint64_t wantedSamples = 0;
  /// The frame is divided into `slices`, a power of two; those before `nextSlice` are in the
  /// histogram.
  uint32_t slices = 1, nextSlice = 0;
  std::vector<rt::PassHistogram> passes;
  KeptAccumulators kept; ///< of the histogram, or of what it was some shards ago
  const double newFrameSeconds;
  bool isNewFrame = false; ///< the frame is made at once, and there is no histogram
  double rate;
  double nextSeconds = 0;  ///< what the next shard shall take
  bool mustFinish = false; ///< the flame has changed, but for its samples
  bool isRough = false;    ///< the last state was not made of all samples, or not exactly
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEPICTURE_H
