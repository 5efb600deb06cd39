// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intel's library Open Image Denoise, a neural network that takes the noise out of rendered pictures, where the user has it: it is
// opened when a frame has the filter `oidn`, and we neither build nor ship any of it. Its C interface is that of
// https://www.openimagedenoise.org/documentation.html, of which we declare what is called here; versions 1.4 to 2 have that, two
// functions under another name. It runs on the CPU, whatever the frame is rendered on.
//
// It is given counts, before log scaling, since it was trained on pictures whose noise has a mean
// of zero, as that of counts has and that of their logarithms has not. It takes pictures of three
// channels: colours first, then density as a grey picture.

#ifndef FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H
#define FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H

#include "abi/FinishAbi.h"
#include "runtime/plan/FilterPlan.h"
#include "support/Result.h"

#include <span>

namespace flame::rt {

/// The library, opened. It stays loaded: it keeps threads.
class OpenImageDenoise {
public:
  /// Opens the first of these files that is there and has all functions. Fails with what to install.
  static Result<OpenImageDenoise> open(std::span<const char *const> files);

  /// Takes noise away from accumulators before log scaling, in place, with `threads` threads (0: as
  /// many as the machine has).
  Status denoise(std::span<abi::Accumulator> accumulators, abi::GridSize grid,
                 unsigned threads) const;

private:
  // What the library has: handles, and functions by their names there.
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

/// Fails if a plan has the filter `oidn` and the library is not here.
Status checkOpenImageDenoise(const FilterPlan &plan);

/// Runs that filter.
Status denoiseByLibrary(std::span<abi::Accumulator> accumulators, const abi::FrameGeometry &frame,
                        unsigned threads);

} // namespace flame::rt

#endif // FLAME_RUNTIME_DENOISE_OPENIMAGEDENOISE_H
