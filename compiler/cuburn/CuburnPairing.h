// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which xform of a node becomes which xform of another. Pairs requested by documents come
// first. The remaining xforms are grouped by whether the affines before and after the variations
// mirror, so that no xform turns inside out on its way. Each group is sorted on both sides and
// paired in that order. An xform left without a partner gets a new one that is never chosen:
// neutral padding or a copy of itself.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPAIRING_H
#define FLAME_COMPILER_CUBURN_CUBURNPAIRING_H

#include "compiler/cuburn/CuburnNode.h"
#include "compiler/cuburn/CuburnReader.h"

namespace flame {

/// A pair. Both sides are complete; a missing xform has been added.
struct CuburnXformPair {
  std::string name; ///< the ids of both, or "pad" or "dup"; unique
  /// The ids in the nodes, or in the edge for an xform that only the edge has; empty for an added
  /// xform.
  std::string sourceId, destinationId;
  CuburnXform<CuburnPoint> source, destination;
};

/// Pairs the xforms of two nodes in the order of the source, padding last. `edge` may add xforms
/// that neither node has; null if there is none. Failure has been reported.
std::optional<std::vector<CuburnXformPair>>
pairCuburnXforms(Diagnostics &diags, const CuburnNode &source, const CuburnNode &destination,
                 const CuburnEdge *edge, CuburnSort sort, llvm::ArrayRef<CuburnPair> wanted,
                 CuburnCompat compat);

/// Pairs every xform of a node with itself: `source` and `destination` are the node at two times.
std::vector<CuburnXformPair> pairWithItself(const CuburnNode &source,
                                            const CuburnNode &destination);

/// Makes a neutral xform as the partner of `partner`, as similar to it as possible.
CuburnXform<CuburnPoint> makeCuburnPadding(const CuburnXform<CuburnPoint> &partner, bool isFinal);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPAIRING_H
