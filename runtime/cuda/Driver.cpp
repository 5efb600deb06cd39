// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the driver, describes its GPUs, and words its errors.

#include "runtime/cuda/Driver.h"

#include "support/NumberText.h"

#include <dlfcn.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace flame::rt {

namespace {

/// The origin of a CUDA error and its remedy. A null remedy means that none is known.
struct Diagnosis {
  ErrorKind kind;
  const char *remedy;
};

} // namespace

static Diagnosis diagnose(CUresult code) {
  switch (static_cast<int>(code)) {
  case CUDA_ERROR_NO_DEVICE:
    return {ErrorKind::Environment,
            "the driver shows no GPU: check nvidia-smi and CUDA_VISIBLE_DEVICES, or render on "
            "the CPU with --device=cpu"};
  case CUDA_ERROR_OUT_OF_MEMORY:
    return {ErrorKind::Environment,
            "close other programs that use the GPU, or ask for a smaller --size or supersampling"};
  case CUDA_ERROR_INVALID_IMAGE:
    return {ErrorKind::Input,
            "the code is damaged or made for other hardware: compile it again with flamec"};
  case CUDA_ERROR_NO_BINARY_FOR_GPU:
    return {ErrorKind::Environment, "the file has no code for this GPU: compile it with flamec "
                                    "--target=native on this machine"};
  case CUDA_ERROR_INVALID_PTX:
    return {ErrorKind::Input, "the driver cannot compile this PTX: compile the file with flamec "
                              "--target=sm_XX for this GPU"};
  case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    return {ErrorKind::Environment, "the driver is older than the PTX: update it, or compile with "
                                    "flamec --target=sm_XX for this GPU"};
  case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
  case CUDA_ERROR_JIT_COMPILATION_DISABLED:
    return {ErrorKind::Environment,
            "the driver cannot compile PTX here: compile with flamec --target=sm_XX for this GPU"};
  case CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER:
  case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
  case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    return {ErrorKind::Environment, "the libraries of the driver do not match its kernel module: "
                                    "update the driver and restart the machine"};
  case CUDA_ERROR_STUB_LIBRARY:
    return {ErrorKind::Environment, "the libcuda found is the toolkit's stub, which is meant for "
                                    "linking: take it off LD_LIBRARY_PATH"};
  case CUDA_ERROR_SYSTEM_NOT_READY:
    return {ErrorKind::Environment,
            "the driver is still starting, or its fabric manager does not run"};
  case CUDA_ERROR_DEVICE_UNAVAILABLE:
    return {ErrorKind::Environment,
            "another process holds this GPU exclusively: choose another with --device=cuda:N"};
  case CUDA_ERROR_ECC_UNCORRECTABLE:
    return {ErrorKind::Environment,
            "the memory of the GPU failed: reset it, results of this run are worthless"};
  case CUDA_ERROR_LAUNCH_TIMEOUT:
    return {ErrorKind::Environment,
            "the GPU also drives a display, whose watchdog stopped a long kernel"};
  case CUDA_ERROR_UNKNOWN:
    return {ErrorKind::Environment,
            "the driver is in a bad state, often after the machine slept: reload nvidia_uvm or "
            "restart the machine"};
  case CUDA_ERROR_INVALID_VALUE:
  case CUDA_ERROR_NOT_FOUND:
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_LAUNCH_FAILED:
  case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
    return {ErrorKind::Internal, nullptr};
  default:
    return {ErrorKind::Environment, nullptr};
  }
}

Error Driver::error(CUresult code, const char *call) const {
  const char *name = nullptr, *text = nullptr;
  std::string message = call;
  if (cuGetErrorName(code, &name) == CUDA_SUCCESS && name)
    message += std::string(": ") + name;
  else
    message += ": CUDA error " + std::to_string(static_cast<int>(code));
  if (cuGetErrorString(code, &text) == CUDA_SUCCESS && text)
    message += std::string(": ") + text;
  Diagnosis diagnosis = diagnose(code);
  return Error(diagnosis.kind, std::move(message), diagnosis.remedy ? diagnosis.remedy : "");
}

// The driver's own waiting functions have no time limit. Polling costs some processor time at the
// start of each wait, and delays the caller by a sixty-fourth of the duration of the work.
Status Driver::await(const std::function<CUresult()> &query, const char *call) const {
  using Seconds = std::chrono::duration<double>;
  constexpr Seconds kBusy(2e-3), kLongestPause(1e-3);
  constexpr double kPausePart = 64;
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    const CUresult code = query();
    if (code == CUDA_SUCCESS)
      return {};
    if (code != CUDA_ERROR_NOT_READY)
      return error(code, call);
    const Seconds waited = std::chrono::steady_clock::now() - begin;
    if (stuck || waited > patience) {
      stuck = true;
      return Error(ErrorKind::Environment,
                   std::string(call) + ": the GPU has not done its work in " +
                       rt::numberText(patience.count()) + " s",
                   "look with nvidia-smi who uses it; render on the CPU with --device=cpu");
    }
    if (waited < kBusy)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min(waited / kPausePart, kLongestPause));
  }
}

Status Driver::resolveSymbols(void *library) {
  const char *missing = nullptr;
#define FLAME_CU(name, symbol, parameters)                                                         \
  name = reinterpret_cast<decltype(name)>(dlsym(library, symbol));                                 \
  if (!name)                                                                                       \
    missing = symbol;
#include "runtime/cuda/DriverSymbols.def"
#undef FLAME_CU
  if (missing)
    return Error(ErrorKind::Environment,
                 std::string("the NVIDIA driver is too old: it has no function ") + missing,
                 "update the NVIDIA driver, or render on the CPU with --device=cpu");
  return {};
}

// The library stays loaded for the life of the process even after a failure: an initialised driver
// runs threads of its own and must not be unmapped.
Result<std::unique_ptr<Driver>> Driver::open(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error(ErrorKind::Environment, std::string("cannot load the NVIDIA driver: ") + dlerror(),
                 "install the NVIDIA driver, or render on the CPU with --device=cpu");
  std::unique_ptr<Driver> driver(new Driver);
  FLAME_TRY(driver->resolveSymbols(handle));
  FLAME_CU_TRY(*driver, cuInit(0));
  FLAME_CU_TRY(*driver, cuDriverGetVersion(&driver->cudaVersion));
  return driver;
}

Result<DeviceInfo> Driver::describe(int ordinal) const {
  CUdevice handle = 0;
  FLAME_CU_TRY(*this, cuDeviceGet(&handle, ordinal));
  DeviceInfo info;
  info.ordinal = ordinal;

  char name[256] = {};
  FLAME_CU_TRY(*this, cuDeviceGetName(name, sizeof(name) - 1, handle));
  info.name = name;

  size_t memory = 0;
  FLAME_CU_TRY(*this, cuDeviceTotalMem(&memory, handle));
  info.memoryBytes = memory;

  auto attribute = [&](auto &field, CUdeviceAttribute which) -> Status {
    int value = 0;
    FLAME_CU_TRY(*this, cuDeviceGetAttribute(&value, which, handle));
    field = static_cast<std::remove_reference_t<decltype(field)>>(value);
    return {};
  };
  FLAME_TRY(attribute(info.computeMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  FLAME_TRY(attribute(info.computeMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  FLAME_TRY(attribute(info.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  FLAME_TRY(
      attribute(info.sharedBytesPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
  FLAME_TRY(attribute(info.sharedBytesPerMultiprocessor,
                      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
  FLAME_TRY(attribute(info.l2Bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
  return info;
}

Result<DeviceInfo> Driver::device(int ordinal) const {
  int count = 0;
  FLAME_CU_TRY(*this, cuDeviceGetCount(&count));
  if (count < 1)
    return error(CUDA_ERROR_NO_DEVICE, "cuDeviceGetCount(&count)");
  if (ordinal < 0 || ordinal >= count)
    return Error(ErrorKind::Usage,
                 "there is no GPU " + std::to_string(ordinal) + ": the driver shows " +
                     std::to_string(count),
                 count == 1 ? "use --device=cuda:0"
                            : "use --device=cuda:0 to --device=cuda:" + std::to_string(count - 1));
  return describe(ordinal);
}

Result<std::vector<DeviceInfo>> Driver::devices() const {
  int count = 0;
  FLAME_CU_TRY(*this, cuDeviceGetCount(&count));
  if (count < 1)
    return error(CUDA_ERROR_NO_DEVICE, "cuDeviceGetCount(&count)");
  std::vector<DeviceInfo> found;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    FLAME_TRY_ASSIGN(DeviceInfo info, describe(ordinal));
    found.push_back(std::move(info));
  }
  return found;
}

} // namespace flame::rt
