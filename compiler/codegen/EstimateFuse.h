// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many rounds a flame needs until it has forgotten where its points started, and whether it
// needs periodic reseeding.

#ifndef FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H
#define FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H

#include "artefact/Manifest.h"
#include "compiler/animation/Animation.h"

#include <cstdint>
#include <vector>

namespace flame {

/// Bounds of the estimate, in rounds.
inline constexpr uint32_t kMinFuse = 20, kMaxFuse = 1024;

/// Rounds after which two points that started anywhere, and made the same choices, lie within a hundredth of the
/// picture of each other, colours included, all but once in a million. By the coupling inequality the distribution of
/// the points is then that close to the flame. Flames that do not contract mix by themselves; for those only the colour
/// counts. Deterministic; of an animation over time, as rt::Manifest has it, a still has one knot.
std::vector<rt::FuseKnot> estimateFuse(const Animation &animation);

/// Whether points of the flame become infinite or NaN often enough for periodic reseeding to be
/// visible (runtime/shared/Reseed.h). Deterministic; of an animation at any of several instants.
bool needsPeriodicReseed(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H
