// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses anchor colours in HSV and blends smoothly between them in RGB.

#include "compiler/breed/RandomPalette.h"

#include "compiler/genome/Hsv.h"

#include <algorithm>
#include <cmath>

namespace flame {

/// Distances of hues in sixths of the circle: neighbours, opposites, triads, a full turn.
static constexpr double kHarmonies[][4] = {
    {0, 0.5, 1.0, 0.3}, {0, 3.0, 0.4, 3.4}, {0, 2.0, 4.0, 1.0},
    {0, 1.5, 3.0, 4.5}, {0, 2.6, 3.4, 0.2}, {0, 0.2, -0.3, 0.1},
};

static std::vector<PaletteColor> randomAnchors(Dice &dice) {
  const size_t count = 4 + dice.below(6);
  const double *harmony = kHarmonies[dice.below(std::size(kHarmonies))];
  const double base = dice.between(0, 6);
  const double vivid = dice.between(0.35, 1);
  std::vector<PaletteColor> anchors;
  for (size_t i = 0; i < count; ++i) {
    const bool isDark = dice.chance(0.3), isPale = !isDark && dice.chance(0.3);
    Hsv color;
    color.hue = base + harmony[dice.below(4)] + 0.25 * dice.signedUnit();
    color.saturation = isPale ? dice.between(0.05, 0.35) : vivid * dice.between(0.6, 1);
    color.value = isDark ? dice.between(0.05, 0.35) : dice.between(0.6, 1);
    anchors.push_back(toRgb(color, 1));
  }
  return anchors;
}

Palette randomPalette(Dice &dice) {
  const std::vector<PaletteColor> anchors = randomAnchors(dice);
  Palette palette;
  for (size_t i = 0; i < palette.size(); ++i) {
    const double position = static_cast<double>(i) / palette.size() * anchors.size();
    const size_t first = static_cast<size_t>(position);
    const double t = position - first, share = t * t * (3 - 2 * t);
    const PaletteColor &from = anchors[first], &to = anchors[(first + 1) % anchors.size()];
    // Rounds to bytes, as in files, so that a palette is read back unchanged.
    auto mixed = [&](double PaletteColor::*channel) {
      return std::round(255 * std::clamp(from.*channel + share * (to.*channel - from.*channel), 0.0,
                                         1.0)) /
             255;
    };
    palette[i] = {mixed(&PaletteColor::red), mixed(&PaletteColor::green),
                  mixed(&PaletteColor::blue), 1};
  }
  return palette;
}

Palette turnedHues(const Palette &palette, double turns) {
  Palette turned = palette;
  for (PaletteColor &color : turned) {
    Hsv hsv = toHsv(color);
    hsv.hue += 6 * turns;
    color = toRgb(hsv, color.alpha);
  }
  return turned;
}

Palette crossPalettes(const Palette &a, const Palette &b, Dice &dice) {
  constexpr double kMeanStretch = 60; // in entries
  const Palette *from = dice.chance(0.5) ? &a : &b;
  Palette crossed;
  for (size_t i = 0; i < crossed.size(); ++i) {
    if (dice.chance(1 / kMeanStretch))
      from = from == &a ? &b : &a;
    crossed[i] = (*from)[i];
  }
  return crossed;
}

} // namespace flame
