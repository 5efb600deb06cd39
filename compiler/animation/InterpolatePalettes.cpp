// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hue takes the short way around only in hsv_circular between two palettes. Otherwise it is
// interpolated as a plain number, as in flam3: hsv from red to violet passes through green.

#include "compiler/animation/InterpolatePalettes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace flame {

static double findRgbShare(const Genome &settings) {
  switch (settings.paletteInterpolation) {
  case PaletteInterpolation::Rgb:
    return 1;
  case PaletteInterpolation::HsvCircular:
    return settings.hsvRgbPaletteBlend;
  case PaletteInterpolation::Hsv:
  case PaletteInterpolation::Sweep:
    return 0;
  }
  llvm_unreachable("every way to interpolate palettes is above");
}

static std::array<Hsv, kPaletteSize> toHues(const Palette &palette) {
  std::array<Hsv, kPaletteSize> hues;
  llvm::transform(palette, hues.begin(), toHsv);
  return hues;
}

PaletteMixer::PaletteMixer(llvm::ArrayRef<Genome> genomes, const Genome &settings)
    : mode(settings.paletteInterpolation), rgbShare(findRgbShare(settings)) {
  for (const Genome &genome : genomes)
    palettes.push_back(genome.palette);
  if (mode == PaletteInterpolation::Sweep || rgbShare == 1)
    return;
  for (const Palette &palette : palettes)
    hues.push_back(toHues(palette));
  if (mode == PaletteInterpolation::HsvCircular && hues.size() == 2)
    for (auto [first, second] : llvm::zip(hues[0], hues[1]))
      first.hue = nearestHue(first.hue, second.hue);
}

PaletteColor PaletteMixer::mixRgb(llvm::ArrayRef<double> weights, unsigned entry) const {
  PaletteColor sum;
  bool isOpaque = true;
  for (auto [palette, weight] : llvm::zip(palettes, weights)) {
    const PaletteColor &color = palette[entry];
    sum.red += weight * color.red;
    sum.green += weight * color.green;
    sum.blue += weight * color.blue;
    sum.alpha += weight * color.alpha;
    isOpaque &= color.alpha == 1;
  }
  if (isOpaque)
    sum.alpha = 1;
  return sum;
}

Hsv PaletteMixer::mixHsv(llvm::ArrayRef<double> weights, unsigned entry) const {
  Hsv sum;
  for (auto [colors, weight] : llvm::zip(hues, weights)) {
    sum.hue += weight * colors[entry].hue;
    sum.saturation += weight * colors[entry].saturation;
    sum.value += weight * colors[entry].value;
  }
  return sum;
}

static PaletteColor clampColor(const PaletteColor &color) {
  auto clamp = [](double value) { return std::clamp(value, 0.0, 1.0); };
  return {clamp(color.red), clamp(color.green), clamp(color.blue), clamp(color.alpha)};
}

/// The alpha is that of `rgb`.
static PaletteColor blend(const PaletteColor &rgb, const PaletteColor &other, double share) {
  auto mix = [&](double PaletteColor::*member) {
    return share * rgb.*member + (1 - share) * other.*member;
  };
  return {mix(&PaletteColor::red), mix(&PaletteColor::green), mix(&PaletteColor::blue), rgb.alpha};
}

Palette PaletteMixer::sweep(double remaining) const {
  Palette result = palettes[1];
  for (unsigned entry = 0; entry < kPaletteSize; ++entry)
    if (entry < kPaletteSize * remaining)
      result[entry] = palettes[0][entry];
  return result;
}

Palette PaletteMixer::mix(llvm::ArrayRef<double> weights) const {
  if (mode == PaletteInterpolation::Sweep)
    return sweep(weights[0]);
  Palette result;
  for (unsigned entry = 0; entry < kPaletteSize; ++entry) {
    PaletteColor color = mixRgb(weights, entry);
    if (rgbShare != 1)
      color = blend(color, toRgb(mixHsv(weights, entry), color.alpha), rgbShare);
    result[entry] = clampColor(color);
  }
  return result;
}

} // namespace flame
