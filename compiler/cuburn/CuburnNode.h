// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nodes and edges say, with everything they are based on. A value that no layer gives is absent, which is not the
// same as having its default: it decides what a transition takes from the other side.

#ifndef FLAME_COMPILER_CUBURN_CUBURNNODE_H
#define FLAME_COMPILER_CUBURN_CUBURNNODE_H

#include "compiler/cuburn/CuburnDatabase.h"
#include "compiler/cuburn/CuburnPalette.h"
#include "compiler/cuburn/CuburnSpline.h"
#include "compiler/text/Limits.h"

#include <map>

namespace flame {

/// The order of xforms that decides which are paired.
enum class CuburnSort { WeightFlip, Weight, Natural, Color };

/// In the order of CuburnSort.
llvm::ArrayRef<llvm::StringLiteral> cuburnSortKeywords();

/// Whether a transition may end with its palette backwards (CuburnPaletteFlip.h).
enum class CuburnFlip { Never, Auto };

/// In the order of CuburnFlip.
llvm::ArrayRef<llvm::StringLiteral> cuburnFlipKeywords();

/// Less for ids that come first: numbers by value, before words by letters.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(llvm::StringRef a, llvm::StringRef b) const;
};

/// Two xforms that belong together. "pad" stands for a new one that does nothing, "dup" for a copy of the other.
struct CuburnPair {
  std::string source, destination;
  llvm::SMRange range; ///< of the pair; invalid if the program made it
  bool fromEdge = false;
};

/// Units that an animation may last, and the most that a link may be off.
inline constexpr Limits kCuburnDurations = {0, 1e6, /*aboveZero=*/true};

/// The section "blend": how a document wants to be blended.
struct CuburnBlending {
  std::optional<double> duration; ///< in units
  std::optional<CuburnSort> sort;
  std::optional<CuburnFlip> flip;
  std::vector<CuburnPair> pairs; ///< later ones override
};

/// What nodes and edges have in common. `Value` is CuburnPoint in a node, CuburnEdits in an edge.
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

/// Where an edge begins or ends: a node, and the time by which what turns in it is turned on.
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
      destinationXforms; ///< edits of the pair that has the xform
  std::optional<CuburnXform<CuburnEdits>> finalXform;
  std::vector<TimedPalette> palettes;
  llvm::SMRange range;
};

/// Reads a node or an edge with its layers. Failure has been reported.
std::optional<CuburnNode> readCuburnNode(CuburnDatabase &database, const CuburnDocument &document);
std::optional<CuburnEdge> readCuburnEdge(CuburnDatabase &database, const CuburnDocument &document);

/// The node that a link of an edge names. Failure has been reported.
std::optional<CuburnNode> readLinkedNode(CuburnDatabase &database, const CuburnLink &link);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNNODE_H
