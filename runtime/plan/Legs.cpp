// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rounds of each leg.

#include "runtime/plan/Legs.h"

#include "runtime/shared/Nursery.h"

namespace flame::rt {

void Leg::enter(abi::IterateArgs &args) const {
  args.firstRound = firstRound;
  args.restRound = restRound;
  args.fuse = fuse;
  args.iterations = iterations;
  args.choicesFrom = choicesFrom;
}

Legs planLegs(uint32_t features, uint32_t fuse, uint32_t iterations, uint32_t blocks,
              bool beginsWithSurvey) {
  const uint32_t nursery = nurseryRounds(features, fuse, iterations, blocks);
  const Leg whole = {nursery != 0, nursery, 0, fuse, iterations, nursery};
  if (!beginsWithSurvey)
    return {{}, std::nullopt, false, whole};
  if (!nursery) {
    const Leg survey = {false, 0, fuse + 1, fuse, iterations, 0};
    return {{survey}, survey, true, {false, fuse + 1, 0, fuse, iterations, fuse + 1}};
  }
  const uint32_t middle = nursery + (fuse - nursery) / 2;
  return {{{true, nursery, middle, fuse, iterations, nursery},
           {false, middle, fuse, fuse, iterations, middle}},
          Leg{false, middle, 0, middle, 1, middle},
          false,
          {false, fuse, 0, fuse, iterations, fuse}};
}

std::vector<Leg> inPieces(const Leg &leg, uint32_t pieces) {
  std::vector<Leg> legs(1, leg);
  for (uint32_t piece = 1; piece < pieces; ++piece) {
    const auto round = leg.fuse + uint32_t(uint64_t(leg.iterations) * piece / pieces);
    if (round <= legs.back().firstRound)
      continue;
    legs.back().restRound = round;
    legs.push_back(leg);
    legs.back().isNursed = false;
    legs.back().firstRound = round;
  }
  return legs;
}

} // namespace flame::rt
