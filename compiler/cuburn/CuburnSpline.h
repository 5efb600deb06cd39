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

#ifndef FLAME_COMPILER_CUBURN_CUBURNSPLINE_H
#define FLAME_COMPILER_CUBURN_CUBURNSPLINE_H

#include "compiler/animation/Splines.h"
#include "compiler/cuburn/CuburnDocument.h"

namespace flame {

/// A value in a node.
struct CuburnPoint {
  double position = 0, velocity = 0;
  llvm::SMLoc loc = {};
};

/// A knot in an edge. Without a position it deletes.
struct CuburnKnot {
  double time = 0;
  std::optional<double> position;
};

/// What an edge says about a value: knots in the order in which they override each other.
struct CuburnEdits {
  std::vector<CuburnKnot> knots;
  llvm::SMLoc loc = {};
};

/// A value in an animation.
struct CuburnCurve {
  double start = 0, startVelocity = 0;
  double end = 0, endVelocity = 0;
  std::vector<TimedValue> knots; ///< ascending, no time twice, all inside the clip
  llvm::SMLoc loc = {};
};

/// Reads the value of an entry of a node, of an edge (appending to what older layers gave), of an animation. Whether it
/// was right; what was wrong has been reported. Parameters of variations are clamped to their ranges, with a warning.
bool readCuburnPoint(Diagnostics &diags, const CuburnEntry &entry, CuburnPoint &target);
bool readCuburnEdits(Diagnostics &diags, const CuburnEntry &entry, CuburnEdits &target);
bool readCuburnCurve(Diagnostics &diags, const CuburnEntry &entry, CuburnCurve &target);

/// `point` carried along its velocity for `time` units, if it is periodic; others are bound to where they are.
CuburnPoint advanced(CuburnPoint point, double time, const CuburnSplineInfo &info);

/// The curve between two nodes in `duration` units of time. A node that does not have the value is null: then it has
/// the default, or the other node's position if this is a parameter of a variation. Periodic values go round as often
/// as their velocities suggest, or to where the edge's knots at the times 0 and 1 say.
CuburnCurve blendCuburnPoints(const CuburnPoint *source, const CuburnPoint *destination,
                              const CuburnEdits *edits, const CuburnSplineInfo &info,
                              double duration);

/// Whether the curve ends as it starts, as far as one can see.
bool endsAsItStarts(const CuburnCurve &curve, const CuburnSplineInfo &info);

/// The track of a curve that lasts `duration` units, times `factor`.
Track makeCuburnTrack(const CuburnCurve &curve, const CuburnSplineInfo &info, double duration,
                      double factor = 1);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNSPLINE_H
