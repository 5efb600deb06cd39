// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams that must differ do; numbers are uniform.

#include "runtime/shared/Rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace flame {

TEST(RngTest, NeighbouringSeedsBlocksAndThreadsShareNoStream) {
  std::set<uint64_t> states;
  for (uint64_t seed = 0; seed < 8; ++seed)
    for (uint32_t block = 0; block < 64; ++block)
      for (uint32_t stream = 0; stream < 64; ++stream) {
        const Rng rng = makeRng(seed, block, stream);
        states.insert(uint64_t(rng.s0) << 32 | rng.s1);
      }
  EXPECT_EQ(states.size(), 8u * 64 * 64);
}

TEST(RngTest, NumbersAreUniform) {
  constexpr int kBins = 64, kNumbers = 1 << 20;
  int bins[kBins] = {};
  double sum = 0;
  for (uint32_t stream = 0; stream < 64; ++stream) {
    Rng rng = makeRng(1, 0, stream);
    for (int i = 0; i < kNumbers / 64; ++i) {
      const float u = nextU01(rng);
      ASSERT_GE(u, 0.0f);
      ASSERT_LT(u, 1.0f);
      ++bins[int(u * kBins)];
      sum += u;
    }
  }
  double chiSquare = 0;
  for (int count : bins)
    chiSquare += std::pow(count - double(kNumbers) / kBins, 2) / (double(kNumbers) / kBins);
  EXPECT_LT(chiSquare, 120); // 63 degrees of freedom: exceeded once in 100000
  EXPECT_NEAR(sum / kNumbers, 0.5, 0.002);
}

TEST(RngTest, SignedNumbersAndBitsAreCentred) {
  Rng rng = makeRng(7, 3, 1);
  double sum = 0, ones = 0;
  for (int i = 0; i < 1 << 18; ++i) {
    const float u = nextU11(rng);
    ASSERT_GE(u, -1.0f);
    ASSERT_LT(u, 1.0f);
    sum += u;
    ones += nextBit(rng);
  }
  EXPECT_NEAR(sum / (1 << 18), 0, 0.006);
  EXPECT_NEAR(ones / (1 << 18), 0.5, 0.005);
}

/// Whole numbers that convert to the same float as 2^32 or 2^31 would be drawn as 1.
TEST(RngTest, NothingIsRoundedUpToOne) {
  EXPECT_LT(truncatedFloat(UINT32_MAX) * 0x1p-32f, 1.0f);
  EXPECT_LT(truncatedFloat(INT32_MAX) * 0x1p-31f, 1.0f);
  EXPECT_EQ(truncatedFloat(INT32_MIN) * 0x1p-31f, -1.0f);
}

/// Moments and tails of the sum of four uniform numbers less 2: its variance is 1/3, its kurtosis
/// 2.7, and it is below -1 once in 24.
TEST(RngTest, ABellIsTheSumOfFour) {
  constexpr int kNumbers = 1 << 20;
  double sum = 0, squares = 0, fourths = 0;
  int tail = 0, onGrid = 0;
  for (uint32_t stream = 0; stream < 64; ++stream) {
    Rng rng = makeRng(3, 1, stream);
    for (int i = 0; i < kNumbers / 64; ++i) {
      const double g = nextBell(rng);
      ASSERT_GE(g, -2.0);
      ASSERT_LT(g, 2.0);
      sum += g;
      squares += g * g;
      fourths += g * g * g * g;
      tail += g < -1;
      onGrid += std::floor(g * 65536) == g * 65536;
    }
  }
  EXPECT_NEAR(sum / kNumbers, 0, 0.003);
  EXPECT_NEAR(squares / kNumbers, 1.0 / 3, 0.002);
  EXPECT_NEAR(fourths * kNumbers / (squares * squares), 2.7, 0.02);
  EXPECT_NEAR(double(tail) / kNumbers, 1.0 / 24, 0.001);
  EXPECT_LT(onGrid, kNumbers / 50) << "in steps of 2^-16";
}

} // namespace flame
