// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks of a frame show all of its exposure, and its middle on average, however few they are.

#include "runtime/shared/TemporalSample.h"

#include <gtest/gtest.h>

#include <vector>

namespace flame {
namespace {

/// How often each temporal sample is shown.
std::vector<uint32_t> shownSamples(uint32_t samples, uint32_t blocks, uint32_t chunks) {
  abi::IterateArgs args = {};
  args.temporalSamples = samples;
  args.logicalBlocks = blocks;
  std::vector<uint32_t> shown(samples);
  for (uint32_t block = 0; block < blocks; ++block)
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
      ++shown.at(temporalSampleOf(args, block, chunks, chunk));
  return shown;
}

TEST(TemporalSampleTest, AllAreShownEquallyOftenWhereThatGoes) {
  for (uint32_t samples : {1u, 2u, 7u, 1000u})
    for (uint32_t times : {1u, 3u})
      EXPECT_EQ(shownSamples(samples, samples, times), std::vector<uint32_t>(samples, times));
}

TEST(TemporalSampleTest, TheMeanOfFewIsTheMiddleOfTheExposure) {
  constexpr uint32_t kSamples = 1024;
  for (uint32_t blocks : {1u, 3u})
    for (uint32_t chunks : {1u, 2u, 5u, 40u}) {
      const std::vector<uint32_t> shown = shownSamples(kSamples, blocks, chunks);
      double mean = 0;
      for (uint32_t sample = 0; sample < kSamples; ++sample)
        mean += shown[sample] * (sample + 0.5) / kSamples / (blocks * chunks);
      EXPECT_NEAR(mean, 0.5, 1.0 / kSamples) << blocks << " blocks of " << chunks;
    }
}

TEST(TemporalSampleTest, FramesOfFewRoundsHaveShortChunks) {
  EXPECT_EQ(chunkShift(1), 0u);
  for (uint64_t rounds : {kEnoughChunks, 3 * kEnoughChunks, 15 * kEnoughChunks}) {
    EXPECT_GE(rounds >> chunkShift(rounds), kEnoughChunks);
    EXPECT_LT(rounds >> chunkShift(rounds), 2 * kEnoughChunks);
  }
  EXPECT_EQ(chunkShift(uint64_t(1) << 40), abi::kMostChunkShift);
}

} // namespace
} // namespace flame
