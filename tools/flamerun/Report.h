// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of flamerun about an artefact, a frame, and the whole run.

#ifndef FLAME_TOOLS_FLAMERUN_REPORT_H
#define FLAME_TOOLS_FLAMERUN_REPORT_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/Replay.h"
#include "runtime/plan/FrameClock.h"

#include <ostream>
#include <string>
#include <vector>

namespace flame {

/// Prints the text of --info.
void printInfo(std::ostream &out, const rt::Artefact &artefact, const rt::FrameClock &clock,
               const rt::FrameRequest &request);

/// Formats a frame as one line for -v.
std::string frameLine(const rt::FrameReport &frame);

/// Summarises noise and sample counts of frames with a stop criterion.
class QualityReport {
public:
  /// `request` holds the settings that all frames share.
  QualityReport(const rt::Manifest &manifest, const rt::FrameRequest &request);

  void add(const rt::FrameReport &frame);
  /// Empty if no frame has a stop criterion.
  std::vector<std::string> lines() const;

private:
  const rt::StopCriterion stop;
  const double pixels;
  /// `noisy`: frames that ended above the target noise.
  size_t frames = 0, noisy = 0;
  uint64_t samples = 0;
  double fewest = 0, most = 0; ///< samples per pixel
  double worst = 0;            ///< noise
};

/// Prints the table of --timings: each stage summed over all frames, with the median per frame.
void printTimings(std::ostream &out, const rt::ReplaySummary &summary, const std::string &device);

/// Formats the same as JSON, with the time of each frame:
/// {"device": ..., "frames": N, "samples": N,
///  "stages": [{"name": ..., "ms": ..., "median_ms": ..., "frames_ms": [...]}, ...]}
std::string timingsJson(const rt::ReplaySummary &summary, const std::string &device);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_REPORT_H
