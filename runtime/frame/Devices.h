// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What words for devices mean, to all programs: "auto", "cpu", "cuda:0".

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

/// A renderer, and what it may need: the driver, and artefacts that are not the one that was given.
struct Device {
  std::unique_ptr<Driver> driver;
  std::vector<std::unique_ptr<Artefact>> recompiled;
  std::unique_ptr<Renderer> renderer;
  std::string fallback; ///< why it is not the GPU that "auto" prefers; empty if it is
};

/// What a GPU may do.
struct DeviceOptions {
  uint64_t memory = 0; ///< bytes of device memory to use, 0: what there is
  Schedule schedule = Schedule::Auto;
  size_t frames =
      1; ///< that will be rendered: several GPUs make them together if they are fewer than these
  bool trust = false; ///< load device code that the user's list does not name (TrustList.h)
  std::function<void(const std::string &)> note; ///< tells the user what takes its time, and why
};

/// Checks the word before anything else is done.
Status checkDevice(const std::string &word);

/// Opens "cpu", "cuda:N", several GPUs as "cuda:all" or "cuda:0,2", or "auto": the first GPU, or the CPU when there is none that can run the artefact, which
/// must outlive the device. With "auto" the CPU also takes over from a GPU that fails later. For code that may not or cannot run on the GPU, other code is compiled if there is a flamec.
Result<Device> openDevice(const std::string &word, const Artefact &artefact,
                          const DeviceOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_DEVICES_H
