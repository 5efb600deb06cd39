// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flamerun says: about an artefact, about a frame, about what all of them took.

#ifndef FLAME_TOOLS_FLAMERUN_REPORT_H
#define FLAME_TOOLS_FLAMERUN_REPORT_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/FrameClock.h"
#include "runtime/frame/Replay.h"

#include <ostream>
#include <string>

namespace flame {

/// --info.
void printInfo(std::ostream &out, const rt::Artefact &artefact, const rt::FrameClock &clock,
               const rt::FrameRequest &request);

/// -v: one frame in one line.
std::string frameLine(const rt::FrameReport &frame);

/// --timings: the stages, summed over the frames, with the median of a frame.
void printTimings(std::ostream &out, const rt::ReplaySummary &summary, const std::string &device);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_REPORT_H
