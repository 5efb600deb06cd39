// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames in flight when the first of them fails also fail soon; they then take turns on the CPU.

#include "runtime/frame/FallbackRenderer.h"

#include <optional>
#include <utility>

namespace flame::rt {

static bool mayGoOn(const Error &error, const FrameRequest &request) {
  const bool isOfTheDevice =
      error.kind() == ErrorKind::Environment || error.kind() == ErrorKind::Internal;
  return isOfTheDevice && !request.shard && !request.gpuTarget;
}

std::string FallbackRenderer::describe() const {
  const std::lock_guard lock(fallbackMutex);
  return other ? other->describe() : first->describe();
}

Result<Renderer *> FallbackRenderer::replacement(const Error &error) {
  if (!other) {
    Result<std::unique_ptr<Renderer>> opened = open();
    if (!opened) // report the GPU's error first: it is the one to fix
      return Error(error.kind(), error.text() + "; and on the CPU: " + opened.error().text(),
                   error.note());
    other = *std::move(opened);
    if (note)
      note("rendering on the CPU: " + error.text());
  }
  hasFailed = true;
  return other.get();
}

Result<RenderedFrame> FallbackRenderer::render(const FrameRequest &request, Progress &progress,
                                               std::stop_token stop, unsigned inFlight) {
  std::optional<Error> error;
  if (!hasFailed || request.shard || request.gpuTarget) {
    Result<RenderedFrame> frame = first->render(request, progress, stop, inFlight);
    if (frame || stop.stop_requested() || !mayGoOn(frame.error(), request))
      return frame;
    error = std::move(frame).error();
  }
  const std::lock_guard lock(fallbackMutex);
  if (error)
    FLAME_TRY(replacement(*error));
  return other->render(request, progress, stop);
}

Result<RenderedFrame> FallbackRenderer::finish(const FrameRequest &request,
                                               const std::vector<PassHistogram> &passes) {
  std::optional<Error> error;
  if (!hasFailed || request.gpuTarget) {
    Result<RenderedFrame> frame = first->finish(request, passes);
    if (frame || !mayGoOn(frame.error(), request))
      return frame;
    error = std::move(frame).error();
  }
  const std::lock_guard lock(fallbackMutex);
  if (error)
    FLAME_TRY(replacement(*error));
  return other->finish(request, passes);
}

} // namespace flame::rt
