// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which slot of a GPU a frame is rendered in, given what memory there is.

#include "runtime/frame/GpuRenderer.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

constexpr uint64_t kBudget = 100;

TEST(FramePlaceTest, TwoFramesThatFitHaveASlotEach) {
  EXPECT_EQ(placeFrame(kBudget, 50, {0, 50}, {50, 50}), FramePlace::Own);
  EXPECT_EQ(placeFrame(kBudget, 50, {50, 50}, {50, 50}), FramePlace::Own);
}

TEST(FramePlaceTest, OtherwiseTheyTakeTurnsInTheOneThatHasMemory) {
  EXPECT_EQ(placeFrame(kBudget, 60, {0, 60}, {0, 60}), FramePlace::Own);
  EXPECT_EQ(placeFrame(kBudget, 60, {0, 60}, {60, 60}), FramePlace::Other);
  EXPECT_EQ(placeFrame(kBudget, 60, {60, 60}, {0, 60}), FramePlace::Own);
}

TEST(FramePlaceTest, ALargerFrameThanBeforeMayNeedEverything) {
  EXPECT_EQ(placeFrame(kBudget, 90, {40, 90}, {40, 90}), FramePlace::Alone);
  EXPECT_EQ(placeFrame(kBudget, 90, {40, 120}, {0, 90}), FramePlace::Alone)
      << "buffers of another shape are in the way";
}

TEST(FramePlaceTest, AFrameBeyondTheBudgetHasNoPlace) {
  EXPECT_EQ(placeFrame(kBudget, 101, {0, 101}, {0, 101}), FramePlace::Nowhere);
  EXPECT_EQ(placeFrame(kBudget, 100, {0, 100}, {0, 100}), FramePlace::Own);
}

} // namespace
} // namespace flame::rt
