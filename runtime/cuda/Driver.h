// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVIDIA driver, found at run time. libcuda.so.1 is opened with dlopen, and its functions are
// looked up by the list in DriverSymbols.def. Our programs therefore start on any machine, and need
// no toolkit to be built or run. Types, enums and prototypes of the driver API that we use are
// declared here. Their values are part of the driver's binary interface and never change.
//
// Nothing here prints. A missing driver, a machine without a GPU and every failing call are Errors
// that name the call, the CUDA error and, for common errors, the remedy.

#ifndef FLAME_RUNTIME_CUDA_DRIVER_H
#define FLAME_RUNTIME_CUDA_DRIVER_H

#include "support/Result.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace flame::rt {

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;

/// Result of every driver call. Only codes that need special treatment have a name here.
enum CUresult : int {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_STUB_LIBRARY = 34,
  CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
  CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_SYSTEM_NOT_READY = 802,
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
  CUDA_ERROR_UNKNOWN = 999,
};

enum CUdeviceAttribute : int {
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
};

enum CUfunctionAttribute : int {
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
};

enum CUjitOption : int {
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
};

inline constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
inline constexpr unsigned CU_EVENT_DEFAULT = 0;
inline constexpr unsigned CU_MEMHOSTALLOC_PORTABLE = 1;

/// The functions of the driver, under the names of its manual.
struct DriverTable {
#define FLAME_CU(name, symbol, parameters) CUresult(*name) parameters = nullptr;
#include "runtime/cuda/DriverSymbols.def"
#undef FLAME_CU
};

/// The properties of a GPU that determine the choice of code and schedules.
struct DeviceInfo {
  int ordinal = 0;
  std::string name;
  /// Compute capability, e.g. 9 and 0.
  int computeMajor = 0, computeMinor = 0;
  int multiprocessors = 0;
  uint64_t memoryBytes = 0;
  /// Most shared memory that a block can request, and the shared memory of a multiprocessor.
  uint32_t sharedBytesPerBlock = 0, sharedBytesPerMultiprocessor = 0;
  uint32_t l2Bytes = 0;

  /// The name of the compiler target, e.g. "sm_90".
  std::string target() const {
    return "sm_" + std::to_string(computeMajor) + std::to_string(computeMinor);
  }
};

/// An initialised driver. Objects made from it (Context, Module, ...) borrow it, so it must outlive
/// them. It may be used from any number of threads.
class Driver : public DriverTable {
public:
  /// Loads and initialises the driver. Fails quickly and quietly if there is none or if it finds no
  /// GPU.
  static Result<std::unique_ptr<Driver>> open(const char *library = "libcuda.so.1");

  /// Every GPU that the driver reports, in its order. Never empty.
  Result<std::vector<DeviceInfo>> devices() const;
  /// One GPU. An ordinal out of range is a Usage error that gives the number of GPUs.
  Result<DeviceInfo> device(int ordinal) const;

  /// Newest CUDA version that the driver supports: 1000 * major + 10 * minor, e.g. 13000.
  int version() const { return cudaVersion; }

  /// The error of `call` (its source text), which returned `code`.
  Error error(CUresult code, const char *call) const;

  /// Polls with `query`, whose source text is `call`, until the queried work is done or has failed.
  /// Work that takes longer than the driver's patience is an error, and the GPU counts as stuck
  /// from then on.
  Status await(const std::function<CUresult()> &query, const char *call) const;
  /// True if some work did not end. Freeing memory, code or the context would wait for it, so they
  /// are left to the end of the process, which does not wait.
  bool isStuck() const { return stuck; }
  /// Longest time that a waiting caller allows for work; initially kPatience.
  void setPatience(std::chrono::duration<double> longest) { patience = longest; }
  /// Many times the duration of a launch on the slowest GPU shared with other work.
  static constexpr std::chrono::minutes kPatience{5};

private:
  Driver() = default;
  Status resolveSymbols(void *library);
  Result<DeviceInfo> describe(int ordinal) const;

  int cudaVersion = 0;
  std::chrono::duration<double> patience = kPatience;
  mutable std::atomic<bool> stuck = false;
};

/// Early return if a driver call fails: `FLAME_CU_TRY(driver, cuCtxSetCurrent(context));`
#define FLAME_CU_TRY(driver, call)                                                                 \
  if (CUresult flameCode = (driver).call; flameCode != CUDA_SUCCESS)                               \
  return (driver).error(flameCode, #call)

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_DRIVER_H
