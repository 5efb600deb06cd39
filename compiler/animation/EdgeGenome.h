// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way from one flame to another, as the Electric Sheep go it: both turn once and run through their motion while the
// first becomes the second, slowly at both ends.

#ifndef FLAME_COMPILER_ANIMATION_EDGEGENOME_H
#define FLAME_COMPILER_ANIMATION_EDGEGENOME_H

#include "compiler/animation/InterpolateGenomes.h"

namespace flame {

/// The genome at `blend`, 0..1, of the edge. How to interpolate, matrices and palettes, is what `from` says. Without
/// the palette, that of `from` stands in for it.
Genome edgeGenome(const Genome &from, const Genome &to, double blend, double stagger = 0,
                  Compatibility compat = Compatibility::Flam3, bool withPalette = true);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_EDGEGENOME_H
