// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A renderer for tests of what happens to frames: pixels that depend on the request alone, on
// demand slow, failing, or waiting.

#ifndef FLAME_TESTS_UNIT_RUNTIME_FAKERENDERER_H
#define FLAME_TESTS_UNIT_RUNTIME_FAKERENDERER_H

#include "runtime/frame/FrameSink.h"
#include "runtime/frame/Renderer.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace flame::rt {

class FakeRenderer : public Renderer {
public:
  explicit FakeRenderer(unsigned frames = 2) : frameCount(frames) {}

  uint32_t width = 32, height = 16;
  /// Called in the render thread with the number of the frame; an error fails it.
  std::function<Status(uint64_t)> onRender;
  std::atomic<int> rendered = 0, busy = 0, mostBusy = 0;

  std::string describe() const override { return "a fake"; }
  unsigned framesInFlight() const override { return frameCount; }

  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight) override {
    mostBusy = std::max(mostBusy.load(), ++busy);
    Status status = onRender ? onRender(request.frame) : Status();
    --busy;
    FLAME_TRY(std::move(status));
    if (stop.stop_requested())
      return Error(ErrorKind::Environment, "interrupted");
    progress.advance(100);
    ++rendered;
    return frameFor(request);
  }

  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &) override {
    return frameFor(request);
  }

  RenderedFrame frameFor(const FrameRequest &request) const {
    RenderedFrame frame;
    frame.width = width;
    frame.height = height;
    frame.format = request.format;
    frame.samples = 100;
    frame.times = {{"iterate", 0.01}, {"filter", 0.002}};
    frame.pixels.resize(request.format.bytes(width, height));
    for (size_t i = 0; i < frame.pixels.size(); ++i)
      frame.pixels[i] = uint8_t(i * 7 + request.frame * 31 + request.seed) % 200 + 20;
    return frame;
  }

private:
  unsigned frameCount;
};

/// `count` frames, numbered from `first`.
inline std::vector<FrameJob> makeJobs(int64_t first, int64_t count,
                                      const PixelFormat &format = kRgba8) {
  std::vector<FrameJob> jobs;
  for (int64_t i = 0; i < count; ++i) {
    FrameJob job{first + i, {}};
    job.request.frame = uint64_t(job.number);
    job.request.time = double(i) / double(count);
    job.request.format = format;
    jobs.push_back(job);
  }
  return jobs;
}

inline void sleepFor(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

} // namespace flame::rt

#endif // FLAME_TESTS_UNIT_RUNTIME_FAKERENDERER_H
