// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter against the importer: an xform moves a point in double precision as its
// flame IR does in single precision. Every variation in every phase, and random xforms.

#include "compiler/animation/ReferenceFlame.h"

#include "tests/unit/compiler/ImportedXform.h"

#include <algorithm>
#include <random>

namespace flame::test {

namespace {

constexpr VariationUse::Phase kPhases[] = {VariationUse::Pre, VariationUse::Normal,
                                           VariationUse::Post};

struct Result {
  std::array<double, 3> point;
  double color, shown;
};

double errorBetween(const Result &a, const Result &b, bool comparesColor) {
  double squares = 0, size = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    squares += std::pow(a.point[axis] - b.point[axis], 2);
    size += std::abs(a.point[axis]);
  }
  const double color = comparesColor ? std::abs(a.color - b.color) : 0;
  return std::max({std::sqrt(squares) / (1 + size), color, std::abs(a.shown - b.shown)});
}

/// The first xform of a genome, by the reference interpreter and by its flame IR.
class BothWays {
public:
  explicit BothWays(const Genome &genome)
      : genome(genome), reference(makeStill(genome), 0), imported(genome) {
    for (const ReferenceVariation &variation : reference.xforms()[0].variations)
      if (variation.weight != 0 || variation.phase == VariationUse::Normal)
        kinds.insert(kinds.end(), variation.info->draws.begin(), variation.info->draws.end());
    comparesColor = std::ranges::none_of(genome.xforms[0].variations, [](const VariationUse &use) {
      return use.info->directRgb || use.info->adjustsColor;
    });
  }

  /// Compares the results at random points. Points where a change in the seventh digit changes the
  /// result are skipped: single precision cannot agree there. Returns the number compared.
  int compare(int points, std::mt19937 &random) {
    std::uniform_real_distribution<double> coordinate(-2, 2), unit(0, 1);
    int compared = 0;
    for (int i = 0; i < points; ++i) {
      std::array<double, 3> at = {coordinate(random), coordinate(random),
                                  genome.hasDepth ? coordinate(random) : 0};
      std::vector<double> numbers(4 * kinds.size() + 1);
      std::ranges::generate(numbers, [&] { return double(float(unit(random))); });
      for (double &number : at)
        number = float(number);
      const Result expected = onReference(at, numbers);
      if (!isStable(expected, at, numbers))
        continue;
      ++compared;
      const Result found = onImported(at, numbers);
      EXPECT_LE(errorBetween(expected, found, comparesColor), 1e-2)
          << "at " << at[0] << ", " << at[1] << ", " << at[2] << ": " << expected.point[0] << ", "
          << expected.point[1] << ", " << expected.point[2] << ", colour " << expected.color
          << ", not " << found.point[0] << ", " << found.point[1] << ", " << found.point[2]
          << ", colour " << found.color;
    }
    return compared;
  }

private:
  Result onReference(const std::array<double, 3> &at, const std::vector<double> &numbers) const {
    size_t next = 0;
    double shown = 1;
    const ReferencePoint point = reference.apply(
        reference.xforms()[0], {at[0], at[1], kSampleColor, at[2]},
        [&] { return numbers[next++ % numbers.size()]; }, shown);
    return {{point.x, point.y, point.z}, point.color, shown};
  }

  Result onImported(const std::array<double, 3> &at, const std::vector<double> &numbers) {
    std::vector<double> draws;
    size_t next = 0;
    for (Draw kind : kinds) {
      const double u = numbers[next++];
      if (kind == Draw::Bell) {
        draws.push_back(u + numbers[next] + numbers[next + 1] + numbers[next + 2] - 2);
        next += 3;
      } else {
        draws.push_back(drawn(kind, u));
      }
    }
    const std::array<double, 3> point = imported.inSpace(at[0], at[1], at[2], draws);
    return {point, imported.color, imported.visibility};
  }

  bool isStable(const Result &result, const std::array<double, 3> &at,
                const std::vector<double> &numbers) const {
    for (double number : result.point)
      if (!(std::abs(number) <= 1e6))
        return false;
    for (size_t axis = 0; axis < 3; ++axis)
      for (double step : {-1e-6, 1e-6}) {
        std::array<double, 3> moved = at;
        moved[axis] += step * std::max(1.0, std::abs(at[axis]));
        if (!(errorBetween(result, onReference(moved, numbers), comparesColor) <= 1e-3))
          return false;
      }
    return true;
  }

  const Genome &genome;
  const ReferenceFlame reference;
  ImportedXform imported;
  std::vector<Draw> kinds;
  bool comparesColor;
};

VariationUse useOf(const VariationInfo &info, VariationUse::Phase phase) {
  const Sample at = inSinglePrecision(samplesOf(info).front());
  VariationUse use;
  use.info = &info;
  use.phase = info.preOnly ? VariationUse::Pre : phase;
  use.weight = at.weight[0];
  use.params = at.params;
  return use;
}

Genome genomeOf(std::vector<VariationUse> uses, bool hasDepth) {
  Genome genome;
  Xform &xform = genome.xforms.emplace_back();
  xform.weight = 1;
  xform.color = 0.75;
  xform.colorSpeed = 0.5;
  xform.coefs = {.a = 0.75, .d = 0.25, .b = -0.5, .e = 0.875, .c = 0.125, .f = -0.25};
  xform.post = {.a = 0.875, .d = -0.125, .b = 0.25, .e = 1, .c = -0.25, .f = 0.5};
  xform.variations = std::move(uses);
  genome.hasDepth = hasDepth;
  if (hasDepth) {
    xform.yzCoefs = {.a = 0.875, .d = 0.5, .b = -0.25, .e = 1, .c = 0.125, .f = 0.25};
    xform.zxPost = {.a = 1, .d = -0.25, .b = 0.125, .e = 0.75, .c = 0.5, .f = -0.125};
  }
  return genome;
}

class ReferenceFlameTest : public testing::TestWithParam<bool> {};

TEST_P(ReferenceFlameTest, MovesPointsAsTheImporterDoes) {
  std::mt19937 random(1);
  int compared = 0, tried = 0;
  for (const VariationInfo &info : variationTable())
    for (VariationUse::Phase phase : kPhases) {
      if (phase != VariationUse::Pre && info.preOnly)
        continue;
      for (bool adds : {false, true}) {
        if (adds && phase == VariationUse::Normal)
          continue;
        SCOPED_TRACE(info.name.str() + " in phase " + std::to_string(phase) +
                     (adds ? ", added" : ""));
        VariationUse use = useOf(info, phase);
        use.adds = adds;
        const Genome genome =
            genomeOf({useOf(*findVariation("linear"), VariationUse::Normal), use}, GetParam());
        compared += BothWays(genome).compare(4, random);
        tried += 4;
      }
    }
  EXPECT_GE(compared, 0.8 * tried);
}

TEST_P(ReferenceFlameTest, EqualsTheImporterForRandomXforms) {
  std::mt19937 random(2);
  int compared = 0;
  const auto below = [&](size_t count) { return random() % count; };
  for (int round = 0; round < 250; ++round) {
    // At the origin, where an empty sum begins, angles depend on roundings.
    std::vector<VariationUse> uses = {useOf(*findVariation("linear"), VariationUse::Normal)};
    if (below(4) == 0)
      uses.push_back(useOf(*findVariation("weighting_field"), VariationUse::Pre));
    for (size_t count = 1 + below(4); count > 0; --count) {
      const VariationInfo &info = variationTable()[below(variationTable().size())];
      if (info.isField || info.adjustsColor || info.displayOnly)
        continue; // they draw numbers beside those of the table
      VariationUse &use = uses.emplace_back(useOf(info, kPhases[below(3)]));
      use.adds = use.phase != VariationUse::Normal && below(2) == 0;
      if (below(8) == 0)
        use.weight = 0;
    }
    Genome genome = genomeOf(std::move(uses), GetParam());
    genome.xforms[0].directColor = 0.25 * double(below(5));
    std::string names;
    for (const VariationUse &use : genome.xforms[0].variations)
      names += " " + std::to_string(use.phase) + (use.adds ? "+" : ":") + use.info->name.str() +
               (use.weight == 0 ? "=0" : "");
    SCOPED_TRACE(names);
    compared += BothWays(genome).compare(4, random);
  }
  EXPECT_GE(compared, 500);
}

INSTANTIATE_TEST_SUITE_P(Depth, ReferenceFlameTest, testing::Bool(),
                         [](const auto &info) { return info.param ? "InSpace" : "Planar"; });

} // namespace

} // namespace flame::test
