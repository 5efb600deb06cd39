// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders on a GPU for as long as that goes well. When it fails, because its memory is full, a kernel faults or does not end, the frame
// and all that follow are rendered on the CPU: what --device=auto promises. Both give the same picture but for its noise.

#ifndef FLAME_RUNTIME_FRAME_FALLBACKRENDERER_H
#define FLAME_RUNTIME_FRAME_FALLBACKRENDERER_H

#include "runtime/frame/Renderer.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace flame::rt {

class FallbackRenderer final : public Renderer {
public:
  using Open = std::function<Result<std::unique_ptr<Renderer>>()>;

  /// `open` makes the other renderer when it is needed; `note` is told then why it is, and may be empty.
  FallbackRenderer(std::unique_ptr<Renderer> first, Open open,
                   std::function<void(const std::string &)> note)
      : first(std::move(first)), open(std::move(open)), note(std::move(note)) {}

  std::string describe() const override;
  unsigned framesInFlight() const override { return first->framesInFlight(); }
  /// A part of a histogram must be of the device that the others are of, and pixels that are to stay on the GPU of that: these fail
  /// with the first renderer. So does what nobody could render.
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

private:
  /// The other renderer, opened because of `error`. Called with `fallbackMutex` held.
  Result<Renderer *> replacement(const Error &error);

  const std::unique_ptr<Renderer> first;
  const Open open;
  const std::function<void(const std::string &)> note;
  std::atomic<bool> hasFailed = false;
  mutable std::mutex fallbackMutex; ///< guards the other renderer, which has one frame in flight
  std::unique_ptr<Renderer> other;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FALLBACKRENDERER_H
