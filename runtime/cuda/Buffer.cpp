// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An empty buffer is legal and never reaches the driver, which refuses zero bytes.

#include "runtime/cuda/Buffer.h"

#include "support/NumberText.h"

#include <utility>

namespace flame::rt {

Result<DeviceMemory> DeviceMemory::allocate(const Context &context, size_t bytes) {
  DeviceMemory memory;
  memory.context = context.ref();
  memory.bytes = bytes;
  if (bytes == 0)
    return memory;
  CUresult code = context.driver().cuMemAlloc(&memory.start, bytes);
  if (code == CUDA_SUCCESS)
    return memory;
  Error error = context.driver().error(code, "cuMemAlloc(&address, bytes)");
  std::string wanted = "cannot allocate " + formatBytes(bytes) + " on " + context.device().name;
  if (Result<MemoryInfo> info = context.memory())
    wanted += ", " + formatBytes(info->freeBytes) + " are free";
  return error.addContext(wanted);
}

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : context(other.context), start(std::exchange(other.start, 0)),
      bytes(std::exchange(other.bytes, 0)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
  if (this != &other) {
    release();
    context = other.context;
    start = std::exchange(other.start, 0);
    bytes = std::exchange(other.bytes, 0);
  }
  return *this;
}

DeviceMemory::~DeviceMemory() { release(); }

void DeviceMemory::release() {
  if (!start || context.driver->isStuck())
    return;
  ScopedContext scope(context);
  context.driver->cuMemFree(std::exchange(start, 0));
}

Status DeviceMemory::fill(uint8_t byte, const Stream &stream) {
  if (bytes) {
    FLAME_CU_TRY(*context.driver, cuMemsetD8Async(start, byte, bytes, stream.get()));
  }
  return {};
}

Status DeviceMemory::upload(size_t offset, std::span<const std::byte> source,
                            const Stream &stream) {
  if (!source.empty()) {
    FLAME_CU_TRY(*context.driver,
                 cuMemcpyHtoDAsync(start + offset, source.data(), source.size(), stream.get()));
  }
  return {};
}

Status DeviceMemory::download(size_t offset, std::span<std::byte> target,
                              const Stream &stream) const {
  if (!target.empty()) {
    FLAME_CU_TRY(*context.driver,
                 cuMemcpyDtoHAsync(target.data(), start + offset, target.size(), stream.get()));
  }
  return {};
}

Status DeviceMemory::copyTo(CUdeviceptr target, size_t count, const Stream &stream) const {
  if (count) {
    FLAME_CU_TRY(*context.driver, cuMemcpyDtoDAsync(target, start, count, stream.get()));
  }
  return {};
}

Status DeviceMemory::copyFrom(const DeviceMemory &source, size_t offset, size_t count,
                              const Stream &stream) {
  if (count) {
    FLAME_CU_TRY(*context.driver, cuMemcpyPeerAsync(start, context.handle, source.start + offset,
                                                    source.context.handle, count, stream.get()));
  }
  return {};
}

Result<PinnedMemory> PinnedMemory::allocate(const Context &context, size_t bytes) {
  PinnedMemory memory;
  memory.context = context.ref();
  memory.bytes = bytes;
  if (bytes == 0)
    return memory;
  CUresult code = context.driver().cuMemHostAlloc(&memory.start, bytes, CU_MEMHOSTALLOC_PORTABLE);
  if (code == CUDA_SUCCESS)
    return memory;
  return context.driver()
      .error(code, "cuMemHostAlloc(&address, bytes, CU_MEMHOSTALLOC_PORTABLE)")
      .addContext("cannot lock " + formatBytes(bytes) + " of host memory");
}

PinnedMemory::PinnedMemory(PinnedMemory &&other) noexcept
    : context(other.context), start(std::exchange(other.start, nullptr)),
      bytes(std::exchange(other.bytes, 0)) {}

PinnedMemory &PinnedMemory::operator=(PinnedMemory &&other) noexcept {
  if (this != &other) {
    release();
    context = other.context;
    start = std::exchange(other.start, nullptr);
    bytes = std::exchange(other.bytes, 0);
  }
  return *this;
}

PinnedMemory::~PinnedMemory() { release(); }

void PinnedMemory::release() {
  if (!start || context.driver->isStuck())
    return;
  ScopedContext scope(context);
  context.driver->cuMemFreeHost(std::exchange(start, nullptr));
}

} // namespace flame::rt
