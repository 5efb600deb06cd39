// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders frames until a stop criterion is met, and shows previews of long ones. It needs only
// histograms and finished pictures, so it works with every device.
//
// A frame with a StopCriterion is rendered in batches. Each batch has two halves with different
// seeds, so the halves of all batches together are two pictures that differ by chance alone. Their
// difference (NoiseMeasure.h) and the noise after earlier batches (NoiseByBatch.h) give the noise
// of the whole frame and the number of samples still to render. Each batch covers a part of the
// remaining distance, so the sample count approaches its target from below.

#ifndef FLAME_RUNTIME_FRAME_ADAPTIVERENDERER_H
#define FLAME_RUNTIME_FRAME_ADAPTIVERENDERER_H

#include "runtime/frame/Renderer.h"

#include <functional>

namespace flame::rt {

/// Samples per pixel at which a frame ends even if its noise is above the target. A quality in the
/// request replaces this limit.
inline constexpr double kMostQuality = 100'000;

/// When and how previews of a frame are shown during rendering.
struct PreviewPlan {
  double seconds = 0; ///< interval between previews; 0: no previews
  /// Receives a picture of all samples so far, called by the rendering thread. An error ends the
  /// frame.
  std::function<Status(const RenderedFrame &)> show = nullptr;
};

class AdaptiveRenderer final : public Renderer {
public:
  /// `inner` and `manifest` must outlive the renderer; `manifest` describes the artefact that
  /// `inner` renders. `now` returns seconds and is replaced in tests; null: the real clock.
  AdaptiveRenderer(Renderer &inner, const Manifest &manifest, PreviewPlan preview = {},
                   std::function<double()> now = nullptr);

  std::string describe() const override { return inner.describe(); }
  unsigned framesInFlight() const override { return inner.framesInFlight(); }
  /// A request without a StopCriterion gives the same bytes as `inner`, with or without previews.
  /// If noise is the only criterion, the bytes are reproducible on the same kind of device, with or
  /// without previews. The result contains its noise and its sample count.
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
