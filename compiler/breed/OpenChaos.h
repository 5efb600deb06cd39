// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repairs chaos rows after xforms were removed or lost their weight.

#ifndef FLAME_COMPILER_BREED_OPENCHAOS_H
#define FLAME_COMPILER_BREED_OPENCHAOS_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Lets every xform follow an xform whose row excludes all successors, because files do not permit
/// such a row.
void openChaos(Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_BREED_OPENCHAOS_H
