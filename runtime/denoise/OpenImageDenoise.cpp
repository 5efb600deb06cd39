// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens Open Image Denoise and runs its filter.

#include "runtime/denoise/OpenImageDenoise.h"

#include <dlfcn.h>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace flame::rt {

/// File names for the system's loader.
static constexpr const char *kFiles[] = {"libOpenImageDenoise.so.2", "libOpenImageDenoise.so.1"};

// Constants of its interface.
static constexpr int kCpuDevice = 1, kNoError = 0, kFloat3 = 3;

//===-- opening -------------------------------------------------------------------------------===//

static Error unusable(const std::string &why) {
  return Error(ErrorKind::Environment,
               "the filter 'oidn' needs the library Open Image Denoise: " + why,
               "install version 1.4 or later (openimagedenoise.org), with its folder in "
               "LD_LIBRARY_PATH if the system does not look there; or use --denoise=nlm");
}

Status OpenImageDenoise::resolve(void *library) {
  std::string missing;
  // `older`: the name in version 1.
  const auto find = [&](auto &function, const char *name, const char *older = nullptr) {
    void *found = dlsym(library, name);
    if (!found && older)
      found = dlsym(library, older);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    if (!found)
      missing = name;
  };
  find(oidnNewDevice, "oidnNewDevice");
  find(oidnReleaseDevice, "oidnReleaseDevice");
  find(oidnSetDeviceBool, "oidnSetDeviceBool", "oidnSetDevice1b");
  find(oidnSetDeviceInt, "oidnSetDeviceInt", "oidnSetDevice1i");
  find(oidnCommitDevice, "oidnCommitDevice");
  find(oidnGetDeviceError, "oidnGetDeviceError");
  find(oidnNewFilter, "oidnNewFilter");
  find(oidnReleaseFilter, "oidnReleaseFilter");
  find(oidnSetSharedFilterImage, "oidnSetSharedFilterImage");
  find(oidnSetFilterBool, "oidnSetFilterBool", "oidnSetFilter1b");
  find(oidnCommitFilter, "oidnCommitFilter");
  find(oidnExecuteFilter, "oidnExecuteFilter");
  if (!missing.empty())
    return unusable("what is here has no function " + missing);
  return {};
}

Result<OpenImageDenoise> OpenImageDenoise::open(std::span<const char *const> files) {
  std::string why;
  for (const char *file : files) {
    if (void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
      OpenImageDenoise library;
      FLAME_TRY(library.resolve(handle));
      return library;
    }
    why += (why.empty() ? "" : "; ") + std::string(dlerror());
  }
  return unusable(why);
}

static const Result<OpenImageDenoise> &installed() {
  static const Result<OpenImageDenoise> opened = OpenImageDenoise::open(kFiles);
  return opened;
}

Status checkOpenImageDenoise(const FilterPlan &plan) {
  if (plan.has(FilterStage::OpenImageDenoise) && !installed())
    return installed().error();
  return {};
}

//===-- running -------------------------------------------------------------------------------===//

Status OpenImageDenoise::errorOf(DeviceHandle *device) const {
  const char *message = nullptr;
  if (oidnGetDeviceError(device, &message) == kNoError)
    return {};
  return Error(ErrorKind::Environment,
               std::string("Open Image Denoise failed: ") + (message ? message : "it says no more"),
               "use --denoise=nlm");
}

/// Filters one picture of three floats per pixel; pixels are `pixelBytes` apart.
Status OpenImageDenoise::run(DeviceHandle *device, float *pixels, size_t pixelBytes,
                             abi::GridSize grid) const {
  const std::unique_ptr<FilterHandle, void (*)(FilterHandle *)> filter(oidnNewFilter(device, "RT"),
                                                                       oidnReleaseFilter);
  FLAME_TRY(errorOf(device));
  for (const char *image : {"color", "output"})
    oidnSetSharedFilterImage(filter.get(), image, pixels, kFloat3, grid.width, grid.height, 0,
                             pixelBytes, grid.width * pixelBytes);
  oidnSetFilterBool(filter.get(), "hdr", true);
  oidnCommitFilter(filter.get());
  oidnExecuteFilter(filter.get());
  return errorOf(device);
}

Status OpenImageDenoise::denoise(std::span<abi::Accumulator> accumulators, abi::GridSize grid,
                                 unsigned threads) const {
  const std::unique_ptr<DeviceHandle, void (*)(DeviceHandle *)> device(oidnNewDevice(kCpuDevice),
                                                                       oidnReleaseDevice);
  FLAME_TRY(errorOf(device.get()));
  // other threads of the process have work, too
  oidnSetDeviceBool(device.get(), "setAffinity", false);
  oidnSetDeviceInt(device.get(), "numThreads", int(threads));
  oidnCommitDevice(device.get());
  FLAME_TRY(errorOf(device.get()));
  FLAME_TRY(run(device.get(), &accumulators.front().red, sizeof(abi::Accumulator), grid));
  struct Grey {
    float red, green, blue;
  };
  std::vector<Grey> density(accumulators.size());
  std::ranges::transform(accumulators, density.begin(), [](const abi::Accumulator &bucket) {
    return Grey{bucket.alpha, bucket.alpha, bucket.alpha};
  });
  FLAME_TRY(run(device.get(), &density.front().red, sizeof(Grey), grid));
  for (size_t i = 0; i < accumulators.size(); ++i)
    accumulators[i].alpha = (density[i].red + density[i].green + density[i].blue) / 3;
  return {};
}

Status denoiseByLibrary(std::span<abi::Accumulator> accumulators, const abi::FrameGeometry &frame,
                        unsigned threads) {
  if (!installed())
    return installed().error();
  return installed()->denoise(accumulators, {frame.gridWidth, frame.gridHeight}, threads);
}

} // namespace flame::rt
