// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Periodic modulation of xforms, as `motion` elements describe it.

#ifndef FLAME_COMPILER_ANIMATION_MOTION_H
#define FLAME_COMPILER_ANIMATION_MOTION_H

#include "compiler/genome/Genome.h"

namespace flame {

/// `genome` at `blend`, 0..1, of a loop or an edge: every motion element has added its amplitudes, and is gone. What a
/// motion element names is listed by its xform whatever the blend, if only with weight 0.
Genome applyMotion(Genome genome, double blend);

/// True if any xform has a motion element.
bool hasMotion(const Genome &genome);

/// The value of a motion function after `turns` periods: -1..1, `hill` 0..1. All are 0 at whole turns.
double evaluateMotion(MotionFunction function, double turns);

/// The blends between 0 and 1 at which the genome's motion is not smooth, or that keep samples from missing a wave:
/// every quarter of every period, ascending.
std::vector<double> motionBreakpoints(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_MOTION_H
