// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans the work on one artefact: which frames, at which times, into which files.

#ifndef FLAME_TOOLS_FLAMERUN_PLAN_H
#define FLAME_TOOLS_FLAMERUN_PLAN_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/FrameSink.h"
#include "runtime/plan/FrameClock.h"
#include "tools/flamerun/Options.h"

#include <memory>

namespace flame {

/// Makes the clock from the artefact and the options.
rt::Result<rt::FrameClock> makeClock(const rt::Manifest &manifest, const Options &options);

/// The frames in ascending order, and their sink, which refers to `jobs`. `jobs` is empty if an
/// animation has fewer frames than shards.
struct Plan {
  std::vector<rt::FrameJob> jobs;
  std::unique_ptr<rt::FrameSink> sink;
  /// About options without effect, and about the first frame that has a warning.
  std::vector<std::string> warnings;
};

/// Plans everything and checks all that can be checked before rendering: frames, sizes, names, the
/// encoder.
rt::Result<std::unique_ptr<Plan>> makePlan(const rt::Artefact &artefact, const Options &options);

/// Makes the job of a frame at a time of the animation, based on `base`.
rt::FrameJob jobAt(int64_t frame, double time, const rt::FrameClock &clock,
                   const rt::FrameRequest &base);

/// Makes the sink for a sheet. The text of the picture comes from `artefact` if that is the only
/// one.
rt::Result<std::unique_ptr<rt::FrameSink>>
makeSheet(const std::string &output, const rt::Artefact &artefact, const Options &options,
          const SheetFrames &frames, std::vector<rt::FrameJob> &jobs);

/// Rejects outputs that would replace an input or each other, and removes leftovers of killed runs.
rt::Status prepareOutputs(const Plan &plan, const Options &options);

/// Returns warnings about the options, one per line.
std::vector<std::string> warnings(const Options &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_PLAN_H
