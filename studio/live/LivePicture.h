// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture that improves while the flame stays the same and reacts at once when the flame changes.
//
// The picture is the frame that flamerun makes of the same flame, size, quality and seed. It is
// iterated in shards, each a range of the frame's logical blocks. Shards are small at first and
// grow. The histogram can be finished after each shard. When the flame changes but its samples
// would not, the histogram is used again and only the filters run.
//
// If a GPU makes all samples of a frame sooner than it could copy their histogram to the host and
// back, shards and histogram are not used. Every change then renders the whole frame again.

#ifndef FLAME_STUDIO_LIVE_LIVEPICTURE_H
#define FLAME_STUDIO_LIVE_LIVEPICTURE_H

#include "runtime/plan/FramePlan.h"
#include "studio/live/ColorMap.h"
#include "studio/live/KeptAccumulators.h"
#include "studio/live/LiveFlame.h"

#include <optional>
#include <stop_token>

namespace flame::studio {

/// What to show of a flame.
struct PictureRequest {
  uint32_t width = 960, height = 540;
  double quality = 100; ///< samples per pixel of the complete picture
  std::optional<uint32_t> supersample;
  double time = 0; ///< animation time
  bool transparency = false;
  uint64_t seed = 0;
  unsigned threads = 0;
  double firstSeconds = 0.06; ///< approximate duration of the first shard

  bool operator==(const PictureRequest &) const = default;
};

/// One state of the picture.
struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;
  uint64_t samples = 0, wanted = 0;
  double share = 0;             ///< fraction of the iteration that is done, 0 to 1
  double rate = 0;              ///< samples per second of the last shard
  double seconds = 0;           ///< time it took to make this state
  bool wasOnlyFinished = false; ///< no sample was added
};

/// One picture on a device.
class LivePicture {
public:
  /// On a device that finishes frames itself, a frame is rendered from scratch if its samples take
  /// no more than `newFrameSeconds`.
  explicit LivePicture(double expectedRate, double newFrameSeconds = 0.02)
      : newFrameSeconds(newFrameSeconds), rate(expectedRate) {}

  /// Shows `flame` from now on. Keeps the samples if they are still valid.
  rt::Status show(std::shared_ptr<LiveFlame> flame, const PictureRequest &request);
  /// Whether there is a flame.
  bool hasFlame() const { return flame != nullptr; }
  /// Whether the last returned state is final.
  bool isComplete() const { return !flame || (nextSlice == slices && !mustFinish && !isRough); }
  /// Whether the next state needs no iteration.
  bool onlyFinishes() const { return nextSlice > 0 && (mustFinish || nextSlice == slices); }
  /// Makes the next state. Returns an Environment error "interrupted" if `stop` was requested; the
  /// caller may ask for the state again.
  rt::Result<Picture> step(const std::stop_token &stop);
  const LiveFlame *current() const { return flame.get(); }

private:
  /// Whether to render the whole frame at once.
  bool needsNewFrame(const rt::FramePlan &plan) const;
  /// Makes all samples of a frame and its pixels.
  rt::Result<Developed> makeNewFrame(const std::stop_token &stop);
  /// Learns the sampling rate from a frame, or from a part of one, that took `seconds`.
  void learnRate(const rt::RenderedFrame &made, double seconds);
  rt::FrameRequest frameRequest() const;
  /// The request for iteration. It has a margin for wider filters than the flame has now.
  rt::FrameRequest iterateRequest() const;
  rt::Status iterate(rt::Renderer &renderer, const std::stop_token &stop);
  /// Makes pixels from the histogram or from kept accumulators.
  rt::Result<Developed> develop(const std::stop_token &stop);
  rt::Result<Developed> developSeparately(const rt::FramePlan &plan);
  /// The histogram in the flame's colours, without the margin.
  std::vector<rt::PassHistogram> prepared(const rt::FramePlan &plan) const;
  /// Whether the histogram can be shown in the flame's colours. If so, `colorMap` is set for it.
  bool takeColors();

  std::shared_ptr<LiveFlame> flame;
  /// The flame whose samples are in the histogram. It differs from `flame` only in filter settings,
  /// and in colours by `colorMap`.
  std::shared_ptr<LiveFlame> sampled;
  std::optional<ColorMap> colorMap; ///< absent if the colours are the same
  PictureRequest request;
  rt::PlanCache planCache;
  double roomRadius = 0;        ///< width of the iterated margin in pixels
  abi::FrameGeometry grid = {}; ///< geometry of the histogram
  rt::ContentHash samplesKey = {};
  uint64_t wantedSamples = 0;
  /// The frame is divided into `slices`, a power of two. The histogram holds those before
  /// `nextSlice`.
  uint32_t slices = 1, nextSlice = 0;
  std::vector<rt::PassHistogram> passes;
  /// Made from the histogram, or from an earlier state of it.
  KeptAccumulators kept;
  const double newFrameSeconds;
  bool isNewFrame = false; ///< the frame is made at once and there is no histogram
  double rate;
  double nextSeconds = 0;  ///< target duration of the next shard
  bool mustFinish = false; ///< the flame has changed, but its samples have not
  bool isRough = false;    ///< the last state lacks samples or is not exact
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEPICTURE_H
