// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smooth curves through points, as drawn in editors: tone curves, and palettes of hue, saturation
// and value.

#ifndef FLAME_SUPPORT_NATURALSPLINE_H
#define FLAME_SUPPORT_NATURALSPLINE_H

#include <span>
#include <vector>

namespace flame::rt {

/// A natural cubic spline: its second derivative is 0 at both ends.
class NaturalSpline {
public:
  /// A curve through points given as x y x y ..., in any order. Of several points at one x, the
  /// first counts.
  explicit NaturalSpline(std::span<const double> numbers);

  /// The height at `x`. Beyond the ends it is that of the end. With fewer than two points the curve
  /// is the diagonal.
  double at(double x) const;

private:
  struct Point {
    double x, y, bend; ///< second derivative in `bend`
  };

  void bend();

  std::vector<Point> points;
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_NATURALSPLINE_H
