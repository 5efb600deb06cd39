// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs choose the next xform by a table of a fixed length, so their xforms have whole numbers of its entries, whatever
// the weights say. One whose share is 6.4 of 1024 entries has 6 of them: a rare xform is chosen by several percent more or less
// often than its weight says, and all that slow colours remember of it changes as much.

#ifndef FLAME_COMPILER_GENOME_CHOICETABLE_H
#define FLAME_COMPILER_GENOME_CHOICETABLE_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Gives every standard xform the share of choices that it has in a table of `entries` (at least 1), behind every other one.
/// One without an entry is never chosen. The genome has been checked: behind every xform that has a weight one can follow.
void roundToTable(Genome &genome, unsigned entries);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_CHOICETABLE_H
