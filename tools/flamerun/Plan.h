// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flamerun will do with one artefact: which frames, at which times, into which files.

#ifndef FLAME_TOOLS_FLAMERUN_PLAN_H
#define FLAME_TOOLS_FLAMERUN_PLAN_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/FrameSink.h"
#include "runtime/plan/FrameClock.h"
#include "tools/flamerun/Options.h"

#include <memory>

namespace flame {

/// The clock that options and artefact give.
rt::Result<rt::FrameClock> makeClock(const rt::Manifest &manifest, const Options &options);

/// The frames, in ascending order, and where they go. The sink refers to the jobs. There are none where an animation has fewer
/// frames than shards.
struct Plan {
  std::vector<rt::FrameJob> jobs;
  std::unique_ptr<rt::FrameSink> sink;
  std::vector<std::string>
      warnings; ///< about options without effect, and the first frame that deserves one
};

/// Works everything out and checks whatever can be checked before rendering: frames, sizes, names, the encoder.
rt::Result<std::unique_ptr<Plan>> makePlan(const rt::Artefact &artefact, const Options &options);

/// A frame at a time of its animation, as `base` says.
rt::FrameJob jobAt(int64_t frame, double time, const rt::FrameClock &clock,
                   const rt::FrameRequest &base);

/// All frames in one picture of this usual size, whose texts are those of `artefact` if it is the only one.
rt::Result<std::unique_ptr<rt::FrameSink>>
makeSheet(const std::string &output, const rt::Artefact &artefact, const Options &options,
          const SheetFrames &frames, std::vector<rt::FrameJob> &jobs);

/// Refuses outputs that would replace an input or each other, and removes what a run left behind there that was killed.
rt::Status prepareOutputs(const Plan &plan, const Options &options);

/// What is remarkable about the options with this artefact, line by line.
std::vector<std::string> warnings(const Options &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_PLAN_H
