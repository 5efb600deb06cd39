// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Palettes out of nothing, and palettes out of others. No library of palettes comes with the project, so these are made by
// rules that mostly give colours which go together.

#ifndef FLAME_COMPILER_BREED_RANDOMPALETTE_H
#define FLAME_COMPILER_BREED_RANDOMPALETTE_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// A palette of a few hues at chosen distances around the colour circle, blended into each other, closed at the ends.
Palette randomPalette(Dice &dice);

/// `palette` with its hues turned by `turns` of the colour circle.
Palette turnedHues(const Palette &palette, double turns);

/// Stretches of one palette and of the other, in turn.
Palette crossPalettes(const Palette &a, const Palette &b, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_RANDOMPALETTE_H
