// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cuda/Module.h"

#include <array>
#include <cstring>
#include <utility>

namespace flame::rt {

Result<Module> Module::load(const Context &context, std::span<const std::byte> image,
                            std::string_view name) {
  assert(!image.empty() && "an image has bytes");
  const Driver &driver = context.driver();

  // The JIT writes its errors about PTX here. For a cubin the log stays empty.
  std::array<char, 2048> log{};
  CUjitOption options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1)};

  Module module;
  module.context = context.ref();
  CUresult code = driver.cuModuleLoadDataEx(&module.handle, image.data(), 2, options, values);
  if (code == CUDA_SUCCESS)
    return module;

  Error error = driver.error(code, "cuModuleLoadDataEx(&handle, image)");
  std::string_view explanation(log.data(), strnlen(log.data(), log.size()));
  explanation = explanation.substr(0, explanation.find_last_not_of(" \n") + 1);
  if (!explanation.empty())
    error = Error(error.kind(), error.text() + "\n" + std::string(explanation), error.note());
  return error.addContext("cannot load " + std::string(name));
}

Module::Module(Module &&other) noexcept
    : context(other.context), handle(std::exchange(other.handle, nullptr)) {}

Module &Module::operator=(Module &&other) noexcept {
  if (this != &other) {
    release();
    context = other.context;
    handle = std::exchange(other.handle, nullptr);
  }
  return *this;
}

Module::~Module() { release(); }

void Module::release() {
  if (!handle || context.driver->isStuck())
    return;
  ScopedContext scope(context);
  context.driver->cuModuleUnload(std::exchange(handle, nullptr));
}

Result<Kernel> Module::kernel(const std::string &name) const {
  CUfunction function = nullptr;
  if (CUresult code = context.driver->cuModuleGetFunction(&function, handle, name.c_str()))
    return context.driver->error(code, "cuModuleGetFunction(&function, handle, name)")
        .addContext("kernel '" + name + "'");
  return Kernel(*context.driver, function, name);
}

Result<DeviceSymbol> Module::global(const std::string &name) const {
  DeviceSymbol symbol;
  if (CUresult code =
          context.driver->cuModuleGetGlobal(&symbol.address, &symbol.bytes, handle, name.c_str()))
    return context.driver->error(code, "cuModuleGetGlobal(&address, &bytes, handle, name)")
        .addContext("device variable '" + name + "'");
  return symbol;
}

Status Kernel::enqueue(const LaunchShape &shape, const Stream &stream, void **arguments) const {
  CUresult code = driver->cuLaunchKernel(handle, shape.grid.x, shape.grid.y, shape.grid.z,
                                         shape.block.x, shape.block.y, shape.block.z,
                                         shape.sharedBytes, stream.get(), arguments, nullptr);
  if (code == CUDA_SUCCESS)
    return {};
  std::string call = "cuLaunchKernel(" + name + ", " + std::to_string(shape.grid.x) + "x" +
                     std::to_string(shape.grid.y) + "x" + std::to_string(shape.grid.z) +
                     " blocks of " + std::to_string(shape.block.x) + "x" +
                     std::to_string(shape.block.y) + "x" + std::to_string(shape.block.z) +
                     " threads, " + std::to_string(shape.sharedBytes) + " bytes shared)";
  return driver->error(code, call.c_str());
}

Status Kernel::allowSharedMemory(uint32_t bytes) const {
  CUresult code = driver->cuFuncSetAttribute(
      handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(bytes));
  if (code == CUDA_SUCCESS)
    return {};
  std::string call = "cuFuncSetAttribute(" + name + ", MAX_DYNAMIC_SHARED_SIZE_BYTES, " +
                     std::to_string(bytes) + ")";
  return driver->error(code, call.c_str());
}

Result<int> Kernel::blocksPerMultiprocessor(int threads, size_t sharedBytes) const {
  int blocks = 0;
  FLAME_CU_TRY(*driver,
               cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, handle, threads, sharedBytes));
  return blocks;
}

uint32_t Kernel::clusterBlocks() const {
  int value = 0;
  const CUresult code =
      driver->cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, handle);
  return code == CUDA_SUCCESS ? uint32_t(value) : 0; // older drivers do not support the attribute
}

Result<int> Kernel::maxThreads() const {
  int value = 0;
  FLAME_CU_TRY(*driver,
               cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, handle));
  return value;
}

Result<int> Kernel::registers() const {
  int value = 0;
  FLAME_CU_TRY(*driver, cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, handle));
  return value;
}

Result<int> Kernel::localBytes() const {
  int value = 0;
  FLAME_CU_TRY(*driver, cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, handle));
  return value;
}

} // namespace flame::rt
