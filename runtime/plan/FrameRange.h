// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames as users choose them: "A", "A-B" or "A-" (to the end), each with an optional ":S" (every
// S-th frame). Numbers are those of the clock. Negative numbers count from the end, with -1 for the
// last frame, unless the animation itself has negative numbers.

#ifndef FLAME_RUNTIME_PLAN_FRAMERANGE_H
#define FLAME_RUNTIME_PLAN_FRAMERANGE_H

#include "runtime/plan/FrameClock.h"

#include <vector>

namespace flame::rt {

/// Returns the frames that `text` names, in ascending order and never empty. A usage error explains
/// an invalid range.
Result<std::vector<int64_t>> parseFrameRange(std::string_view text, const FrameClock &clock);

/// All frames of the clock.
std::vector<int64_t> allFrames(const FrameClock &clock);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FRAMERANGE_H
