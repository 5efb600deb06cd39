// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dithering keeps means, black and white, and is the same each time.

#include "runtime/output/Dither.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace flame::rt {
namespace {

constexpr uint32_t kWidth = 64, kHeight = 64;

std::vector<uint8_t> ditheredPlain(double level, uint64_t seed, size_t padding = 0) {
  const std::vector<float> values((size_t(kWidth) * 3 + padding) * kHeight, float(level / 255));
  return dithered({values.data(), kWidth, kHeight, 3, 32, (size_t(kWidth) * 3 + padding) * 4},
                  seed);
}

double meanOf(const std::vector<uint8_t> &bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), 0.0) / double(bytes.size());
}

TEST(DitherTest, MeansAreRight) {
  const double rootOfCount = std::sqrt(double(kWidth * kHeight * 3));
  for (int twentieth = 1; twentieth < 20; ++twentieth) {
    const double part = twentieth / 20.0;
    const auto bytes = ditheredPlain(100 + part, 7);
    EXPECT_NEAR(meanOf(bytes), 100 + part, 5 * 0.5 / rootOfCount) << part;
    EXPECT_GE(*std::ranges::min_element(bytes), 100);
    EXPECT_LE(*std::ranges::max_element(bytes), 101);
  }
}

TEST(DitherTest, BlackAndWhiteStayWhatTheyAre) {
  for (unsigned level : {0u, 255u}) {
    const auto bytes = ditheredPlain(level, 3);
    EXPECT_TRUE(std::ranges::all_of(bytes, [&](uint8_t byte) { return byte == level; })) << level;
  }
}

TEST(DitherTest, SeedAndPositionDecide) {
  const double half = 100.5;
  EXPECT_EQ(ditheredPlain(half, 1), ditheredPlain(half, 1));
  EXPECT_EQ(ditheredPlain(half, 1), ditheredPlain(half, 1, 5));
  EXPECT_NE(ditheredPlain(half, 1), ditheredPlain(half, 2));
  const auto bytes = ditheredPlain(half, 1);
  size_t sameAsBefore = 0; // neighbours know nothing of each other
  for (size_t i = 1; i < bytes.size(); ++i)
    sameAsBefore += bytes[i] == bytes[i - 1];
  EXPECT_NEAR(double(sameAsBefore) / double(bytes.size()), 0.5, 0.03);
}

} // namespace
} // namespace flame::rt
