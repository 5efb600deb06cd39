// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface of the devices that render frames of an artefact: a GPU or the CPU.

#ifndef FLAME_RUNTIME_FRAME_RENDERER_H
#define FLAME_RUNTIME_FRAME_RENDERER_H

#include "runtime/frame/Progress.h"
#include "runtime/plan/FramePlan.h"

#include <stop_token>
#include <string>

namespace flame::rt {

/// Renders frames of one artefact, which must outlive the renderer.
class Renderer {
public:
  virtual ~Renderer() = default;

  /// Name of the device for messages.
  virtual std::string describe() const = 0;

  /// Number of frames that may be rendered at once, each by its own thread. A GPU finishes and
  /// copies one frame while it iterates the next.
  virtual unsigned framesInFlight() const = 0;

  /// Renders one frame, or a shard of its histograms. `inFlight` is below framesInFlight();
  /// concurrent calls must use different values. When `stop` is requested, fails with the
  /// Environment error "interrupted".
  virtual Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                                       std::stop_token stop, unsigned inFlight = 0) = 0;

  /// Makes the pixels of a frame from its complete histograms, one per pass. They equal the pixels
  /// that `render` would make.
  virtual Result<RenderedFrame> finish(const FrameRequest &request,
                                       const std::vector<PassHistogram> &passes) = 0;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_RENDERER_H
