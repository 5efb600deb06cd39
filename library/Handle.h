// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object behind a flame_artefact, and the error handling of its functions.

#ifndef FLAME_LIBRARY_HANDLE_H
#define FLAME_LIBRARY_HANDLE_H

#include "library/flame.h"
#include "runtime/frame/CpuLibrary.h"
#include "runtime/frame/Devices.h"
#include "runtime/plan/FrameClock.h"

#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace flame::library {

/// The user's settings.
struct Choices {
  rt::FrameRequest request; ///< all but time, frame and format
  rt::ClockSettings clock;
  /// 0 to 1. Never set together with `frame`.
  std::optional<double> time;
  /// Frame of the clock. Without `time` and `frame`: the first one.
  std::optional<int64_t> frame;
  std::string device = "auto";
  bool trust = false;
};

} // namespace flame::library

struct flame_artefact {
  explicit flame_artefact(flame::rt::Artefact artefact) : artefact(std::move(artefact)) {}

  /// Returns the request for the chosen frame in this format.
  flame::rt::Result<flame::rt::FrameRequest> request(flame::rt::PixelFormat format) const;
  /// Returns the renderer of the chosen device. The first call opens the device.
  flame::rt::Result<flame::rt::Renderer *> renderer();
  /// Closes the renderer after the choice of device has changed.
  void closeDevice();

  const flame::rt::Artefact artefact;
  std::string messages; ///< messages of the compiler
  /// This process compiled it, so its GPU code can be trusted.
  bool isCompiledHere = false;
  flame::library::Choices choices;
  /// Texts returned to the caller.
  std::map<std::string, std::string, std::less<>> texts;

  /// Guards the members above and `device`. Recursive because callbacks may call again.
  std::recursive_mutex mutex;
  bool isRendering = false;
  std::mutex stopMutex;                    ///< guards `current`
  std::optional<std::stop_source> current; ///< stops the running render

private:
  std::optional<flame::rt::Device> device;
};

namespace flame::library {

/// Stores an error as the last one of this thread and returns its status.
int fail(const rt::Error &error, int status);
int fail(const rt::Error &error);

/// Runs `work`, which returns a rt::Status, and converts the result to a C status. Exceptions
/// become errors.
template <class Work> int guarded(const Work &work) {
  try {
    const rt::Status status = work();
    return status ? int(FLAME_OK) : fail(status.error());
  } catch (const std::bad_alloc &) {
    return fail(rt::Error(rt::ErrorKind::Environment, "not enough memory"));
  } catch (const std::exception &thrown) {
    return fail(rt::Error(rt::ErrorKind::Internal, thrown.what()));
  }
}

/// Does the same while it holds the lock of `artefact`.
template <class Work> int guarded(flame_artefact *artefact, const Work &work) {
  return guarded([&]() -> rt::Status {
    if (!artefact)
      return rt::Error(rt::ErrorKind::Usage, "there is no artefact",
                       "see why it was not opened or compiled");
    const std::lock_guard lock(artefact->mutex);
    return work(*artefact);
  });
}

/// Returns the pixel format of a flame_format.
rt::Result<rt::PixelFormat> formatOf(int format);

} // namespace flame::library

#endif // FLAME_LIBRARY_HANDLE_H
