// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grid has different row and column spacings, and no point on an axis or a diagonal. A
// variation that is NaN only there, or on a circle, passes.

#include "ir/language/ProbeFinite.h"

#include "ir/VariationOracle.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace flame {

static constexpr int kColumns = 24, kRows = 23;
static constexpr double kReach = 3, kPhi = 0.6180339887498949;

static bool isFinite(double value) { return std::abs(value) <= std::numeric_limits<float>::max(); }

/// The first coordinate of `point` that is not finite; empty if there is none.
static llvm::StringRef nonFiniteCoordinate(const std::array<double, 3> &point) {
  constexpr std::array<llvm::StringLiteral, 3> kCoordinates = {"x", "y", "z"};
  for (auto [coordinate, value] : llvm::zip(kCoordinates, point))
    if (!isFinite(value))
      return coordinate;
  return {};
}

/// The first result of `variation` at `args`, planar or 3D, that is not finite; empty if there is
/// none.
static llvm::StringRef nonFiniteResult(const VariationInfo &variation, const OracleArgs &args) {
  OracleArgs flat = args;
  flat.z = 0;
  const auto [x, y] = evaluateVariation(variation, flat);
  llvm::StringRef result = nonFiniteCoordinate({x, y, 0});
  if (result.empty() && (variation.hasSpace || variation.hasDepth))
    result = nonFiniteCoordinate(evaluateInSpace(variation, args));
  if (result.empty() && variation.hides && !isFinite(evaluateVariationShare(variation, args)))
    result = "shown";
  return result;
}

FiniteProbe probeFinite(const VariationInfo &variation) {
  FiniteProbe probe;
  int count = 0;
  std::vector<double> params, draws(variation.draws.size());
  for (const VariationParam &param : variation.params)
    params.push_back(param.defaultValue);
  for (int i = 0; i < kColumns * kRows; ++i) {
    // Spreads the draws over [0, 1), each with its own sequence.
    for (auto [number, draw] : llvm::enumerate(draws))
      draw = std::fmod((i + 1) * (kPhi + 0.137 * static_cast<double>(number)), 1);
    OracleArgs args;
    const int column = i % kColumns, row = i / kColumns;
    args.x = ((column + 0.5) / kColumns * 2 - 1) * kReach;
    args.y = ((row + 0.4142) / kRows * 2 - 1) * kReach;
    args.z = (std::fmod(i * kPhi, 1) * 2 - 1) * kReach;
    args.color = std::fmod(i * kPhi, 1);
    args.params = params;
    args.draws = draws;
    const llvm::StringRef result = nonFiniteResult(variation, args);
    if (result.empty())
      continue;
    ++count;
    if (!probe.first)
      probe.first = {result, args.x, args.y};
  }
  probe.everywhere = count == kColumns * kRows;
  return probe;
}

} // namespace flame
