// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code on a GPU. A Module is a loaded cubin (or PTX that the driver compiles on loading). A Kernel
// is one entry point of it. A kernel is launched with its arguments by value; our kernels take one
// struct of abi/Abi.h.

#ifndef FLAME_RUNTIME_CUDA_MODULE_H
#define FLAME_RUNTIME_CUDA_MODULE_H

#include "runtime/cuda/Stream.h"

#include <span>

namespace flame::rt {

/// Blocks of a grid, or threads of a block.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// Threads of a launch, and the dynamic shared memory per block in bytes.
struct LaunchShape {
  Dim3 grid, block;
  unsigned sharedBytes = 0;
};

/// An entry point of a module. Does not own the module. Cheap to copy.
class Kernel {
public:
  /// Enqueues the kernel. Copies the arguments before it returns. Their number, types and order
  /// must match the kernel; this is not checked.
  template <class... Args>
  Status launch(const LaunchShape &shape, const Stream &stream, const Args &...args) const {
    static_assert((std::is_trivially_copyable_v<Args> && ...),
                  "kernel arguments are copied as bytes");
    static_assert((sizeof(Args) + ... + 0) <= kMaxArgumentBytes,
                  "too many bytes of kernel arguments");
    void *pointers[] = {const_cast<void *>(static_cast<const void *>(&args))..., nullptr};
    return enqueue(shape, stream, pointers);
  }

  /// Allows launches with up to `bytes` of dynamic shared memory. Required above 48 KiB.
  Status allowSharedMemory(uint32_t bytes) const;
  /// Number of blocks of this shape that a multiprocessor runs at once; 0 if not even one fits.
  Result<int> blocksPerMultiprocessor(int threads, size_t sharedBytes) const;
  /// Most threads per block for which the code was compiled.
  Result<int> maxThreads() const;
  /// Blocks per cluster that the code requires. 0: none, or the driver does not support clusters.
  uint32_t clusterBlocks() const;
  /// Registers per thread, and bytes of local memory (spills, arrays) per thread.
  Result<int> registers() const;
  Result<int> localBytes() const;

private:
  friend class Module;
  static constexpr size_t kMaxArgumentBytes = 4096; // the limit of the driver on all architectures

  Kernel(const Driver &driver, CUfunction handle, std::string name)
      : driver(&driver), handle(handle), name(std::move(name)) {}
  Status enqueue(const LaunchShape &shape, const Stream &stream, void **arguments) const;

  const Driver *driver;
  CUfunction handle;
  std::string name;
};

/// A global variable of a module, on the device.
struct DeviceSymbol {
  CUdeviceptr address = 0;
  size_t bytes = 0;
};

/// Loaded code. Destruction unloads it.
class Module {
public:
  /// Loads a cubin, or PTX text that ends with a zero byte. `name` is its name in messages. The
  /// driver reads an image without knowing its size, so the caller must have checked it.
  static Result<Module> load(const Context &context, std::span<const std::byte> image,
                             std::string_view name);

  Module(Module &&other) noexcept;
  Module &operator=(Module &&other) noexcept;
  ~Module();

  Result<Kernel> kernel(const std::string &name) const;
  Result<DeviceSymbol> global(const std::string &name) const;

private:
  Module() = default;
  void release();

  ContextRef context;
  CUmodule handle = nullptr;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_MODULE_H
