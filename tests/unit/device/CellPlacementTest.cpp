// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a GPU keeps packed cells: every bucket has one of its own, whatever the size of the histogram.

#include "abi/Abi.h"

#include <gtest/gtest.h>

#include <vector>

namespace flame {
namespace {

class CellPlacements : public testing::TestWithParam<uint32_t> {};

TEST_P(CellPlacements, GiveEachBucketACellOfItsOwn) {
  const abi::CellPlacement placement = abi::placeCells(GetParam());
  std::vector<bool> taken(abi::cellCount(GetParam()));
  for (uint32_t bucket = 0; bucket < GetParam(); ++bucket) {
    const uint32_t cell = abi::cellOf(bucket, placement);
    ASSERT_LT(cell, taken.size());
    ASSERT_FALSE(taken[cell]) << "bucket " << bucket;
    taken[cell] = true;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CellPlacements,
                         testing::Values(1u, 1023u, 1024u, 1025u, 640u * 480u,
                                         abi::kMaxBucketsInColumns, abi::kMaxBucketsInColumns + 1));

TEST(CellPlacementOrder, KeepNeighboursApartOnlyWhereTheL2HoldsThemAll) {
  const abi::CellPlacement small = abi::placeCells(abi::kMaxBucketsInColumns);
  EXPECT_GE(abi::cellOf(1, small) - abi::cellOf(0, small), 4u) << "a sector has four cells";
  const abi::CellPlacement large = abi::placeCells(abi::kMaxBucketsInColumns + 1);
  EXPECT_EQ(abi::cellOf(1, large) - abi::cellOf(0, large), 1u);
}

} // namespace
} // namespace flame
