// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders into the caller's memory, at once or progressively.

#include "library/Handle.h"
#include "runtime/frame/ProgressiveFrame.h"

#include <cstring>

namespace flame::library {

using namespace rt;

Result<PixelFormat> formatOf(int format) {
  switch (format) {
  case FLAME_RGBA8:
    return kRgba8;
  case FLAME_RGBA16:
    return kRgba16;
  case FLAME_RGBA_FLOAT:
    return kRgbaFloat;
  default:
    break;
  }
  if (format < FLAME_YUV420P8 || format > FLAME_YUV444P10)
    return Error(ErrorKind::Usage, "there is no format " + std::to_string(format));
  const int chroma = (format - FLAME_YUV420P8) % 3; // 420, 422, 444
  PixelFormat planar = {PixelFormat::Planar, uint8_t(format < FLAME_YUV420P10 ? 8 : 10)};
  planar.shiftX = chroma < 2;
  planar.shiftY = chroma < 1;
  return planar;
}

namespace {

/// Connects a render to flame_cancel during its lifetime.
class Cancellable {
public:
  explicit Cancellable(flame_artefact &artefact) : artefact(artefact) {
    const std::lock_guard lock(artefact.stopMutex);
    artefact.current.emplace();
    stop = *artefact.current;
    artefact.isRendering = true;
  }
  ~Cancellable() {
    const std::lock_guard lock(artefact.stopMutex);
    artefact.current.reset();
    artefact.isRendering = false;
  }
  Cancellable(const Cancellable &) = delete;
  Cancellable &operator=(const Cancellable &) = delete;

  std::stop_source stop;

private:
  flame_artefact &artefact;
};

/// Destination of a frame.
struct Target {
  void *buffer = nullptr;
  uint64_t gpuAddress = 0; ///< used if `buffer` is null
  size_t size = 0;
};

/// Reports progress to the caller until the caller cancels.
class Watcher {
public:
  Watcher(flame_callback callback, void *user, std::stop_source stop)
      : callback(callback), user(user), stop(std::move(stop)) {}

  void tell(double share, bool hasPicture) {
    if (!callback || stop.stop_requested())
      return;
    const flame_state state = {share, hasPicture};
    if (callback(user, &state))
      stop.request_stop();
  }
  bool wantsMore() const { return !stop.stop_requested(); }

private:
  flame_callback callback;
  void *user;
  std::stop_source stop;
};

} // namespace

static size_t bytesOf(const flame_artefact &artefact, const FrameRequest &request) {
  const FrameDefaults &frame = artefact.artefact.manifest().frame;
  return request.format.bytes(request.width.value_or(frame.width),
                              request.height.value_or(frame.height));
}

/// A renderer and the request for it.
struct Job {
  Renderer *renderer;
  FrameRequest request;
};

static Result<Job> prepare(flame_artefact &artefact, int format, const Target &target) {
  if (artefact.isRendering)
    return Error(ErrorKind::Usage, "a callback cannot render the artefact it belongs to");
  FLAME_TRY_ASSIGN(const PixelFormat pixels, formatOf(format));
  FLAME_TRY_ASSIGN(FrameRequest request, artefact.request(pixels));
  const size_t needed = bytesOf(artefact, request);
  if (target.size < needed)
    return Error(ErrorKind::Usage,
                 "the frame takes " + std::to_string(needed) + " bytes, and the buffer has " +
                     std::to_string(target.size),
                 "flame_buffer_size says how many it takes");
  if (!target.buffer && !target.gpuAddress)
    return Error(ErrorKind::Usage, "there is no buffer");
  // Checks the request before a device is opened.
  FLAME_TRY(planFrame(artefact.artefact.manifest(), request));
  request.gpuTarget = target.gpuAddress;
  FLAME_TRY_ASSIGN(Renderer * renderer, artefact.renderer());
  return Job{renderer, request};
}

static Status renderFrame(const Job &job, const Target &target, const std::stop_source &stop) {
  Progress progress(ProgressMode::None);
  FLAME_TRY_ASSIGN(const RenderedFrame frame,
                   job.renderer->render(job.request, progress, stop.get_token()));
  if (target.buffer)
    memcpy(target.buffer, frame.pixels.data(), frame.pixels.size());
  return {};
}

static Status renderShown(const flame_artefact &artefact, const Job &job, const Target &target,
                          const std::stop_source &stop, flame_callback callback, void *user) {
  Watcher watcher(callback, user, stop);
  ProgressSink sink = ProgressSink::descriptor(2);
  sink.observe = [&](uint64_t done, uint64_t total) {
    watcher.tell(total ? std::min(1.0, double(done) / double(total)) : 0, false);
  };
  Progress progress(ProgressMode::None, std::move(sink));
  progress.start(uint64_t(plannedSamples(artefact.artefact.manifest(), job.request)));
  FLAME_TRY(renderInSteps(*job.renderer, job.request, {}, progress, stop.get_token(),
                          [&](const ProgressivePicture &picture) {
                            memcpy(target.buffer, picture.frame.pixels.data(),
                                   picture.frame.pixels.size());
                            watcher.tell(picture.share, true);
                            return watcher.wantsMore();
                          }));
  return {};
}

/// Runs a render and reports a cancelled one as FLAME_CANCELLED instead of a failure.
template <class Work>
static int rendered(flame_artefact *artefact, int format, const Target &target, const Work &work) {
  bool wasCancelled = false;
  const int status = guarded(artefact, [&](flame_artefact &open) -> Status {
    FLAME_TRY_ASSIGN(const Job job, prepare(open, format, target));
    const Cancellable cancellable(open);
    Status done = work(open, job, cancellable.stop);
    wasCancelled = !done && cancellable.stop.stop_requested();
    return done;
  });
  return wasCancelled ? fail(Error(ErrorKind::Environment, "cancelled"), FLAME_CANCELLED) : status;
}

} // namespace flame::library

using namespace flame::rt;
using namespace flame::library;

size_t flame_buffer_size(flame_artefact *artefact, int format) {
  size_t bytes = 0;
  guarded(artefact, [&](flame_artefact &open) -> Status {
    FLAME_TRY_ASSIGN(const PixelFormat pixels, formatOf(format));
    FrameRequest request = open.choices.request;
    request.format = pixels;
    bytes = bytesOf(open, request);
    return {};
  });
  return bytes;
}

int flame_render(flame_artefact *artefact, int format, void *buffer, size_t size) {
  const Target target = {buffer, 0, size};
  return rendered(artefact, format, target, [&](auto &, const Job &job, const auto &stop) {
    return renderFrame(job, target, stop);
  });
}

int flame_render_cuda(flame_artefact *artefact, int format, uint64_t address, size_t size) {
  const Target target = {nullptr, address, size};
  return rendered(artefact, format, target, [&](auto &, const Job &job, const auto &stop) {
    return renderFrame(job, target, stop);
  });
}

int flame_render_shown(flame_artefact *artefact, int format, void *buffer, size_t size,
                       flame_callback callback, void *user) {
  const Target target = {buffer, 0, size};
  return rendered(artefact, format, target, [&](auto &open, const Job &job, const auto &stop) {
    return renderShown(open, job, target, stop, callback, user);
  });
}

void flame_cancel(flame_artefact *artefact) {
  if (!artefact)
    return;
  const std::lock_guard lock(artefact->stopMutex);
  if (artefact->current)
    artefact->current->request_stop();
}
