// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How two nodes and an edge become an animation. Xforms are paired (CuburnPairing.h); then every value that either node
// or the edge has is blended on its own. Nodes come with what turns in them turned on by the offsets of the links.

#ifndef FLAME_COMPILER_CUBURN_CUBURNBLEND_H
#define FLAME_COMPILER_CUBURN_CUBURNBLEND_H

#include "compiler/cuburn/CuburnAnimation.h"
#include "compiler/cuburn/CuburnNode.h"

namespace flame {

/// The animation of an edge between its nodes. Failure has been reported.
std::optional<CuburnAnimation> blendCuburnEdge(Diagnostics &diags, const CuburnEdge &edge,
                                               const CuburnNode &source,
                                               const CuburnNode &destination, CuburnCompat compat);

/// The loop of a node: its way to itself while time goes from `from` to `to`, in units, 0 being where it stands. Every
/// xform is paired with itself, whatever the node wishes for transitions.
CuburnAnimation loopCuburnNode(const CuburnNode &node, double from, double to);

/// Whether anything in the node has a velocity.
bool isMoving(const CuburnNode &node);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNBLEND_H
