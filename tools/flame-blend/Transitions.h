// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways through a flock. Nodes are numbers here, and an edge leads from one to another.
//
// Results depend on the seed alone, on every machine.

#ifndef FLAME_TOOLS_FLAME_BLEND_TRANSITIONS_H
#define FLAME_TOOLS_FLAME_BLEND_TRANSITIONS_H

#include "support/Dice.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace flame {

using NodePair = std::pair<size_t, size_t>;

/// Returns up to `wanted` new edges between `nodes` nodes that already have the edges `existing`.
/// Each edge ends at a node that few edges lead to. It starts where the edge before it ended, if
/// possible, so the edges form walks that visit all nodes about equally often. Returns fewer edges
/// if no pair is left.
std::vector<NodePair> newTransitions(size_t nodes, const std::vector<NodePair> &existing,
                                     size_t wanted, Dice &dice);

/// Returns a walk of at most `length` edges from a random node. The walk repeats an edge only if
/// there is no other, and ends early at a node without outgoing edges.
std::vector<NodePair> walkFlock(size_t nodes, const std::vector<NodePair> &edges, size_t length,
                                Dice &dice);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_BLEND_TRANSITIONS_H
