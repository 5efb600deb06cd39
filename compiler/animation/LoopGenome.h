// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame that moves by itself and comes back to where it was: its xforms turn once, in place, while their motion
// elements run through their periods.

#ifndef FLAME_COMPILER_ANIMATION_LOOPGENOME_H
#define FLAME_COMPILER_ANIMATION_LOOPGENOME_H

#include "compiler/genome/Genome.h"

namespace flame {

/// `genome` at `blend`, 0..1, of its loop.
Genome loopGenome(const Genome &genome, double blend);

/// Turns the matrices of all standard xforms whose `animate` is not 0 by `turns` of the circle; offsets stay. Padding
/// turns only where matrices are interpolated as rotations, which `type` says.
void rotateXforms(Genome &genome, double turns, InterpolationType type);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_LOOPGENOME_H
