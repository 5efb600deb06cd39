// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packed cell and its wide cell together are exact after every addition, however many carries
// there are.

#include "runtime/shared/Deposit.h"
#include "runtime/shared/HistogramCell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace flame {

TEST(DepositTest, PackedPlusWideIsTheExactTotal) {
  std::mt19937 random(1);
  for (uint32_t unit : {abi::kWholeUnit, abi::kFractionalUnit}) {
    uint64_t cell = 0;
    abi::WideCell wide = {}, total = {};
    for (int i = 0; i < 200000; ++i) {
      const uint32_t red = random() % (255 * unit + 1), green = random() % (255 * unit + 1),
                     blue = random() % (255 * unit + 1), count = random() % (unit + 1);
      const uint64_t deposit = packDeposit(red, green, blue, count);
      if (carried(cell, deposit)) {
        const abi::WideCell carry = carryToWide(cell, deposit);
        wide.red += carry.red;
        wide.green += carry.green;
        wide.blue += carry.blue;
        wide.count += carry.count;
      } else {
        const abi::WideCell carry = carryToWide(cell, deposit);
        ASSERT_EQ(carry.red | carry.green | carry.blue | carry.count, 0u);
      }
      cell += deposit;
      total.red += red;
      total.green += green;
      total.blue += blue;
      total.count += count;
    }
    const abi::WideCell exact = exactTotals(cell, wide);
    EXPECT_EQ(exact.red, total.red);
    EXPECT_EQ(exact.green, total.green);
    EXPECT_EQ(exact.blue, total.blue);
    EXPECT_EQ(exact.count, total.count);
  }
}

TEST(DepositTest, LinearPositionsFollowTheCoordinate) {
  for (auto [color, position] : {std::pair{0.0f, 0u},
                                 {0.5f, 128u * kPaletteShares},
                                 {0.501f, 32834u}, // 32833.54
                                 {255.0f / 256, kLastPosition},
                                 {1.0f, kLastPosition},
                                 {-2.0f, 0u},
                                 {std::nanf(""), 0u}})
    EXPECT_EQ(linearPosition(color), position) << color;
}

TEST(DepositTest, PositionsLieBetweenTwoEntries) {
  for (uint32_t position = 0; position <= kLastPosition; ++position) {
    const PalettePosition at = palettePosition(position);
    ASSERT_LE(at.index, 254u);
    ASSERT_LE(at.share, kPaletteShares);
    ASSERT_EQ(at.index * kPaletteShares + at.share, position);
  }
}

TEST(DepositTest, BlendsAreExactInTheMeanOfTheDither) {
  const uint64_t entry = packDeposit(255, 0, 17, 1), next = packDeposit(0, 255, 200, 1);
  for (uint32_t share : {0u, 1u, 100u, 128u, 255u, 256u}) {
    abi::WideCell sum = {};
    for (uint32_t dither = 0; dither < 256; ++dither) {
      const abi::WideCell one = unpackCell(blendedDeposit(entry, next, share, dither));
      EXPECT_EQ(one.count, 1u);
      EXPECT_NEAR(double(one.red), 255 * (256.0 - share) / 256, 1);
      sum.red += one.red, sum.green += one.green, sum.blue += one.blue;
    }
    EXPECT_EQ(sum.red, 255 * (256 - share));
    EXPECT_EQ(sum.green, 255 * share);
    EXPECT_EQ(sum.blue, 17 * (256 - share) + 200 * share);
  }
}

TEST(DepositTest, StepIndexTruncatesAndClamps) {
  EXPECT_EQ(stepIndex(-0.1f), 0u);
  EXPECT_EQ(stepIndex(0.999f / 256), 0u);
  EXPECT_EQ(stepIndex(1.0f / 256), 1u);
  EXPECT_EQ(stepIndex(1.0f), 255u);
  EXPECT_EQ(stepIndex(3.0f), 255u);
}

TEST(DepositTest, FractionalDepositIsUnbiasedAndNeverLeavesItsFields) {
  const abi::PaletteEntry entry = {0.3f, 0.9f, 0.01f, 1};
  double red = 0, count = 0;
  for (int i = 0; i < 4096; ++i) {
    const abi::WideCell fields =
        unpackCell(fractionalDeposit(entry, 0.1f, (float(i) + 0.5f) / 4096));
    red += double(fields.red);
    count += double(fields.count);
  }
  EXPECT_NEAR(red / 4096, 0.3 * 0.1 * 255 * 16, 1e-2);
  EXPECT_NEAR(count / 4096, 0.1 * 16, 1e-2);
  const abi::WideCell largest = unpackCell(fractionalDeposit({1, 1, 1, 1}, 1e9f, 0.5f));
  EXPECT_EQ(largest.count, uint64_t(abi::kMaxVisibility) * 16);
  EXPECT_EQ(largest.red, uint64_t(abi::kMaxVisibility) * 255 * 16);
}

} // namespace flame
