// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams order the work of a GPU; events mark points in it. Both are move-only owners of a driver
// handle.

#ifndef FLAME_RUNTIME_CUDA_STREAM_H
#define FLAME_RUNTIME_CUDA_STREAM_H

#include "runtime/cuda/Context.h"

namespace flame::rt {

class Stream;

/// A point in a stream. When the event has happened, all work enqueued before it is done.
class Event {
public:
  static Result<Event> create(const Context &context);

  Event(Event &&other) noexcept;
  Event &operator=(Event &&other) noexcept;
  ~Event();

  /// Marks the current end of `stream` and replaces an earlier mark.
  Status record(const Stream &stream);
  /// Waits until the mark is reached, like Driver::await. Errors of the work before it surface
  /// here.
  Status wait() const;
  /// True if the mark is reached. Does not wait.
  Result<bool> reached() const;
  /// GPU time from `start` to this event, in seconds. Both must have been reached.
  Result<double> secondsSince(const Event &start) const;

private:
  friend class Stream;
  Event() = default;
  void release();

  ContextRef context;
  CUevent handle = nullptr;
};

/// A queue of GPU work, processed in order. Independent of the default stream.
class Stream {
public:
  static Result<Stream> create(const Context &context);

  Stream(Stream &&other) noexcept;
  Stream &operator=(Stream &&other) noexcept;
  /// Does not wait for the work in the stream.
  ~Stream();

  /// Waits for everything in the stream, like Driver::await. Errors of its kernels surface here.
  Status synchronize() const;
  /// Makes later work in this stream wait, on the GPU, for `event`.
  Status waitFor(const Event &event) const;

  const Driver &driver() const { return *context.driver; }
  CUstream get() const { return handle; }

private:
  Stream() = default;
  void release();

  ContextRef context;
  CUstream handle = nullptr;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_STREAM_H
