// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours that show more of a flame: many are thrown, and the one is kept with which neighbouring parts of the picture differ
// most and all of the palette is seen.

#ifndef FLAME_COMPILER_BREED_IMPROVECOLORS_H
#define FLAME_COMPILER_BREED_IMPROVECOLORS_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// How many colours a small picture of the flame has, in steps of an eighth of each of red, green and blue.
unsigned countColors(const Genome &genome, uint64_t seed);

/// Changes colour coordinates, and with `withPalette` the palette, if one of `tries` gives more colours than there are. Returns
/// whether it did.
bool improveColors(Genome &genome, bool withPalette, unsigned tries, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_IMPROVECOLORS_H
