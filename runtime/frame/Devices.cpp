// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens devices by name.

#include "runtime/frame/Devices.h"

#include "artefact/TrustList.h"
#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/FallbackRenderer.h"
#include "runtime/frame/GpuTeam.h"
#include "runtime/frame/Recompile.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace flame::rt {

/// Larger than the number of GPUs in any machine.
static constexpr int kMaxOrdinal = 4095;

static Error badWord(std::string_view word) {
  return Error(ErrorKind::Usage,
               "expected --device=auto, cuda:NUMBER[,NUMBER...], cuda:all or cpu, found '" +
                   std::string(word) + "'");
}

/// The GPUs of "cuda:0,2"; empty for "cuda:all".
static Result<std::vector<int>> ordinalsOf(std::string_view word) {
  constexpr std::string_view kCuda = "cuda:";
  if (!word.starts_with(kCuda))
    return badWord(word);
  std::string_view rest = word.substr(kCuda.size());
  std::vector<int> ordinals;
  if (rest == "all")
    return ordinals;
  for (;;) {
    int ordinal = 0;
    const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), ordinal);
    if (failed != std::errc() || ordinal < 0 || ordinal > kMaxOrdinal)
      return badWord(word);
    if (std::ranges::find(ordinals, ordinal) != ordinals.end())
      return Error(ErrorKind::Usage, "--device=" + std::string(word) + " names GPU " +
                                         std::to_string(ordinal) + " twice");
    ordinals.push_back(ordinal);
    rest.remove_prefix(size_t(end - rest.data()));
    if (rest.empty())
      return ordinals;
    if (rest.front() != ',')
      return badWord(word);
    rest.remove_prefix(1);
  }
}

Status checkDevice(const std::string &word) {
  if (word != "auto" && word != "cpu")
    FLAME_TRY(ordinalsOf(word));
  return {};
}

/// Checks that an artefact's code is trusted and that the GPU can run it.
static Status checkCode(const Artefact &artefact, const DeviceInfo &gpu,
                        const DeviceOptions &options) {
  if (!options.trust)
    FLAME_TRY(checkTrust(artefact.digest()));
  FLAME_TRY(artefact.chooseCode(gpu.computeMajor, gpu.computeMinor));
  return {};
}

/// Recompiles the flame because of `reason`. Without a compiler, returns `reason` as the error.
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

/// The artefact that a GPU runs: the given one, or a recompiled one that `device` keeps.
static Result<const Artefact *> chooseArtefact(int ordinal, const Artefact &artefact,
                                               const DeviceOptions &options, Device &device) {
  FLAME_TRY_ASSIGN(const DeviceInfo gpu, device.driver->device(ordinal));
  Status usable = checkCode(artefact, gpu, options);
  if (usable)
    return &artefact;
  for (const std::unique_ptr<Artefact> &made : device.recompiled)
    if (made->chooseCode(gpu.computeMajor, gpu.computeMinor))
      return made.get();
  FLAME_TRY_ASSIGN(Artefact made, compileAgain(artefact, gpu, std::move(usable).error(), options));
  device.recompiled.push_back(std::make_unique<Artefact>(std::move(made)));
  return device.recompiled.back().get();
}

/// Opens GPUs; all of them if `ordinals` is empty.
static Result<Device> openGpus(std::vector<int> ordinals, const Artefact &artefact,
                               const DeviceOptions &options) {
  Device device;
  FLAME_TRY_ASSIGN(device.driver, Driver::open());
  if (ordinals.empty()) {
    FLAME_TRY_ASSIGN(const std::vector<DeviceInfo> all, device.driver->devices());
    ordinals.resize(all.size());
    std::iota(ordinals.begin(), ordinals.end(), 0);
  }
  std::vector<GpuChoice> choices;
  for (const int ordinal : ordinals) {
    FLAME_TRY_ASSIGN(const Artefact *runs, chooseArtefact(ordinal, artefact, options, device));
    choices.push_back({ordinal, runs});
  }
  const GpuOptions gpu = {.memoryLimit = options.memory, .schedule = options.schedule};
  if (choices.size() == 1) {
    FLAME_TRY_ASSIGN(device.renderer, GpuRenderer::create(*device.driver, choices[0].ordinal,
                                                          *choices[0].artefact, gpu));
    return device;
  }
  const auto division = options.frames < choices.size() ? GpuTeam::Division::AllOneFrame
                                                        : GpuTeam::Division::EachAFrame;
  FLAME_TRY_ASSIGN(device.renderer, GpuTeam::create(*device.driver, choices, gpu, division));
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
    FLAME_TRY_ASSIGN(std::vector<int> ordinals, ordinalsOf(word));
    return openGpus(std::move(ordinals), artefact, options);
  }
  Result<Device> gpu = openGpus({0}, artefact, options);
  if (gpu) {
    const auto openInstead = [&artefact]() -> Result<std::unique_ptr<Renderer>> {
      FLAME_TRY_ASSIGN(std::unique_ptr<Renderer> renderer, CpuRenderer::create(artefact));
      return renderer;
    };
    gpu->renderer =
        std::make_unique<FallbackRenderer>(std::move(gpu->renderer), openInstead, options.note);
    return gpu;
  }
  FLAME_TRY_ASSIGN(Device cpu, openCpu(artefact));
  cpu.fallback = gpu.error().text();
  return cpu;
}

} // namespace flame::rt
