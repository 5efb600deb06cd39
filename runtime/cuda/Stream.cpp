// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cuda/Stream.h"

#include <utility>

namespace flame::rt {

Result<Event> Event::create(const Context &context) {
  Event event;
  event.context = context.ref();
  FLAME_CU_TRY(context.driver(), cuEventCreate(&event.handle, CU_EVENT_DEFAULT));
  return event;
}

Event::Event(Event &&other) noexcept
    : context(other.context), handle(std::exchange(other.handle, nullptr)) {}

Event &Event::operator=(Event &&other) noexcept {
  if (this != &other) {
    release();
    context = other.context;
    handle = std::exchange(other.handle, nullptr);
  }
  return *this;
}

Event::~Event() { release(); }

void Event::release() {
  if (!handle)
    return;
  ScopedContext scope(context);
  context.driver->cuEventDestroy(std::exchange(handle, nullptr));
}

Status Event::record(const Stream &stream) {
  FLAME_CU_TRY(*context.driver, cuEventRecord(handle, stream.get()));
  return {};
}

Status Event::wait() const {
  return context.driver->await([&] { return context.driver->cuEventQuery(handle); },
                               "cuEventQuery(handle)");
}

Result<bool> Event::reached() const {
  CUresult code = context.driver->cuEventQuery(handle);
  if (code == CUDA_SUCCESS || code == CUDA_ERROR_NOT_READY)
    return code == CUDA_SUCCESS;
  return context.driver->error(code, "cuEventQuery(handle)");
}

Result<double> Event::secondsSince(const Event &start) const {
  float milliseconds = 0;
  FLAME_CU_TRY(*context.driver, cuEventElapsedTime(&milliseconds, start.handle, handle));
  return milliseconds * 1e-3;
}

Result<Stream> Stream::create(const Context &context) {
  Stream stream;
  stream.context = context.ref();
  FLAME_CU_TRY(context.driver(), cuStreamCreate(&stream.handle, CU_STREAM_NON_BLOCKING));
  return stream;
}

Stream::Stream(Stream &&other) noexcept
    : context(other.context), handle(std::exchange(other.handle, nullptr)) {}

Stream &Stream::operator=(Stream &&other) noexcept {
  if (this != &other) {
    release();
    context = other.context;
    handle = std::exchange(other.handle, nullptr);
  }
  return *this;
}

Stream::~Stream() { release(); }

void Stream::release() {
  if (!handle)
    return;
  ScopedContext scope(context);
  context.driver->cuStreamDestroy(std::exchange(handle, nullptr));
}

Status Stream::synchronize() const {
  return context.driver->await([&] { return context.driver->cuStreamQuery(handle); },
                               "cuStreamQuery(handle)");
}

Status Stream::waitFor(const Event &event) const {
  FLAME_CU_TRY(*context.driver, cuStreamWaitEvent(handle, event.handle, 0));
  return {};
}

} // namespace flame::rt
