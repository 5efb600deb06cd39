// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an animation can be written and read again. What was made of key frames, loops and edges within the limits may leave
// them: a large coefficient turns into a larger one.

#ifndef FLAME_COMPILER_ANIMATION_CHECKANIMATION_H
#define FLAME_COMPILER_ANIMATION_CHECKANIMATION_H

#include "compiler/animation/Animation.h"

#include <string>

namespace flame {

/// The first number of `animation` that readAnimationJson would refuse, and why, as in "'/xforms/0/coefs/0' must be at most
/// 1e+30, got 1.4e+30"; empty if there is none.
std::string findBeyondLimits(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_CHECKANIMATION_H
