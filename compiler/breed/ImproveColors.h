// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds colours that show more structure of a flame. Tries random colours and keeps those with the
// largest differences between neighbouring parts of the picture and the widest use of the palette.

#ifndef FLAME_COMPILER_BREED_IMPROVECOLORS_H
#define FLAME_COMPILER_BREED_IMPROVECOLORS_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// The number of distinct colours in a small picture of the flame, with red, green and blue in
/// steps of an eighth.
unsigned countColors(const Genome &genome, uint64_t seed);

/// Changes colour coordinates, and with `withPalette` the palette, if one of `tries` random choices
/// gives more colours than the current ones. Returns true if it did.
bool improveColors(Genome &genome, bool withPalette, unsigned tries, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_IMPROVECOLORS_H
