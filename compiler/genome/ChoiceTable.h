// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some programs choose the next xform with a table of fixed length. Each xform then owns a whole
// number of table entries: a share of 6.4 out of 1024 entries becomes 6. The probability of a rare
// xform is therefore off by several percent, and so is its effect on slowly changing colours.

#ifndef FLAME_COMPILER_GENOME_CHOICETABLE_H
#define FLAME_COMPILER_GENOME_CHOICETABLE_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Rounds the selection probabilities of the standard xforms to those of a table with `entries`
/// entries (at least 1), separately for each preceding xform. An xform without an entry is never
/// chosen. The genome must have been checked: every xform with a weight has a possible successor.
void roundToTable(Genome &genome, unsigned entries);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_CHOICETABLE_H
