// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words in which logs are added up: nothing is lost, however late a word is emptied.

#include "runtime/shared/LogWords.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace flame {
namespace {

uint32_t entryOf(uint32_t luma, uint32_t orange, uint32_t green) {
  return luma << kLumaShift | green << kGreenChromaShift | orange << kOrangeShift | 4711;
}

TEST(LogWordsTest, HoldTheSumsOfEntries) {
  uint32_t luma = 0, chroma = 0;
  for (uint32_t i = 0; i < 100; ++i) {
    const uint32_t entry = entryOf(i % (kMostLuma + 1), i % 32, 31 - i % 32);
    luma += lumaWordOf(entry);
    chroma += chromaWordOf(entry);
  }
  const LumaSums sums = sumsOfWords(luma, chroma);
  EXPECT_EQ(sums.count, 100u);
  EXPECT_EQ(sums.luma, 51 * 52 / 2 + 47 * 48 / 2u);
  EXPECT_EQ(sums.orange, 3 * 31 * 32 / 2 + 3 * 4 / 2u);
  EXPECT_EQ(sums.orange + sums.green, 100 * 31u);
}

TEST(LogWordsTest, SayHowManyAdditionsFit) {
  EXPECT_TRUE(lumaNeverOverflows(1024, 4));
  EXPECT_FALSE(lumaNeverOverflows(1024, 5));
  EXPECT_TRUE(chromaNeverOverflows(1024, 1));
  EXPECT_FALSE(chromaNeverOverflows(1024, 2));
}

/// As threads do that look at what they found some thousand additions later, and in another order.
TEST(LogWordsTest, LoseNothingThatOverflows) {
  std::mt19937 random(1);
  for (const uint32_t delay : {0u, 1000u, 5000u, 20000u}) {
    SCOPED_TRACE(delay);
    struct Late {
      uint32_t found, added;
    };
    std::vector<Late> late;
    uint32_t word = 0;
    LumaSums wanted = {}, sums = {};
    const auto look = [&](const Late &addition) {
      if (!(addition.found & kChromaHalfFull))
        return;
      const LumaSums had = sumsOfWords(0, std::exchange(word, 0)),
                     lost = overflowOfChroma(addition.found, addition.added);
      sums.orange += had.orange + lost.orange;
      sums.green += had.green + lost.green;
    };
    uint32_t overflows = 0;
    for (uint32_t i = 0; i < 200000; ++i) {
      const uint32_t orange = random() % 32, green = random() % 4 ? 31 : 0;
      const uint32_t added = chromaWordOf(entryOf(9, orange, green));
      wanted.orange += orange;
      wanted.green += green;
      overflows += overflowOfChroma(word, added).green != 0;
      late.push_back({word, added});
      word += added;
      if (late.size() <= delay)
        continue;
      std::swap(late[random() % late.size()], late.back());
      look(late.back());
      late.pop_back();
    }
    for (const Late &addition : late)
      look(addition);
    const LumaSums left = sumsOfWords(0, word);
    EXPECT_EQ(sums.orange + left.orange, wanted.orange);
    EXPECT_EQ(sums.green + left.green, wanted.green);
    EXPECT_EQ(overflows > 0, delay > 1000) << "what the test is for";
  }
}

} // namespace
} // namespace flame
