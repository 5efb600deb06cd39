// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From functions of time to an animation. A stretch is a part of the animation on which one function holds; it may know
// fewer xforms and variations than others. In: stretches, one behind the other. Out: an animation that has whatever any
// stretch has, each number a track that follows the functions within kFitTolerance, and palettes close enough to each
// other that blends between them follow the exact ones.

#ifndef FLAME_COMPILER_ANIMATION_FITANIMATION_H
#define FLAME_COMPILER_ANIMATION_FITANIMATION_H

#include "compiler/animation/Animation.h"

#include <functional>

namespace flame {

/// One function of time. Shares run from 0 at its beginning to 1 at its end.
struct Stretch {
  /// Animation time, 0..1.
  double begin = 0, end = 1;
  /// The flame at a share; its palette does not count. Which xforms and variations there are does not depend on the
  /// share.
  std::function<Genome(double)> genomeAt;
  std::function<Palette(double)> paletteAt;
  /// Shares at which the function is not smooth, in any order; those outside of 0..1, or too close to others, do not
  /// count.
  std::vector<double> breakpoints = {};
};

/// The animation of `stretches`, which cover 0..1. What does not change within an animation is that of `first`.
Animation fitAnimation(const Genome &first, llvm::ArrayRef<Stretch> stretches);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_FITANIMATION_H
