// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects the frame of an animation to measure.

#ifndef FLAME_TOOLS_FLAMEBENCH_MOMENT_H
#define FLAME_TOOLS_FLAMEBENCH_MOMENT_H

#include "runtime/plan/FrameClock.h"
#include "runtime/plan/FramePlan.h"

#include <string>

namespace flame {

/// Returns the request for the frame at `moment`, in the syntax of flamerun's --time and with
/// flamerun's exposure. An empty `moment` is time 0 without motion blur.
inline rt::Result<rt::FrameRequest>
requestAt(const std::string &moment, const rt::Manifest &manifest, const rt::FrameRequest &base) {
  rt::FrameRequest request = base;
  if (moment.empty())
    return request;
  FLAME_TRY_ASSIGN(const rt::FrameClock clock, rt::FrameClock::create(manifest, {}));
  FLAME_TRY_ASSIGN(request.time, rt::parseMoment(moment, clock));
  request.frame = uint64_t(clock.frameAt(request.time));
  request.shutter = clock.shutter();
  return request;
}

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_MOMENT_H
