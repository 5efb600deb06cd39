// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three notations of a value over time in flock documents, and the blending of two nodes and an
// edge to a curve:
//
//   node       p, or [p, v]: a position, and its velocity per unit of time
//   edge       [t1, p1, t2, p2, ...]: knots between the nodes; a null position deletes a knot of an
//              older layer
//   animation  p, or [p0, p1]: the values at both ends, with zero velocity, or
//              [p0, v0, p1, v1, t2, p2, t3, p3, ...]: the ends with their velocities, then knots in
//              any order
//
// Times are fractions of the clip. Velocities are per unit of time, whatever the clip's length, so
// that clips which meet at a node agree in speed.

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

/// A knot in an edge. Without a position, it deletes an older knot.
struct CuburnKnot {
  double time = 0;
  std::optional<double> position;
};

/// The knots of a value in an edge. Later knots override earlier ones.
struct CuburnEdits {
  std::vector<CuburnKnot> knots;
  llvm::SMLoc loc = {};
};

/// A value in an animation.
struct CuburnCurve {
  double start = 0, startVelocity = 0;
  double end = 0, endVelocity = 0;
  std::vector<TimedValue> knots; ///< ascending, at most one per time, all inside the clip
  llvm::SMLoc loc = {};
};

/// Reads the value of an entry of a node, of an edge (appending to older layers), of an animation.
/// Returns false after a reported failure. Clamps parameters of variations to their ranges, with a
/// warning.
bool readCuburnPoint(Diagnostics &diags, const CuburnEntry &entry, CuburnPoint &target);
bool readCuburnEdits(Diagnostics &diags, const CuburnEntry &entry, CuburnEdits &target);
bool readCuburnCurve(Diagnostics &diags, const CuburnEntry &entry, CuburnCurve &target);

/// Moves a periodic `point` along its velocity for `time` units. Other points stay in place.
CuburnPoint advanced(CuburnPoint point, double time, const CuburnSplineInfo &info);

/// The curve between two nodes in `duration` units of time. A node without the value is null; it
/// then has the default, or the other node's position if this is a parameter of a variation.
/// Periodic values make as many turns as their velocities suggest, or end where the edge's knots at
/// times 0 and 1 say.
CuburnCurve blendCuburnPoints(const CuburnPoint *source, const CuburnPoint *destination,
                              const CuburnEdits *edits, const CuburnSplineInfo &info,
                              double duration);

/// True if the curve ends where it starts, up to equivalent values.
bool endsAsItStarts(const CuburnCurve &curve, const CuburnSplineInfo &info);

/// The track of a curve that lasts `duration` units, times `factor`.
Track makeCuburnTrack(const CuburnCurve &curve, const CuburnSplineInfo &info, double duration,
                      double factor = 1);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNSPLINE_H
