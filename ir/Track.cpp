// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates tracks and computes their bounds.

#include "ir/Track.h"

#include "runtime/shared/Track.h"

#include <algorithm>
#include <cmath>

namespace flame {

static_assert(Track::kFirstTime == abi::kFirstTime && Track::kLastTime == abi::kLastTime);

double toDomain(TrackDomain domain, double value) {
  if (domain == TrackDomain::Linear)
    return value;
  return toLogDomain(value, [](double size) { return std::log2(size); });
}

static double fromDomain(TrackDomain domain, double value) {
  if (domain == TrackDomain::Linear)
    return value;
  return fromLogDomain(value, [](double exponent) { return std::exp2(exponent); });
}

static TrackKnot knotInDomain(const Track &track, size_t index) {
  TrackKnot knot = track.knots[index];
  knot.value = toDomain(track.domain, knot.value);
  return knot;
}

double Track::at(double time) const {
  if (isConstant())
    return knots.front().value;
  time = clampedTime(time);
  const size_t after = knotsUntil(knots.data(), uint32_t(knots.size()), time);
  const size_t left = std::clamp<size_t>(after, 1, knots.size() - 1) - 1;
  const TrackKnot piece[] = {knotInDomain(*this, left), knotInDomain(*this, left + 1)};
  return fromDomain(domain, curveAt(piece, 2, time));
}

/// Calls `visit` with the times of the extrema of the cubic between two knots: up to two, between
/// the knots.
template <class Visit>
static void visitTurns(const TrackKnot &left, const TrackKnot &right, Visit visit) {
  const double length = right.time - left.time, rise = right.value - left.value;
  const double start = left.slopeOut * length, end = right.slopeIn * length;
  // The derivative at a share u of the piece is start + 2 square u + 3 cubic u^2.
  const double cubic = start + end - 2 * rise, square = rise - start - cubic;
  const double discriminant = square * square - 3 * cubic * start;
  if (!(discriminant >= 0))
    return;
  // Each root uses the form in which nothing cancels.
  const double sum = -(square + std::copysign(std::sqrt(discriminant), square));
  for (double u : {sum / (3 * cubic), start / sum})
    if (u > 0 && u < 1)
      visit(left.time + u * length);
}

std::pair<double, double> Track::range() const {
  double low = at(kFirstTime), high = low;
  auto include = [&](double time) {
    low = std::min(low, at(time));
    high = std::max(high, at(time));
  };
  include(kLastTime);
  for (size_t i = 0; i < knots.size() && !isConstant(); ++i) {
    include(knots[i].time);
    if (i > 0)
      visitTurns(knotInDomain(*this, i - 1), knotInDomain(*this, i), include);
  }
  return {low, high};
}

} // namespace flame
