// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Periodic modulation of xforms by `motion` elements.

#ifndef FLAME_COMPILER_ANIMATION_MOTION_H
#define FLAME_COMPILER_ANIMATION_MOTION_H

#include "compiler/genome/Genome.h"

namespace flame {

/// `genome` at `blend`, 0..1, of a loop or an edge. Adds the amplitudes of every motion element and
/// removes the elements. At every blend the xform lists each variation of its motion elements, with
/// weight 0 if necessary.
Genome applyMotion(Genome genome, double blend);

/// True if any xform has a motion element.
bool hasMotion(const Genome &genome);

/// The value of a motion function after `turns` periods: -1..1, `hill` 0..1. All are 0 at whole
/// turns.
double evaluateMotion(MotionFunction function, double turns);

/// Ascending blends between 0 and 1, at every quarter of every period. They include the blends
/// where the genome's motion is not smooth, and keep sampling from missing a wave.
std::vector<double> motionBreakpoints(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_MOTION_H
