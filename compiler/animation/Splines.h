// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How what files describe becomes tracks: straight lines between points, Catmull-Rom splines with end velocities, and
// functions of time that only a program can evaluate. All of them end as cubic Hermite knots; the first two are exact.

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

/// Straight lines in `domain` between at least one point; the first and the last line go on beyond the ends. Points may
/// come in any order; of several at one time the last one counts. Points that all have one value make a constant.
Track makeStraightTrack(llvm::ArrayRef<TimedValue> points,
                        TrackDomain domain = TrackDomain::Linear);

/// Velocities of a spline at animation times 0 and 1, per unit of animation time, of the value itself whatever the
/// domain.
struct EndVelocities {
  double start = 0, end = 0;
};

/// The Catmull-Rom spline through points at uneven times: the velocity at a point is that of the chord between its
/// neighbours. The first point has the start velocity unless it lies before time 0, the last one the end velocity
/// unless it lies after time 1. In the log domain the velocities are found for the values and then carried into
/// the domain, so that a spline leaves its ends at the velocity stated. Order and duplicates as above; one point alone,
/// or one value without velocities, makes a constant.
Track makeCatmullRomTrack(llvm::ArrayRef<TimedValue> points, EndVelocities velocities = {},
                          TrackDomain domain = TrackDomain::Linear);

/// Largest error of a fit, relative to the largest magnitude of the track's samples.
inline constexpr double kFitTolerance = 1e-6;

/// Evaluates several functions of animation time at once: sets every element of the array.
using SampleFunctions = llvm::function_ref<void(double, llvm::MutableArrayRef<double>)>;

/// Linear tracks that follow `count` functions which are continuous, and smooth except at the breakpoints: at least two
/// times, ascending, the first and the last of which bound the fit; beyond them the tracks are straight. A constant
/// function gives a single knot, a straight one two, and no piece between breakpoints more than 512. A function that
/// turns too fast for that is followed as well as that allows.
std::vector<Track> fitTracks(size_t count, SampleFunctions sample,
                             llvm::ArrayRef<double> breakpoints, double tolerance = kFitTolerance);

/// The same for one function.
Track fitTrack(llvm::function_ref<double(double)> sample, llvm::ArrayRef<double> breakpoints,
               double tolerance = kFitTolerance);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_SPLINES_H
