// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts pictures that are too large for one machine or one run into strips.

#ifndef FLAME_COMPILER_BREED_CUTSTRIPS_H
#define FLAME_COMPILER_BREED_CUTSTRIPS_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Returns `count` flames whose pictures, stacked from the top, form the picture of `genome`. If
/// the height is not a multiple of `count`, the first strips are one row higher. There are at most
/// as many strips as rows.
std::vector<Genome> cutStrips(const Genome &genome, unsigned count);

} // namespace flame

#endif // FLAME_COMPILER_BREED_CUTSTRIPS_H
