// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of histograms: what may be added.

#include "runtime/plan/HistogramPart.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

/// Passes over so many buckets each.
std::vector<PassHistogram> passesOver(const std::vector<size_t> &buckets) {
  std::vector<PassHistogram> passes;
  for (const size_t count : buckets)
    passes.push_back({1, Schedule::Direct, std::vector<abi::WideCell>(count, {1, 2, 3, 4})});
  return passes;
}

TEST(HistogramPartTest, AddsPassByPass) {
  std::vector<PassHistogram> sum;
  ASSERT_TRUE(addPasses(sum, passesOver({3, 3})));
  ASSERT_TRUE(addPasses(sum, passesOver({3, 3})));
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_EQ(sum[1].samples, 2u);
  EXPECT_EQ(sum[1].cells[2].count, 8u);
}

TEST(HistogramPartTest, AddsNoHistogramsOfOtherFrames) {
  for (const std::vector<size_t> &other :
       std::vector<std::vector<size_t>>{{}, {3}, {3, 2}, {3, 4}, {3, 3, 3}}) {
    std::vector<PassHistogram> sum = passesOver({3, 3});
    const Status added = addPasses(sum, passesOver(other));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind(), ErrorKind::Internal);
  }
}

TEST(HistogramPartTest, ChecksPassesAndBuckets) {
  EXPECT_TRUE(checkHistograms(passesOver({3, 3}), 2, 3));
  EXPECT_FALSE(checkHistograms(passesOver({3, 3}), 3, 3));
  EXPECT_FALSE(checkHistograms(passesOver({3, 2}), 2, 3));
  EXPECT_FALSE(checkHistograms(passesOver({}), 1, 3));
}

} // namespace
} // namespace flame::rt
