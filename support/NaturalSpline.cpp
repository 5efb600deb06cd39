// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Solves the standard tridiagonal system once, when the points are known.

#include "support/NaturalSpline.h"

#include <algorithm>
#include <map>

namespace flame::rt {

NaturalSpline::NaturalSpline(std::span<const double> numbers) {
  std::map<double, double> heights;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    heights.try_emplace(numbers[i], numbers[i + 1]);
  for (auto [x, y] : heights)
    points.push_back({x, y, 0});
  if (points.size() > 2)
    bend();
}

double NaturalSpline::at(double x) const {
  if (points.size() < 2)
    return x;
  x = std::clamp(x, points.front().x, points.back().x);
  const auto next =
      std::ranges::upper_bound(points.begin() + 1, points.end() - 1, x, {}, &Point::x);
  const Point &a = *(next - 1), &b = *next;
  const double length = b.x - a.x, after = (x - a.x) / length, before = 1 - after;
  return before * a.y + after * b.y +
         ((before * before * before - before) * a.bend + (after * after * after - after) * b.bend) *
             length * length / 6;
}

/// Computes the second derivatives.
void NaturalSpline::bend() {
  const size_t last = points.size() - 1;
  std::vector<double> share(points.size()), rest(points.size());
  for (size_t i = 1; i < last; ++i) {
    const Point &a = points[i - 1], &b = points[i], &c = points[i + 1];
    const double left = (b.x - a.x) / (c.x - a.x), pivot = left * share[i - 1] + 2;
    const double kink = (c.y - b.y) / (c.x - b.x) - (b.y - a.y) / (b.x - a.x);
    share[i] = (left - 1) / pivot;
    rest[i] = (6 * kink / (c.x - a.x) - left * rest[i - 1]) / pivot;
  }
  for (size_t i = last; i-- > 1;)
    points[i].bend = share[i] * points[i + 1].bend + rest[i];
}

} // namespace flame::rt
