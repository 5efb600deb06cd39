// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders frames up to a stop criterion, and shows previews of long ones. It works with every
// device: all it needs is histograms and their pictures.
//
// A frame with a StopCriterion is rendered in batches, each of two halves with different seeds. The
// halves of all batches together are two pictures that differ by chance alone. Their difference
// (NoiseMeasure.h) and the noise after earlier batches (NoiseByBatch.h) give the noise of the whole
// and the number of samples still to render. Each batch covers a part of the way, so that the
// number of samples approaches its target from below.

#ifndef FLAME_RUNTIME_FRAME_ADAPTIVERENDERER_H
#define FLAME_RUNTIME_FRAME_ADAPTIVERENDERER_H

#include "runtime/frame/Renderer.h"

#include <functional>

namespace flame::rt {

/// Samples per pixel at which a frame ends although its noise is above the target, unless the
/// request has a quality.
inline constexpr double kMostQuality = 100'000;

/// How a frame is shown while it is made.
struct PreviewPlan {
  double seconds = 0; ///< from one picture to the next; 0: none are shown
  /// Takes a picture of all samples so far, by the thread that renders. An error ends the frame.
  std::function<Status(const RenderedFrame &)> show = nullptr;
};

class AdaptiveRenderer final : public Renderer {
public:
  /// Both must outlive it; `manifest` is that of what `inner` renders. `now` is in seconds, for tests; null: a clock.
  AdaptiveRenderer(Renderer &inner, const Manifest &manifest, PreviewPlan preview = {},
                   std::function<double()> now = nullptr);

  std::string describe() const override { return inner.describe(); }
  unsigned framesInFlight() const override { return inner.framesInFlight(); }
  /// A request without a StopCriterion gives the bytes of `inner`, with or without previews. If
  /// noise is the only criterion, the bytes are the same each time on the same kind of device, with
  /// or without previews. The frame holds its noise and its number of samples.
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override {
    return inner.finish(request, passes);
  }

private:
  Renderer &inner;
  const Manifest &manifest;
  const PreviewPlan preview;
  const std::function<double()> now;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_ADAPTIVERENDERER_H
