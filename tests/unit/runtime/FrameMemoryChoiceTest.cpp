// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose memory a frame is rendered in, given what there is.

#include "runtime/frame/GpuRenderer.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

constexpr uint64_t kBudget = 100;

TEST(FrameMemoryChoiceTest, TwoFramesThatFitHaveMemoryEach) {
  EXPECT_EQ(chooseFrameMemory(kBudget, 50, {0, 50}, {50, 50}), FrameMemoryChoice::Requested);
  EXPECT_EQ(chooseFrameMemory(kBudget, 50, {50, 50}, {50, 50}), FrameMemoryChoice::Requested);
}

TEST(FrameMemoryChoiceTest, OtherwiseTheyTakeTurnsInTheOneThatHasMemory) {
  EXPECT_EQ(chooseFrameMemory(kBudget, 60, {0, 60}, {0, 60}), FrameMemoryChoice::Requested);
  EXPECT_EQ(chooseFrameMemory(kBudget, 60, {0, 60}, {60, 60}), FrameMemoryChoice::Other);
  EXPECT_EQ(chooseFrameMemory(kBudget, 60, {60, 60}, {0, 60}), FrameMemoryChoice::Requested);
}

TEST(FrameMemoryChoiceTest, ALargerFrameThanBeforeMayNeedEverything) {
  EXPECT_EQ(chooseFrameMemory(kBudget, 90, {40, 90}, {40, 90}), FrameMemoryChoice::Alone);
  EXPECT_EQ(chooseFrameMemory(kBudget, 90, {40, 120}, {0, 90}), FrameMemoryChoice::Alone)
      << "buffers of another shape are in the way";
}

TEST(FrameMemoryChoiceTest, AFrameBeyondTheBudgetHasNoMemory) {
  EXPECT_EQ(chooseFrameMemory(kBudget, 101, {0, 101}, {0, 101}), FrameMemoryChoice::Nowhere);
  EXPECT_EQ(chooseFrameMemory(kBudget, 100, {0, 100}, {0, 100}), FrameMemoryChoice::Requested);
}

} // namespace
} // namespace flame::rt
