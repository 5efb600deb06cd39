// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What renders the frames of an artefact: a GPU or the CPU.

#ifndef FLAME_RUNTIME_FRAME_RENDERER_H
#define FLAME_RUNTIME_FRAME_RENDERER_H

#include "runtime/frame/Progress.h"
#include "runtime/plan/FramePlan.h"

#include <stop_token>
#include <string>

namespace flame::rt {

/// Renders frames of one artefact, which must outlive it.
class Renderer {
public:
  virtual ~Renderer() = default;

  /// The device, for people.
  virtual std::string describe() const = 0;

  /// How many frames may be rendered at once, each by its own thread: a GPU finishes and copies one while it iterates the
  /// next.
  virtual unsigned framesInFlight() const = 0;

  /// Renders one frame, or a part of its histograms. `inFlight` is below framesInFlight(), and no two calls may use the same
  /// one at a time. Ends early with an Environment error "interrupted" when `stop` is requested.
  virtual Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                                       std::stop_token stop, unsigned inFlight = 0) = 0;

  /// Makes the pixels of the frame whose complete histograms these are, one for each pass over it: those that render would
  /// have made.
  virtual Result<RenderedFrame> finish(const FrameRequest &request,
                                       const std::vector<PassHistogram> &passes) = 0;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_RENDERER_H
