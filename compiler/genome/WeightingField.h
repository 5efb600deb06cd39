// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a weighting field does to an xform. The field is a variation, `weighting_field`, that stands before all others and leaves the point
// alone; its x is a value v at the affine point, or at the one before. A weight w of a variation behind it becomes w (1 + v amount), a parameter p that says
// how far it follows becomes p (1 + v that), and the colour c that the xform leaves behind becomes c (1 + v color/10). Its x at other points moves
// what the xform leaves behind: by jitter/10 of it at (x, y, z) in x, then at (y, x, z) in y, and at (z, x, y) in z.

#ifndef FLAME_COMPILER_GENOME_WEIGHTINGFIELD_H
#define FLAME_COMPILER_GENOME_WEIGHTINGFIELD_H

#include <cassert>
#include <cstddef>
#include <vector>

namespace flame {

/// Where the parameters of `weighting_field` say how far weights and colours follow it.
inline constexpr size_t kFieldAmount = 4, kFieldColor = 5;
/// The share of `color` that counts, and of `jitter`, as JWildfire has it.
inline constexpr double kFieldColorShare = 0.1, kFieldJitterShare = 0.1;

/// Where those of a field that has so many of them say whether it is taken before the affine, and how far points are moved.
constexpr size_t fieldPosition(size_t params) { return params - 2; }
constexpr size_t fieldJitter(size_t params) { return params - 1; }

/// A field at a point, by numbers. Without one, everything stays as it is.
class WeightingField {
public:
  WeightingField() = default;
  /// `params` are those of the variation.
  WeightingField(double value, const std::vector<double> &params)
      : value(value), amount(params[kFieldAmount]), color(params[kFieldColor]) {}

  /// How far a point moves where the field is `at`.
  static double moved(double at, const std::vector<double> &params) {
    return at * kFieldJitterShare * params[fieldJitter(params.size())];
  }
  double weighed(double weight) const { return weight * (1 + value * amount); }
  double colored(double coordinate) const {
    return coordinate * (1 + value * kFieldColorShare * color);
  }
  /// The parameters of a variation, which follow as `byField` says.
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
