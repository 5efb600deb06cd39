// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which launches the logical blocks of a frame make their rounds: points rest between them (runtime/device/Resting.h).
//
//   warm-up kernel | first legs | counted leg, in pieces where its log would be too large for one
//
// A frame that begins with its survey has first legs. With a warm-up kernel
// (runtime/shared/WarmUp.h) there are two, each of which makes half of the rounds that part its
// copies; the survey looks at a few rounds of some blocks in between, which are thrown away. While
// the host reads what was found, and plans, the GPU makes the other half. Without a warm-up kernel
// there is one, whose last round is the survey, and counts: some of its points count before the
// fuse is over, and nothing may be thrown away then.

#ifndef FLAME_RUNTIME_PLAN_LEGS_H
#define FLAME_RUNTIME_PLAN_LEGS_H

#include "abi/Abi.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flame::rt {

/// What a launch makes of the rounds of each of its blocks; in IterateArgs these have the same names.
struct Leg {
  bool hasWarmUp; ///< the warm-up kernel makes the rounds before it
  uint32_t firstRound, restRound;
  uint32_t fuse, iterations;
  uint32_t choicesFrom;

  void enter(abi::IterateArgs &args) const;
};

/// The launches of a frame, or of a part of it: all of its blocks have the same.
struct Legs {
  std::vector<Leg> first;
  std::optional<Leg> survey; ///< none: the survey has blocks of its own
  uint32_t surveyBlocks;     ///< blocks whose leg it is, the first ones
  Leg counted;

  /// Whether the survey is the first leg, and counts; else it looks at blocks that have made this, and rest.
  bool countsSurvey() const { return survey && survey->restRound; }
};

/// The legs of `blocks` logical blocks with so many counted rounds each.
Legs planLegs(uint32_t features, uint32_t fuse, uint32_t iterations, uint32_t blocks,
              bool beginsWithSurvey);

/// A leg in so many launches, each of as many of its counted rounds.
std::vector<Leg> inPieces(const Leg &leg, uint32_t pieces);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_LEGS_H
