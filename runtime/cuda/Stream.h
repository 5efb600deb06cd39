// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams order the work of a GPU, events mark points in it. Both are move-only owners of a driver
// handle.

#ifndef FLAME_RUNTIME_CUDA_STREAM_H
#define FLAME_RUNTIME_CUDA_STREAM_H

#include "runtime/cuda/Context.h"

namespace flame::rt {

class Stream;

/// A point in a stream: what was enqueued before it has happened when the event has.
class Event {
public:
  static Result<Event> create(const Context &context);

  Event(Event &&other) noexcept;
  Event &operator=(Event &&other) noexcept;
  ~Event();

  /// Marks the present end of `stream`; replaces an earlier mark.
  Status record(const Stream &stream);
  /// Waits until the mark is reached, as Driver::await does. Errors of the work before it surface here.
  Status wait() const;
  /// Whether the mark is reached, without waiting.
  Result<bool> reached() const;
  /// Seconds that the GPU took from `start` to this event; both must have been reached.
  Result<double> secondsSince(const Event &start) const;

private:
  friend class Stream;
  Event() = default;
  void release();

  ContextRef context;
  CUevent handle = nullptr;
};

/// A queue of GPU work, done in order; independent of the default stream.
class Stream {
public:
  static Result<Stream> create(const Context &context);

  Stream(Stream &&other) noexcept;
  Stream &operator=(Stream &&other) noexcept;
  /// Does not wait for the work in the stream.
  ~Stream();

  /// Waits for everything in the stream, as Driver::await does. Errors of kernels that ran in it surface here.
  Status synchronize() const;
  /// What is enqueued from now on waits, on the GPU, for `event`.
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
