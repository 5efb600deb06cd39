// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns genomes into animations: key frames, loops, edges, and sequences of loops and edges. flam3
// evaluates every instant separately. Here the same rules are functions of time
// (InterpolateGenomes.h, LoopGenome.h, EdgeGenome.h), and tracks are fitted to those functions once
// (FitAnimation.h).
//
// Times are frames. Sizes, sample counts, filters and density estimation are constant within an
// animation and come from the first flame.

#ifndef FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H
#define FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/Compatibility.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// Number of frames of a loop or an edge, as in the Electric Sheep.
inline constexpr double kDefaultFrames = 160;

struct AnimateOptions {
  /// How far the xforms move one after the other in a transition. 0: all at once; 1: each xform
  /// starts when the previous one has arrived.
  double stagger = 0;
  /// Length of every loop and edge, above 0. Key frames have their own times.
  double frames = kDefaultFrames;
  Compatibility compat = Compatibility::Flam3;
};

/// Animates key frames with strictly increasing times. A single flame gives a still.
Animation animateKeyFrames(llvm::ArrayRef<Genome> keys, const AnimateOptions &options = {});

/// Rotates one flame in place until it returns to its start.
Animation animateLoop(const Genome &flame, const AnimateOptions &options = {});

/// Turns one flame into another.
Animation animateEdge(const Genome &from, const Genome &to, const AnimateOptions &options = {});

/// Plays the loop of every flame, connected by edges.
Animation animateSequence(llvm::ArrayRef<Genome> flames, const AnimateOptions &options = {});

/// Warns about settings that differ between the flames although an animation has only one value for
/// them.
void reportConstantSettings(llvm::ArrayRef<Genome> flames, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ANIMATEGENOMES_H
