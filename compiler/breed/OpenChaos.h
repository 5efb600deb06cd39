// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of chaos after xforms have gone or lost their weight.

#ifndef FLAME_COMPILER_BREED_OPENCHAOS_H
#define FLAME_COMPILER_BREED_OPENCHAOS_H

#include "compiler/genome/Genome.h"

namespace flame {

/// An xform whose row lets none follow it any more is followed by all: files may not have the other.
void openChaos(Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_BREED_OPENCHAOS_H
