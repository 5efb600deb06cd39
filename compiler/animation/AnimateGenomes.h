// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Genomes become animations: key frames, loops, edges, and sequences of loops and edges. What flam3 evaluates for every
// instant anew is a function of time (InterpolateGenomes.h, LoopGenome.h, EdgeGenome.h), and tracks are fitted to it
// once and for all (FitAnimation.h).
//
// Times are frames. Sizes, sample counts, filters and density estimation cannot change within an animation; they are
// those of the first flame.

#ifndef FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H
#define FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/Compatibility.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// Frames of a loop or an edge, as the Electric Sheep have them.
inline constexpr double kDefaultFrames = 160;

struct AnimateOptions {
  /// How far xforms move one after the other where flames turn into each other: 0 all at once, 1 each when the one
  /// before has arrived.
  double stagger = 0;
  /// Length of every loop and edge, above 0. Key frames bring their own times.
  double frames = kDefaultFrames;
  Compatibility compat = Compatibility::Flam3;
};

/// Flames at their own times, which increase strictly. One flame alone is a still.
Animation animateKeyFrames(llvm::ArrayRef<Genome> keys, const AnimateOptions &options = {});

/// One flame that turns in place and comes back.
Animation animateLoop(const Genome &flame, const AnimateOptions &options = {});

/// One flame turning into another.
Animation animateEdge(const Genome &from, const Genome &to, const AnimateOptions &options = {});

/// The loop of every flame and, between them, the edges.
Animation animateSequence(llvm::ArrayRef<Genome> flames, const AnimateOptions &options = {});

/// Warns of settings in which later flames differ from the first one although an animation has only one value for them.
void reportConstantSettings(llvm::ArrayRef<Genome> flames, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H
