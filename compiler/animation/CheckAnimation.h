// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that an animation can be written and read again. Key frames, loops and edges within the
// limits may produce values beyond them: a large coefficient may grow.

#ifndef FLAME_COMPILER_ANIMATION_CHECKANIMATION_H
#define FLAME_COMPILER_ANIMATION_CHECKANIMATION_H

#include "compiler/animation/Animation.h"

#include <string>

namespace flame {

/// The first number of `animation` that readAnimationJson would reject, with the reason:
/// "'/xforms/0/coefs/0' must be at most 1e+30, got 1.4e+30". Empty if there is none.
std::string findBeyondLimits(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_CHECKANIMATION_H
