// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which xform of a node becomes which xform of another. Pairs that documents ask for come first; what is left is
// divided by whether the affines before and after the variations are mirrored, so that nothing turns inside out on its
// way, sorted on both sides and paired in that order. An xform without a partner gets one that is made for it: padding,
// which does nothing and is never chosen, or a copy of itself that is never chosen.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPAIRING_H
#define FLAME_COMPILER_CUBURN_CUBURNPAIRING_H

#include "compiler/cuburn/CuburnNode.h"
#include "compiler/cuburn/CuburnReader.h"

namespace flame {

/// A pair. Both sides are complete: a missing xform has been made.
struct CuburnXformPair {
  std::string name; ///< the ids of both, or "pad" or "dup"; no two pairs have the same
  /// The ids in the nodes (or, of an xform that only an edge knows, in the edge); empty for one that was made.
  std::string sourceId, destinationId;
  CuburnXform<CuburnPoint> source, destination;
};

/// Pairs the xforms of two nodes in the order of the source, padding last. `edge` may add xforms that neither node has;
/// null if there is none. Failure has been reported.
std::optional<std::vector<CuburnXformPair>>
pairCuburnXforms(Diagnostics &diags, const CuburnNode &source, const CuburnNode &destination,
                 const CuburnEdge *edge, CuburnSort sort, llvm::ArrayRef<CuburnPair> wanted,
                 CuburnCompat compat);

/// Pairs every xform of a node with itself: `source` and `destination` are the node at two times.
std::vector<CuburnXformPair> pairWithItself(const CuburnNode &source,
                                            const CuburnNode &destination);

/// An xform that does nothing, made to be the partner of `partner`: as close to it as that allows.
CuburnXform<CuburnPoint> makeCuburnPadding(const CuburnXform<CuburnPoint> &partner, bool isFinal);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPAIRING_H
