// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory: DeviceBuffer<T> on the GPU, and PinnedBuffer<T> on the host, for asynchronous copies by
// the GPU. Both are move-only, have a fixed size, and hold plain data without constructors. Copies
// and fills are enqueued in a stream. The host side of a copy must stay alive and untouched until
// the stream has passed it. The copy is asynchronous only if the host side is pinned.

#ifndef FLAME_RUNTIME_CUDA_BUFFER_H
#define FLAME_RUNTIME_CUDA_BUFFER_H

#include "runtime/cuda/Stream.h"

#include <span>

namespace flame::rt {

/// Untyped GPU memory, the basis of DeviceBuffer.
class DeviceMemory {
public:
  static Result<DeviceMemory> allocate(const Context &context, size_t bytes);

  DeviceMemory() = default;
  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&other) noexcept;
  ~DeviceMemory();

  Status fill(uint8_t byte, const Stream &stream);
  Status upload(size_t offset, std::span<const std::byte> source, const Stream &stream);
  Status download(size_t offset, std::span<std::byte> target, const Stream &stream) const;
  /// Copies `count` bytes, from `offset` on, of memory on any GPU to the beginning of this memory.
  Status copyFrom(const DeviceMemory &source, size_t offset, size_t count, const Stream &stream);

  /// Copies the first `count` bytes to memory on the same GPU, which need not be ours.
  Status copyTo(CUdeviceptr target, size_t count, const Stream &stream) const;

  CUdeviceptr address() const { return start; }
  size_t size() const { return bytes; }

private:
  void release();

  ContextRef context;
  CUdeviceptr start = 0;
  size_t bytes = 0;
};

/// `size` elements of T on the GPU. A default-constructed buffer is empty and owns nothing.
template <class T> class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "device data is copied as bytes");

public:
  DeviceBuffer() = default;

  /// Allocates without initialising. The error on a full GPU gives the requested and the free
  /// memory.
  static Result<DeviceBuffer> create(const Context &context, size_t size) {
    if (size > SIZE_MAX / sizeof(T))
      return Error(ErrorKind::Environment,
                   "a buffer of " + std::to_string(size) + " elements is too large");
    FLAME_TRY_ASSIGN(DeviceMemory memory, DeviceMemory::allocate(context, size * sizeof(T)));
    DeviceBuffer buffer;
    buffer.memory = std::move(memory);
    return buffer;
  }

  /// Sets every byte.
  Status fill(uint8_t byte, const Stream &stream) { return memory.fill(byte, stream); }
  /// Copies `source` to the elements from `first` on.
  Status upload(std::span<const T> source, const Stream &stream, size_t first = 0) {
    assert(first <= size() && source.size() <= size() - first);
    return memory.upload(first * sizeof(T), std::as_bytes(source), stream);
  }
  /// Copies the elements from `first` on to `target`.
  Status download(std::span<T> target, const Stream &stream, size_t first = 0) const {
    assert(first <= size() && target.size() <= size() - first);
    return memory.download(first * sizeof(T), std::as_writable_bytes(target), stream);
  }

  /// Copies the first `count` elements to memory on the same GPU, which need not be ours.
  Status copyTo(CUdeviceptr target, size_t count, const Stream &stream) const {
    assert(count <= size());
    return memory.copyTo(target, count * sizeof(T), stream);
  }

  /// Copies the elements [first, first + count) of a buffer on any GPU to the beginning of this
  /// buffer.
  Status copyFrom(const DeviceBuffer &source, size_t first, size_t count, const Stream &stream) {
    assert(count <= size() && first <= source.size() && count <= source.size() - first);
    return memory.copyFrom(source.memory, first * sizeof(T), count * sizeof(T), stream);
  }

  /// The device address, for kernel arguments. The host must never dereference it.
  T *data() const { return reinterpret_cast<T *>(memory.address()); }
  size_t size() const { return memory.size() / sizeof(T); }
  bool empty() const { return size() == 0; }

private:
  DeviceMemory memory;
};

/// Untyped page-locked host memory, the basis of PinnedBuffer.
class PinnedMemory {
public:
  static Result<PinnedMemory> allocate(const Context &context, size_t bytes);

  PinnedMemory() = default;
  PinnedMemory(PinnedMemory &&other) noexcept;
  PinnedMemory &operator=(PinnedMemory &&other) noexcept;
  ~PinnedMemory();

  void *address() const { return start; }
  size_t size() const { return bytes; }

private:
  void release();

  ContextRef context;
  void *start = nullptr;
  size_t bytes = 0;
};

/// `size` elements of T in page-locked host memory, not initialised. Usable from every context.
template <class T> class PinnedBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "pinned data is copied as bytes");

public:
  PinnedBuffer() = default;

  static Result<PinnedBuffer> create(const Context &context, size_t size) {
    if (size > SIZE_MAX / sizeof(T))
      return Error(ErrorKind::Environment,
                   "a buffer of " + std::to_string(size) + " elements is too large");
    FLAME_TRY_ASSIGN(PinnedMemory memory, PinnedMemory::allocate(context, size * sizeof(T)));
    PinnedBuffer buffer;
    buffer.memory = std::move(memory);
    return buffer;
  }

  T *data() const { return static_cast<T *>(memory.address()); }
  size_t size() const { return memory.size() / sizeof(T); }
  std::span<T> span() const { return {data(), size()}; }
  T &operator[](size_t index) const {
    assert(index < size());
    return data()[index];
  }

private:
  PinnedMemory memory;
};

/// Makes `buffer` at least `size` elements large. Growing it discards its contents.
template <class Buffer> Status grow(Buffer &buffer, const Context &context, size_t size) {
  if (buffer.size() >= size)
    return {};
  buffer = Buffer(); // first release, then allocate
  FLAME_TRY_ASSIGN(buffer, Buffer::create(context, size));
  return {};
}

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_BUFFER_H
