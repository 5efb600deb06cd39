// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between two or four palettes, entry by entry: by red, green and blue, by hue, saturation and value, as a mixture of
// both, or by sweeping the second palette in over the first.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H

#include "compiler/genome/Hsv.h"

#include <vector>

namespace flame {

/// Palettes prepared to be mixed again and again.
class PaletteMixer {
public:
  /// How to mix the palettes of `genomes`, two or four, is what `settings` says.
  PaletteMixer(llvm::ArrayRef<Genome> genomes, const Genome &settings);

  /// The mixture by weights, of which there are as many as palettes and which sum up to 1. Components are clamped to
  /// 0..1.
  Palette mix(llvm::ArrayRef<double> weights) const;

private:
  Palette sweep(double remaining) const;
  PaletteColor mixRgb(llvm::ArrayRef<double> weights, unsigned entry) const;
  Hsv mixHsv(llvm::ArrayRef<double> weights, unsigned entry) const;

  std::vector<Palette> palettes;
  std::vector<std::array<Hsv, kPaletteSize>> hues; ///< the same colours; empty if nobody asks
  PaletteInterpolation mode;
  double rgbShare; ///< of the mixture of red, green and blue in the result
};

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEPALETTES_H
