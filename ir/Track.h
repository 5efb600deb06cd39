// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a number of a flame is over time. Animations consist of tracks, the slots of flame IR carry them, and passes ask
// them for what holds at all times.

#ifndef FLAME_IR_TRACK_H
#define FLAME_IR_TRACK_H

#include "llvm/ADT/StringRef.h"

#include <utility>
#include <vector>

namespace flame {

/// Where a track is a cubic: in its values, or in the log domain (toLogDomain), so that sizes grow by factors.
enum class TrackDomain { Linear, Log };

/// In the order of TrackDomain: their names in files and in IR.
inline constexpr llvm::StringLiteral kTrackDomainKeywords[] = {"linear", "magnitude"};

/// `value` carried into a domain, where sums and slopes are taken.
double toDomain(TrackDomain domain, double value);

/// A value at an instant, and how fast it changes before and after. Time is animation time, 0 at the start and 1 at the
/// end; |time| is at most Track::kMaxKnotTime. Slopes are per unit of animation time, of the value in its domain
/// (Linear: of the value itself).
struct TrackKnot {
  double time = 0, value = 0, slopeIn = 0, slopeOut = 0;
  bool operator==(const TrackKnot &) const = default;
};

/// One value over time: cubic Hermite pieces between knots in ascending time (kShortestPiece apart, since devices count
/// time in single precision), straight lines (in the domain) before the first and after the last. Never empty; one knot
/// means constant, whatever its slopes. Catmull-Rom splines, straight lines and whatever else files describe become
/// knots with the slopes they imply.
struct Track {
  TrackDomain domain = TrackDomain::Linear;
  std::vector<TrackKnot> knots = {TrackKnot()};

  Track() = default;
  /// A constant.
  Track(double value) : knots{{0, value, 0, 0}} {}

  bool isConstant() const { return knots.size() == 1; }
  /// The value at `time`, which is clamped to kFirstTime..kLastTime (exposures reach beyond the ends).
  double at(double time) const;
  /// The value at the animation's start.
  double start() const { return at(0); }
  /// The smallest and the largest value from kFirstTime to kLastTime, between knots too; exact but for rounding.
  std::pair<double, double> range() const;
  bool operator==(const Track &) const = default;

  static constexpr double kFirstTime = -1, kLastTime = 2;
  static constexpr double kMaxKnotTime = 8, kShortestPiece = 1e-6;
};

} // namespace flame

#endif // FLAME_IR_TRACK_H
