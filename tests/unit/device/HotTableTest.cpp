// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of hot buckets: set and tag are the bucket.

#include "runtime/shared/HotTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace flame {
namespace {

TEST(HotTableTest, SetAndTagAreTheBucket) {
  std::mt19937 random(1);
  for (uint32_t bits = kMinHotBits; bits <= kMaxHotBits; ++bits) {
    const auto most = uint32_t(mostHotBuckets(bits) - 1);
    std::uniform_int_distribution<uint32_t> any(0, most);
    std::vector<uint32_t> buckets = {0, 1, 2, most - 1, most};
    for (int i = 0; i < 100'000; ++i)
      buckets.push_back(any(random));
    for (uint32_t bucket : buckets) {
      const uint32_t set = hotSetOf(bucket, bits), tag = slotTagOf(bucket) & kSlotTagMask;
      ASSERT_LT(set, 1u << bits);
      ASSERT_EQ(hotBucketOf(set, tag, bits), bucket) << bits;
    }
  }
}

TEST(HotTableTest, NeighboursAreInDifferentSets) {
  for (uint32_t bits = kMinHotBits; bits <= kMaxHotBits; ++bits) {
    std::vector<uint32_t> used(size_t(1) << bits);
    for (uint32_t bucket = 5'000'000; bucket < 5'000'000 + used.size(); ++bucket)
      ++used[hotSetOf(bucket, bits)];
    EXPECT_LE(*std::ranges::max_element(used), kHotWays) << bits;
  }
}

TEST(HotTableTest, FindsTheWayOfATag) {
  const uint32_t tags[kHotWays] = {0x155555, 0x0aaaaa, 0x1fffff};
  uint64_t set = 0;
  for (uint32_t way = 0; way < kHotWays; ++way)
    set |= uint64_t(tags[way]) << (way * kSlotTagBits);
  for (uint32_t way = 0; way < kHotWays; ++way) {
    EXPECT_EQ(slotWayOf(set, tags[way]), way);
    EXPECT_EQ(slotWayOf(set, tags[way] | 0xffe00000), way) << "bits above the tag are ignored";
    for (uint32_t bit = 0; bit < kSlotTagBits; ++bit)
      EXPECT_EQ(slotWayOf(set, tags[way] ^ 1u << bit), kHotWays) << way << ", bit " << bit;
  }
}

} // namespace
} // namespace flame
