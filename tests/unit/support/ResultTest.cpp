// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results carry values through and errors out, with context and exit code intact.

#include "support/Result.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace flame::rt {

static Result<int> half(int number) {
  if (number % 2 != 0)
    return Error(ErrorKind::Input, std::to_string(number) + " is odd", "use an even number");
  return number / 2;
}

static Result<int> quarter(int number) {
  FLAME_TRY_ASSIGN(int once, half(number));
  FLAME_TRY_ASSIGN(int twice, half(once).withContext("half of " + std::to_string(number)));
  return twice;
}

static Status mustBeEven(int number) {
  FLAME_TRY(half(number));
  return {};
}

TEST(ResultTest, CarriesValuesThroughEarlyReturns) {
  Result<int> result = quarter(12);
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 3);
  EXPECT_TRUE(mustBeEven(2));
}

TEST(ResultTest, CarriesTheFirstErrorOut) {
  Result<int> result = quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(), "half of 6: 3 is odd");
  EXPECT_EQ(result.error().note(), "use an even number");
  EXPECT_EQ(result.error().str(), "half of 6: 3 is odd\nnote: use an even number");
  EXPECT_FALSE(mustBeEven(1));
}

TEST(ResultTest, ContextGrowsFromTheInsideOut) {
  Error error(ErrorKind::Environment, "disk full");
  error.addContext("frame 3").addContext("cannot render");
  EXPECT_EQ(error.str(), "cannot render: frame 3: disk full");
}

TEST(ResultTest, ContextLeavesValuesAlone) {
  Result<int> result = half(4).withContext("unused");
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 2);
}

TEST(ResultTest, KindsAreExitCodes) {
  EXPECT_EQ(Error(ErrorKind::Input, "").exitCode(), 1);
  EXPECT_EQ(Error(ErrorKind::Usage, "").exitCode(), 2);
  EXPECT_EQ(Error(ErrorKind::Environment, "").exitCode(), 3);
  EXPECT_EQ(Error(ErrorKind::Internal, "").exitCode(), 70);
}

TEST(ResultTest, HoldsMoveOnlyValues) {
  auto make = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(7); };
  Result<std::unique_ptr<int>> result = make();
  ASSERT_TRUE(result);
  std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
}

TEST(ResultTest, SeveralResultsCanBeTakenInOneScope) {
  auto sum = []() -> Result<int> {
    FLAME_TRY_ASSIGN(int a, half(2));
    FLAME_TRY_ASSIGN(int b, half(4));
    FLAME_TRY(mustBeEven(a + b + 1));
    return a + b;
  };
  Result<int> result = sum();
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 3);
}

TEST(ResultTest, ConvertsToTheValueTypeInReturnStatements) {
  auto words = []() -> Result<std::string> { return "text"; };
  EXPECT_EQ(*words(), "text");
}

} // namespace flame::rt
