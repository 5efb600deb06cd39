// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the points of a flame have a z. They do if one may differ from 0, and somebody sees it: a camera that looks askance, a
// variation or an affine that takes x or y from it. Variations are not believed but tried: with their parameters, at some points.

#ifndef FLAME_COMPILER_GENOME_DEPTH_H
#define FLAME_COMPILER_GENOME_DEPTH_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Whether the points of `genome` need a z.
bool needsDepth(const Genome &genome, bool isSeen = false);

/// Sets `Genome::hasDepth`. Where points have no z, variations become those that they are in the plane, and what changes z alone is
/// remarked upon.
void decideDepth(ReaderContext &context, Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_DEPTH_H
