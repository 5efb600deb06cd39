// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The known values of all variations, and how well any code in single precision can agree with the
// oracle there.

#ifndef FLAME_TESTS_UNIT_IR_VARIATIONSAMPLES_H
#define FLAME_TESTS_UNIT_IR_VARIATIONSAMPLES_H

#include "ir/VariationOracle.h"
#include "ir/VariationTable.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace flame::test {

/// A known value, as generated from the records. `point` is the input of the variation, the affine
/// applied already; `affine` is a b c d e f; `result` has a third number if the variation sets the
/// colour.
struct Sample {
  llvm::StringRef name;
  std::vector<double> point, weight, params, draws, affine, result;
  std::vector<double> origin = {}; ///< the point that the sum sees; empty: `point`
};

using Pair = std::pair<double, double>;

inline double distance(Pair a, Pair b) {
  return std::hypot(a.first - b.first, a.second - b.second);
}
inline double norm(Pair a) { return std::hypot(a.first, a.second); }
inline bool isGood(Pair a) { return std::abs(a.first) <= 1e6 && std::abs(a.second) <= 1e6; }

/// The colour coordinate of every sample.
inline constexpr double kSampleColor = 0.25;

/// How far from the oracle, relative to one more than the norm of its result, single precision code
/// may be.
inline constexpr double kSinglePrecisionError = 2e-4;

/// The samples of a variation, in order.
std::vector<Sample> samplesOf(const VariationInfo &variation);

/// Those in space, whose points and results have three numbers.
std::vector<Sample> spaceSamplesOf(const VariationInfo &variation);

/// The oracle's value in space.
std::array<double, 3> inSpaceOnOracle(const VariationInfo &variation, const Sample &at);

/// The oracle's value.
Pair onOracle(const VariationInfo &variation, const Sample &at);

/// The colour that a variation which sets it gives to the point, on the oracle, where the sum
/// becomes `sum`.
double colorOnOracle(const VariationInfo &variation, const Sample &at, Pair sum);

/// The share of the point that is plotted, on the oracle, of a variation that hides points.
double shareOnOracle(const VariationInfo &variation, const Sample &at);

/// How far two colours are from each other, where those that repeat have no ends.
inline double colorDistance(double a, double b) { return std::abs(std::remainder(a - b, 1)); }

/// `at` with every number rounded to single precision: both sides must see equal inputs.
Sample inSinglePrecision(Sample at);

/// How far the oracle moves when each of the inputs that bodies round first (point, weight,
/// parameters, draws) moves by some units in the last place of single precision. A single precision
/// result cannot be expected to be better than that: near a pole, or at a jump, it is far.
double sensitivity(const VariationInfo &variation, const Sample &at, double unitsInLastPlace);

/// A random number of the given kind, made of one that is uniform in [0,1).
double drawn(Draw kind, double uniform);

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_IR_VARIATIONSAMPLES_H
