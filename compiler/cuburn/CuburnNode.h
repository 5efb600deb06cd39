// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of nodes and edges, merged with the documents they are based on. A value that no
// layer gives is absent. This differs from having the default: it decides which values a transition
// takes from the other side.

#ifndef FLAME_COMPILER_CUBURN_CUBURNNODE_H
#define FLAME_COMPILER_CUBURN_CUBURNNODE_H

#include "compiler/cuburn/CuburnDatabase.h"
#include "compiler/cuburn/CuburnPalette.h"
#include "compiler/cuburn/CuburnSpline.h"
#include "compiler/text/Limits.h"

#include <map>

namespace flame {

/// The order of xforms, which decides their pairing.
enum class CuburnSort { WeightFlip, Weight, Natural, Color };

/// In the order of CuburnSort.
llvm::ArrayRef<llvm::StringLiteral> cuburnSortKeywords();

/// Whether a transition may end with its palette reversed (CuburnPaletteFlip.h).
enum class CuburnFlip { Never, Auto };

/// In the order of CuburnFlip.
llvm::ArrayRef<llvm::StringLiteral> cuburnFlipKeywords();

/// Natural order of ids: numbers by value, before words in alphabetical order.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(llvm::StringRef a, llvm::StringRef b) const;
};

/// Two xforms to pair. "pad" stands for a new neutral xform, "dup" for a copy of the other xform.
struct CuburnPair {
  std::string source, destination;
  llvm::SMRange range; ///< of the pair; invalid if the program made it
  bool fromEdge = false;
};

/// Limits of the duration of an animation and of the offset of a link, in units.
inline constexpr Limits kCuburnDurations = {0, 1e6, /*aboveZero=*/true};

/// The section "blend": a document's settings for transitions.
struct CuburnBlending {
  std::optional<double> duration; ///< in units
  std::optional<CuburnSort> sort;
  std::optional<CuburnFlip> flip;
  std::vector<CuburnPair> pairs; ///< later ones override
};

/// The common part of nodes and edges. `Value` is CuburnPoint in a node, CuburnEdits in an edge.
template <class Value> struct CuburnXform {
  CuburnValues<Value> values; ///< by canonical path
  llvm::SMLoc loc;
};
template <class Value> using CuburnXforms = std::map<std::string, CuburnXform<Value>, NaturalOrder>;

struct CuburnNode {
  std::string id;
  CuburnValues<std::string> texts; ///< "name", "author.name", ...
  CuburnBlending blending;
  CuburnValues<CuburnPoint> values;
  CuburnXforms<CuburnPoint> xforms;
  std::optional<CuburnXform<CuburnPoint>> finalXform;
  std::optional<Palette> palette;
  llvm::SMRange range; ///< of the newest layer
};

/// The start or end of an edge: a node, and the time by which its periodic values are advanced.
struct CuburnLink {
  std::string id;
  double offset = 0;
  llvm::SMRange range;
};

struct CuburnEdge {
  std::string id;
  CuburnValues<std::string> texts;
  CuburnLink source, destination;
  CuburnBlending blending;
  CuburnValues<CuburnEdits> values;
  CuburnXforms<CuburnEdits> sourceXforms,
      destinationXforms; ///< edits of the pair that contains the xform
  std::optional<CuburnXform<CuburnEdits>> finalXform;
  std::vector<TimedPalette> palettes;
  llvm::SMRange range;
};

/// Reads a node or an edge with its layers. Failure has been reported.
std::optional<CuburnNode> readCuburnNode(CuburnDatabase &database, const CuburnDocument &document);
std::optional<CuburnEdge> readCuburnEdge(CuburnDatabase &database, const CuburnDocument &document);

/// Reads the node of a link of an edge. Failure has been reported.
std::optional<CuburnNode> readLinkedNode(CuburnDatabase &database, const CuburnLink &link);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNNODE_H
