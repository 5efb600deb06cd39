// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands a `symmetry` element to xforms that rotate and mirror the whole picture.

#ifndef FLAME_COMPILER_GENOME_SYMMETRY_H
#define FLAME_COMPILER_GENOME_SYMMETRY_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Returns the xforms of a symmetry of `kind`: |kind| - 1 rotations, preceded by a reflection if
/// `kind` is negative; none for 0 and 1. The order is flam3's; chaos rows rely on it.
std::vector<Xform> makeSymmetry(int kind);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_SYMMETRY_H
