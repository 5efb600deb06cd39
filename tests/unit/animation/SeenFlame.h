// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be seen of an animation at one instant, as numbers under names: xforms that are never
// chosen, variations of weight 0, the way an affine is written and the order of xforms do not
// count. Two animations whose flames are seen the same make the same picture.

#ifndef FLAME_TESTS_UNIT_ANIMATION_SEENFLAME_H
#define FLAME_TESTS_UNIT_ANIMATION_SEENFLAME_H

#include "compiler/animation/Animation.h"

#include <map>
#include <string>
#include <vector>

namespace flame::test {

using SeenValues = std::map<std::string, double>;

struct SeenFlame {
  SeenValues values;              ///< camera and finishing
  std::vector<SeenValues> xforms; ///< the final one last, if there is one
  Palette palette;
};

/// Puts the coefficients of an affine under `name`.
void see(SeenValues &values, const std::string &name, const Affine &affine);

/// What is seen of `animation` at `time`.
SeenFlame seenFlame(const Animation &animation, double time);

/// Removes a final xform that does nothing: whether a flame has one cannot be seen.
void dropIdentity(SeenFlame &flame);

/// Values that differ by more than `tolerance` times (1 + their size), as text; empty if none does.
std::string differences(const SeenFlame &a, const SeenFlame &b, double tolerance);
std::string differences(const SeenValues &a, const SeenValues &b, double tolerance);

/// Changes per unit of time from `before` to `after`, which lie `units` apart and have the same
/// xforms.
SeenFlame velocities(SeenFlame before, const SeenFlame &after, double units);

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_ANIMATION_SEENFLAME_H
