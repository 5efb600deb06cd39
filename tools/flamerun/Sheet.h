// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --sheet: all frames in one picture, or one frame with one or two values varied over a range.

#ifndef FLAME_TOOLS_FLAMERUN_SHEET_H
#define FLAME_TOOLS_FLAMERUN_SHEET_H

#include "runtime/frame/FrameSink.h"
#include "runtime/plan/FrameClock.h"

#include <string>
#include <vector>

namespace flame {

/// A value from `first` to `last` in `count` equal steps: "gamma:1..4:7".
struct Sweep {
  std::string key, first, last;
  unsigned count = 0;
};

/// The argument of --sheet: a number of columns, or one or two sweeps. The first sweep runs across.
struct Sheet {
  unsigned columns = 0;
  std::vector<Sweep> sweeps;
};

/// Parses "3", "gamma:1..4:7" or "gamma:1..4:3,brightness:2..8:3".
rt::Result<Sheet> parseSheet(const std::string &text);

/// The frames of a sheet, row by row, with their labels.
struct SheetFrames {
  std::vector<rt::FrameJob> jobs;
  std::vector<std::string> labels;
  unsigned columns = 0;
};

/// Varies one frame by the sweeps of a sheet that has some. Returns a Usage error for an unknown
/// key or for a value that the frame cannot have.
rt::Result<SheetFrames> sweepFrames(const Sheet &sheet, const rt::Manifest &manifest,
                                    const rt::FrameClock &clock, const rt::FrameJob &base);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_SHEET_H
