// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The textbook's hexagonal colour model.

#include "compiler/genome/Hsv.h"

#include <algorithm>
#include <cmath>

namespace flame {

Hsv toHsv(const PaletteColor &color) {
  double most = std::max({color.red, color.green, color.blue});
  double least = std::min({color.red, color.green, color.blue});
  double spread = most - least;
  Hsv result = {0, most == 0 ? 0 : spread / most, most};
  if (spread == 0)
    return result;
  double red = (most - color.red) / spread, green = (most - color.green) / spread,
         blue = (most - color.blue) / spread;
  if (color.red == most)
    result.hue = blue - green;
  else if (color.green == most)
    result.hue = 2 + red - blue;
  else
    result.hue = 4 + green - red;
  if (result.hue < 0)
    result.hue += 6;
  return result;
}

PaletteColor toRgb(const Hsv &color, double alpha) {
  double hue = color.hue - 6 * std::floor(color.hue / 6);
  int sector = std::min(static_cast<int>(hue), 5);
  double f = hue - sector, v = color.value;
  double p = v * (1 - color.saturation), q = v * (1 - color.saturation * f),
         t = v * (1 - color.saturation * (1 - f));
  switch (sector) {
  case 0:
    return {v, t, p, alpha};
  case 1:
    return {q, v, p, alpha};
  case 2:
    return {p, v, t, alpha};
  case 3:
    return {p, q, v, alpha};
  case 4:
    return {t, p, v, alpha};
  default:
    return {v, p, q, alpha};
  }
}

double nearestHue(double hue, double reference) {
  if (reference - hue > 3)
    return hue + 6;
  if (reference - hue < -3)
    return hue - 6;
  return hue;
}

} // namespace flame
