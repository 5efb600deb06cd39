// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames as users choose them: "A", "A-B", "A-" (to the end), each with ":S" (every S-th). Numbers are those of the
// clock; negative ones count from the end, -1 being the last frame, unless the animation itself has negative numbers.

#ifndef FLAME_RUNTIME_PLAN_FRAMERANGE_H
#define FLAME_RUNTIME_PLAN_FRAMERANGE_H

#include "runtime/plan/FrameClock.h"

#include <vector>

namespace flame::rt {

/// The frames that `text` names, ascending and never empty. A usage error says what is wrong with it.
Result<std::vector<int64_t>> parseFrameRange(std::string_view text, const FrameClock &clock);

/// All frames of the clock.
std::vector<int64_t> allFrames(const FrameClock &clock);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FRAMERANGE_H
