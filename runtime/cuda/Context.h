// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU in use: the primary context of one device, held as long as the object lives. Whatever is
// created on a GPU (modules, streams, events, buffers) keeps a ContextRef and must be gone before
// the Context is.
//
// The driver works on the context that is current in the calling thread. `Context::create` makes it
// current for the thread that calls it; every other thread that launches, copies or allocates calls
// `makeCurrent` once. Destructors find their own context and leave the thread's choice as it was,
// so that objects may die anywhere.

#ifndef FLAME_RUNTIME_CUDA_CONTEXT_H
#define FLAME_RUNTIME_CUDA_CONTEXT_H

#include "runtime/cuda/Driver.h"

namespace flame::rt {

/// What the objects of a context know of it. Valid as long as the Context and the Driver live.
struct ContextRef {
  const Driver *driver = nullptr;
  CUcontext handle = nullptr;
};

/// Makes a context current in this thread for the life of the object, then puts the previous one
/// back.
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

/// Puts back at the end of its life whatever context was current in this thread: whoever calls a renderer may use the GPU, too.
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

/// Memory of a GPU, in bytes; other processes share it.
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

  /// Makes the context current in the calling thread, until that thread makes another one current.
  Status makeCurrent() const;
  /// Lets copies from the memory of another GPU go straight there, if the machine can; else they go through the host.
  void reach(const Context &other) const;
  /// How much memory is left now.
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
