// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --sheet: all frames in one picture, or one frame with a value, or two, taken through a range.

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

/// What --sheet said: columns, or one or two sweeps, the first of them across.
struct Sheet {
  unsigned columns = 0;
  std::vector<Sweep> sweeps;
};

/// "3", "gamma:1..4:7", "gamma:1..4:3,brightness:2..8:3".
rt::Result<Sheet> parseSheet(const std::string &text);

/// The frames of a sheet, row by row, and what stands below each.
struct SheetFrames {
  std::vector<rt::FrameJob> jobs;
  std::vector<std::string> labels;
  unsigned columns = 0;
};

/// The sweeps of a sheet, which has some, from one frame. A usage error for a key that there is not, or a value that the frame cannot
/// have.
rt::Result<SheetFrames> sweepFrames(const Sheet &sheet, const rt::Manifest &manifest,
                                    const rt::FrameClock &clock, const rt::FrameJob &base);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_SHEET_H
