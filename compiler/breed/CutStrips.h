// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures that are too large for one machine, or for one run, in strips.

#ifndef FLAME_COMPILER_BREED_CUTSTRIPS_H
#define FLAME_COMPILER_BREED_CUTSTRIPS_H

#include "compiler/genome/Genome.h"

namespace flame {

/// `count` flames, from the top, whose pictures one below the other are the picture of `genome`. Where its height is no multiple of
/// `count`, the first ones are one row higher. Not more strips than rows.
std::vector<Genome> cutStrips(const Genome &genome, unsigned count);

} // namespace flame

#endif // FLAME_COMPILER_BREED_CUTSTRIPS_H
