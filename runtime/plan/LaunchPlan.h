// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launches in which the logical blocks of a frame make their rounds. Between two segments their
// points are saved (runtime/device/SavedBlock.h).
//
//   warm-up kernel | first segments | counted segment, in pieces if its log would be too large
//
// A frame that begins with its pilot run has first segments. With a warm-up kernel
// (runtime/shared/WarmUp.h) there are two: each makes half of the rounds that part the copies.
// Between them, the pilot run makes a few rounds of some blocks, which are discarded. The GPU makes
// the second half while the host reads the result and plans. Without a warm-up kernel there is one
// first segment. Its last round is the pilot run, and it counts: some points count before the
// warm-up (flam3: fuse) is over, and none of those may be discarded.

#ifndef FLAME_RUNTIME_PLAN_LAUNCHPLAN_H
#define FLAME_RUNTIME_PLAN_LAUNCHPLAN_H

#include "abi/Abi.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flame::rt {

/// The rounds that a launch makes of each of its blocks. The members have the same names in
/// IterateArgs.
struct Segment {
  bool hasWarmUp; ///< the warm-up kernel makes the rounds before it
  uint32_t firstRound, endRound;
  uint32_t fuse, iterations;
  uint32_t choicesFrom;

  void enter(abi::IterateArgs &args) const;
};

/// The launches of a frame or of a shard of it. They are the same for all its blocks.
struct LaunchPlan {
  std::vector<Segment> first;
  std::optional<Segment> pilot; ///< none: the pilot run has blocks of its own
  uint32_t pilotBlocks;         ///< blocks of the pilot run, the first ones of the frame
  Segment counted;

  /// True if the pilot's samples are part of the image; otherwise they are discarded.
  bool countsPilot() const { return pilot && pilot->endRound; }
};

/// The launches of `blocks` logical blocks with `iterations` counted rounds each.
LaunchPlan planLaunches(uint32_t features, uint32_t fuse, uint32_t iterations, uint32_t blocks,
                        bool beginsWithPilot);

/// A segment divided into `pieces` launches, each with an equal share of its counted rounds.
std::vector<Segment> inPieces(const Segment &segment, uint32_t pieces);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_LAUNCHPLAN_H
