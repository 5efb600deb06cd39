// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA driver without a GPU, as a shared object for DriverTest: device memory is host memory,
// streams run at once, and two kernels exist. It keeps the rules that are easy to break (a current
// context, known handles, sizes in bounds), counts what is alive, and fails any call on demand.

#include "runtime/cuda/Driver.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

using namespace flame::rt;

namespace {

struct State {
  int devices = 2;
  std::map<std::string, int> failures;
  std::map<std::string, int> calls;
  std::map<CUdeviceptr, size_t> memory;
  std::set<const void *> handles; ///< modules, streams, events, pinned memory
  int retained = 0;               ///< primary contexts, counted as often as retained
  int retainedOf[2] = {};         ///< of each device
  int dynamicShared = 0;
};

State &state() {
  static State state;
  return state;
}

thread_local CUcontext current = nullptr;

std::mutex guard; ///< of calls and failures: tests change these while others wait

CUresult enter(const char *name) {
  const std::lock_guard lock(guard);
  ++state().calls[name];
  auto found = state().failures.find(name);
  return found == state().failures.end() ? CUDA_SUCCESS : static_cast<CUresult>(found->second);
}

template <class Handle> Handle make() {
  auto handle = reinterpret_cast<Handle>(malloc(1));
  state().handles.insert(handle);
  return handle;
}

CUresult destroy(const void *handle) {
  if (!current || state().handles.erase(handle) != 1)
    return CUDA_ERROR_INVALID_VALUE;
  free(const_cast<void *>(handle));
  return CUDA_SUCCESS;
}

/// Whether [address, address + bytes) lies in one allocation.
bool known(CUdeviceptr address, size_t bytes) {
  auto after = state().memory.upper_bound(address);
  if (after == state().memory.begin())
    return false;
  auto found = std::prev(after);
  return address + bytes <= found->first + found->second;
}

char *host(CUdeviceptr address) { return reinterpret_cast<char *>(address); }

} // namespace

#define ENTER(name)                                                                                \
  if (CUresult code = enter(name))                                                                 \
  return code
#define ENTER_WITH_CONTEXT(name)                                                                   \
  ENTER(name);                                                                                     \
  if (!current)                                                                                    \
  return static_cast<CUresult>(201)

#define EXPORT extern "C" __attribute__((visibility("default")))

/// Controls for the test.
EXPORT void fakeReset() { state().failures.clear(), state().calls.clear(), state().devices = 2; }
EXPORT void fakeFail(const char *symbol, int code) {
  const std::lock_guard lock(guard);
  state().failures[symbol] = code;
}
EXPORT void fakeDevices(int count) { state().devices = count; }
EXPORT int fakeCalls(const char *symbol) { return state().calls[symbol]; }
/// What the end of a process does.
EXPORT void fakeEnd() {
  for (const void *handle : state().handles)
    free(const_cast<void *>(handle));
  for (const auto &[address, bytes] : state().memory)
    free(reinterpret_cast<void *>(address));
  state().handles.clear(), state().memory.clear();
  state().retained = state().retainedOf[0] = state().retainedOf[1] = 0;
}
EXPORT int fakeAlive() { return static_cast<int>(state().handles.size() + state().memory.size()); }

EXPORT CUresult cuInit(unsigned) {
  ENTER("cuInit");
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion");
  *version = 13000;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuGetErrorName(CUresult code, const char **name) {
  switch (static_cast<int>(code)) {
  case CUDA_ERROR_OUT_OF_MEMORY:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return CUDA_SUCCESS;
  case CUDA_ERROR_NO_DEVICE:
    *name = "CUDA_ERROR_NO_DEVICE";
    return CUDA_SUCCESS;
  case CUDA_ERROR_INVALID_IMAGE:
    *name = "CUDA_ERROR_INVALID_IMAGE";
    return CUDA_SUCCESS;
  case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
    return CUDA_SUCCESS;
  case CUDA_ERROR_NOT_FOUND:
    *name = "CUDA_ERROR_NOT_FOUND";
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}
EXPORT CUresult cuGetErrorString(CUresult code, const char **text) {
  const char *ignored;
  *text = "in other words";
  return cuGetErrorName(code, &ignored);
}

EXPORT CUresult cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  *count = state().devices;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER("cuDeviceGet");
  *device = 40 + ordinal; // a handle is not an ordinal
  return ordinal < state().devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
EXPORT CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  ENTER("cuDeviceGetName");
  strncpy(name, device == 40 ? "Fake GPU 0" : "Fake GPU 1", static_cast<size_t>(length));
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDeviceGetAttribute(int *value, CUdeviceAttribute attribute, CUdevice) {
  ENTER("cuDeviceGetAttribute");
  *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? 9
           : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0
                                                                       : int(attribute) * 100;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice) {
  ENTER("cuDeviceTotalMem_v2");
  *bytes = size_t(80) << 30;
  return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = reinterpret_cast<CUcontext>(static_cast<uintptr_t>(device));
  ++state().retained;
  ++state().retainedOf[device - 40];
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  ENTER("cuDevicePrimaryCtxRelease_v2");
  if (device < 40 || --state().retained < 0)
    return CUDA_ERROR_INVALID_DEVICE;
  --state().retainedOf[device - 40];
  return CUDA_SUCCESS;
}
EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *isActive) {
  ENTER("cuDevicePrimaryCtxGetState");
  *flags = 0;
  *isActive = state().retainedOf[device - 40] > 0;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
  ENTER("cuCtxSetCurrent");
  current = context;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuCtxGetCurrent(CUcontext *context) {
  ENTER("cuCtxGetCurrent");
  *context = current;
  return CUDA_SUCCESS;
}

/// Like the driver, it knows no length: only as many bytes are read as are right.
static bool isPtx(const void *image) {
  return strncmp(static_cast<const char *>(image), ".version", 8) == 0;
}
EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                                   CUjitOption *options, void **values) {
  if (CUresult code = enter("cuModuleLoadDataEx")) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == CU_JIT_ERROR_LOG_BUFFER && isPtx(image))
        strcpy(static_cast<char *>(values[i]), "ptxas: line 3: wrong");
    return code;
  }
  *module = make<CUmodule>();
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
EXPORT CUresult cuModuleUnload(CUmodule module) {
  ENTER_WITH_CONTEXT("cuModuleUnload");
  return destroy(module);
}
EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name) {
  ENTER_WITH_CONTEXT("cuModuleGetFunction");
  *function = reinterpret_cast<CUfunction>(strcmp(name, "scale") == 0 ? 1ul : 2ul);
  return strcmp(name, "scale") == 0 || strcmp(name, "add") == 0 ? CUDA_SUCCESS
                                                                : CUDA_ERROR_NOT_FOUND;
}
EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule,
                                     const char *name) {
  ENTER_WITH_CONTEXT("cuModuleGetGlobal_v2");
  *address = 4096;
  *bytes = 16;
  return strcmp(name, "table") == 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuFuncGetAttribute(int *value, CUfunctionAttribute attribute, CUfunction) {
  ENTER_WITH_CONTEXT("cuFuncGetAttribute");
  *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS                 ? 56
           : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK  ? 1024
           : attribute == CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH ? 2
                                                                   : 8;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuFuncSetAttribute(CUfunction, CUfunctionAttribute attribute, int value) {
  ENTER_WITH_CONTEXT("cuFuncSetAttribute");
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value > 200000)
    return CUDA_ERROR_INVALID_VALUE;
  state().dynamicShared = value;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction, int threads,
                                                            size_t) {
  ENTER_WITH_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = 2048 / threads;
  return CUDA_SUCCESS;
}

/// Kernel 1, scale: one struct {float *values; unsigned count; float factor}. Kernel 2, add: (float
/// *, float).
EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned, unsigned,
                               unsigned blockX, unsigned, unsigned, unsigned sharedBytes,
                               CUstream stream, void **parameters, void **) {
  ENTER_WITH_CONTEXT("cuLaunchKernel");
  if (!state().handles.count(stream) || int(sharedBytes) > std::max(state().dynamicShared, 49152))
    return CUDA_ERROR_INVALID_VALUE;
  if (function == reinterpret_cast<CUfunction>(1ul)) {
    struct {
      float *values;
      unsigned count;
      float factor;
    } args;
    memcpy(&args, parameters[0], sizeof(args));
    for (unsigned i = 0; i < gridX * blockX && i < args.count; ++i)
      args.values[i] *= args.factor;
    return CUDA_SUCCESS;
  }
  **static_cast<float **>(parameters[0]) += *static_cast<float *>(parameters[1]);
  return CUDA_SUCCESS;
}

EXPORT CUresult cuMemGetInfo_v2(size_t *freeBytes, size_t *totalBytes) {
  ENTER_WITH_CONTEXT("cuMemGetInfo_v2");
  *freeBytes = size_t(5) << 20;
  *totalBytes = size_t(80) << 30;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  ENTER_WITH_CONTEXT("cuMemAlloc_v2");
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *address = reinterpret_cast<CUdeviceptr>(malloc(bytes));
  state().memory[*address] = bytes;
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER_WITH_CONTEXT("cuMemFree_v2");
  if (state().memory.erase(address) != 1)
    return CUDA_ERROR_INVALID_VALUE;
  free(host(address));
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  ENTER_WITH_CONTEXT("cuMemHostAlloc");
  if (bytes == 0 || flags != CU_MEMHOSTALLOC_PORTABLE)
    return CUDA_ERROR_INVALID_VALUE;
  *address = malloc(bytes);
  state().handles.insert(*address);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemFreeHost(void *address) {
  ENTER_WITH_CONTEXT("cuMemFreeHost");
  return destroy(address);
}
EXPORT CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream) {
  ENTER_WITH_CONTEXT("cuMemsetD8Async");
  if (!known(address, count))
    return CUDA_ERROR_INVALID_VALUE;
  memset(host(address), value, count);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t bytes,
                                     CUstream) {
  ENTER_WITH_CONTEXT("cuMemcpyHtoDAsync_v2");
  if (!known(target, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy(host(target), source, bytes);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes, CUstream) {
  ENTER_WITH_CONTEXT("cuMemcpyDtoHAsync_v2");
  if (!known(source, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy(target, host(source), bytes);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t bytes,
                                     CUstream) {
  ENTER_WITH_CONTEXT("cuMemcpyDtoDAsync_v2");
  if (!known(source, bytes) || !known(target, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy(host(target), host(source), bytes);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr target, CUcontext targetContext, CUdeviceptr source,
                                  CUcontext sourceContext, size_t bytes, CUstream) {
  ENTER_WITH_CONTEXT("cuMemcpyPeerAsync");
  if (!targetContext || !sourceContext || !known(target, bytes) || !known(source, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy(host(target), host(source), bytes);
  return CUDA_SUCCESS;
}
EXPORT CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) {
  ENTER_WITH_CONTEXT("cuCtxEnablePeerAccess");
  return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned) {
  ENTER_WITH_CONTEXT("cuStreamCreate");
  *stream = make<CUstream>();
  return CUDA_SUCCESS;
}
EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  ENTER_WITH_CONTEXT("cuStreamDestroy_v2");
  return destroy(stream);
}
EXPORT CUresult cuStreamQuery(CUstream) {
  ENTER_WITH_CONTEXT("cuStreamQuery");
  return CUDA_SUCCESS;
}
EXPORT CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  ENTER_WITH_CONTEXT("cuStreamWaitEvent");
  return CUDA_SUCCESS;
}
EXPORT CUresult cuEventCreate(CUevent *event, unsigned) {
  ENTER_WITH_CONTEXT("cuEventCreate");
  *event = make<CUevent>();
  return CUDA_SUCCESS;
}
EXPORT CUresult cuEventDestroy_v2(CUevent event) {
  ENTER_WITH_CONTEXT("cuEventDestroy_v2");
  return destroy(event);
}
EXPORT CUresult cuEventRecord(CUevent, CUstream) {
  ENTER_WITH_CONTEXT("cuEventRecord");
  return CUDA_SUCCESS;
}
EXPORT CUresult cuEventQuery(CUevent) {
  ENTER("cuEventQuery");
  return CUDA_SUCCESS;
}
EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  ENTER("cuEventElapsedTime");
  *milliseconds = 250;
  return CUDA_SUCCESS;
}
