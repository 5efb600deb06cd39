// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples from the generated list, and questions about them.

#include "tests/unit/ir/VariationSamples.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace flame::test {

/// A sample as the list has it: constants, since a function that fills 750 times six vectors is
/// slow to compile.
struct Row {
  llvm::StringRef name;
  std::initializer_list<double> point, weight, params, draws, affine, result;
};

static constexpr Row kRows[] = {
#include "ir/Variations.samples.inc"
};

static constexpr Row kSpaceRows[] = {
#define FLAME_SPACE_SAMPLES
#include "ir/Variations.samples.inc"
};

static std::vector<Sample> samplesAmong(std::span<const Row> rows, const VariationInfo &variation) {
  std::vector<Sample> samples;
  for (const Row &row : rows)
    if (row.name == variation.name)
      samples.push_back(
          {row.name, row.point, row.weight, row.params, row.draws, row.affine, row.result});
  return samples;
}

std::vector<Sample> samplesOf(const VariationInfo &variation) {
  return samplesAmong(kRows, variation);
}

std::vector<Sample> spaceSamplesOf(const VariationInfo &variation) {
  return samplesAmong(kSpaceRows, variation);
}

static OracleArgs argsOf(const Sample &at) {
  OracleArgs args{at.point[0], at.point[1], at.weight[0], at.params, at.draws, {}, kSampleColor};
  std::ranges::copy(at.affine, args.affine);
  std::ranges::copy(at.origin.empty() ? at.point : at.origin, args.origin);
  return args;
}

std::array<double, 3> inSpaceOnOracle(const VariationInfo &variation, const Sample &at) {
  OracleArgs args = argsOf(at);
  args.z = at.point[2];
  return evaluateInSpace(variation, args);
}

Pair onOracle(const VariationInfo &variation, const Sample &at) {
  return evaluateVariation(variation, argsOf(at));
}

double colorOnOracle(const VariationInfo &variation, const Sample &at, Pair sum) {
  return evaluateVariationColor(variation, argsOf(at), sum);
}

double shareOnOracle(const VariationInfo &variation, const Sample &at) {
  return evaluateVariationShare(variation, argsOf(at));
}

Sample inSinglePrecision(Sample at) {
  for (std::vector<double> *part : {&at.point, &at.weight, &at.params, &at.draws, &at.affine})
    for (double &value : *part)
      value = static_cast<float>(value);
  return at;
}

double sensitivity(const VariationInfo &variation, const Sample &at, double unitsInLastPlace) {
  Pair center = onOracle(variation, at);
  double worst = 0;
  for (auto part : {&Sample::point, &Sample::weight, &Sample::params, &Sample::draws})
    for (size_t i = 0; i < (at.*part).size(); ++i)
      for (double sign : {-1.0, 1.0}) {
        Sample moved = at;
        double &value = (moved.*part)[i];
        value += sign * unitsInLastPlace * std::max(std::abs(value), 0.1) * 0x1p-24;
        Pair there = onOracle(variation, moved);
        worst = std::isfinite(norm(there)) ? std::max(worst, distance(center, there)) : INFINITY;
      }
  return worst;
}

double drawn(Draw kind, double uniform) {
  switch (kind) {
  case Draw::U01:
    return uniform;
  case Draw::U11:
    return 2 * uniform - 1;
  case Draw::Bit:
    return std::floor(2 * uniform);
  case Draw::Bell:
    return 4 * uniform - 2;
  }
  llvm_unreachable("unknown kind of draw");
}

} // namespace flame::test
