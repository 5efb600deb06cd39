// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU in use: the primary context of one device, held as long as the object lives. All objects on
// a GPU (modules, streams, events, buffers) keep a ContextRef and must be destroyed before the
// Context.
//
// The driver works on the current context of the calling thread. `Context::create` makes the new
// context current in its thread. Every other thread that launches, copies or allocates calls
// `makeCurrent` once. Destructors switch to their own context and then restore that of the thread,
// so objects may be destroyed in any thread.

#ifndef FLAME_RUNTIME_CUDA_CONTEXT_H
#define FLAME_RUNTIME_CUDA_CONTEXT_H

#include "runtime/cuda/Driver.h"

namespace flame::rt {

/// The part of a context that its objects use. Valid as long as the Context and the Driver live.
struct ContextRef {
  const Driver *driver = nullptr;
  CUcontext handle = nullptr;
};

/// Makes a context current in this thread for the life of the object, then restores the previous
/// one.
class ScopedContext {
public:
  explicit ScopedContext(const ContextRef &context);
  ~ScopedContext();
  ScopedContext(const ScopedContext &) = delete;
  ScopedContext &operator=(const ScopedContext &) = delete;

private:
  const Driver *driver;
  CUcontext previous = nullptr;
  bool changed = false;
};

/// Restores, at the end of its life, the context that was current in this thread. Callers of a
/// renderer may use the GPU themselves.
class KeptContext {
public:
  explicit KeptContext(const Driver &driver);
  ~KeptContext();
  KeptContext(const KeptContext &) = delete;
  KeptContext &operator=(const KeptContext &) = delete;

private:
  const Driver &driver;
  CUcontext previous = nullptr;
};

/// Memory of a GPU, in bytes. Other processes share it.
struct MemoryInfo {
  uint64_t freeBytes = 0, totalBytes = 0;
};

/// The primary context of one GPU.
class Context {
public:
  /// Retains the context of device `ordinal` and makes it current in this thread.
  static Result<Context> create(const Driver &driver, int ordinal);

  Context(Context &&other) noexcept;
  Context &operator=(Context &&other) noexcept;
  ~Context();

  /// Makes the context current in the calling thread.
  Status makeCurrent() const;
  /// Lets copies from the memory of another GPU go there directly, if the machine can. Otherwise
  /// they go through the host.
  void reach(const Context &other) const;
  /// The free and the total memory.
  Result<MemoryInfo> memory() const;

  const DeviceInfo &device() const { return info; }
  const Driver &driver() const { return *context.driver; }
  ContextRef ref() const { return context; }

private:
  Context() = default;
  void release();

  ContextRef context;
  CUdevice handle = 0;
  DeviceInfo info;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_CONTEXT_H
