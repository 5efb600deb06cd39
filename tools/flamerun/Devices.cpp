// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening devices.

#include "tools/flamerun/Devices.h"

#include "artefact/TrustList.h"
#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/GpuRenderer.h"
#include "runtime/frame/Recompile.h"

#include <charconv>

namespace flame {

using namespace rt;

/// N of "cuda:N".
static Result<int> ordinalOf(std::string_view word) {
  int ordinal = 0;
  if (word.starts_with("cuda:") && word.size() > 5) {
    const std::string_view digits = word.substr(5);
    const auto [end, failed] =
        std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
    if (failed == std::errc() && end == digits.data() + digits.size() && ordinal >= 0)
      return ordinal;
  }
  return Error(ErrorKind::Usage,
               "expected --device=auto, cuda:NUMBER or cpu, found '" + std::string(word) + "'");
}

Status checkDevice(const std::string &word) {
  if (word != "auto" && word != "cpu")
    FLAME_TRY(ordinalOf(word));
  return {};
}

/// Whether the code of an artefact may run on a GPU, and can.
static Status checkCode(const Artefact &artefact, const DeviceInfo &gpu,
                        const DeviceOptions &options) {
  if (!options.trust)
    FLAME_TRY(checkTrust(artefact.digest()));
  FLAME_TRY(artefact.chooseCode(gpu.computeMajor, gpu.computeMinor));
  return {};
}

/// Compiles the flame again, because of `reason`. Without a compiler the error is that one.
static Result<Artefact> compileAgain(const Artefact &artefact, const DeviceInfo &gpu, Error reason,
                                     const DeviceOptions &options) {
  RecompileOptions how = userRecompileOptions();
  if (how.compiler.empty())
    return reason;
  how.onStart = [&] {
    if (options.note)
      options.note(reason.text() + ": compiling it for " + gpu.target() + " with " +
                   how.compiler.string());
  };
  return recompile(artefact, gpu, how)
      .withContext(reason.text() + ", and compiling it again failed");
}

static Result<Device> openGpu(int ordinal, const Artefact &artefact, const DeviceOptions &options) {
  Device device;
  FLAME_TRY_ASSIGN(device.driver, Driver::open());
  FLAME_TRY_ASSIGN(const DeviceInfo gpu, device.driver->device(ordinal));
  const Artefact *runs = &artefact;
  if (Status usable = checkCode(artefact, gpu, options); !usable) {
    FLAME_TRY_ASSIGN(Artefact made,
                     compileAgain(artefact, gpu, std::move(usable).error(), options));
    device.recompiled = std::make_unique<Artefact>(std::move(made));
    runs = device.recompiled.get();
  }
  FLAME_TRY_ASSIGN(device.renderer, GpuRenderer::create(*device.driver, ordinal, *runs,
                                                        {.memoryLimit = options.memory,
                                                         .schedule = options.schedule}));
  return device;
}

static Result<Device> openCpu(const Artefact &artefact) {
  Device device;
  FLAME_TRY_ASSIGN(device.renderer, CpuRenderer::create(artefact));
  return device;
}

Result<Device> openDevice(const std::string &word, const Artefact &artefact,
                          const DeviceOptions &options) {
  if (word == "cpu")
    return openCpu(artefact);
  if (word != "auto") {
    FLAME_TRY_ASSIGN(const int ordinal, ordinalOf(word));
    return openGpu(ordinal, artefact, options);
  }
  Result<Device> gpu = openGpu(0, artefact, options);
  if (gpu)
    return gpu;
  FLAME_TRY_ASSIGN(Device cpu, openCpu(artefact));
  cpu.fallback = gpu.error().text();
  return cpu;
}

} // namespace flame
