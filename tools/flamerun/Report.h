// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flamerun says: about an artefact, about a frame, about what all of them took.

#ifndef FLAME_TOOLS_FLAMERUN_REPORT_H
#define FLAME_TOOLS_FLAMERUN_REPORT_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/Replay.h"
#include "runtime/plan/FrameClock.h"

#include <ostream>
#include <string>
#include <vector>

namespace flame {

/// --info.
void printInfo(std::ostream &out, const rt::Artefact &artefact, const rt::FrameClock &clock,
               const rt::FrameRequest &request);

/// -v: one frame in one line.
std::string frameLine(const rt::FrameReport &frame);

/// Noise and samples of frames with a stop criterion.
class QualityReport {
public:
  /// `request` is what all frames share.
  QualityReport(const rt::Manifest &manifest, const rt::FrameRequest &request);

  void add(const rt::FrameReport &frame);
  /// Nothing where samples were counted beforehand.
  std::vector<std::string> lines() const;

private:
  const rt::StopCriterion stop;
  const double pixels;
  size_t frames = 0, noisy = 0; ///< `noisy`: that ended above the target noise
  uint64_t samples = 0;
  double fewest = 0, most = 0; ///< samples per pixel
  double worst = 0;            ///< noise
};

/// --timings: the stages, summed over the frames, with the median of a frame.
void printTimings(std::ostream &out, const rt::ReplaySummary &summary, const std::string &device);

/// The same for programs, with the time of each frame:
/// {"device": ..., "frames": N, "samples": N, "stages": [{"name": ..., "ms": ..., "median_ms": ..., "frames_ms": [...]}, ...]}
std::string timingsJson(const rt::ReplaySummary &summary, const std::string &device);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_REPORT_H
