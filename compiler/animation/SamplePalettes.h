// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples palette curves. Palettes change along curves (through hues, or entry by entry), whereas
// an animation stores palettes at certain times and blends linearly between them. The samples are
// dense enough that the difference is invisible.

#ifndef FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H
#define FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H

#include "compiler/genome/Genome.h"

#include <functional>
#include <utility>
#include <vector>

namespace flame {

/// The palette between two animation times, as a function of the share of the interval, 0..1.
struct PaletteStretch {
  double begin = 0, end = 1;
  std::function<Palette(double)> at;
};

/// Largest error of a component: a quarter of one step of an 8-bit picture.
inline constexpr double kPaletteTolerance = 0.25 / 255;

/// Samples (time, palette) in ascending time, from the begin of the first stretch to the end of the
/// last one; a single sample if all palettes are equal. Blends stay within the tolerance unless
/// that takes more than 256 palettes in a stretch. A sweep, which changes one entry at a time,
/// exceeds this; its blends follow within 1/256 of the stretch.
std::vector<std::pair<double, Palette>> samplePalettes(llvm::ArrayRef<PaletteStretch> stretches);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H
