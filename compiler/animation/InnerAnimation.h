// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame within a variation, as the importer wants it.

#ifndef FLAME_COMPILER_ANIMATION_INNERANIMATION_H
#define FLAME_COMPILER_ANIMATION_INNERANIMATION_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/xml/InnerFlame.h"

namespace flame {

/// That flame, which stands still. Null: it cannot be used, and `complaint` says why; what comes from a reader can be used.
std::optional<Animation> innerAnimation(const VariationInfo &variation, std::string &complaint);

/// Why `animation` cannot use the flames within it; empty if it can.
std::string findBadInnerFlame(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INNERANIMATION_H
