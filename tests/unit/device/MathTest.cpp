// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library on the host: one lane (float) and the widest vector of this build. Every
// promise of MathFunctions.def is swept against <cmath> in double precision; the other tests are
// about the edges: zeros, infinities, NaN, arguments too large to reduce.

#include "runtime/shared/math/Accuracy.h"
#include "runtime/shared/math/Loops.h"

#include <gtest/gtest.h>

#include <string>

using namespace flame::math;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr size_t kSweepSize = size_t(1) << 18;

/// All functions with their number of arguments.
struct NamedFunction {
  const char *name;
  Function function;
  int arguments;
};
const NamedFunction kFunctions[] = {
#define FLAME_MATH_UNARY(name) {#name, Function::name, 1},
#define FLAME_MATH_BINARY(name) {#name, Function::name, 2},
#include "runtime/shared/MathFunctions.def"
};

/// f(a, b) in one lane; also requires every lane of a vector to give the same.
float valueOf(Function function, float a, float b = 0) {
  float alone = libraryValue<float>(function, a, b);
  NativeLanes together = libraryValue<NativeLanes>(function, NativeLanes(a), NativeLanes(b));
  for (size_t lane = 0; lane < sizeof(NativeLanes) / sizeof(float); ++lane) {
    float inLane = together[lane];
    EXPECT_TRUE((std::isnan(alone) && std::isnan(inLane)) ||
                std::bit_cast<uint32_t>(alone) == std::bit_cast<uint32_t>(inLane))
        << "a = " << a << ", b = " << b << ": " << alone << " alone, " << inLane << " in a vector";
  }
  return alone;
}

#define EXPECT_SAME_FLOAT(expected, actual)                                                        \
  EXPECT_EQ(std::bit_cast<uint32_t>(static_cast<float>(expected)),                                 \
            std::bit_cast<uint32_t>(static_cast<float>(actual)))                                   \
      << "expected " << (expected) << ", found " << (actual)

class EveryPromise : public testing::TestWithParam<Promise> {};

TEST_P(EveryPromise, HoldsInOneLane) {
  Errors errors = sweep<float>(GetParam(), kSweepSize);
  EXPECT_LE(errors.ulp, allowedUlp(GetParam())) << "at " << errors.worstA << ", " << errors.worstB;
}

TEST_P(EveryPromise, HoldsInAVector) {
  Errors errors = sweep<NativeLanes>(GetParam(), kSweepSize);
  EXPECT_LE(errors.ulp, allowedUlp(GetParam())) << "at " << errors.worstA << ", " << errors.worstB;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryPromise, testing::ValuesIn(promises()),
                         [](const testing::TestParamInfo<Promise> &info) {
                           return info.param.name + ("_" + std::to_string(info.index));
                         });

class EveryFunction : public testing::TestWithParam<NamedFunction> {};

TEST_P(EveryFunction, TurnsNaNIntoNaN) {
  // The second one carries payload bits, which must not disturb anything that works on exponents.
  for (float nan : {kNaN, std::bit_cast<float>(0x7fc00001u), std::bit_cast<float>(0xffffffffu)}) {
    if (GetParam().function == Function::copysign) { // NaN as the sign is a sign
      EXPECT_TRUE(std::isnan(valueOf(GetParam().function, nan, 1.0f)));
      continue;
    }
    EXPECT_TRUE(std::isnan(valueOf(GetParam().function, nan, 1.5f)));
    if (GetParam().arguments == 2) {
      EXPECT_TRUE(std::isnan(valueOf(GetParam().function, 1.5f, nan)));
    }
  }
}

TEST_P(EveryFunction, GivesNoNaNWhereCHasNone) {
  const float magnitudes[] = {0,    1e-20f, 1e-10f, 1e-3f, 0.5f,    0.99999994f, 1.0f, 1.0000001f,
                              1.5f, 2.0f,   3.0f,   88.0f, 1000.0f, 1e6f,        1e10f};
  for (float sizeA : magnitudes)
    for (float sizeB : magnitudes)
      for (int signs = 0; signs < 4; ++signs) {
        float a = signs & 1 ? -sizeA : sizeA, b = signs & 2 ? -sizeB : sizeB;
        bool cHasNaN = std::isnan(referenceValue(GetParam().function, a, b));
        EXPECT_EQ(cHasNaN, std::isnan(valueOf(GetParam().function, a, b)))
            << GetParam().name << " at " << a << ", " << b;
      }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryFunction, testing::ValuesIn(kFunctions),
                         [](const testing::TestParamInfo<NamedFunction> &info) {
                           return std::string(info.param.name);
                         });

TEST(MathTest, SineAndCosineLoseAccuracySlowlyBeyondTheirPromise) {
  for (Function function : {Function::sin, Function::cos})
    for (uint64_t i = 0; i < 100000; ++i) {
      float x = sweepArgument({1e4f, 1e6f}, i, kStrideA);
      double exact = referenceValue(function, x, 0);
      ASSERT_NEAR(exact, libraryValue<float>(function, x, 0), 1e-6 * x / 1e4) << x;
    }
}

TEST(MathTest, SineAndCosineNeverLeaveTheUnitInterval) {
  for (Function function : {Function::sin, Function::cos})
    for (Range range : {Range{-10, 10}, Range{1e4f, kLargest}})
      for (uint64_t i = 0; i < 200000; ++i) {
        float x = sweepArgument(range, i, kStrideA);
        ASSERT_LE(std::abs(libraryValue<float>(function, x, 0)), 1.0f) << x;
      }
}

TEST(MathTest, AnglesOfInfinityAreNaN) {
  for (Function function : {Function::sin, Function::cos, Function::tan}) {
    EXPECT_TRUE(std::isnan(valueOf(function, kInf)));
    EXPECT_TRUE(std::isnan(valueOf(function, -kInf)));
  }
}

TEST(MathTest, InverseSinesEndAtOne) {
  for (Function function : {Function::asin, Function::acos})
    for (float outside : {1.0000001f, -1.0000001f, 5.0f, kInf, -kInf})
      EXPECT_TRUE(std::isnan(valueOf(function, outside))) << outside;
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::acos, 1));
  EXPECT_SAME_FLOAT(kPi, valueOf(Function::acos, -1));
  EXPECT_SAME_FLOAT(kHalfPi, valueOf(Function::asin, 1));
  EXPECT_SAME_FLOAT(-0.0f, valueOf(Function::asin, -0.0f));
}

TEST(MathTest, ArctangentKnowsZerosAndInfinities) {
  EXPECT_SAME_FLOAT(-0.0f, valueOf(Function::atan, -0.0f));
  EXPECT_SAME_FLOAT(kHalfPi, valueOf(Function::atan, kInf));
  EXPECT_SAME_FLOAT(-kHalfPi, valueOf(Function::atan, -kInf));
}

TEST(MathTest, AngleOfAPointAgreesWithCOnTheAxesAndAtInfinity) {
  const float edges[] = {0.0f, -0.0f, 1.0f, -1.0f, kInf, -kInf};
  for (float y : edges)
    for (float x : edges) {
      float exact = static_cast<float>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
      float found = valueOf(Function::atan2, y, x);
      EXPECT_NEAR(exact, found, 3e-7f) << y << ", " << x;
      EXPECT_EQ(std::signbit(exact), std::signbit(found)) << y << ", " << x;
    }
}

TEST(MathTest, AngleOfAPointSurvivesExtremeRatios) {
  EXPECT_FLOAT_EQ(1.5707964f, valueOf(Function::atan2, 1e10f, 1e-20f));
  EXPECT_FLOAT_EQ(3.1415927f, valueOf(Function::atan2, 1e-20f, -1e10f));
  EXPECT_FLOAT_EQ(0.78539816f, valueOf(Function::atan2, 1e-20f, 1e-20f));
  EXPECT_FLOAT_EQ(-2.3561945f, valueOf(Function::atan2, -1e30f, -1e30f));
}

TEST(MathTest, ExponentialsOverflowToInfinityAndUnderflowToZero) {
  EXPECT_SAME_FLOAT(1.0f, valueOf(Function::exp, 0));
  EXPECT_SAME_FLOAT(kInf, valueOf(Function::exp, 88.73f));
  EXPECT_TRUE(std::isfinite(valueOf(Function::exp, 88.7228f)));
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::exp, -87.34f));
  EXPECT_SAME_FLOAT(0x1p127f, valueOf(Function::exp2, 127));
  EXPECT_SAME_FLOAT(0x1p-126f, valueOf(Function::exp2, -126));
  EXPECT_SAME_FLOAT(0.125f, valueOf(Function::exp2, -3));
  for (float huge : {128.0f, 1e10f, kLargest, kInf})
    for (Function function : {Function::exp, Function::exp2}) {
      EXPECT_SAME_FLOAT(kInf, valueOf(function, huge));
      EXPECT_SAME_FLOAT(0.0f, valueOf(function, -huge));
    }
}

TEST(MathTest, LogarithmsOfZeroNegativesAndInfinity) {
  for (Function function : {Function::log, Function::log2, Function::log10}) {
    for (float zero : {0.0f, -0.0f, 1e-40f})
      EXPECT_SAME_FLOAT(-kInf, valueOf(function, zero));
    for (float negative : {-1e-30f, -1.0f, -kInf})
      EXPECT_TRUE(std::isnan(valueOf(function, negative)));
    EXPECT_SAME_FLOAT(kInf, valueOf(function, kInf));
    EXPECT_SAME_FLOAT(0.0f, valueOf(function, 1));
  }
  for (int k = -126; k < 128; ++k)
    EXPECT_SAME_FLOAT(k, valueOf(Function::log2, std::ldexp(1.0f, k)));
}

TEST(MathTest, PowersOfZeroOneAndInfinity) {
  for (float base : {0.0f, 1e-20f, 0.5f, 1.0f, -2.0f, 1e10f})
    EXPECT_SAME_FLOAT(1.0f, valueOf(Function::pow, base, 0));
  for (float exponent : {-1e10f, -2.5f, -1.0f, 0.5f, 3.0f, 1e10f}) {
    EXPECT_SAME_FLOAT(1.0f, valueOf(Function::pow, 1, exponent));
    EXPECT_SAME_FLOAT(exponent > 0 ? 0.0f : kInf, valueOf(Function::pow, 0, exponent));
    EXPECT_SAME_FLOAT(exponent > 0 ? kInf : 0.0f, valueOf(Function::pow, kInf, exponent));
  }
  EXPECT_SAME_FLOAT(kInf, valueOf(Function::pow, 2, 128));
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::pow, 2, -130));
  EXPECT_SAME_FLOAT(kInf, valueOf(Function::pow, 2, kInf));
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::pow, 0.5f, kInf));
}

TEST(MathTest, PowersOfNegativeNumbersNeedWholeExponents) {
  EXPECT_SAME_FLOAT(-8.0f, valueOf(Function::pow, -2, 3));
  EXPECT_SAME_FLOAT(16.0f, valueOf(Function::pow, -2, 4));
  EXPECT_SAME_FLOAT(-0.5f, valueOf(Function::pow, -2, -1));
  EXPECT_SAME_FLOAT(1.0f, valueOf(Function::pow, -1, 16777216.0f));
  EXPECT_SAME_FLOAT(-1.0f, valueOf(Function::pow, -1, 8388607.0f));
  EXPECT_TRUE(std::isnan(valueOf(Function::pow, -2, 0.5f)));
  EXPECT_TRUE(std::isnan(valueOf(Function::pow, -1e-5f, -2.25f)));
}

TEST(MathTest, HyperbolicFunctionsEndInInfinityOrOne) {
  for (float huge : {90.0f, 1e10f, kInf}) {
    EXPECT_SAME_FLOAT(kInf, valueOf(Function::sinh, huge));
    EXPECT_SAME_FLOAT(-kInf, valueOf(Function::sinh, -huge));
    EXPECT_SAME_FLOAT(kInf, valueOf(Function::cosh, -huge));
    EXPECT_SAME_FLOAT(1.0f, valueOf(Function::tanh, huge));
    EXPECT_SAME_FLOAT(-1.0f, valueOf(Function::tanh, -huge));
  }
  for (float tiny : {0.0f, 1e-30f, 1e-10f}) {
    EXPECT_FLOAT_EQ(tiny, valueOf(Function::sinh, tiny));
    EXPECT_FLOAT_EQ(-tiny, valueOf(Function::tanh, -tiny));
  }
  for (int step = 0; step < 200; ++step) { // around the largest float, no term may win alone
    const float x = 88 + 0.01f * float(step);
    EXPECT_GE(valueOf(Function::sinh, x), 8e37f) << x;
  }
}

TEST(MathTest, RootsOfZeroNegativesAndInfinity) {
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::sqrt, 0));
  EXPECT_SAME_FLOAT(kInf, valueOf(Function::sqrt, kInf));
  EXPECT_TRUE(std::isnan(valueOf(Function::sqrt, -1)));
  EXPECT_SAME_FLOAT(kInf, valueOf(Function::rsqrt, 0));
  EXPECT_SAME_FLOAT(0.0f, valueOf(Function::rsqrt, kInf));
  EXPECT_TRUE(std::isnan(valueOf(Function::rsqrt, -1)));
  EXPECT_SAME_FLOAT(-0.0f, valueOf(Function::cbrt, -0.0f));
  EXPECT_SAME_FLOAT(-kInf, valueOf(Function::cbrt, -kInf));
  EXPECT_SAME_FLOAT(-3.0f, valueOf(Function::cbrt, -27));
}

TEST(MathTest, RoundingAgreesWithCDownToTheSignOfZero) {
  for (float x : {0.0f, 0.3f, 0.5f, 0.7f, 1.0f, 1.5f, 2.5f, 8388607.5f, 8388608.0f, 1e10f, kInf})
    for (float signedX : {x, -x}) {
      EXPECT_SAME_FLOAT(std::floor(signedX), valueOf(Function::floor, signedX));
      EXPECT_SAME_FLOAT(std::ceil(signedX), valueOf(Function::ceil, signedX));
      EXPECT_SAME_FLOAT(std::trunc(signedX), valueOf(Function::trunc, signedX));
      EXPECT_SAME_FLOAT(std::rint(signedX), valueOf(Function::rint, signedX));
    }
}

TEST(MathTest, SineAndCosineAreAPointOfTheCircleHoweverLargeTheAngle) {
  for (uint64_t i = 0; i < 100000; ++i) {
    const float x = sweepArgument({-4e10f, 4e10f}, i, kStrideA);
    const float sine = libraryValue<float>(Function::sin, x, 0);
    const float cosine = libraryValue<float>(Function::cos, x, 0);
    ASSERT_NEAR(sine * sine + cosine * cosine, 1, 1e-3) << x;
  }
}

TEST(MathTest, RemainderHasTheSignOfTheDividend) {
  EXPECT_SAME_FLOAT(1.5f, valueOf(Function::fmod, 5.5f, 2));
  EXPECT_SAME_FLOAT(-1.5f, valueOf(Function::fmod, -5.5f, 2));
  EXPECT_SAME_FLOAT(1.5f, valueOf(Function::fmod, 5.5f, -2));
  EXPECT_SAME_FLOAT(-0.0f, valueOf(Function::fmod, -4, 2));
  EXPECT_SAME_FLOAT(3.0f, valueOf(Function::fmod, 3, kInf));
  EXPECT_TRUE(std::isnan(valueOf(Function::fmod, 3, 0)));
  EXPECT_TRUE(std::isnan(valueOf(Function::fmod, kInf, 3)));
}

TEST(MathTest, RemainderStaysBelowTheDivisorWhateverTheQuotient) {
  for (uint64_t i = 0; i < 100000; ++i) {
    float x = sweepArgument({-1e30f, 1e30f}, i, kStrideA);
    float y = sweepArgument({1e-30f, 1e5f}, i / 2, kStrideB);
    ASSERT_LT(std::abs(libraryValue<float>(Function::fmod, x, y)), y) << x;
  }
}

TEST(MathTest, SimplexNoiseIsContinuousWithinOneAndTheSameInAllLanes) {
  float least = 0, greatest = 0, before = 0;
  for (int i = 0; i < 20000; ++i) { // a line that crosses all kinds of tetrahedra
    const float t = 0.004f * static_cast<float>(i) - 40;
    const float noise = simplexNoise(t, 0.7f * t + 3, 1 - 0.4f * t);
    const NativeLanes lanes =
        simplexNoise(NativeLanes(t), NativeLanes(0.7f * t + 3), NativeLanes(1 - 0.4f * t));
    EXPECT_NEAR(lanes[sizeof(NativeLanes) / sizeof(float) - 1], noise, 1e-5f) << t;
    if (i > 0)
      EXPECT_NEAR(noise, before, 0.05f) << t;
    before = noise;
    least = std::min(least, noise);
    greatest = std::max(greatest, noise);
  }
  EXPECT_GT(least, -1.0f);
  EXPECT_LT(least, -0.5f);
  EXPECT_LT(greatest, 1.0f);
  EXPECT_GT(greatest, 0.5f);
}

/// What a loop makes of these numbers in each lane is what it makes of them alone, also where other
/// lanes go on for longer.
void expectLanesLikeScalars(flame::LibraryLoop loop, const std::vector<float> &operands,
                            std::initializer_list<size_t> varied) {
  constexpr size_t count = sizeof(NativeLanes) / sizeof(float);
  std::vector<NativeLanes> together;
  for (float operand : operands)
    together.push_back(NativeLanes(operand));
  for (size_t index : varied)
    for (size_t lane = 0; lane < count; ++lane)
      together[index][lane] += 0.125f * static_cast<float>(lane);
  const NativeLanes values = loopValue<NativeLanes>(loop, together.data());
  for (size_t lane = 0; lane < count; ++lane) {
    std::vector<float> alone = operands;
    for (size_t index : varied)
      alone[index] += 0.125f * static_cast<float>(lane);
    const float value = loopValue<float>(loop, alone.data()), inLane = values[lane];
    if (std::isfinite(inLane) || std::isfinite(value)) // else an orbit far outside
      EXPECT_NEAR(inLane, value, 1e-4f * (1 + std::abs(value))) << "lane " << lane;
  }
}

TEST(MathLoops, KeepLanesApart) {
  using enum flame::LibraryLoop;
  // The centre of a search whose orbits are short in most lanes; seeds are whole numbers.
  std::vector<float> search = {5, 77, -0.5f, 1, -0.6f, 1.2f, 0, 3, 0.3f, 0.1f, 24, 3, 12, 40, 0, 3};
  expectLanesLikeScalars(SeekOrbit, search, {2, 8});
  search.insert(search.begin(), {0.0f, 4.0f});
  for (float value : {0.0f, 1.0f, 2.0f, 3.0f}) {
    search[0] = value;
    search[16] = 0;
    expectLanesLikeScalars(OrbitValue, search, {4, 10});
    search[16] = 1;
    expectLanesLikeScalars(OrbitValue, search, {10});
  }
  expectLanesLikeScalars(FoldedColor, {0.2f, 0.3f, 1.1f, 0.2f, 6, 0.4f}, {4});
  expectLanesLikeScalars(FoldedEscape, {0.9f, -0.7f, 0.8f, 0.6f, 3, 0.9f, 0.2f, 30}, {1});
  expectLanesLikeScalars(VortexNoise, {0.2f, 0.3f, -18, 2, 3, 0.4f}, {0, 3});
}

/// An orbit that leaves after n steps counts n + 2, one that stays one more than there are steps.
TEST(MathLoops, CountTheStepsOfOrbits) {
  auto countFrom = [](float x, float most) { // from x on, z² + 2
    const float operands[] = {2, 0, 1, 2, x, 0, 0, 0, 0, 2, 2, 0, most, 0, 1e9f, 1, 0, 0};
    return loopValue<float>(flame::LibraryLoop::OrbitValue, operands);
  };
  EXPECT_EQ(countFrom(3, 100), 2);
  EXPECT_EQ(countFrom(0.5f, 100), 3); // 0.5, 2.25
  EXPECT_EQ(countFrom(0.5f, 1), 2);
  EXPECT_EQ(countFrom(3, 1), 2);
}

/// Where no number is wanted, the search ends behind its last try, and says so.
TEST(MathLoops, GiveUpASearchInVain) {
  float operands[] = {1, 2, 5, 1, 5, 1, 0, 2, 0, 0, 50, 10, 1e9f, 3, 0, 0};
  EXPECT_EQ(loopValue<float>(flame::LibraryLoop::SeekOrbit, operands), -1);
  operands[11] = 1; // two steps count now
  EXPECT_EQ(loopValue<float>(flame::LibraryLoop::SeekOrbit, operands), 0);
}

} // namespace
