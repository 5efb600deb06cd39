// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How two nodes and an edge become an animation. Xforms are paired (FlockPairing.h); then every value that either node
// or the edge has is blended on its own. Nodes come with what turns in them turned on by the offsets of the links.

#ifndef FLAME_COMPILER_FLOCKBLEND_H
#define FLAME_COMPILER_FLOCKBLEND_H

#include "compiler/FlockAnimation.h"
#include "compiler/FlockNode.h"

namespace flame {

/// The animation of an edge between its nodes. Failure has been reported.
std::optional<FlockAnimation> blendFlockEdge(Diagnostics &diags, const FlockEdge &edge,
                                             const FlockNode &source, const FlockNode &destination,
                                             FlockCompat compat);

/// The loop of a node: its way to itself while time goes from `from` to `to`, in units, 0 being where it stands. Every
/// xform is paired with itself, whatever the node wishes for transitions.
FlockAnimation loopFlockNode(const FlockNode &node, double from, double to);

/// Whether anything in the node has a velocity.
bool isMoving(const FlockNode &node);

} // namespace flame

#endif // FLAME_COMPILER_FLOCKBLEND_H
