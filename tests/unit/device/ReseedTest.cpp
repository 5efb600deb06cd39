// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phases of blocks between two reseedings: together they cover the period evenly, however short
// or long blocks are.

#include "runtime/shared/Reseed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace flame {
namespace {

abi::IterateArgs argsOf(uint32_t blocks, uint32_t iterations, uint64_t seed) {
  abi::IterateArgs args = {};
  args.logicalBlocks = blocks;
  args.iterations = iterations;
  args.fuse = 20;
  args.seed = seed;
  return args;
}

TEST(ReseedTest, RoundsOfTheFuseHaveNoDiscardedOnes) {
  const abi::IterateArgs args = argsOf(8, 64, 3);
  for (uint32_t round = 0; round < args.fuse; ++round)
    EXPECT_EQ(discardedRoundsAt(args, 5, round), 0u);
}

/// Counted rounds by how many of them went before since the last reseeding, all blocks together.
std::vector<uint32_t> roundsByAge(const abi::IterateArgs &args) {
  std::vector<uint32_t> counted(kReseedPeriod);
  for (uint32_t block = 0; block < args.logicalBlocks; ++block) {
    uint32_t age = 0, reseeds = 0, discarded = 0;
    for (uint32_t round = args.fuse; round < args.fuse + args.iterations; ++round, ++age) {
      EXPECT_EQ(reseedsBefore(args, block, round), round == args.fuse ? 0 : reseeds - 1);
      if (const uint32_t rounds = discardedRoundsAt(args, block, round)) {
        age = rounds - kDiscardedRounds;
        ++reseeds;
        discarded += rounds;
      }
      ++counted.at(age);
    }
    EXPECT_EQ(discarded, reseedPhase(args, block) + reseeds * kDiscardedRounds);
  }
  return counted;
}

TEST(ReseedTest, BlocksCoverThePeriodEvenly) {
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (auto [blocks, iterations] : {std::pair(7u, 224u), {25u, 64u}, {264u, 768u}, {9u, 9984u}}) {
      const std::vector<uint32_t> counted = roundsByAge(argsOf(blocks, iterations, seed));
      const double mean = double(blocks) * iterations / kReseedPeriod;
      const auto [least, most] = std::minmax_element(counted.begin(), counted.end());
      EXPECT_GE(*least, mean - 1) << blocks << " blocks";
      EXPECT_LE(*most, mean + 1) << blocks << " blocks";
    }
}

} // namespace
} // namespace flame
