// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rounds of each leg.

#include "runtime/plan/Legs.h"

#include "runtime/shared/WarmUp.h"

#include <algorithm>

namespace flame::rt {

void Leg::enter(abi::IterateArgs &args) const {
  args.firstRound = firstRound;
  args.restRound = restRound;
  args.fuse = fuse;
  args.iterations = iterations;
  args.choicesFrom = choicesFrom;
}

/// Blocks that a survey looks at, for each counted round and block of the frame, and counted rounds of each round of these. Nobody knows
/// yet what is hot, and samples queue up there: it should take a small part of a frame. The fewest give 135,000 samples, enough to
/// tell hot buckets from others.
static constexpr uint32_t kRoundsOfLook = 2048, kFewestBlocks = 33, kRoundsOfRound = 1024;

static uint32_t blocksOfSurvey(uint32_t iterations, uint32_t blocks) {
  const uint64_t wanted = uint64_t(iterations) * blocks / kRoundsOfLook;
  return uint32_t(std::clamp<uint64_t>(wanted, std::min(blocks, kFewestBlocks), blocks));
}

Legs planLegs(uint32_t features, uint32_t fuse, uint32_t iterations, uint32_t blocks,
              bool beginsWithSurvey) {
  const uint32_t warmUp = warmUpRounds(features, fuse, iterations, blocks);
  const Leg whole = {warmUp != 0, warmUp, 0, fuse, iterations, warmUp};
  if (!beginsWithSurvey)
    return {{}, std::nullopt, 0, whole};
  if (!warmUp) {
    const Leg survey = {false, 0, fuse + 1, fuse, iterations, 0};
    return {{survey}, survey, blocks, {false, fuse + 1, 0, fuse, iterations, fuse + 1}};
  }
  const uint32_t middle = warmUp + (fuse - warmUp) / 2;
  return {{{true, warmUp, middle, fuse, iterations, warmUp},
           {false, middle, fuse, fuse, iterations, middle}},
          Leg{false, middle, 0, middle, std::max(1u, iterations / kRoundsOfRound), middle},
          blocksOfSurvey(iterations, blocks),
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
    legs.back().hasWarmUp = false;
    legs.back().firstRound = round;
  }
  return legs;
}

} // namespace flame::rt
