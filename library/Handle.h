// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a flame_artefact, and how its functions fail.

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

/// The choices of a user.
struct Choices {
  rt::FrameRequest request; ///< but for time, frame and format
  rt::ClockSettings clock;
  std::optional<double> time;   ///< 0 to 1; not with `frame`
  std::optional<int64_t> frame; ///< of the clock; neither: the first one
  std::string device = "auto";
  bool trust = false;
};

} // namespace flame::library

struct flame_artefact {
  explicit flame_artefact(flame::rt::Artefact artefact) : artefact(std::move(artefact)) {}

  /// What to render now, in this format.
  flame::rt::Result<flame::rt::FrameRequest> request(flame::rt::PixelFormat format) const;
  /// The renderer of the device that was chosen, opened by whoever needs it first.
  flame::rt::Result<flame::rt::Renderer *> renderer();
  /// Forgets the renderer: another one is wanted.
  void closeDevice();

  const flame::rt::Artefact artefact;
  std::string messages;        ///< of the compiler
  bool isCompiledHere = false; ///< compiled by this process: what runs on the GPU is nobody else's
  flame::library::Choices choices;
  std::map<std::string, std::string, std::less<>> texts; ///< that were returned

  std::recursive_mutex mutex; ///< guards all of the above and `device`; callbacks may call again
  bool isRendering = false;
  std::mutex stopMutex;                    ///< guards what follows
  std::optional<std::stop_source> current; ///< of the render under way

private:
  std::optional<flame::rt::Device> device;
};

namespace flame::library {

/// Remembers an error as that of this thread, and returns its status.
int fail(const rt::Error &error, int status);
int fail(const rt::Error &error);

/// Runs `work`, which returns a rt::Status, and makes a status of C of it; an exception becomes an error.
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

/// The same for an artefact that nobody else uses meanwhile.
template <class Work> int guarded(flame_artefact *artefact, const Work &work) {
  return guarded([&]() -> rt::Status {
    if (!artefact)
      return rt::Error(rt::ErrorKind::Usage, "there is no artefact",
                       "see why it was not opened or compiled");
    const std::lock_guard lock(artefact->mutex);
    return work(*artefact);
  });
}

/// The layout that a flame_format stands for.
rt::Result<rt::PixelFormat> formatOf(int format);

} // namespace flame::library

#endif // FLAME_LIBRARY_HANDLE_H
