// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blends two nodes and an edge to an animation. Xforms are paired first (CuburnPairing.h); then
// every value of a node or the edge is blended separately. The caller has already advanced the
// periodic values of the nodes by the offsets of the links.

#ifndef FLAME_COMPILER_CUBURN_CUBURNBLEND_H
#define FLAME_COMPILER_CUBURN_CUBURNBLEND_H

#include "compiler/cuburn/CuburnAnimation.h"
#include "compiler/cuburn/CuburnNode.h"

namespace flame {

/// The animation of an edge between its nodes. Failure has been reported.
std::optional<CuburnAnimation> blendCuburnEdge(Diagnostics &diags, const CuburnEdge &edge,
                                               const CuburnNode &source,
                                               const CuburnNode &destination, CuburnCompat compat);

/// The loop of a node: its path to itself while time runs from `from` to `to`, in units; the node
/// stands at time 0. Every xform is paired with itself, regardless of the node's settings for
/// transitions.
CuburnAnimation loopCuburnNode(const CuburnNode &node, double from, double to);

/// True if any value of the node has a velocity.
bool isMoving(const CuburnNode &node);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNBLEND_H
