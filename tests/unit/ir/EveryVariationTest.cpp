// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variation of the table, checked through both instantiations of its body: the oracle against
// the samples of its record, and the built IR, evaluated in single precision, against the oracle.
// A new record is tested by being in the table; nothing here names a variation.

#include "ir/VariationBuilder.h"
#include "tests/unit/ir/ScalarInterpreter.h"
#include "tests/unit/ir/VariationSamples.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace flame::test {

namespace {

/// All inputs of a sample in one list: x, y, weight, params, draws, affine, color, z.
std::vector<double> flattened(const Sample &at) {
  std::vector<double> values = {at.point[0], at.point[1]};
  for (const std::vector<double> *part : {&at.weight, &at.params, &at.draws, &at.affine})
    values.insert(values.end(), part->begin(), part->end());
  values.push_back(kSampleColor);
  values.push_back(at.point.size() > 2 ? at.point[2] : 0);
  return values;
}

/// The IR of one variation, built once, evaluated in single precision.
class BuiltVariation {
public:
  explicit BuiltVariation(const VariationInfo &variation) {
    context
        .loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect>();
    mlir::OpBuilder builder(&context);
    mlir::Location location = builder.getUnknownLoc();
    size_t params = variation.params.size(), draws = variation.draws.size();
    for (size_t i = 0; i < 3 + params + draws + 6 + 2; ++i)
      block.addArgument(builder.getF32Type(), location);
    std::vector<mlir::Value> in(block.args_begin(), block.args_end());
    llvm::ArrayRef<mlir::Value> rest(in);
    BuildArgs args{in[0], in[1], in[2], {}, {}, {}, in[in.size() - 2]};
    args.params = rest.slice(3, params);
    args.draws = rest.slice(3 + params, draws);
    args.affine = rest.slice(3 + params + draws, 6);
    const std::vector<mlir::Value> origin = {in[0], in[1], in.back()};
    args.origin = llvm::ArrayRef(origin).take_front(2);
    builder.setInsertionPointToEnd(&block);
    if (variation.hides)
      share = buildVariationShare(builder, location, variation, args);
    result = buildVariation(builder, location, variation, args);
    if (variation.setsColor)
      color = buildVariationColor(builder, location, variation, args, result.first, result.second);
    args.z = in.back();
    args.origin = origin;
    inSpace = buildVariation(builder, location, variation, args);
    if (variation.hasDepth)
      depth = buildVariationDepth(builder, location, variation, args);
  }

  /// x, y and z in space, where z is 0 if the variation makes none of its own.
  std::array<double, 3> inSpaceAt(const Sample &at) {
    ScalarInterpreter interpreter = run(at);
    return {interpreter.real(inSpace.first), interpreter.real(inSpace.second),
            depth ? interpreter.real(depth) : 0};
  }

  Pair operator()(const Sample &at) {
    ScalarInterpreter interpreter = run(at);
    return {interpreter.real(result.first), interpreter.real(result.second)};
  }

  /// The colour that the variation sets where the sum was empty before.
  double colorAt(const Sample &at) { return run(at).real(color); }

  double shareAt(const Sample &at) { return run(at).real(share); }

  ScalarInterpreter run(const Sample &at) {
    std::vector<float> inputs;
    for (double value : flattened(at))
      inputs.push_back(static_cast<float>(value));
    return ScalarInterpreter(block, inputs);
  }

  mlir::MLIRContext context;
  mlir::Block block;
  std::pair<mlir::Value, mlir::Value> result, inSpace;
  mlir::Value color, depth, share;
};

class EveryVariation : public testing::TestWithParam<const VariationInfo *> {};

TEST_P(EveryVariation, AgreesWithItsSamples) {
  const VariationInfo &variation = *GetParam();
  double tolerance = variation.draws.empty() ? 1e-8 : 1e-6;
  std::vector<Sample> samples = samplesOf(variation);
  ASSERT_FALSE(samples.empty());
  for (const Sample &sample : samples) {
    Pair result = onOracle(variation, sample);
    EXPECT_NEAR(result.first, sample.result[0], tolerance * (1 + std::abs(sample.result[0])));
    EXPECT_NEAR(result.second, sample.result[1], tolerance * (1 + std::abs(sample.result[1])));
  }
}

TEST_P(EveryVariation, SetsTheColorOfItsSamples) {
  const VariationInfo &variation = *GetParam();
  if (!variation.setsColor)
    return; // the samples have two numbers
  BuiltVariation built(variation);
  for (const Sample &sample : samplesOf(variation)) {
    ASSERT_EQ(sample.result.size(), 3u);
    EXPECT_NEAR(colorOnOracle(variation, sample, onOracle(variation, sample)), sample.result[2],
                1e-6);
    EXPECT_NEAR(built.colorAt(inSinglePrecision(sample)), sample.result[2], kSinglePrecisionError);
  }
}

TEST_P(EveryVariation, BuildsColorsThatAgreeWithTheOracleAtRandomPoints) {
  const VariationInfo &variation = *GetParam();
  if (!variation.setsColor)
    return;
  BuiltVariation built(variation);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-3, 3), unit(0, 1);
  int different = 0;
  for (int round = 0; round < 1000; ++round) {
    Sample at = samplesOf(variation).front();
    at.point = {coordinate(random), coordinate(random)};
    for (auto [value, kind] : llvm::zip(at.draws, variation.draws))
      value = drawn(kind, unit(random));
    at = inSinglePrecision(at);
    const double expected = colorOnOracle(variation, at, onOracle(variation, at)),
                 color = built.colorAt(at);
    EXPECT_GE(color, variation.displayOnly ? -1 : 0);
    EXPECT_LE(color, variation.displayOnly ? 2 : 1);
    different += colorDistance(color, expected) > kSinglePrecisionError;
  }
  EXPECT_LE(different, 5) << "only where the oracle jumps";
}

TEST_P(EveryVariation, BuildsSharesThatAgreeWithTheOracleAtRandomPoints) {
  const VariationInfo &variation = *GetParam();
  if (!variation.hides)
    return;
  BuiltVariation built(variation);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-3, 3), unit(0, 1);
  int different = 0, shown = 0;
  for (int round = 0; round < 1000; ++round) {
    Sample at = samplesOf(variation).front();
    at.point = {coordinate(random), coordinate(random)};
    for (auto [value, kind] : llvm::zip(at.draws, variation.draws))
      value = drawn(kind, unit(random));
    at = inSinglePrecision(at);
    const double share = built.shareAt(at);
    EXPECT_TRUE(share == 0 || share == 1) << share;
    different += share != shareOnOracle(variation, at);
    shown += share > 0;
  }
  EXPECT_LE(different, 5) << "only where the oracle jumps";
  EXPECT_GT(shown, 0);
  EXPECT_LT(shown, 1000);
}

/// A colour that is NaN would stay.
TEST_P(EveryVariation, SetsNumbersEverywhere) {
  const VariationInfo &variation = *GetParam();
  if (!variation.setsColor)
    return;
  BuiltVariation built(variation);
  constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                   kNaN = std::numeric_limits<double>::quiet_NaN();
  for (double far : {1e19, 2e19, 3e38, 1e200, kInfinity, kNaN})
    for (Sample at : samplesOf(variation)) {
      at.point = {far, -far};
      EXPECT_TRUE(std::isfinite(built.colorAt(at))) << far;
      for (double sum : {far, -far, 0.5})
        EXPECT_TRUE(std::isfinite(colorOnOracle(variation, at, {sum, far}))) << far;
    }
}

TEST(DirectColor, StaysWhereItIsNaN) {
  const VariationInfo &variation = *findVariation("dc_linear");
  Sample at = samplesOf(variation).front();
  at.point = {std::numeric_limits<double>::infinity(), 0};
  EXPECT_EQ(BuiltVariation(variation).colorAt(at), static_cast<float>(kSampleColor));
  EXPECT_EQ(colorOnOracle(variation, at, {at.point[0], 0}), kSampleColor);
}

TEST_P(EveryVariation, AgreesWithItsSamplesInSpace) {
  const VariationInfo &variation = *GetParam();
  const std::vector<Sample> samples = spaceSamplesOf(variation);
  EXPECT_EQ(samples.empty(), !variation.hasSpace && !variation.hasDepth);
  if (samples.empty())
    return;
  BuiltVariation built(variation);
  for (const Sample &sample : samples) {
    const auto oracle = inSpaceOnOracle(variation, sample),
               single = built.inSpaceAt(inSinglePrecision(sample));
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(oracle[i], sample.result[i], 1e-6 * (1 + std::abs(sample.result[i]))) << i;
      EXPECT_NEAR(single[i], sample.result[i],
                  kSinglePrecisionError * (1 + std::abs(sample.result[i])))
          << i;
    }
  }
}

/// What is in the plane stays as it was there.
TEST_P(EveryVariation, AgreesWithThePlaneWhereZIsNothing) {
  const VariationInfo &variation = *GetParam();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-2, 2), unit(0, 1);
  for (int round = 0; round < 100; ++round) {
    Sample at = samplesOf(variation).front();
    at.point = {coordinate(random), coordinate(random)};
    for (auto [value, kind] : llvm::zip(at.draws, variation.draws))
      value = drawn(kind, unit(random));
    const Pair flat = onOracle(variation, at);
    if (variation.partial && !isGood(flat))
      continue;
    at.point.push_back(0);
    const auto deep = inSpaceOnOracle(variation, at);
    EXPECT_NEAR(deep[0], flat.first, 1e-7 * (1 + std::abs(flat.first)));
    EXPECT_NEAR(deep[1], flat.second, 1e-7 * (1 + std::abs(flat.second)));
  }
}

TEST_P(EveryVariation, IsFiniteOnAGrid) {
  const VariationInfo &variation = *GetParam();
  for (Sample at : samplesOf(variation))
    for (int column = 0; column < 20; ++column)
      for (int row = 0; row < 18; ++row) {
        const double x = -2.03 + 0.21 * column, y = -1.97 + 0.23 * row;
        at.point = {x, y};
        EXPECT_TRUE(variation.partial || std::isfinite(norm(onOracle(variation, at))))
            << x << ", " << y;
      }
}

TEST_P(EveryVariation, BuildsCodeThatAgreesWithTheOracleOnItsSamples) {
  const VariationInfo &variation = *GetParam();
  BuiltVariation built(variation);
  for (const Sample &sample : samplesOf(variation)) {
    Sample at = inSinglePrecision(sample);
    Pair expected = onOracle(variation, at);
    EXPECT_LE(distance(built(at), expected), kSinglePrecisionError * (1 + norm(expected)));
  }
}

TEST_P(EveryVariation, BuildsCodeThatAgreesWithTheOracleAtRandomPoints) {
  const VariationInfo &variation = *GetParam();
  BuiltVariation built(variation);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-3, 3), weight(-1, 1.5), unit(0, 1);
  std::vector<Sample> samples = samplesOf(variation);
  int compared = 0;
  for (int round = 0; round < 800; ++round) {
    Sample at = samples[round % samples.size()];
    double scale = 1;
    if (round % 8 == 0) // close to the origin
      scale = std::pow(10, -2 - 2 * unit(random));
    else if (round % 8 == 1) // where hyperbolic functions overflow
      scale = 30;
    at.point = {scale * coordinate(random), scale * coordinate(random)};
    at.weight = {weight(random)};
    for (auto [value, kind] : llvm::zip(at.draws, variation.draws))
      value = drawn(kind, unit(random));
    at = inSinglePrecision(at);
    Pair expected = onOracle(variation, at);
    double allowed = kSinglePrecisionError * (1 + norm(expected));
    if (!isGood(expected) || sensitivity(variation, at, 32) > allowed)
      continue; // no single precision code can be right here
    ++compared;
    EXPECT_LE(distance(built(at), expected), allowed)
        << at.point[0] << ", " << at.point[1] << " weight " << at.weight[0] << ": "
        << norm(expected);
  }
  EXPECT_GE(compared, variation.partial ? 80 : 600) << "most of the plane is comparable";
}

/// Where poles, logarithms and powers are at their worst, single precision code may only be bad
/// where the variation is. Points whose squares or sixth powers leave single precision are the
/// origin or infinity to it.
TEST_P(EveryVariation, BuildsCodeThatIsFiniteWhereTheOracleIs) {
  const VariationInfo &variation = *GetParam();
  BuiltVariation built(variation);
  constexpr double kHostile[] = {0, 1e-15, -1e-15, 1e-5, 1, -1, 1e5, -1e5};
  for (Sample at : samplesOf(variation))
    for (double x : kHostile)
      for (double y : kHostile) {
        at.point = {x, y};
        at = inSinglePrecision(at);
        Pair expected = onOracle(variation, at);
        if (!isGood(expected) || sensitivity(variation, at, 32) > 1)
          continue;
        EXPECT_TRUE(std::isfinite(norm(built(at)))) << x << ", " << y << ": " << norm(expected);
      }
}

TEST_P(EveryVariation, LetsNaNThrough) {
  const VariationInfo &variation = *GetParam();
  if (variation.generator || variation.preOnly || variation.zOnly)
    return; // the point does not enter the result
  Sample at = samplesOf(variation).front();
  at.point = {NAN, NAN};
  Pair oracle = onOracle(variation, at), built = BuiltVariation(variation)(at);
  EXPECT_TRUE(std::isnan(oracle.first) || std::isnan(oracle.second));
  EXPECT_TRUE(std::isnan(built.first) || std::isnan(built.second));
}

TEST_P(EveryVariation, IsFoundByItsNamesInAnyCase) {
  const VariationInfo *variation = GetParam();
  EXPECT_EQ(findVariation(variation->name), variation);
  EXPECT_EQ(findVariation(variation->name.upper()), variation);
  for (llvm::StringRef alias : variation->aliases)
    EXPECT_EQ(findVariation(alias), variation);
  for (unsigned i = 0; i < variation->params.size(); ++i) {
    auto expected = std::make_pair(variation, i);
    EXPECT_EQ(findVariationParam(variation->params[i].name), expected);
    for (llvm::StringRef alias : variation->params[i].aliases)
      EXPECT_EQ(findVariationParam(alias), expected);
    EXPECT_EQ(findVariation(variation->params[i].name), nullptr);
  }
}

std::vector<const VariationInfo *> everyVariation() {
  std::vector<const VariationInfo *> all;
  for (const VariationInfo &variation : variationTable())
    all.push_back(&variation);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryVariation, testing::ValuesIn(everyVariation()),
                         [](const auto &info) { return info.param->name.str(); });

/// An xform that shrinks takes points so near to the origin that their squares vanish in single
/// precision.
TEST(VariationTest, RaysStayNumbersNearTheOrigin) {
  for (const char *name : {"rays1", "rays2", "rays3"}) {
    const VariationInfo &variation = *findVariation(name);
    Sample at = samplesOf(variation).front();
    at.point = {1e-25, -3e-26};
    EXPECT_TRUE(std::isfinite(norm(BuiltVariation(variation)(at)))) << name;
  }
}

TEST(VariationTableTest, IsInTheOrderOfEvaluation) {
  EXPECT_TRUE(llvm::is_sorted(variationTable(), [](const VariationInfo &a, const VariationInfo &b) {
    return a.index < b.index;
  }));
}

TEST(VariationTableTest, DoesNotKnowOtherWords) {
  EXPECT_EQ(findVariation("jullian"), nullptr);
  EXPECT_EQ(findVariation(""), nullptr);
  EXPECT_EQ(findVariationParam("julian"), std::nullopt);
}

} // namespace

} // namespace flame::test
