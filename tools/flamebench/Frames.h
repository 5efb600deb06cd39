// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long the stages of a frame take, artefact by artefact.

#ifndef FLAME_TOOLS_FLAMEBENCH_FRAMES_H
#define FLAME_TOOLS_FLAMEBENCH_FRAMES_H

#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

namespace flame {

/// What to render, where and how often.
struct FrameBenchOptions {
  std::vector<std::string> artefacts;
  std::string device = "auto"; ///< auto, cuda:N or cpu
  bool trust = false;          ///< run code on the GPU that the user's list does not name
  rt::FrameRequest request;
  std::string moment; ///< of animations (Moment.h)
  unsigned repeat = 5;
};

/// Renders every artefact once to warm up and `repeat` times more. A row per artefact with the median of each stage in
/// milliseconds, of the whole frame, and the rate of iterating and adding up; then the medians over all artefacts.
rt::Result<Table> benchFrames(const FrameBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_FRAMES_H
