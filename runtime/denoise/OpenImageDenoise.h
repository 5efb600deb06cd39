// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Intel's Open Image Denoise, a neural network that removes noise from rendered pictures, if
// it is installed. The library is opened when a frame has the filter `oidn`; flamec neither builds
// nor ships it. The declarations follow its documented C interface
// (https://www.openimagedenoise.org/documentation.html) and cover only the functions called here.
// They fit versions 1.4 to 2; version 1 has other names for some functions. It runs on the CPU,
// whatever device renders the frame.
//
// Its input is counts before log scaling. It was trained on pictures whose noise has zero mean;
// this holds for counts, but not for their logarithms. It accepts pictures of three channels: it
// gets the colours first, then the density as a grey picture.

#ifndef FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H
#define FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H

#include "abi/FinishAbi.h"
#include "runtime/plan/FilterPlan.h"
#include "support/Result.h"

#include <span>

namespace flame::rt {

/// The opened library. It stays loaded, because it keeps threads.
class OpenImageDenoise {
public:
  /// Opens the first of `files` that exists. Fails with an Environment error, whose note says what
  /// to install, if there is none or it lacks a function.
  static Result<OpenImageDenoise> open(std::span<const char *const> files);

  /// Removes noise from accumulators before log scaling, in place. `threads` is the number of
  /// threads (0: one per processor).
  Status denoise(std::span<abi::Accumulator> accumulators, abi::GridSize grid,
                 unsigned threads) const;

private:
  // Handles and functions of the library, with its names.
  struct DeviceHandle;
  struct FilterHandle;
  DeviceHandle *(*oidnNewDevice)(int type);
  void (*oidnReleaseDevice)(DeviceHandle *device);
  void (*oidnSetDeviceBool)(DeviceHandle *device, const char *name, bool value);
  void (*oidnSetDeviceInt)(DeviceHandle *device, const char *name, int value);
  void (*oidnCommitDevice)(DeviceHandle *device);
  int (*oidnGetDeviceError)(DeviceHandle *device, const char **message);
  FilterHandle *(*oidnNewFilter)(DeviceHandle *device, const char *type);
  void (*oidnReleaseFilter)(FilterHandle *filter);
  void (*oidnSetSharedFilterImage)(FilterHandle *filter, const char *name, void *pixels, int format,
                                   size_t width, size_t height, size_t byteOffset,
                                   size_t pixelBytes, size_t rowBytes);
  void (*oidnSetFilterBool)(FilterHandle *filter, const char *name, bool value);
  void (*oidnCommitFilter)(FilterHandle *filter);
  void (*oidnExecuteFilter)(FilterHandle *filter);

  Status resolve(void *library);
  Status errorOf(DeviceHandle *device) const;
  Status run(DeviceHandle *device, float *pixels, size_t pixelBytes, abi::GridSize grid) const;
};

/// Fails with an Environment error if a plan has the filter `oidn` and the library is not
/// installed.
Status checkOpenImageDenoise(const FilterPlan &plan);

/// Runs the filter `oidn` on accumulators in place.
Status denoiseByLibrary(std::span<abi::Accumulator> accumulators, const abi::FrameGeometry &frame,
                        unsigned threads);

} // namespace flame::rt

#endif // FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H
