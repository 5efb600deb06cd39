// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the number of warm-up rounds (flam3: fuse) after which points no longer depend on where
// they started, and whether a flame needs periodic reseeding.

#ifndef FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H
#define FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H

#include "artefact/Manifest.h"
#include "compiler/animation/Animation.h"

#include <cstdint>
#include <vector>

namespace flame {

/// Bounds of the estimate, in rounds.
inline constexpr uint32_t kMinFuse = 20, kMaxFuse = 1024;

/// Estimates the warm-up: the number of rounds after which two points with arbitrary starts and
/// equal choices lie within 1/100 of the picture of each other, colours included, except with
/// probability 1e-6. By the coupling inequality the distribution of the points is then that close
/// to the flame. Flames that do not contract mix by themselves; for those only the colour counts.
/// Deterministic. For an animation the result is a function of time, as in rt::Manifest; a still
/// has one knot.
std::vector<rt::FuseKnot> estimateFuse(const Animation &animation);

/// True if points of the flame become infinite or NaN so often that periodic reseeding is visible
/// (runtime/shared/Reseed.h). Deterministic. An animation is checked at several instants and needs
/// it if any of them does.
bool needsPeriodicReseed(const Animation &animation);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_ESTIMATEFUSE_H
