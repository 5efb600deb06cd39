// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FLAME_TESTS_FUZZ_ANIMATIONS_H
#define FLAME_TESTS_FUZZ_ANIMATIONS_H

#include "compiler/animation/AnimationJson.h"
#include "compiler/animation/CheckAnimation.h"
#include "compiler/genome/UserVariations.h"

#include "tests/fuzz/Fuzz.h"

namespace flame::fuzz {

/// What keeps its limits is written and read again without a difference.
inline void requireRoundTrip(const Animation &animation) {
  if (!findBeyondLimits(animation).empty() || !findClash(definitionsOf(animation)).empty())
    return;
  const std::string written = writeAnimationJson(animation);
  Source again(written);
  const auto read = readAnimationJson(again.buffer, again.diags);
  require(read.has_value(), "an animation within its limits is read again", again.messages);
  require(*read == animation, "reading what was written gives the same animation", written);
}

} // namespace flame::fuzz

#endif // FLAME_TESTS_FUZZ_ANIMATIONS_H
