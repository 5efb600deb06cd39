// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpolates two or four palettes, entry by entry: in RGB, in HSV, as a mixture of both, or by
// sweeping the second palette over the first.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H

#include "compiler/genome/Hsv.h"

#include <vector>

namespace flame {

/// Palettes prepared for repeated mixing.
class PaletteMixer {
public:
  /// `genomes` has two or four palettes; `settings` decides how to mix them.
  PaletteMixer(llvm::ArrayRef<Genome> genomes, const Genome &settings);

  /// The weighted mixture. There are as many weights as palettes; they add up to 1. Components are
  /// clamped to 0..1.
  Palette mix(llvm::ArrayRef<double> weights) const;

private:
  Palette sweep(double remaining) const;
  PaletteColor mixRgb(llvm::ArrayRef<double> weights, unsigned entry) const;
  Hsv mixHsv(llvm::ArrayRef<double> weights, unsigned entry) const;

  std::vector<Palette> palettes;
  std::vector<std::array<Hsv, kPaletteSize>> hues; ///< the same colours in HSV; empty if not needed
  PaletteInterpolation mode;
  double rgbShare; ///< share of the RGB mixture in the result
};

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H
