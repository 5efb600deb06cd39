// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours by hue, saturation and value, as palettes are turned and blended.

#ifndef FLAME_COMPILER_GENOME_HSV_H
#define FLAME_COMPILER_GENOME_HSV_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Hue in sixths of the circle, 0..6 when it comes from a colour; saturation and value 0..1.
struct Hsv {
  double hue = 0, saturation = 0, value = 0;
};

/// A grey has hue 0.
Hsv toHsv(const PaletteColor &color);

/// Any hue is taken around the circle.
PaletteColor toRgb(const Hsv &color, double alpha);

/// `hue` shifted by a turn, if that brings it within half a turn of `reference`.
double nearestHue(double hue, double reference);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_HSV_H
