// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Retains and releases the primary context of a GPU. All libraries of a process share it, so a
// program that embeds the runtime pays for one context only.

#include "runtime/cuda/Context.h"

#include <utility>

namespace flame::rt {

ScopedContext::ScopedContext(const ContextRef &context) : driver(context.driver) {
  if (driver->cuCtxGetCurrent(&previous) == CUDA_SUCCESS && previous != context.handle)
    changed = driver->cuCtxSetCurrent(context.handle) == CUDA_SUCCESS;
}

ScopedContext::~ScopedContext() {
  if (changed)
    driver->cuCtxSetCurrent(previous);
}

KeptContext::KeptContext(const Driver &driver) : driver(driver) {
  driver.cuCtxGetCurrent(&previous);
}

KeptContext::~KeptContext() { driver.cuCtxSetCurrent(previous); }

Result<Context> Context::create(const Driver &driver, int ordinal) {
  FLAME_TRY_ASSIGN(DeviceInfo info, driver.device(ordinal));
  CUdevice device = 0;
  FLAME_CU_TRY(driver, cuDeviceGet(&device, ordinal));
  CUcontext handle = nullptr;
  FLAME_CU_TRY(driver, cuDevicePrimaryCtxRetain(&handle, device));

  Context context;
  context.context = {&driver, handle};
  context.handle = device;
  context.info = std::move(info);
  FLAME_TRY(context.makeCurrent());
  return context;
}

Context::Context(Context &&other) noexcept
    : context(std::exchange(other.context, {})), handle(other.handle), info(std::move(other.info)) {
}

Context &Context::operator=(Context &&other) noexcept {
  if (this != &other) {
    release();
    context = std::exchange(other.context, {});
    handle = other.handle;
    info = std::move(other.info);
  }
  return *this;
}

Context::~Context() { release(); }

void Context::release() {
  if (!context.handle || context.driver->isStuck())
    return;
  const Driver &driver = *context.driver;
  driver.cuDevicePrimaryCtxRelease(handle);
  // A released context must not stay current in this thread, unless others still hold it.
  unsigned flags = 0;
  int isActive = 0;
  CUcontext current = nullptr;
  if (driver.cuDevicePrimaryCtxGetState(handle, &flags, &isActive) == CUDA_SUCCESS && !isActive &&
      driver.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context.handle)
    driver.cuCtxSetCurrent(nullptr);
  context = {};
}

Status Context::makeCurrent() const {
  FLAME_CU_TRY(driver(), cuCtxSetCurrent(context.handle));
  return {};
}

void Context::reach(const Context &other) const {
  ScopedContext scope(context);
  if (other.context.handle != context.handle)
    // Without peer access, copies still work.
    driver().cuCtxEnablePeerAccess(other.context.handle, 0);
}

Result<MemoryInfo> Context::memory() const {
  ScopedContext scope(context);
  size_t freeBytes = 0, totalBytes = 0;
  FLAME_CU_TRY(driver(), cuMemGetInfo(&freeBytes, &totalBytes));
  return MemoryInfo{freeBytes, totalBytes};
}

} // namespace flame::rt
