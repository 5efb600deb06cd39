// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random palettes, and palettes made from others. The project contains no palette library, so rules
// generate palettes whose colours mostly go together.

#ifndef FLAME_COMPILER_BREED_RANDOMPALETTE_H
#define FLAME_COMPILER_BREED_RANDOMPALETTE_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// A palette of a few hues at chosen distances around the colour circle, blended into each other,
/// with equal ends.
Palette randomPalette(Dice &dice);

/// `palette` with its hues rotated by `turns` turns of the colour circle.
Palette turnedHues(const Palette &palette, double turns);

/// Alternating sections of two palettes.
Palette crossPalettes(const Palette &a, const Palette &b, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_RANDOMPALETTE_H
