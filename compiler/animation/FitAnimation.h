// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits an animation to functions of time. A stretch is a part of the animation described by one
// function; it may lack xforms and variations of others. In: consecutive stretches. Out: an
// animation with all xforms and variations of any stretch. Each number is a track that follows the
// functions within kFitTolerance. The palettes are close enough to each other that blends between
// them follow the exact ones.

#ifndef FLAME_COMPILER_ANIMATION_FITANIMATION_H
#define FLAME_COMPILER_ANIMATION_FITANIMATION_H

#include "compiler/animation/Animation.h"

#include <functional>

namespace flame {

/// One function of time. Its argument, the share, runs from 0 at the beginning to 1 at the end.
struct Stretch {
  /// Animation time, 0..1.
  double begin = 0, end = 1;
  /// The flame at a share, without its palette. The set of xforms and variations must not depend on
  /// the share.
  std::function<Genome(double)> genomeAt;
  std::function<Palette(double)> paletteAt;
  /// Shares at which the function is not smooth, in any order. Values outside 0..1 or too close to
  /// others are ignored.
  std::vector<double> breakpoints = {};
};

/// Fits an animation to `stretches`, which must cover 0..1. Constant settings come from `first`.
Animation fitAnimation(const Genome &first, llvm::ArrayRef<Stretch> stretches);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_FITANIMATION_H
