// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the curves of files to tracks: straight lines between points, Catmull-Rom splines with
// end velocities, and functions of time that only a program can evaluate. All become cubic Hermite
// knots; the first two exactly.

#ifndef FLAME_COMPILER_ANIMATION_SPLINES_H
#define FLAME_COMPILER_ANIMATION_SPLINES_H

#include "compiler/animation/Animation.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace flame {

/// A value (not yet in a domain) at an animation time.
struct TimedValue {
  double time = 0, value = 0;
};

/// Straight lines in `domain` through at least one point; the first and last line continue beyond
/// the ends. Points may come in any order; of several at one time the last one counts. Points of
/// equal value make a constant.
Track makeStraightTrack(llvm::ArrayRef<TimedValue> points,
                        TrackDomain domain = TrackDomain::Linear);

/// Velocities of a spline at animation times 0 and 1, per unit of animation time. They apply to the
/// value itself, whatever the domain.
struct EndVelocities {
  double start = 0, end = 0;
};

/// The Catmull-Rom spline through unevenly spaced points: the velocity at a point is that of the
/// chord between its neighbours. The first point has the start velocity unless it lies before time
/// 0; the last one has the end velocity unless it lies after time 1. In the log domain, velocities
/// are computed for the values and then converted to the domain, so a spline leaves its ends at the
/// stated velocity. Order and duplicates are treated as above. One point alone, or equal values
/// without velocities, make a constant.
Track makeCatmullRomTrack(llvm::ArrayRef<TimedValue> points, EndVelocities velocities = {},
                          TrackDomain domain = TrackDomain::Linear);

/// Largest error of a fit, relative to the largest magnitude of the track's samples.
inline constexpr double kFitTolerance = 1e-6;

/// Evaluates several functions of animation time at once: sets every element of the array.
using SampleFunctions = llvm::function_ref<void(double, llvm::MutableArrayRef<double>)>;

/// Fits linear tracks to `count` continuous functions that are smooth except at the breakpoints.
/// There are at least two breakpoints, ascending; the first and last bound the fit, and tracks are
/// straight beyond them. A constant function gives a single knot, a straight one two. Each piece
/// between breakpoints has at most 512 knots, even if a function turns too fast for the tolerance.
std::vector<Track> fitTracks(size_t count, SampleFunctions sample,
                             llvm::ArrayRef<double> breakpoints, double tolerance = kFitTolerance);

/// The same for one function.
Track fitTrack(llvm::function_ref<double(double)> sample, llvm::ArrayRef<double> breakpoints,
               double tolerance = kFitTolerance);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_SPLINES_H
