// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives neighbouring key frames the same structure, so that every number of one has a counterpart
// in the others. A flame with fewer xforms is padded with xforms of weight 0, shaped so that the
// neighbour's xforms fade in smoothly. A variation that only the neighbour has takes the
// neighbour's parameters. The picture of a key frame does not change, with one exception: of
// several variations that set the colour the last one wins, whatever their weights, so one from the
// neighbour hides the key frame's own.
//
// All rules are flam3's, including its special cases, because they determine the look of a
// transition.

#ifndef FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H
#define FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H

#include "compiler/genome/Compatibility.h"
#include "compiler/genome/Genome.h"

namespace flame {

/// Aligns the two key frames of a segment, or the four of a smooth one. Afterwards all have the
/// same number of xforms, all or none have a final xform, and xforms at the same index list the
/// same variations in the same order. Idempotent.
void alignGenomes(llvm::MutableArrayRef<Genome> genomes,
                  Compatibility compat = Compatibility::Flam3);

/// Sets the direct-colour blend to 0 in xforms whose colour-setting variations have no weight. In
/// an animation such a variation sets the colour even at weight 0 if other key frames give it a
/// weight.
void fadeDirectColors(Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H
