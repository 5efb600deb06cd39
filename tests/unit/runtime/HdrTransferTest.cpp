// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The codes of HDR, against BT.2100 and BT.2087 in double.

#include "runtime/shared/HdrTransfer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flame {
namespace {

/// Light with the primaries of BT.2020, in multiples of white.
void toWide(const double (&level)[3], double (&wide)[3]) {
  constexpr double kMatrix[3][3] = {
      {0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}};
  for (int row = 0; row < 3; ++row) {
    wide[row] = 0;
    for (int i = 0; i < 3; ++i)
      wide[row] += kMatrix[row][i] * std::pow(level[i] / 255, 2.4);
  }
}

double pq(double nits) {
  const double m1 = 2610.0 / 4096 / 4, m2 = 2523.0 / 4096 * 128, c1 = 3424.0 / 4096,
               c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32;
  const double y = std::pow(std::min(1.0, nits / 10000), m1);
  return std::pow((c1 + c2 * y) / (1 + c3 * y), m2);
}

double hlg(double scene) {
  const double a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * std::log(4 * a);
  return std::min(1.0, scene <= 1.0 / 12 ? std::sqrt(3 * scene) : a * std::log(12 * scene - b) + c);
}

TEST(HdrTransferTest, CodesAreThoseOfTheDefinition) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(0, 500);
  for (int i = 0; i < 2000; ++i) {
    const double level[3] = {any(random), any(random), i % 3 ? any(random) : 0};
    const abi::Accumulator color = {float(level[0]), float(level[1]), float(level[2]), 0.5f};
    double wide[3];
    toWide(level, wide);
    const abi::Accumulator found = pqEncoded(color);
    EXPECT_NEAR(found.red, 255 * pq(203 * wide[0]), 0.01);
    EXPECT_NEAR(found.green, 255 * pq(203 * wide[1]), 0.01);
    EXPECT_NEAR(found.blue, 255 * pq(203 * wide[2]), 0.01);
    EXPECT_EQ(found.alpha, 0.5f);
    const double luminance = 0.2627 * wide[0] + 0.6780 * wide[1] + 0.0593 * wide[2];
    const double ofScene = 0.203 * std::pow(0.203 * luminance, (1 - 1.2) / 1.2);
    const abi::Accumulator broadcast = hlgEncoded(color);
    EXPECT_NEAR(broadcast.red, 255 * hlg(ofScene * wide[0]), 0.01);
    EXPECT_NEAR(broadcast.green, 255 * hlg(ofScene * wide[1]), 0.01);
    EXPECT_NEAR(broadcast.blue, 255 * hlg(ofScene * wide[2]), 0.01);
  }
}

TEST(HdrTransferTest, WhiteIsWhereTheReportsPutIt) {
  const abi::Accumulator white = {255, 255, 255, 1}, black = {0, 0, 0, 1};
  EXPECT_NEAR(pqEncoded(white).red / 255, 0.58, 0.001);
  EXPECT_NEAR(hlgEncoded(white).red / 255, 0.75, 0.001);
  EXPECT_EQ(hlgEncoded(black).green, 0);
  EXPECT_NEAR(pqEncoded(black).green, 0, 1e-3);
  const float peak = 255 * std::pow(1000.0f / 203, 1 / 2.4f);
  EXPECT_NEAR(pqEncoded({peak, peak, peak, 1}).green / 255, 0.7518, 0.0005);
  EXPECT_NEAR(hlgEncoded({peak, peak, peak, 1}).green / 255, 1, 1e-4);
}

TEST(HdrTransferTest, GreyStaysGrey) {
  for (int i = 0; i < 136; ++i) {
    const float level = 3.7f * float(i);
    for (const abi::Accumulator &code :
         {pqEncoded({level, level, level, 1}), hlgEncoded({level, level, level, 1})}) {
      EXPECT_EQ(code.red, code.green);
      EXPECT_EQ(code.blue, code.green);
    }
  }
}

} // namespace
} // namespace flame
