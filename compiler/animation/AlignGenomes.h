// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives neighbouring key frames the same structure, so that every number of one has a partner in the others. A flame
// with fewer xforms is padded with xforms of weight 0, shaped such that what fades in next to them does so gracefully;
// a variation that only the neighbour has takes over the neighbour's parameters. None of this changes the picture of a
// key frame itself, with one exception: among several variations that set the colour the last one wins, whatever their
// weights, so one that only the neighbour has hides the key frame's own.
//
// The rules are flam3's, to the last special case: they decide what a transition looks like.

#ifndef FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H
#define FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H

#include "compiler/genome/Compatibility.h"
#include "compiler/genome/Genome.h"

namespace flame {

/// Aligns the two key frames of a segment, or those four of a smooth one. Afterwards all have equally many xforms, all
/// or none a final one, and xforms in the same place list the same variations in the same order. A second call changes
/// nothing.
void alignGenomes(llvm::MutableArrayRef<Genome> genomes,
                  Compatibility compat = Compatibility::Flam3);

/// Lets no direct colour count in xforms whose variations that set the colour have no weight. In an animation, where
/// others give them one, they set it also at weight 0.
void fadeDirectColors(Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ALIGNGENOMES_H
