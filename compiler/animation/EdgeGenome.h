// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transition between two flames as in the Electric Sheep: both make one turn and run through
// their motion while the first becomes the second, slowly at both ends.

#ifndef FLAME_COMPILER_ANIMATION_EDGEGENOME_H
#define FLAME_COMPILER_ANIMATION_EDGEGENOME_H

#include "compiler/animation/InterpolateGenomes.h"

namespace flame {

/// The genome of the edge at `blend`, 0..1. `from` decides how to interpolate matrices and
/// palettes. With `withPalette` false, the result has the palette of `from`.
Genome edgeGenome(const Genome &from, const Genome &to, double blend, double stagger = 0,
                  Compatibility compat = Compatibility::Flam3, bool withPalette = true);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_EDGEGENOME_H
