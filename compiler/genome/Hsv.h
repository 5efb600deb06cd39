// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours as hue, saturation and value, for rotating and blending palettes.

#ifndef FLAME_COMPILER_GENOME_HSV_H
#define FLAME_COMPILER_GENOME_HSV_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Hue in sixths of the circle, 0..6 for the hue of a colour; saturation and value 0..1.
struct Hsv {
  double hue = 0, saturation = 0, value = 0;
};

/// The hue of a grey is 0.
Hsv toHsv(const PaletteColor &color);

/// Accepts any hue; it wraps around the circle.
PaletteColor toRgb(const Hsv &color, double alpha);

/// Returns `hue` shifted by a whole turn if that brings it within half a turn of `reference`.
double nearestHue(double hue, double reference);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_HSV_H
