// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variation before and after the sum of its xform, as the importer composes it, against the
// definition computed with the oracle: in file order each reads the running point and replaces it,
// or adds to it if it ignores its input.

#include "abi/ColorAdjust.h"
#include "compiler/genome/WeightingField.h"
#include "tests/unit/compiler/ImportedXform.h"
#include "tests/unit/ir/VariationSamples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flame::test {

namespace {

/// The weight of `linear` in every xform here: what makes up the sum.
constexpr double kLinear = 0.9375;
constexpr Affine kPost = {.a = 0.75, .d = 0.25, .b = -0.5, .e = 1, .c = 0.125, .f = -0.25};

/// A variation in a phase, and the values of one of its samples.
struct Case {
  const VariationInfo *variation;
  VariationUse::Phase phase;
};

VariationUse makeUse(const VariationInfo &info, VariationUse::Phase phase, const Sample &at) {
  VariationUse use;
  use.info = &info;
  use.phase = phase;
  use.weight = at.weight[0];
  use.params = at.params;
  return use;
}

VariationUse linear() {
  VariationUse use;
  use.info = findVariation("linear");
  use.weight = kLinear;
  return use;
}

/// A flame of one xform with these variations; its affine is that of `at`.
Genome makeGenome(std::vector<VariationUse> uses, const Sample &at) {
  Genome genome;
  Xform &xform = genome.xforms.emplace_back();
  const std::vector<double> &m = at.affine;
  xform.weight = 1;
  xform.colorSpeed = 0; // variations see the colour of the input
  xform.coefs = {.a = m[0], .d = m[3], .b = m[1], .e = m[4], .c = m[2], .f = m[5]};
  xform.post = kPost;
  xform.variations = std::move(uses);
  return genome;
}

Pair applied(const Affine &m, Pair p) {
  return {m.a * p.first + m.b * p.second + m.c, m.d * p.first + m.e * p.second + m.f};
}

/// The running point after a variation in place.
Pair inPlace(const VariationInfo &variation, Sample at, Pair running) {
  at.point = {running.first, running.second};
  Pair value = onOracle(variation, at);
  if (variation.generator || variation.preOnly || variation.zOnly)
    return {running.first + value.first, running.second + value.second};
  return value;
}

/// The weighting field at the point of the affine; none where the variation is no field.
WeightingField fieldOf(const VariationInfo &variation, Sample at, Pair running) {
  at.point = {running.first, running.second};
  return variation.isField ? WeightingField(onOracle(variation, at).first, at.params)
                           : WeightingField();
}

/// What the xform makes of the point of `at`.
Pair expectedOf(const Case &one, const Sample &at) {
  const std::vector<double> &m = at.affine;
  Affine coefs = {.a = m[0], .d = m[3], .b = m[1], .e = m[4], .c = m[2], .f = m[5]};
  Pair p = applied(coefs, {at.point[0], at.point[1]});
  const double weight = fieldOf(*one.variation, at, p).weighed(kLinear);
  if (one.phase == VariationUse::Pre && !one.variation->isField)
    p = inPlace(*one.variation, at, p);
  Sample behind = at;
  behind.origin = {p.first, p.second};
  p = {weight * p.first, weight * p.second};
  if (one.phase == VariationUse::Post)
    p = inPlace(*one.variation, behind, p);
  return applied(kPost, p);
}

/// How far the expected point moves with the input: what single precision cannot follow.
double sensitivityOf(const Case &one, const Sample &at) {
  Pair center = expectedOf(one, at);
  double worst = 0;
  for (auto part : {&Sample::point, &Sample::params, &Sample::draws, &Sample::weight})
    for (size_t i = 0; i < (at.*part).size(); ++i)
      for (double sign : {-1.0, 1.0}) {
        Sample moved = at;
        double &value = (moved.*part)[i];
        value += sign * 64 * std::max(std::abs(value), 0.25) * 0x1p-24;
        Pair there = expectedOf(one, moved);
        worst = std::isfinite(norm(there)) ? std::max(worst, distance(center, there)) : INFINITY;
      }
  return worst;
}

class PrePost : public testing::TestWithParam<Case> {};

TEST_P(PrePost, EqualsItsDefinition) {
  const VariationInfo &variation = *GetParam().variation;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-2, 2), unit(0, 1);
  Sample at = inSinglePrecision(samplesOf(variation).front());
  std::vector<VariationUse> uses = {linear(), makeUse(variation, GetParam().phase, at)};
  ImportedXform xform(makeGenome(std::move(uses), at));
  int compared = 0;
  for (int round = 0; round < 200; ++round) {
    at.point = {coordinate(random), coordinate(random)};
    for (size_t draw = 0; draw < at.draws.size(); ++draw)
      at.draws[draw] = drawn(variation.draws[draw], unit(random));
    at = inSinglePrecision(at);
    Pair expected = expectedOf(GetParam(), at);
    double allowed = kSinglePrecisionError * (1 + norm(expected));
    if (!isGood(expected) || sensitivityOf(GetParam(), at) > allowed)
      continue;
    ++compared;
    EXPECT_LE(distance(xform(at.point[0], at.point[1], at.draws), expected), allowed)
        << at.point[0] << ", " << at.point[1];
  }
  EXPECT_GE(compared, variation.partial ? 100 : 120) << "most of the plane is comparable";
}

TEST_P(PrePost, IsFiniteOnAGridAndTheSameTwice) {
  const VariationInfo &variation = *GetParam().variation;
  if (variation.partial)
    GTEST_SKIP() << "it is NaN at some points";
  Sample at = inSinglePrecision(samplesOf(variation).front());
  std::vector<VariationUse> uses = {makeUse(variation, GetParam().phase, at), linear()};
  ImportedXform xform(makeGenome(std::move(uses), at));
  for (int column = 0; column < 9; ++column)
    for (int row = 0; row < 8; ++row) {
      const double x = -1.93 + 0.47 * column, y = -1.81 + 0.53 * row;
      Pair once = xform(x, y, at.draws);
      EXPECT_TRUE(std::isfinite(norm(once))) << x << ", " << y;
      EXPECT_EQ(once, xform(x, y, at.draws));
    }
}

/// The colour that a variation leaves behind sees the point that it leaves behind; `var_color` says
/// how far it counts.
TEST_P(PrePost, SetsTheColorAsFarAsVarColorSays) {
  constexpr double kVarColor = 0.75;
  const VariationInfo &variation = *GetParam().variation;
  Sample at = inSinglePrecision(samplesOf(variation).front());
  Genome genome = makeGenome({linear(), makeUse(variation, GetParam().phase, at)}, at);
  genome.xforms[0].directColor = kVarColor;
  ImportedXform xform(genome);
  xform(at.point[0], at.point[1], at.draws);
  const std::vector<double> &m = at.affine;
  Pair running = applied({.a = m[0], .d = m[3], .b = m[1], .e = m[4], .c = m[2], .f = m[5]},
                         {at.point[0], at.point[1]});
  if (variation.isField) {
    EXPECT_NEAR(xform.color, fieldOf(variation, at, running).colored(kSampleColor), 1e-6);
    EXPECT_NE(xform.color, float(kSampleColor));
    return;
  }
  if (variation
          .adjustsColor) { // numbers of the point stand beside the entry that its colour leads to
    EXPECT_GE(xform.color, abi::kFirstDisplayColor);
    EXPECT_EQ(std::fmod(xform.color - abi::kFirstDisplayColor, abi::kDirectRgbCoordinates),
              std::floor(kSampleColor * abi::kDirectRgbCoordinates));
    return;
  }
  if (!variation.setsColor) {
    EXPECT_EQ(xform.color, float(kSampleColor));
    return;
  }
  if (variation.directRgb) { // of the sample, whose point goes on with the colour that it has
    EXPECT_GE(xform.color, abi::kFirstDirectRgb);
    EXPECT_EQ(std::fmod(xform.color - abi::kFirstDirectRgb, abi::kDirectRgbCoordinates),
              std::nearbyint(kSampleColor * (abi::kDirectRgbCoordinates - 1)));
    return;
  }
  if (GetParam().phase == VariationUse::Post)
    running = {kLinear * running.first, kLinear * running.second};
  Sample there = at;
  there.point = {running.first, running.second};
  const double set = colorOnOracle(variation, there, inPlace(variation, at, running));
  EXPECT_NEAR(xform.color, kSampleColor + kVarColor * (set - kSampleColor), 1e-4);
}

std::vector<Case> everyCase() {
  std::vector<Case> cases;
  for (const VariationInfo &variation : variationTable()) {
    cases.push_back({&variation, VariationUse::Pre});
    if (!variation.preOnly)
      cases.push_back({&variation, VariationUse::Post});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Table, PrePost, testing::ValuesIn(everyCase()), [](const auto &info) {
  return (info.param.phase == VariationUse::Pre ? "pre_" : "post_") +
         info.param.variation->name.str();
});

//===-- weighting fields ----------------------------------------------------------------------===//

/// A parameter follows as far as `by_field` says, in variations of the sum, before it and behind
/// it.
TEST(WeightingFieldTest, ParametersFollow) {
  const VariationInfo &info = *findVariation("weighting_field"), &julian = *findVariation("julian");
  ASSERT_EQ(info.params[kFieldAmount].shortName, "amount");
  ASSERT_EQ(info.params[kFieldColor].shortName, "color");
  const Sample at = inSinglePrecision(samplesOf(info).front());
  Sample turn = inSinglePrecision(samplesOf(julian).front());
  for (auto phase : {VariationUse::Pre, VariationUse::Normal, VariationUse::Post}) {
    VariationUse use = makeUse(julian, phase, turn);
    use.byField = {0, 0.5}; // its distance
    Genome genome = makeGenome({makeUse(info, VariationUse::Pre, at), use}, at);
    genome.xforms[0].coefs = Affine();
    genome.xforms[0].post = std::nullopt;
    if (phase != VariationUse::Normal)
      genome.xforms[0].variations.push_back(linear());
    const Pair point = {0.4, 0.7};
    const WeightingField field = fieldOf(info, at, point);
    const double shared = phase == VariationUse::Normal ? 1 : field.weighed(kLinear);
    Sample changed = turn;
    changed.params = field.changed(turn.params, use.byField);
    changed.weight = {field.weighed(turn.weight[0])};
    const double before = phase == VariationUse::Post ? shared : 1;
    changed.point = {before * point.first, before * point.second};
    const Pair made = onOracle(julian, changed);
    const double behind = phase == VariationUse::Pre ? shared : 1;
    ImportedXform xform(genome);
    EXPECT_LE(distance(xform(point.first, point.second, turn.draws),
                       {behind * made.first, behind * made.second}),
              1e-5)
        << phase;
    EXPECT_NE(changed.params[1], turn.params[1]);
  }
}

/// A field may be taken before the affine, and moves what the xform leaves behind, one coordinate
/// after the other.
TEST(WeightingFieldTest, PointsFollow) {
  for (llvm::StringRef name : {"weighting_field", "noise_field"}) {
    const VariationInfo &info = *findVariation(name);
    Sample at = inSinglePrecision(samplesOf(info).front());
    const size_t position = fieldPosition(at.params.size()), jitter = fieldJitter(at.params.size());
    ASSERT_EQ(info.params[position].shortName, "position");
    ASSERT_EQ(info.params[jitter].shortName, "jitter");
    at.params[position] = 1;
    at.params[jitter] = 0.75;
    Genome genome = makeGenome({makeUse(info, VariationUse::Pre, at), linear()}, at);
    genome.hasDepth = true;
    auto value = [&](double x, double y, double z) {
      OracleArgs args;
      args.x = x;
      args.y = y;
      args.z = z;
      args.weight = at.weight[0];
      args.params = at.params;
      return evaluateInSpace(info, args)[0];
    };
    const std::vector<double> &m = at.affine;
    const double x = 0.4, y = 0.7, z = -0.3;
    const WeightingField field(value(x, y, z), at.params);
    const double weight = field.weighed(kLinear);
    auto [newX, newY] = applied(
        kPost, {weight * (m[0] * x + m[1] * y + m[2]), weight * (m[3] * x + m[4] * y + m[5])});
    double newZ = 0; // a variation of the plane has none
    newX += WeightingField::moved(value(newX, newY, newZ), at.params);
    newY += WeightingField::moved(value(newY, newX, newZ), at.params);
    newZ += WeightingField::moved(value(newZ, newX, newY), at.params);
    ImportedXform xform(genome);
    const std::array<double, 3> made = xform.inSpace(x, y, z, {});
    EXPECT_NEAR(made[0], newX, 1e-5) << name.str();
    EXPECT_NEAR(made[1], newY, 1e-5) << name.str();
    EXPECT_NEAR(made[2], newZ, 1e-5) << name.str();
    EXPECT_NE(newZ, 0);
  }
}

//===-- adjusted colours ----------------------------------------------------------------------===//

/// The level of the first number of a point, and of the second one.
std::array<uint32_t, 2> levelsAt(float color, uint32_t first) {
  const uint32_t code = uint32_t(color - abi::kFirstDisplayColor) / abi::kDirectRgbCoordinates;
  return {code % first, code / first};
}

/// Numbers go half of the way to those of the xform, or as far as its speed says, and what is
/// between two levels becomes one of them by chance; colours go on beside them. A final xform
/// leaves the numbers alone, and one without any goes half of the way to 0.
TEST(AdjustedColorTest, PointsFollowTheNumbersOfTheirXforms) {
  const VariationInfo &info = *findVariation("bend_color");
  VariationUse adjust;
  adjust.info = &info;
  adjust.phase = VariationUse::Pre;
  adjust.weight = 1;
  adjust.params = {0.5, 0, 0, 0, 0, 0, -1, 0.5};
  Genome genome;
  genome.xforms.resize(1);
  genome.xforms[0].weight = 1;
  genome.xforms[0].color = 1;
  genome.xforms[0].colorSpeed = 0.5;
  genome.xforms[0].variations = {adjust, linear()};
  genome.finalXform = genome.xforms[0];
  constexpr uint32_t kGammas = 179, kHues = 181;
  ImportedXform xform(genome), last(genome, /*isFinal=*/true);
  xform.before = 0.5;
  xform(0, 0, {0.25, 0.875}); // levels 89 + 22.25 of gamma, 90 - 22.5 of hue
  EXPECT_EQ(levelsAt(xform.color, kGammas), (std::array<uint32_t, 2>{111, 68}));
  EXPECT_EQ(std::fmod(xform.color - abi::kFirstDisplayColor, abi::kDirectRgbCoordinates), 192);
  xform(0, 0, {0.875, 0.25});
  EXPECT_EQ(levelsAt(xform.color, kGammas), (std::array<uint32_t, 2>{112, 67}));
  xform.before = xform.color;
  xform(0, 0, {0.75, 0.5}); // 112 + 10.75 and 67 - 16.75, and a colour of 192.5/256
  EXPECT_EQ(levelsAt(xform.color, kGammas), (std::array<uint32_t, 2>{123, 50}));
  EXPECT_EQ(std::fmod(xform.color - abi::kFirstDisplayColor, abi::kDirectRgbCoordinates), 224);
  last.before = xform.color;
  last(0, 0, {});
  EXPECT_EQ(levelsAt(last.color, kGammas), levelsAt(xform.color, kGammas));
  EXPECT_EQ(std::fmod(last.color - abi::kFirstDisplayColor, abi::kDirectRgbCoordinates), 240);
  EXPECT_LT(levelsAt(last.color, kGammas)[1], kHues);
}

//===-- sums ----------------------------------------------------------------------------------===//

/// A genome of these variations, whose post affine is the identity.
Genome makePlainGenome(std::vector<VariationUse> uses, const Sample &at) {
  Genome genome = makeGenome(std::move(uses), at);
  genome.xforms[0].post = std::nullopt;
  return genome;
}

TEST(SumTest, AVariationThatReplacesDiscardsWhatStandsBeforeItInTheFile) {
  Sample at = inSinglePrecision(samplesOf(*findVariation("rays2")).front());
  at.affine = {1, 0, 0, 0, 1, 0};
  const VariationUse rays = makeUse(*findVariation("rays2"), VariationUse::Normal, at);
  VariationUse swirl = makeUse(*findVariation("swirl"), VariationUse::Normal, at);
  const Pair alone = onOracle(*rays.info, at), turned = onOracle(*swirl.info, at);
  const double x = at.point[0], y = at.point[1];
  ImportedXform last(makePlainGenome({linear(), swirl, rays}, at));
  EXPECT_LE(distance(last(x, y, {}), alone), 1e-5);
  ImportedXform between(makePlainGenome({linear(), rays, swirl}, at));
  EXPECT_LE(distance(between(x, y, {}), {alone.first + turned.first, alone.second + turned.second}),
            1e-5);
  VariationUse absent = rays;
  absent.weight = 0;
  ImportedXform without(makePlainGenome({linear(), absent}, at));
  EXPECT_LE(distance(without(x, y, {}), {kLinear * x, kLinear * y}), 1e-6);
}

/// At a priority of its own a variation is added to the point, but not one that replaces.
TEST(SumTest, AVariationThatReplacesReplacesAPointToo) {
  Sample at = inSinglePrecision(samplesOf(*findVariation("rays2")).front());
  at.affine = {1, 0, 0, 0, 1, 0};
  VariationUse rays = makeUse(*findVariation("rays2"), VariationUse::Post, at);
  rays.adds = true;
  const double x = at.point[0], y = at.point[1];
  ImportedXform xform(makePlainGenome({linear(), rays}, at));
  at.point = {kLinear * x, kLinear * y};
  EXPECT_LE(distance(xform(x, y, {}), onOracle(*rays.info, at)), 1e-4);
}

TEST(SumTest, HiddenPointsAreNotPlotted) {
  const VariationInfo &cut = *findVariation("cut_tileillusion");
  const std::vector<Sample> samples = samplesOf(cut);
  ASSERT_EQ(shareOnOracle(cut, samples[0]), 0);
  ASSERT_EQ(shareOnOracle(cut, samples[1]), 1);
  Sample at = samples[0];
  at.affine = {1, 0, 0, 0, 1, 0};
  Genome genome = makePlainGenome({makeUse(cut, VariationUse::Normal, at)}, at);
  ImportedXform standard(genome);
  genome.xforms[0].opacity = 0.5;
  ImportedXform fainter(genome);
  for (const Sample &sample : {samples[0], samples[1]}) {
    const double x = sample.point[0], y = sample.point[1];
    standard(x, y, sample.draws);
    EXPECT_EQ(standard.visibility, shareOnOracle(cut, sample));
    fainter(x, y, sample.draws);
    EXPECT_NEAR(fainter.visibility, 0.1 * shareOnOracle(cut, sample), 1e-6);
  }
}

/// What a final xform makes of a point is plotted, whatever its visibility: hidden points go out of
/// every picture.
TEST(SumTest, AFinalXformMovesHiddenPointsAway) {
  const VariationInfo &cut = *findVariation("cut_tileillusion");
  const std::vector<Sample> samples = samplesOf(cut);
  Sample at = samples[0];
  at.affine = {1, 0, 0, 0, 1, 0};
  Genome genome = makePlainGenome({makeUse(cut, VariationUse::Normal, at)}, at);
  genome.finalXform = genome.xforms[0];
  ImportedXform last(genome, /*isFinal=*/true);
  EXPECT_GE(last(samples[0].point[0], samples[0].point[1], samples[0].draws).first, 1e9);
  EXPECT_LE(std::abs(last(samples[1].point[0], samples[1].point[1], samples[1].draws).first), 1);
}

//===-- order ---------------------------------------------------------------------------------===//

/// Two variations in one phase: the second one sees what the first one made.
TEST(PrePostOrder, IsThatOfTheFile) {
  Sample at = inSinglePrecision(samplesOf(*findVariation("linear")).front());
  for (VariationUse::Phase phase : {VariationUse::Pre, VariationUse::Post}) {
    VariationUse spherical = makeUse(*findVariation("spherical"), phase, at);
    VariationUse sinusoidal = makeUse(*findVariation("sinusoidal"), phase, at);
    Pair p = applied({.a = at.affine[0],
                      .d = at.affine[3],
                      .b = at.affine[1],
                      .e = at.affine[4],
                      .c = at.affine[2],
                      .f = at.affine[5]},
                     {at.point[0], at.point[1]});
    if (phase == VariationUse::Post)
      p = {kLinear * p.first, kLinear * p.second};
    p = inPlace(*sinusoidal.info, at, inPlace(*spherical.info, at, p));
    if (phase == VariationUse::Pre)
      p = {kLinear * p.first, kLinear * p.second};
    ImportedXform xform(makeGenome({spherical, linear(), sinusoidal}, at));
    Pair made = xform(at.point[0], at.point[1], {});
    EXPECT_LE(distance(made, applied(kPost, p)), 1e-6);
  }
}

/// In its own phase a variation that sets the colour sees the sum of the xform so far, with its
/// contribution.
TEST(DirectColor, FollowsTheSum) {
  Sample at = inSinglePrecision(samplesOf(*findVariation("dc_linear")).front());
  ImportedXform xform(
      makeGenome({linear(), makeUse(*findVariation("dc_linear"), VariationUse::Normal, at)}, at));
  xform(at.point[0], at.point[1], {});
  const std::vector<double> &m = at.affine;
  Pair p = applied({.a = m[0], .d = m[3], .b = m[1], .e = m[4], .c = m[2], .f = m[5]},
                   {at.point[0], at.point[1]});
  const double weight = kLinear + at.weight[0];
  const double along =
      weight * (p.first * std::cos(at.params[1]) + p.second * std::sin(at.params[1]));
  const double expected = std::abs((along + at.params[0]) / at.params[2] + 1) / 2;
  EXPECT_NEAR(xform.color, expected - std::floor(expected), 1e-4);
}

} // namespace

} // namespace flame::test
