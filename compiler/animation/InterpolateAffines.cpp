// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses flam3's rules and thresholds. Transitions with half turns or through a singular matrix
// depend on them.

#include "compiler/animation/InterpolateAffines.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <numbers>

using std::numbers::pi;

namespace flame {

/// Tolerance for recognising a half turn.
static constexpr double kHalfTurnSlack = 1e-10;
/// Columns shorter than e^-10 are not scaled by factors.
static constexpr double kSmallestLogarithm = -10;

std::array<double, 2> columnAngles(const Affine &affine) {
  return {std::atan2(affine.d, affine.a), std::atan2(affine.e, affine.b)};
}

double unwindAngle(double angle, double reference) {
  const double turn = angle - reference;
  if (turn > pi + kHalfTurnSlack)
    return angle - 2 * pi;
  if (turn < -(pi - kHalfTurnSlack))
    return angle + 2 * pi;
  return angle;
}

/// `angle` in the turn that ends at `end`.
static double angleInTurn(double angle, double end) {
  while (angle > end)
    angle -= 2 * pi;
  while (angle < end - 2 * pi)
    angle += 2 * pi;
  return angle;
}

template <class Values> static double mix(const Values &values, llvm::ArrayRef<double> weights) {
  double sum = 0;
  for (auto [value, weight] : llvm::zip(values, weights))
    sum += weight * value;
  return sum;
}

Affine mixLinearly(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights) {
  Affine result = Affine::zero();
  for (double Affine::*member :
       {&Affine::a, &Affine::d, &Affine::b, &Affine::e, &Affine::c, &Affine::f})
    for (auto [affine, weight] : llvm::zip(affines, weights))
      result.*member += weight * affine.*member;
  return result;
}

namespace {
/// The same column of each matrix.
struct PolarColumn {
  llvm::SmallVector<double, 4> angles, sizes;
};
} // namespace

static std::array<PolarColumn, 2> toPolar(llvm::ArrayRef<Affine> affines) {
  std::array<PolarColumn, 2> columns;
  for (const Affine &affine : affines) {
    std::array<double, 2> angles = columnAngles(affine);
    const double sizes[2] = {std::hypot(affine.a, affine.d), std::hypot(affine.b, affine.e)};
    for (int column : {0, 1})
      if (sizes[column] == 0 && sizes[1 - column] != 0)
        angles[column] = angles[1 - column];
    for (int column : {0, 1}) {
      columns[column].angles.push_back(angles[column]);
      columns[column].sizes.push_back(sizes[column]);
    }
  }
  return columns;
}

static void unwind(llvm::MutableArrayRef<double> angles, double winding) {
  if (winding > 0) {
    angles[0] = angleInTurn(angles[0], winding);
    angles[1] = angleInTurn(angles[1], winding);
  }
  for (size_t i = winding > 0 ? 2 : 1; i < angles.size(); ++i)
    angles[i] = unwindAngle(angles[i], angles[i - 1]);
}

static double mixSizes(llvm::ArrayRef<double> sizes, llvm::ArrayRef<double> weights) {
  llvm::SmallVector<double, 4> logarithms;
  for (double size : sizes)
    logarithms.push_back(std::log(size));
  if (llvm::any_of(logarithms, [](double logarithm) { return logarithm < kSmallestLogarithm; }))
    return mix(sizes, weights);
  return std::exp(mix(logarithms, weights));
}

Affine mixPolar(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights,
                WindingReference winding) {
  Affine result = mixLinearly(affines, weights); // for the offset
  std::array<PolarColumn, 2> columns = toPolar(affines);
  double angles[2], sizes[2];
  for (int column : {0, 1}) {
    unwind(columns[column].angles, winding[column]);
    angles[column] = mix(columns[column].angles, weights);
    sizes[column] = mixSizes(columns[column].sizes, weights);
  }
  result.a = sizes[0] * std::cos(angles[0]);
  result.d = sizes[0] * std::sin(angles[0]);
  result.b = sizes[1] * std::cos(angles[1]);
  result.e = sizes[1] * std::sin(angles[1]);
  return result;
}

} // namespace flame
