// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three ways in which flock documents write a value over time, and how two nodes and an edge make a curve:
//
//   node       p, or [p, v]: a position, and its velocity per unit of time
//   edge       [t1, p1, t2, p2, ...]: knots between the nodes; a position null deletes the knot of an older layer
//   animation  p, or [p0, p1]: the values at both ends, where it rests, or
//              [p0, v0, p1, v1, t2, p2, t3, p3, ...]: the ends with their velocities, then knots in any order
//
// Times are fractions of the clip, velocities per unit of time whatever the clip's length, so that clips which meet at
// a node agree in speed.

#ifndef FLAME_COMPILER_FLOCKSPLINE_H
#define FLAME_COMPILER_FLOCKSPLINE_H

#include "compiler/FlockDocument.h"
#include "compiler/Splines.h"

namespace flame {

/// A value in a node.
struct FlockPoint {
  double position = 0, velocity = 0;
  llvm::SMLoc loc = {};
};

/// A knot in an edge. Without a position it deletes.
struct FlockKnot {
  double time = 0;
  std::optional<double> position;
};

/// What an edge says about a value: knots in the order in which they override each other.
struct FlockEdits {
  std::vector<FlockKnot> knots;
  llvm::SMLoc loc = {};
};

/// A value in an animation.
struct FlockCurve {
  double start = 0, startVelocity = 0;
  double end = 0, endVelocity = 0;
  std::vector<TimedValue> knots; ///< ascending, no time twice, all inside the clip
  llvm::SMLoc loc = {};
};

/// Reads the value of an entry of a node, of an edge (appending to what older layers gave), of an animation. Whether it
/// was right; what was wrong has been reported. Parameters of variations are clamped to their ranges, with a warning.
bool readFlockPoint(Diagnostics &diags, const FlockEntry &entry, FlockPoint &target);
bool readFlockEdits(Diagnostics &diags, const FlockEntry &entry, FlockEdits &target);
bool readFlockCurve(Diagnostics &diags, const FlockEntry &entry, FlockCurve &target);

/// `point` carried along its velocity for `time` units, if it is periodic; others are bound to where they are.
FlockPoint advanced(FlockPoint point, double time, const FlockSplineInfo &info);

/// The curve between two nodes in `duration` units of time. A node that does not have the value is null: then it has
/// the default, or the other node's position if this is a parameter of a variation. Periodic values go round as often
/// as their velocities suggest, or to where the edge's knots at the times 0 and 1 say.
FlockCurve blendFlockPoints(const FlockPoint *source, const FlockPoint *destination,
                            const FlockEdits *edits, const FlockSplineInfo &info, double duration);

/// Whether the curve ends as it starts, as far as one can see.
bool endsAsItStarts(const FlockCurve &curve, const FlockSplineInfo &info);

/// The track of a curve that lasts `duration` units, times `factor`.
Track makeFlockTrack(const FlockCurve &curve, const FlockSplineInfo &info, double duration,
                     double factor = 1);

} // namespace flame

#endif // FLAME_COMPILER_FLOCKSPLINE_H
