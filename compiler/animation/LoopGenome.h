// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame that moves by itself and returns to its start: its xforms make one turn in place while
// their motion elements run through their periods.

#ifndef FLAME_COMPILER_ANIMATION_LOOPGENOME_H
#define FLAME_COMPILER_ANIMATION_LOOPGENOME_H

#include "compiler/genome/Genome.h"

namespace flame {

/// `genome` at `blend`, 0..1, of its loop.
Genome loopGenome(const Genome &genome, double blend);

/// Rotates the matrices of all standard xforms with nonzero `animate` by `turns` turns; offsets do
/// not change. Padding xforms rotate only if `type` interpolates matrices as rotations.
void rotateXforms(Genome &genome, double turns, InterpolationType type);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_LOOPGENOME_H
