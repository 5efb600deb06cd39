// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code on a GPU: a Module is a loaded cubin (or PTX that the driver compiles on loading), a Kernel
// one entry of it. A kernel is launched with the arguments it declares, by value: our kernels take
// one struct of abi/Abi.h.

#ifndef FLAME_RUNTIME_CUDA_MODULE_H
#define FLAME_RUNTIME_CUDA_MODULE_H

#include "runtime/cuda/Stream.h"

#include <span>

namespace flame::rt {

/// Blocks of a grid, or threads of a block.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// How many threads a launch has, and the dynamic shared memory of each block in bytes.
struct LaunchShape {
  Dim3 grid, block;
  unsigned sharedBytes = 0;
};

/// An entry point of a module; borrows it. Cheap to copy.
class Kernel {
public:
  /// Enqueues the kernel. The arguments are copied before this returns; their number, types and
  /// order must be those of the kernel, which nobody can check.
  template <class... Args>
  Status launch(const LaunchShape &shape, const Stream &stream, const Args &...args) const {
    static_assert((std::is_trivially_copyable_v<Args> && ...),
                  "kernel arguments are copied as bytes");
    static_assert((sizeof(Args) + ... + 0) <= kMaxArgumentBytes,
                  "too many bytes of kernel arguments");
    void *pointers[] = {const_cast<void *>(static_cast<const void *>(&args))..., nullptr};
    return enqueue(shape, stream, pointers);
  }

  /// Allows launches with up to `bytes` of dynamic shared memory; needed above 48 KiB.
  Status allowSharedMemory(uint32_t bytes) const;
  /// How many blocks of this shape a multiprocessor runs at once; 0 when not even one fits.
  Result<int> blocksPerMultiprocessor(int threads, size_t sharedBytes) const;
  /// How many threads a block may have: as many as its code was made for.
  Result<int> maxThreads() const;
  /// Blocks of a cluster that its code asks for; 0: it asks for none, or the driver knows of none.
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

/// Loaded code; unloaded with the object.
class Module {
public:
  /// Loads a cubin, or PTX text that ends with a zero byte. `name` is what messages call it. The
  /// driver reads an image without knowing its size, so it must have been checked before.
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
