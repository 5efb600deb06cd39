// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether the points of a flame have a z. They do if some z may differ from 0 and something
// observes it: a tilted camera, or a variation or affine that computes x or y from z. Each
// variation is tested numerically, with its parameters, at a few sample points.

#ifndef FLAME_COMPILER_GENOME_DEPTH_H
#define FLAME_COMPILER_GENOME_DEPTH_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Returns true if the points of `genome` need a z. Set `isSeen` if something other than the
/// flame's own camera and xforms observes z.
bool needsDepth(const Genome &genome, bool isSeen = false);

/// Sets `Genome::hasDepth`. If points have no z, replaces variations by their planar forms and
/// warns about parts of the flame that change only z.
void decideDepth(ReaderContext &context, Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_DEPTH_H
