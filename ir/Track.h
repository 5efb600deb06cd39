// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number of a flame as a function of time. Animations consist of tracks, slots of flame IR hold
// them, and passes query their properties over all times.

#ifndef FLAME_IR_TRACK_H
#define FLAME_IR_TRACK_H

#include "llvm/ADT/StringRef.h"

#include <utility>
#include <vector>

namespace flame {

/// The domain in which a track is a cubic: its values, or their logarithm (toLogDomain), where
/// sizes grow by factors.
enum class TrackDomain { Linear, Log };

/// Names in files and in IR, in the order of TrackDomain.
inline constexpr llvm::StringLiteral kTrackDomainKeywords[] = {"linear", "magnitude"};

/// Converts `value` to a domain, in which sums and slopes are taken.
double toDomain(TrackDomain domain, double value);

/// A value at an instant, and its slopes before and after. Time is animation time, 0 at the start
/// and 1 at the end; |time| is at most Track::kMaxKnotTime. Slopes are per unit of animation time,
/// of the value in its domain (Linear: of the value itself).
struct TrackKnot {
  double time = 0, value = 0, slopeIn = 0, slopeOut = 0;
  bool operator==(const TrackKnot &) const = default;
};

/// One value over time: cubic Hermite pieces between knots in ascending time, straight lines (in
/// the domain) before the first and after the last knot. Never empty. One knot means constant,
/// whatever its slopes. Knots are at least kShortestPiece apart, because devices count time in
/// single precision. Catmull-Rom splines and straight lines become knots with matching slopes.
struct Track {
  TrackDomain domain = TrackDomain::Linear;
  std::vector<TrackKnot> knots = {TrackKnot()};

  Track() = default;
  /// A constant.
  Track(double value) : knots{{0, value, 0, 0}} {}

  bool isConstant() const { return knots.size() == 1; }
  /// The value at `time`, clamped to kFirstTime..kLastTime (exposures reach beyond the ends).
  double at(double time) const;
  /// The value at the animation's start.
  double start() const { return at(0); }
  /// The smallest and largest value from kFirstTime to kLastTime, also between knots; exact up to
  /// rounding.
  std::pair<double, double> range() const;
  bool operator==(const Track &) const = default;

  static constexpr double kFirstTime = -1, kLastTime = 2;
  static constexpr double kMaxKnotTime = 8, kShortestPiece = 1e-6;
};

} // namespace flame

#endif // FLAME_IR_TRACK_H
