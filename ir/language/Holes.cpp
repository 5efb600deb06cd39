// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points of a grid. Its rows and columns have different distances: what is no number on an axis, a diagonal or a circle alone is
// found by no point.

#include "ir/language/Holes.h"

#include "ir/VariationOracle.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace flame {

static constexpr int kColumns = 24, kRows = 23;
static constexpr double kReach = 3, kPhi = 0.6180339887498949;

static bool isGood(double value) { return std::abs(value) <= std::numeric_limits<float>::max(); }

/// The coordinate of `point` that is no number; empty if there is none.
static llvm::StringRef findHoleOf(const std::array<double, 3> &point) {
  constexpr std::array<llvm::StringLiteral, 3> kCoordinates = {"x", "y", "z"};
  for (auto [coordinate, value] : llvm::zip(kCoordinates, point))
    if (!isGood(value))
      return coordinate;
  return {};
}

/// The result of `variation` at `args`, in the plane or in space, that is no number; empty if there is none.
static llvm::StringRef findHole(const VariationInfo &variation, const OracleArgs &args) {
  OracleArgs flat = args;
  flat.z = 0;
  const auto [x, y] = evaluateVariation(variation, flat);
  llvm::StringRef hole = findHoleOf({x, y, 0});
  if (hole.empty() && (variation.hasSpace || variation.hasDepth))
    hole = findHoleOf(evaluateInSpace(variation, args));
  if (hole.empty() && variation.hides && !isGood(evaluateVariationShare(variation, args)))
    hole = "shown";
  return hole;
}

Holes findHoles(const VariationInfo &variation) {
  Holes holes;
  int count = 0;
  std::vector<double> params, draws(variation.draws.size());
  for (const VariationParam &param : variation.params)
    params.push_back(param.defaultValue);
  for (int i = 0; i < kColumns * kRows; ++i) {
    for (auto [number, draw] : llvm::enumerate(draws)) // spread over [0, 1), each in its own way
      draw = std::fmod((i + 1) * (kPhi + 0.137 * static_cast<double>(number)), 1);
    OracleArgs args;
    const int column = i % kColumns, row = i / kColumns;
    args.x = ((column + 0.5) / kColumns * 2 - 1) * kReach;
    args.y = ((row + 0.4142) / kRows * 2 - 1) * kReach;
    args.z = (std::fmod(i * kPhi, 1) * 2 - 1) * kReach;
    args.color = std::fmod(i * kPhi, 1);
    args.params = params;
    args.draws = draws;
    const llvm::StringRef result = findHole(variation, args);
    if (result.empty())
      continue;
    ++count;
    if (!holes.first)
      holes.first = {result, args.x, args.y};
  }
  holes.everywhere = count == kColumns * kRows;
  return holes;
}

} // namespace flame
