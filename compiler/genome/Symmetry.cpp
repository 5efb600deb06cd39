// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rotations by whole fractions of a turn, and the reflection in the vertical axis.

#include "compiler/genome/Symmetry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace flame {

static Xform symmetryXform(const Affine &coefs, double color) {
  Xform xform;
  xform.weight = 1;
  xform.color = color;
  xform.colorSpeed = 0;
  xform.animate = 0;
  xform.coefs = coefs;
  xform.fromSymmetry = true;
  VariationUse linear;
  linear.info = findVariation("linear");
  linear.weight = 1;
  xform.variations.push_back(linear);
  return xform;
}

/// Rounds to six decimals, halves away from zero: the precision at which flam3 stores symmetries.
static double roundCoefficient(double value) { return std::round(value * 1e6) / 1e6; }

std::vector<Xform> makeSymmetry(int kind) {
  std::vector<Xform> group;
  if (kind < 0) // flam3 sorts by determinant, so the reflection is first
    group.push_back(symmetryXform({-1, 0, 0, 1, 0, 0}, 1));
  const int order = std::abs(kind);
  struct Rotation {
    double determinant;
    int position;
    Xform xform;
  };
  std::vector<Rotation> rotations;
  for (int i = 1; i < order; ++i) {
    const double angle = 2 * std::numbers::pi * i / order;
    const double cosine = roundCoefficient(std::cos(angle)),
                 sine = roundCoefficient(std::sin(angle));
    const double color = order < 3 ? 0 : static_cast<double>(i - 1) / (order - 2);
    rotations.push_back({cosine * cosine + sine * sine, i,
                         symmetryXform({cosine, sine, -sine, cosine, 0, 0}, color)});
  }
  // Rounding makes the determinants differ in their last digits.
  std::ranges::sort(rotations, {}, [](const Rotation &rotation) {
    return std::pair(rotation.determinant, rotation.position);
  });
  for (Rotation &rotation : rotations)
    group.push_back(std::move(rotation.xform));
  return group;
}

} // namespace flame
