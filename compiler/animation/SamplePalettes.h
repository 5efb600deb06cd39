// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Palettes change along curves of their own (through hues, or entry by entry); animations have palettes at certain
// times and blend linearly between them. So many are taken that the difference cannot be seen.

#ifndef FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H
#define FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H

#include "compiler/genome/Genome.h"

#include <functional>
#include <utility>
#include <vector>

namespace flame {

/// The palette between two animation times, as a function of the share of the way, 0..1.
struct PaletteStretch {
  double begin = 0, end = 1;
  std::function<Palette(double)> at;
};

/// Largest error of a component: a quarter of one step of an 8-bit picture.
inline constexpr double kPaletteTolerance = 0.25 / 255;

/// (time, palette) in ascending time, from the first stretch's begin to the last one's end, or a single one if all are
/// the same. Blends stay within the tolerance unless that takes more than 256 palettes on a stretch, as a sweep does,
/// which changes an entry at a time: then they follow within 1/256 of it.
std::vector<std::pair<double, Palette>> samplePalettes(llvm::ArrayRef<PaletteStretch> stretches);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_SAMPLEPALETTES_H
