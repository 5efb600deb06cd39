// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smooth curves through points, as people draw them in editors: tone curves, and palettes of hue, saturation and value.

#ifndef FLAME_SUPPORT_NATURALSPLINE_H
#define FLAME_SUPPORT_NATURALSPLINE_H

#include <span>
#include <vector>

namespace flame::rt {

/// A natural cubic spline: its second derivative is 0 at both ends.
class NaturalSpline {
public:
  /// Goes through points given as x y x y and so on, in any order; of several at one x the first counts.
  explicit NaturalSpline(std::span<const double> numbers);

  /// The height at `x`, beyond the ends that of the end. Of fewer than two points the diagonal is made.
  double at(double x) const;

private:
  struct Point {
    double x, y, bend; ///< the last: second derivative
  };

  void bend();

  std::vector<Point> points;
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_NATURALSPLINE_H
