// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said of schedules that were measured.

#include "tools/flamebench/Schedules.h"

#include <gmock/gmock.h>

using namespace flame;
using testing::DoubleNear;
using testing::Pair;
using testing::UnorderedElementsAre;

namespace {

TEST(SchedulesTest, SaysHowFarAutoIsBehind) {
  EXPECT_THAT(
      scheduleCells({.direct = 80e9, .split = 100e9, .automatic = 90e9, .autoSplits = true}),
      UnorderedElementsAre(Pair("direct", 80), Pair("split", 100), Pair("auto", 90),
                           Pair("auto_splits", 1), Pair("behind", DoubleNear(10, 1e-9))));
}

TEST(SchedulesTest, LeavesOutWhatAFlameCannotDo) {
  EXPECT_THAT(scheduleCells({.direct = 80e9, .automatic = 84e9}),
              UnorderedElementsAre(Pair("direct", 80), Pair("auto", 84), Pair("auto_splits", 0),
                                   Pair("behind", DoubleNear(-5, 1e-9))));
}

TEST(SchedulesTest, CountsFramesWhereAutoIsGood) {
  Table table;
  table.rows = {{"a", {{"behind", 5}}},
                {"b", {{"behind", 5.01}}},
                {"c", {{"behind", -3}}},
                {"median", {{"behind", 5}}},
                {"worst", {{"behind", 5.01}}}};
  EXPECT_EQ(judgeAuto(table, 5), "auto is within 5 % of the best in 2 of 3 frames");
}

} // namespace
