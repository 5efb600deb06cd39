// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/plan/LaunchPlan.h"

#include "runtime/shared/WarmUp.h"

#include <algorithm>

namespace flame::rt {

void Segment::enter(abi::IterateArgs &args) const {
  args.firstRound = firstRound;
  args.endRound = endRound;
  args.fuse = fuse;
  args.iterations = iterations;
  args.choicesFrom = choicesFrom;
}

/// The size of a discarded pilot run: one block per this many counted rounds of all blocks, and one
/// round per this many counted rounds of a block. Hot buckets are not yet known and samples queue
/// up there, so the pilot run should be a small part of a frame. The fewest blocks give 135,000
/// samples, enough to tell hot buckets from others.
static constexpr uint32_t kCountedRoundsPerPilotBlock = 2048, kFewestPilotBlocks = 33,
                          kCountedRoundsPerPilotRound = 1024;

static uint32_t pilotBlockCount(uint32_t iterations, uint32_t blocks) {
  const uint64_t wanted = uint64_t(iterations) * blocks / kCountedRoundsPerPilotBlock;
  return uint32_t(std::clamp<uint64_t>(wanted, std::min(blocks, kFewestPilotBlocks), blocks));
}

LaunchPlan planLaunches(uint32_t features, uint32_t fuse, uint32_t iterations, uint32_t blocks,
                        bool beginsWithPilot) {
  const uint32_t warmUp = warmUpRounds(features, fuse, iterations, blocks);
  const Segment whole = {warmUp != 0, warmUp, 0, fuse, iterations, warmUp};
  if (!beginsWithPilot)
    return {{}, std::nullopt, 0, whole};
  if (!warmUp) {
    const Segment pilot = {false, 0, fuse + 1, fuse, iterations, 0};
    return {{pilot}, pilot, blocks, {false, fuse + 1, 0, fuse, iterations, fuse + 1}};
  }
  const uint32_t middle = warmUp + (fuse - warmUp) / 2;
  return {{{true, warmUp, middle, fuse, iterations, warmUp},
           {false, middle, fuse, fuse, iterations, middle}},
          Segment{false, middle, 0, middle, std::max(1u, iterations / kCountedRoundsPerPilotRound),
                  middle},
          pilotBlockCount(iterations, blocks),
          {false, fuse, 0, fuse, iterations, fuse}};
}

std::vector<Segment> inPieces(const Segment &segment, uint32_t pieces) {
  std::vector<Segment> segments(1, segment);
  for (uint32_t piece = 1; piece < pieces; ++piece) {
    const auto round = segment.fuse + uint32_t(uint64_t(segment.iterations) * piece / pieces);
    if (round <= segments.back().firstRound)
      continue;
    segments.back().endRound = round;
    segments.push_back(segment);
    segments.back().hasWarmUp = false;
    segments.back().firstRound = round;
  }
  return segments;
}

} // namespace flame::rt
