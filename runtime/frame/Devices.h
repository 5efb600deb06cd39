// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps device names to renderers, for all programs: "auto", "cpu", "cuda:0".

#ifndef FLAME_RUNTIME_FRAME_DEVICES_H
#define FLAME_RUNTIME_FRAME_DEVICES_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Driver.h"
#include "runtime/frame/Renderer.h"
#include "runtime/plan/Schedule.h"

#include <functional>
#include <memory>
#include <vector>

namespace flame::rt {

/// A renderer and the objects that it depends on: the driver, and artefacts that were recompiled.
struct Device {
  std::unique_ptr<Driver> driver;
  std::vector<std::unique_ptr<Artefact>> recompiled;
  std::unique_ptr<Renderer> renderer;
  std::string fallback; ///< why "auto" did not choose the GPU; empty if it did
};

/// Options for opening GPUs.
struct DeviceOptions {
  uint64_t memory = 0; ///< bytes of device memory to use; 0: all available memory
  Schedule schedule = Schedule::Auto;
  /// Number of frames to render. With fewer frames than GPUs, all GPUs render each frame together.
  size_t frames = 1;
  bool trust = false; ///< load device code that is not in the user's trust list (TrustList.h)
  /// Tells the user about slow steps and their reason.
  std::function<void(const std::string &)> note;
};

/// Checks the syntax of a device name without opening the device.
Status checkDevice(const std::string &word);

/// Opens "cpu", "cuda:N", several GPUs ("cuda:all", "cuda:0,2"), or "auto". "auto" chooses the
/// first GPU, or the CPU if no GPU can run the artefact; the CPU also takes over if that GPU fails
/// later. Code that is not trusted or does not fit the GPU is recompiled if a flamec is installed.
/// `artefact` must outlive the device.
Result<Device> openDevice(const std::string &word, const Artefact &artefact,
                          const DeviceOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_DEVICES_H
