// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are read as C reads them in the C locale.

#include "compiler/text/NumberParsing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

using testing::ElementsAre;

namespace flame {

TEST(NumberParsingTest, ReadsWholeNumbers) {
  EXPECT_EQ(parseDouble("1.5"), 1.5);
  EXPECT_EQ(parseDouble("+.5e+1"), 5);
  EXPECT_EQ(parseDouble("-2."), -2);
  EXPECT_EQ(parseDouble("0x1.8p1"), 3);
  EXPECT_EQ(parseDouble("-0X10"), -16);
  EXPECT_TRUE(std::isnan(*parseDouble("nan")));
  EXPECT_EQ(parseDouble("-inf"), -INFINITY);
}

TEST(NumberParsingTest, RefusesAnythingElse) {
  for (const char *word : {"", "-", "+-1", "--1", "1,5", "1 ", "1x", "e5", "0x", "x"})
    EXPECT_FALSE(parseDouble(word)) << word;
}

TEST(NumberParsingTest, TellsTooLargeFromTooSmall) {
  EXPECT_EQ(parseDouble("1e400"), INFINITY);
  EXPECT_EQ(parseDouble("-1e400"), -INFINITY);
  EXPECT_EQ(parseDouble("1e-400"), 0);
  EXPECT_EQ(parseDouble("0." + std::string(500, '0') + "1"), 0);
  EXPECT_EQ(parseDouble(std::string(500, '9')), INFINITY);
}

TEST(NumberParsingTest, TakesIntegersWithADecimalPoint) {
  EXPECT_EQ(parseInteger("12"), 12);
  EXPECT_EQ(parseInteger("-3.0"), -3);
  EXPECT_FALSE(parseInteger("1.5"));
  EXPECT_FALSE(parseInteger("99999999999"));
  EXPECT_FALSE(parseInteger("nan"));
}

TEST(NumberParsingTest, FindsNumbersInFrontOfText) {
  EXPECT_EQ(parseLeadingDouble(" 2.5 pixels"), 2.5);
  EXPECT_EQ(parseLeadingDouble("none"), 0);
}

TEST(NumberParsingTest, SplitsAtBlanks) {
  EXPECT_THAT(splitWords(" a\tb\n c "), ElementsAre("a", "b", "c"));
  EXPECT_THAT(splitWords(" \n"), ElementsAre());
}

} // namespace flame
