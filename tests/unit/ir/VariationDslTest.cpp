// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expression language itself: what does not compile, the meaning of its operations, and what
// the IR builder makes of literals.

#include "ir/VariationDsl.h"
#include "ir/VariationBuilder.h"
#include "ir/VariationMath.h"
#include "ir/VariationTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <span>
#include <type_traits>

namespace flame {

namespace {

/// Computes with doubles and counts the operations.
struct Counting {
  using Node = double;
  static Node apply(dsl::Op op, Node a, Node b = 0, Node c = 0) {
    ++operations;
    return dsl::fold(op, a, b, c);
  }
  static Node loop(LibraryLoop, std::span<const Node> operands) {
    return static_cast<double>(operands.size()) + operands.back();
  }
  static inline int operations = 0;
};

using Real = dsl::Real<Counting>;
using Int = dsl::Int<Counting>;
using Bool = dsl::Bool<Counting>;
using Point = dsl::Point<Counting>;

//===-- what does not compile -----------------------------------------------------------------===//

template <class T>
concept CanBranch = requires(T condition) { condition ? 1 : 2; };
template <class T>
concept CanBeBool = requires(T condition) { static_cast<bool>(condition); };
template <class T>
concept CanShortCircuit = requires(T a, T b) { a && b; } || requires(T a, T b) { a || b; };

static_assert(CanBranch<bool> && CanShortCircuit<bool>, "the concepts see what they look for");
static_assert(!CanBranch<Bool> && !CanBeBool<Bool> && !CanShortCircuit<Bool>);
static_assert(!CanBranch<Real> && !CanBranch<Int>, "numbers are no conditions either");
static_assert(!std::is_constructible_v<bool, decltype(Real(1) < Real(2))>);
static_assert(!std::is_convertible_v<Real, double> && !std::is_convertible_v<Int, int>);
static_assert(!std::is_convertible_v<double, Int>, "a Real literal is no Int");
static_assert(!std::is_convertible_v<Real, Int> && !std::is_convertible_v<Int, Real>,
              "conversions are written");

//===-- what operations mean ------------------------------------------------------------------===//

TEST(VariationDslTest, ComparesAndSelects) {
  Real one = 1, two = 2;
  EXPECT_EQ(select(one < two, one, two).node, 1);
  EXPECT_EQ(select((one < two) & !(two <= one) & (one != two), 5, two).node, 5);
  EXPECT_EQ(select((one > two) | (one >= two) | (one == two), 5, two).node, 2);
  EXPECT_EQ(select(one < two, Int(3), Int(4)).node, 3);
  EXPECT_EQ(select(one > two, Point{1, 2}, Point{3, 4}).y.node, 4);
}

TEST(VariationDslTest, ComparisonsWithNaNAreFalseExceptInequality) {
  Real nan = NAN, one = 1;
  for (Bool comparison : {nan<one, nan <= one, nan> one, nan >= one, nan == nan})
    EXPECT_EQ(comparison.node, 0);
  EXPECT_EQ((nan != nan).node, 1);
}

TEST(VariationDslTest, MinMaxAndClampKeepNaN) {
  Real nan = NAN, one = 1;
  for (Real value : {min(nan, one), min(one, nan), max(nan, one), max(one, nan), clamp(nan, -1, 1)})
    EXPECT_TRUE(std::isnan(value.node));
  EXPECT_EQ(max(Real(2), one).node, 2);
  EXPECT_EQ(clamp(Real(-7), -1, 1).node, -1);
}

TEST(VariationDslTest, ConvertsToIntByTruncationAndSaturates) {
  EXPECT_EQ(toInt(Real(-2.7)).node, -2);
  EXPECT_EQ(toInt(Real(1e20)).node, dsl::kIntMaximum);
  EXPECT_EQ(toInt(Real(-INFINITY)).node, dsl::kIntMinimum);
  EXPECT_EQ(toInt(Real(NAN)).node, dsl::kIntMinimum);
}

TEST(VariationDslTest, IntsWrap) {
  Int big = 2147483647;
  EXPECT_EQ((big + 1).node, -2147483648.0);
  EXPECT_EQ((0 - big - 2).node, 2147483647.0);
  EXPECT_EQ((big * big).node, 1);
  EXPECT_EQ((Int(-1) & 6).node, 6);
  EXPECT_EQ(toReal(select(big > 3, Int(3), big)).node, 3);
  EXPECT_EQ(isEven(Int(-4)).node, 1);
}

TEST(VariationDslTest, RemainderHasTheSignOfTheDividend) {
  EXPECT_EQ(fmod(Real(-7), 3).node, -1);
  EXPECT_EQ(fmod(Real(7), -3).node, 1);
}

TEST(VariationDslTest, RintRoundsTiesToEven) {
  EXPECT_EQ(rint(Real(2.5)).node, 2);
  EXPECT_EQ(rint(Real(-3.5)).node, -4);
}

TEST(VariationDslTest, RepeatsAFixedNumberOfTimes) {
  Real sum = dsl::repeat<4>(Real(10), [](Real state, unsigned i) { return 2 * state + i; });
  EXPECT_EQ(sum.node, 171);
}

TEST(VariationDslTest, PassesAllOperandsToALoop) {
  Real value = dsl::loops<LibraryLoop::VortexNoise, Counting>({1, 2, 3, 4, 5, Real(0.5)});
  EXPECT_EQ(value.node, 6.5);
}

TEST(VariationDslTest, LooksUpTheNearestEntry) {
  const double table[] = {10, 20, 30};
  const double expected[] = {10, 10, 20, 30, 30};
  for (int i = -1; i < 4; ++i)
    EXPECT_EQ(dsl::lookup<Counting>(table, Int(i)).node, expected[i + 1]);
}

TEST(VariationDslTest, DividesAPointOnlyOnce) {
  Point p{6, 9};
  Counting::operations = 0;
  Point quotient = p / 3;
  EXPECT_EQ(Counting::operations, 3) << "one division, two products";
  EXPECT_DOUBLE_EQ(quotient.y.node, 3);
}

TEST(VariationMathTest, ComplexRootIsTheRootInTheRightHalfPlane) {
  for (double x : {-2.0, -1e-3, 0.0, 0.5, 3.0})
    for (double y : {-1.5, -1e-9, 0.0, 1e-9, 2.0}) {
      Point root = complexRoot(Point{x, y});
      EXPECT_GE(root.x.node, 0);
      EXPECT_NEAR(root.x.node * root.x.node - root.y.node * root.y.node, x, 1e-14);
      EXPECT_NEAR(2 * root.x.node * root.y.node, y, 1e-14);
    }
}

//===-- what the builder emits ----------------------------------------------------------------===//

class BuilderTest : public testing::Test {
protected:
  /// Builds the named variation with draws and parameters as block arguments.
  void build(llvm::StringRef name) {
    context
        .loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect>();
    mlir::OpBuilder builder(&context);
    const VariationInfo &variation = *findVariation(name);
    auto argument = [&] {
      return block.addArgument(builder.getF32Type(), builder.getUnknownLoc());
    };
    llvm::SmallVector<mlir::Value> params, draws;
    BuildArgs args{argument(), argument(), argument(), {}, {}, {}, argument()};
    for (size_t i = 0; i < variation.params.size(); ++i)
      params.push_back(argument());
    for (size_t i = 0; i < variation.draws.size(); ++i)
      draws.push_back(argument());
    args.params = params;
    args.draws = draws;
    const mlir::Value origin[] = {args.x, args.y};
    args.origin = origin;
    builder.setInsertionPointToEnd(&block);
    result = buildVariation(builder, builder.getUnknownLoc(), variation, args);
  }

  mlir::MLIRContext context;
  mlir::Block block;
  std::pair<mlir::Value, mlir::Value> result;
};

TEST_F(BuilderTest, EmitsOneOperationForEachOfTheBody) {
  build("linear");
  EXPECT_EQ(block.getOperations().size(), 2u);
  EXPECT_TRUE(result.first.getDefiningOp<mlir::arith::MulFOp>());
}

TEST_F(BuilderTest, FoldsLiteralsInDoublePrecision) {
  build("butterfly"); // 4 / sqrt(3 pi)
  bool found = false;
  for (auto constant : block.getOps<mlir::arith::ConstantFloatOp>())
    found |= constant.value().convertToFloat() == static_cast<float>(4 / std::sqrt(3 * M_PI));
  EXPECT_TRUE(found);
  EXPECT_TRUE(block.getOps<mlir::math::RsqrtOp>().empty());
}

TEST_F(BuilderTest, CallsTheLibraryForALoop) {
  build("mandelbrot");
  auto calls = block.getOps<mlir::func::CallOp>();
  ASSERT_EQ(std::distance(calls.begin(), calls.end()), 1);
  EXPECT_EQ((*calls.begin()).getCallee(), "flame_math_seek_escape");
}

TEST_F(BuilderTest, MakesConstantsOfLiteralResults) {
  build("flatten");
  EXPECT_TRUE(result.first.getDefiningOp<mlir::arith::ConstantOp>());
}

TEST_F(BuilderTest, NeverAssumesTheAbsenceOfNaNOrInfinity) {
  for (const VariationInfo &variation : variationTable())
    if (!variation.usesAffine)
      build(variation.name);
  for (mlir::Operation &op : block)
    if (auto flags = llvm::dyn_cast<mlir::arith::ArithFastMathInterface>(op)) {
      auto value = flags.getFastMathFlagsAttr().getValue();
      EXPECT_FALSE(bitEnumContainsAny(value, mlir::arith::FastMathFlags::nnan |
                                                 mlir::arith::FastMathFlags::ninf |
                                                 mlir::arith::FastMathFlags::reassoc));
    }
}

} // namespace

} // namespace flame
