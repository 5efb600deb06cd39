// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the duration of the stages of a frame for each artefact.

#ifndef FLAME_TOOLS_FLAMEBENCH_FRAMES_H
#define FLAME_TOOLS_FLAMEBENCH_FRAMES_H

#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

namespace flame {

/// What to render, on which device and how often.
struct FrameBenchOptions {
  std::vector<std::string> artefacts;
  std::string device = "auto"; ///< auto, cuda:N or cpu
  bool trust = false;          ///< run GPU code that is not in the user's trust list
  rt::FrameRequest request;
  std::string moment; ///< time within an animation (Moment.h)
  unsigned repeat = 5;
};

/// Renders every artefact once to warm up and then `repeat` times. Returns a row per artefact with
/// the median of each stage and of the whole frame in milliseconds, and the rate of iteration and
/// accumulation. The last row has the medians over all artefacts.
rt::Result<Table> benchFrames(const FrameBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_FRAMES_H
