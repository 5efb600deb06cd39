// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of a weighting field on an xform. The field is a variation, `weighting_field`, that
// precedes all others and leaves the point unchanged. Its x output is a value v at the point after
// or before the affine. It has these effects:
// - A weight w of a later variation becomes w (1 + v amount).
// - A parameter p with field intensity f becomes p (1 + v f).
// - The output colour c of the xform becomes c (1 + v color/10).
// - The output point moves by jitter/10 times the field at three points: at (x, y, z) in x, then at
//   (y, x, z) in y, and at (z, x, y) in z.

#ifndef FLAME_COMPILER_GENOME_WEIGHTINGFIELD_H
#define FLAME_COMPILER_GENOME_WEIGHTINGFIELD_H

#include <cassert>
#include <cstddef>
#include <vector>

namespace flame {

/// Positions of the parameters of `weighting_field` that scale its effect on weights and colours.
inline constexpr size_t kFieldAmount = 4, kFieldColor = 5;
/// JWildfire's scale factors for `color` and `jitter`.
inline constexpr double kFieldColorShare = 0.1, kFieldJitterShare = 0.1;

/// Positions of two more parameters, for a field with `params` parameters: whether the field is
/// evaluated before the affine, and how far it moves points.
constexpr size_t fieldPosition(size_t params) { return params - 2; }
constexpr size_t fieldJitter(size_t params) { return params - 1; }

/// The field's value at a point, and its effect on numbers. A default-constructed field changes
/// nothing.
class WeightingField {
public:
  WeightingField() = default;
  /// `params` are the parameters of `weighting_field`.
  WeightingField(double value, const std::vector<double> &params)
      : value(value), amount(params[kFieldAmount]), color(params[kFieldColor]) {}

  /// The displacement of a point where the field has the value `at`.
  static double moved(double at, const std::vector<double> &params) {
    return at * kFieldJitterShare * params[fieldJitter(params.size())];
  }
  double weighed(double weight) const { return weight * (1 + value * amount); }
  double colored(double coordinate) const {
    return coordinate * (1 + value * kFieldColorShare * color);
  }
  /// The parameters of a variation after the field acted on them, with intensities `byField`.
  std::vector<double> changed(std::vector<double> params,
                              const std::vector<double> &byField) const {
    assert((byField.empty() || byField.size() == params.size()) && "one for each parameter");
    for (size_t i = 0; i < byField.size(); ++i)
      params[i] *= 1 + value * byField[i];
    return params;
  }

private:
  double value = 0, amount = 0, color = 0;
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_WEIGHTINGFIELD_H
