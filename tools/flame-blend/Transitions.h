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

/// Up to `wanted` new edges among `nodes` nodes that have the edges `existing`. Each leads to a node that few edges
/// lead to, from where the one before led if that is possible: together they are walks that visit all nodes about
/// equally often. Fewer than wanted if nothing is left to link.
std::vector<NodePair> newTransitions(size_t nodes, const std::vector<NodePair> &existing,
                                     size_t wanted, Dice &dice);

/// A walk over at most `length` edges that begins at a random node: the edges in order. It never takes an edge twice
/// while there is another one, and ends early where no edge leads on.
std::vector<NodePair> walkFlock(size_t nodes, const std::vector<NodePair> &edges, size_t length,
                                Dice &dice);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_BLEND_TRANSITIONS_H
