// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --device means.

#ifndef FLAME_TOOLS_FLAMERUN_DEVICES_H
#define FLAME_TOOLS_FLAMERUN_DEVICES_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Driver.h"
#include "runtime/frame/Renderer.h"
#include "runtime/frame/Schedule.h"

#include <functional>
#include <memory>

namespace flame {

/// A renderer, and what it may need: the driver, and the artefact itself if it is not the one that was given.
struct Device {
  std::unique_ptr<rt::Driver> driver;
  std::unique_ptr<rt::Artefact> recompiled;
  std::unique_ptr<rt::Renderer> renderer;
  std::string fallback; ///< why it is not the GPU that "auto" prefers; empty if it is
};

/// What a GPU may do.
struct DeviceOptions {
  uint64_t memory = 0; ///< bytes of device memory to use, 0: what there is
  rt::Schedule schedule = rt::Schedule::Auto;
  bool trust = false; ///< load device code that the user's list does not name (TrustList.h)
  std::function<void(const std::string &)> note; ///< tells the user what takes its time, and why
};

/// Checks the word before anything else is done.
rt::Status checkDevice(const std::string &word);

/// Opens "cpu", "cuda:N", or "auto": the first GPU, or the CPU when there is none that can run the artefact, which
/// must outlive the device. For code that may not or cannot run on the GPU, other code is compiled if there is a flamec.
rt::Result<Device> openDevice(const std::string &word, const rt::Artefact &artefact,
                              const DeviceOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_DEVICES_H
