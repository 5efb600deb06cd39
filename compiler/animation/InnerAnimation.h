// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the flame embedded in a variation to an animation for the importer.

#ifndef FLAME_COMPILER_ANIMATION_INNERANIMATION_H
#define FLAME_COMPILER_ANIMATION_INNERANIMATION_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/xml/InnerFlame.h"

namespace flame {

/// The embedded flame as a still. Nothing if it cannot be used; `complaint` then says why. A flame
/// from a reader can always be used.
std::optional<Animation> innerAnimation(const VariationInfo &variation, std::string &complaint);

/// Explains why `animation` cannot use its embedded flames. Empty if it can.
std::string findBadInnerFlame(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INNERANIMATION_H
