// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a GPU keeps packed cells: every bucket has one of its own, whatever the size of the
// histogram.

#include "abi/Abi.h"

#include <gtest/gtest.h>

#include <vector>

namespace flame {
namespace {

class CellLayouts : public testing::TestWithParam<uint32_t> {};

TEST_P(CellLayouts, GiveEachBucketACellOfItsOwn) {
  const abi::CellLayout layout = abi::layOutCells(GetParam());
  std::vector<bool> taken(abi::cellCount(GetParam()));
  for (uint32_t bucket = 0; bucket < GetParam(); ++bucket) {
    const uint32_t cell = abi::cellOf(bucket, layout);
    ASSERT_LT(cell, taken.size());
    ASSERT_FALSE(taken[cell]) << "bucket " << bucket;
    taken[cell] = true;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CellLayouts,
                         testing::Values(1u, 1023u, 1024u, 1025u, 640u * 480u,
                                         abi::kMaxInterleavedBuckets,
                                         abi::kMaxInterleavedBuckets + 1));

TEST(CellLayoutOrder, KeepNeighboursApartOnlyWhereTheL2HoldsThemAll) {
  const abi::CellLayout small = abi::layOutCells(abi::kMaxInterleavedBuckets);
  EXPECT_GE(abi::cellOf(1, small) - abi::cellOf(0, small), 4u) << "a sector has four cells";
  const abi::CellLayout large = abi::layOutCells(abi::kMaxInterleavedBuckets + 1);
  EXPECT_EQ(abi::cellOf(1, large) - abi::cellOf(0, large), 1u);
}

} // namespace
} // namespace flame
