// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a `symmetry` element stands for: xforms that turn and mirror the whole picture, so that it becomes symmetric.

#ifndef FLAME_COMPILER_GENOME_SYMMETRY_H
#define FLAME_COMPILER_GENOME_SYMMETRY_H

#include "compiler/genome/Genome.h"

namespace flame {

/// The xforms of a symmetry of `kind`, in the order of flam3's numbering, which chaos rows rely on: |kind| - 1 rotations, and a
/// reflection in front of them if `kind` is negative. None for 0 and 1.
std::vector<Xform> makeSymmetry(int kind);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_SYMMETRY_H
