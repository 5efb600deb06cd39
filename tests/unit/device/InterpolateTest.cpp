// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From raw values to a parameter block: selection tables, and the camera that is shaken for
// antialiasing.

#include "runtime/shared/Interpolate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace flame {
namespace {

std::vector<float> cumulative(std::vector<float> weights, std::vector<float> factors = {}) {
  std::vector<float> result(weights.size());
  accumulateWeights(weights.data(), factors.empty() ? nullptr : factors.data(),
                    uint32_t(weights.size()), result.data());
  return result;
}

TEST(SelectionTableTest, IsNormalised) {
  EXPECT_EQ(cumulative({1, 2, 1}), (std::vector<float>{0.25f, 0.75f, 1}));
  EXPECT_EQ(cumulative({1, 2, 1}, {2, 0, 2}), (std::vector<float>{0.5f, 0.5f, 1}));
}

TEST(SelectionTableTest, BelowZeroIsZero) {
  EXPECT_EQ(cumulative({1, -2, 1}), (std::vector<float>{0.5f, 0.5f, 1}));
  EXPECT_EQ(cumulative({1, 2, 1}, {1, -3, 1}), (std::vector<float>{0.5f, 0.5f, 1}));
  EXPECT_EQ(cumulative({1, -2, 1}, {1, -3, 1}), (std::vector<float>{0.5f, 0.5f, 1}))
      << "two negatives make no positive";
  EXPECT_EQ(cumulative({1, 3, -1}), (std::vector<float>{0.25f, 1, 1}))
      << "the last one has no way in";
}

TEST(SelectionTableTest, NothingToChooseFromChoosesTheFirst) {
  EXPECT_EQ(cumulative({0, -1}), (std::vector<float>{1, 1}));
}

struct Shift {
  double x, y;
};

std::vector<Shift> shifts(uint64_t seed, uint32_t count, float deviation) {
  std::vector<Shift> result;
  for (uint32_t sample = 0; sample < count; ++sample) {
    float camera[6] = {};
    jitterCamera(camera, deviation, seed, sample);
    EXPECT_EQ(camera[0], 0);
    EXPECT_EQ(camera[4], 0);
    result.push_back({camera[2], camera[5]});
  }
  return result;
}

TEST(JitterTest, IsNormallyDistributed) {
  constexpr double kDeviation = 0.7;
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0, fourth = 0;
  const std::vector<Shift> all = shifts(5, 4096, kDeviation);
  for (const Shift &shift : all) {
    x += shift.x, y += shift.y;
    xx += shift.x * shift.x, yy += shift.y * shift.y, xy += shift.x * shift.y;
    fourth += std::pow(shift.x / kDeviation, 4);
  }
  const double n = double(all.size());
  EXPECT_NEAR(x / n, 0, 0.002);
  EXPECT_NEAR(y / n, 0, 0.002);
  EXPECT_NEAR(xx / n, kDeviation * kDeviation, 0.005);
  EXPECT_NEAR(yy / n, kDeviation * kDeviation, 0.005);
  EXPECT_NEAR(xy / n, 0, 0.005);
  EXPECT_NEAR(fourth / n, 3, 0.1);
}

// Independent numbers would miss the middle by about 1/8 of a standard deviation with 64 samples.
TEST(JitterTest, FewSamplesStayAroundTheMiddle) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    double x = 0, y = 0;
    for (const Shift &shift : shifts(seed, 64, 1)) {
      x += shift.x / 64;
      y += shift.y / 64;
    }
    EXPECT_LT(std::hypot(x, y), 0.1) << "seed " << seed;
  }
}

TEST(JitterTest, DependsOnSeedAndSampleAlone) {
  const std::vector<Shift> a = shifts(1, 3, 1), again = shifts(1, 3, 1), other = shifts(2, 3, 1);
  EXPECT_EQ(a[2].x, again[2].x);
  EXPECT_NE(a[0].x, other[0].x);
  EXPECT_NE(a[0].x, a[1].x);
}

} // namespace
} // namespace flame
