// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements --device=auto: renders on a GPU until it fails (out of memory, a kernel faults or does
// not end), and then renders that frame and all later ones on the CPU. Both devices give the same
// picture except for noise.

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

  /// `open` makes the replacement renderer on first use. `note` then receives the reason; it may be
  /// empty.
  FallbackRenderer(std::unique_ptr<Renderer> first, Open open,
                   std::function<void(const std::string &)> note)
      : first(std::move(first)), open(std::move(open)), note(std::move(note)) {}

  std::string describe() const override;
  unsigned framesInFlight() const override { return first->framesInFlight(); }
  /// A shard fails with the first renderer, because all shards of a frame must come from one
  /// device. So does a frame whose pixels stay in GPU memory, and a frame that no renderer can
  /// render.
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

private:
  /// Returns the replacement renderer, opened because of `error`. The caller holds `fallbackMutex`.
  Result<Renderer *> replacement(const Error &error);

  const std::unique_ptr<Renderer> first;
  const Open open;
  const std::function<void(const std::string &)> note;
  std::atomic<bool> hasFailed = false;
  mutable std::mutex fallbackMutex; ///< guards `other`, which has one frame in flight
  std::unique_ptr<Renderer> other;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FALLBACKRENDERER_H
