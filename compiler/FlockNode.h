// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nodes and edges say, with everything they are based on. A value that no layer gives is absent, which is not the
// same as having its default: it decides what a transition takes from the other side.

#ifndef FLAME_COMPILER_FLOCKNODE_H
#define FLAME_COMPILER_FLOCKNODE_H

#include "compiler/FlockDatabase.h"
#include "compiler/FlockPalette.h"
#include "compiler/FlockSpline.h"

#include <map>

namespace flame {

/// The order of xforms that decides which are paired.
enum class FlockSort { WeightFlip, Weight, Natural, Color };

/// In the order of FlockSort.
llvm::ArrayRef<llvm::StringLiteral> flockSortKeywords();

/// Whether a transition may end with its palette backwards (FlockPaletteFlip.h).
enum class FlockFlip { Never, Auto };

/// In the order of FlockFlip.
llvm::ArrayRef<llvm::StringLiteral> flockFlipKeywords();

/// Less for ids that come first: numbers by value, before words by letters.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(llvm::StringRef a, llvm::StringRef b) const;
};

/// Two xforms that belong together. "pad" stands for a new one that does nothing, "dup" for a copy of the other.
struct FlockPair {
  std::string source, destination;
  llvm::SMRange range; ///< of the pair; invalid if the program made it
  bool fromEdge = false;
};

/// The section "blend": how a document wants to be blended.
struct FlockBlending {
  std::optional<double> duration; ///< in units
  std::optional<FlockSort> sort;
  std::optional<FlockFlip> flip;
  std::vector<FlockPair> pairs; ///< later ones override
};

/// What nodes and edges have in common. `Value` is FlockPoint in a node, FlockEdits in an edge.
template <typename Value> struct FlockXform {
  FlockValues<Value> values; ///< by canonical path
  llvm::SMLoc loc;
};
template <typename Value>
using FlockXforms = std::map<std::string, FlockXform<Value>, NaturalOrder>;

struct FlockNode {
  std::string id;
  FlockValues<std::string> texts; ///< "name", "author.name", ...
  FlockBlending blending;
  FlockValues<FlockPoint> values;
  FlockXforms<FlockPoint> xforms;
  std::optional<FlockXform<FlockPoint>> finalXform;
  std::optional<Palette> palette;
  llvm::SMRange range; ///< of the newest layer
};

/// Where an edge begins or ends: a node, and the time by which what turns in it is turned on.
struct FlockLink {
  std::string id;
  double offset = 0;
  llvm::SMRange range;
};

struct FlockEdge {
  std::string id;
  FlockValues<std::string> texts;
  FlockLink source, destination;
  FlockBlending blending;
  FlockValues<FlockEdits> values;
  FlockXforms<FlockEdits> sourceXforms, destinationXforms; ///< edits of the pair that has the xform
  std::optional<FlockXform<FlockEdits>> finalXform;
  std::vector<TimedPalette> palettes;
  llvm::SMRange range;
};

/// Reads a node or an edge with its layers. Failure has been reported.
std::optional<FlockNode> readFlockNode(FlockDatabase &database, const FlockDocument &document);
std::optional<FlockEdge> readFlockEdge(FlockDatabase &database, const FlockDocument &document);

/// The node that a link of an edge names. Failure has been reported.
std::optional<FlockNode> readLinkedNode(FlockDatabase &database, const FlockLink &link);

} // namespace flame

#endif // FLAME_COMPILER_FLOCKNODE_H
