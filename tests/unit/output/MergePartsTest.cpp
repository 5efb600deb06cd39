// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts belong together, and which are missing.

#include "runtime/output/MergeParts.h"

#include "tests/unit/runtime/TestHistogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame::rt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A shard of 18 logical blocks.
NamedPart shardOf(uint32_t index, uint32_t count) {
  NamedPart named{std::to_string(index) + "." + std::to_string(count), testHeader()};
  named.header.shard = Shard{index, count};
  named.header.part.ranges.clear();
  if (const BlockRange range = rangeOf({index, count}, named.header.part.blocks); range.size())
    named.header.part.ranges.push_back(range);
  return named;
}

std::string mergeError(const std::vector<NamedPart> &parts) {
  const auto merged = mergeParts(parts);
  return merged ? "" : merged.error().text();
}

/// Why parts that go together are no picture; empty if they are one.
std::string completeError(const std::vector<NamedPart> &parts) {
  const auto merged = mergeParts(parts);
  EXPECT_TRUE(merged);
  const Status complete = checkComplete(*merged, parts);
  return complete ? "" : complete.error().text();
}

TEST(ShardRangeTest, ShardsLeaveNothingOut) {
  for (uint32_t blocks : {1u, 18u, 1056u, UINT32_MAX})
    for (uint32_t count : {1u, 2u, 7u, 1000u, kMaxShards}) {
      uint32_t covered = 0;
      for (uint32_t index = 1; index <= count; ++index) {
        const BlockRange range = rangeOf({index, count}, blocks);
        ASSERT_EQ(range.first, covered);
        ASSERT_GE(range.end, range.first);
        covered = range.end;
      }
      EXPECT_EQ(covered, blocks);
    }
}

TEST(MergePartsTest, AnyOrderAndDivisionWillDo) {
  for (uint32_t count : {1u, 7u, 18u, 25u}) {
    std::vector<NamedPart> parts;
    for (uint32_t index = count; index > 0; --index)
      parts.push_back(shardOf(index, count));
    EXPECT_EQ(completeError(parts), "") << count << " shards";
  }
  const std::vector<NamedPart> mixed = {shardOf(2, 2), shardOf(1, 6), shardOf(2, 6), shardOf(3, 6)};
  EXPECT_EQ(completeError(mixed), "");
  const auto merged = mergeParts(mixed);
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->header.part.ranges, ElementsAre(BlockRange{0, 18}));
  EXPECT_FALSE(merged->header.shard);
  EXPECT_THAT(merged->warnings, IsEmpty());
}

TEST(MergePartsTest, NamesLostShards) {
  EXPECT_EQ(completeError({shardOf(1, 3), shardOf(3, 3)}),
            "shard 2/3 is missing, 6 of 18 logical blocks");
  EXPECT_EQ(completeError({shardOf(2, 4)}),
            "shards 1/4, 3/4, 4/4 are missing, 13 of 18 logical blocks");
  EXPECT_EQ(completeError({shardOf(1, 18)}),
            "shards 2/18, 3/18, 4/18, 5/18, 6/18, 7/18, 8/18, 9/18 and 9 more are missing, 17 of "
            "18 logical blocks");
  EXPECT_EQ(completeError({shardOf(1, 2), shardOf(5, 6)}),
            "logical blocks 9 to 11 and others are missing, 6 of 18 logical blocks");
  EXPECT_EQ(completeError({shardOf(1, 3), shardOf(7, 9), shardOf(8, 9), shardOf(9, 9)}),
            "logical blocks 6 to 11 are missing, 6 of 18 logical blocks");
}

TEST(MergePartsTest, NoBlockCountsTwice) {
  EXPECT_EQ(mergeError({shardOf(1, 3), shardOf(2, 3), shardOf(1, 3)}),
            "'1.3' and '1.3' both have logical blocks 0 to 5");
  EXPECT_EQ(mergeError({shardOf(1, 2), shardOf(9, 18)}),
            "'1.2' and '9.18' both have logical block 8");
}

TEST(MergePartsTest, StrangersAreRefused) {
  NamedPart other = shardOf(2, 2);
  other.header.artefact = "another";
  EXPECT_THAT(mergeError({shardOf(1, 2), other}), HasSubstr("it is of another artefact"));
  other = shardOf(2, 2);
  other.header.program = "0.0.1";
  EXPECT_THAT(mergeError({shardOf(1, 2), other}), HasSubstr("it was made by version 0.0.1"));
  other = shardOf(2, 2);
  other.header.request.seed = 4;
  EXPECT_EQ(mergeError({shardOf(1, 2), other}),
            "'2.2' does not belong to '1.2': seed is 4 instead of 18446744073709551615");
  other = shardOf(2, 2);
  other.header.part.device = DeviceKind::Gpu;
  other.header.part.code = "sm_90";
  EXPECT_EQ(mergeError({shardOf(1, 2), other}),
            "'2.2' does not belong to '1.2': it was made on a GPU, that on the CPU, 8 lanes, and "
            "these divide the samples differently");
  other = shardOf(2, 2);
  other.header.part.code = "16 lanes";
  EXPECT_THAT(mergeError({shardOf(1, 2), other}), HasSubstr("with vectors of 16 lanes"));
  other = shardOf(2, 2);
  other.header.part.passes.pop_back();
  EXPECT_THAT(mergeError({shardOf(1, 2), other}), HasSubstr("divided differently"));
}

TEST(MergePartsTest, GpusMayDifferWithAWarning) {
  NamedPart first = shardOf(1, 2), second = shardOf(2, 2);
  for (NamedPart *part : {&first, &second}) {
    part->header.part.device = DeviceKind::Gpu;
    part->header.part.code = "sm_90";
  }
  second.header.part.code = "sm_80";
  auto merged = mergeParts(std::vector{first, second});
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->warnings, ElementsAre(HasSubstr("code for sm_80")));
  second.header.part.code = "sm_90";
  second.header.part.passes[1].schedule = Schedule::Split;
  merged = mergeParts(std::vector{first, second});
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->warnings, ElementsAre(HasSubstr("different schedules")));
}

TEST(MergePartsTest, ASumIsAPart) {
  const std::vector<NamedPart> outer = {shardOf(1, 3), shardOf(3, 3)};
  const auto sum = mergeParts(outer);
  ASSERT_TRUE(sum);
  EXPECT_THAT(sum->header.part.ranges, SizeIs(2));
  EXPECT_EQ(completeError({{"sum", sum->header}, shardOf(2, 3)}), "");
  EXPECT_EQ(completeError({{"sum", sum->header}}),
            "logical blocks 6 to 11 are missing, 6 of 18 logical blocks");
  EXPECT_THAT(mergeError({{"sum", sum->header}, shardOf(3, 3)}), HasSubstr("both have"));
}

} // namespace
} // namespace flame::rt
