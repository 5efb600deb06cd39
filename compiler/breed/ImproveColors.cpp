// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The positions of points do not depend on colours, so one iteration serves all tries: the path of
// each point determines its colour for any choice of xform colours.

#include "compiler/breed/ImproveColors.h"

#include "compiler/breed/RandomPalette.h"
#include "compiler/breed/ReferenceIterator.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <numbers>

namespace flame {

namespace {
/// A small picture of a flame for any choice of colours.
class ColorProbe {
public:
  ColorProbe(const Genome &genome, uint64_t seed);
  unsigned count(const Genome &genome) const;

private:
  static constexpr unsigned kColumns = 48, kRows = 27, kPoints = 20000;
  struct Hit {
    unsigned cell;
    IteratedPoint point;
  };
  std::vector<Hit> hits;
};
} // namespace

ColorProbe::ColorProbe(const Genome &genome, uint64_t seed) {
  ReferenceIterator iterator(genome, seed);
  for (unsigned i = 0; i < kPoints; ++i) {
    const IteratedPoint point = iterator.next();
    const auto [x, y] = positionInPicture(genome, point);
    const double column = x * kColumns, row = y * kRows;
    if (point.visibility > 0 && column >= 0 && row >= 0 && column < kColumns && row < kRows)
      hits.push_back(
          {static_cast<unsigned>(row) * kColumns + static_cast<unsigned>(column), point});
  }
}

unsigned ColorProbe::count(const Genome &genome) const {
  std::vector<std::array<double, 4>> cells(size_t(kColumns) * kRows);
  for (const Hit &hit : hits) {
    double color = 0.5;
    for (auto step = hit.point.path.rbegin(); step != hit.point.path.rend(); ++step) {
      const Xform &xform = genome.xforms[*step];
      color += xform.colorSpeed * (xform.color - color);
    }
    const auto entry = static_cast<size_t>(std::clamp(color, 0.0, 1.0) * (kPaletteSize - 1));
    const PaletteColor &light = genome.palette[entry];
    std::array<double, 4> &cell = cells[hit.cell];
    cell[0] += light.red;
    cell[1] += light.green;
    cell[2] += light.blue;
    cell[3] += 1;
  }
  constexpr size_t kLevels = 8;
  std::bitset<kLevels * kLevels * kLevels> seen;
  for (const std::array<double, 4> &cell : cells) {
    if (cell[3] < 2)
      continue;
    size_t color = 0;
    for (int i = 0; i < 3; ++i)
      color = color * kLevels +
              static_cast<size_t>(std::clamp(cell[i] / cell[3], 0.0, 0.999) * kLevels);
    seen.set(color);
  }
  return static_cast<unsigned>(seen.count());
}

unsigned countColors(const Genome &genome, uint64_t seed) {
  return ColorProbe(genome, seed).count(genome);
}

bool improveColors(Genome &genome, bool withPalette, unsigned tries, Dice &dice) {
  const ColorProbe probe(genome, dice.seed());
  unsigned most = probe.count(genome);
  Genome trial = genome;
  bool isBetter = false;
  for (unsigned i = 0; i < tries; ++i) {
    for (Xform &xform : trial.xforms)
      if (!xform.fromSymmetry)
        xform.color = std::round(dice.fraction() * 1e3) / 1e3;
    if (withPalette)
      trial.palette = randomPalette(dice);
    const unsigned colors = probe.count(trial);
    if (colors <= most)
      continue;
    most = colors;
    isBetter = true;
    for (size_t x = 0; x < genome.xforms.size(); ++x)
      genome.xforms[x].color = trial.xforms[x].color;
    if (withPalette) {
      genome.palette = trial.palette;
      genome.paletteIndex.reset();
      genome.hue = 0;
    }
  }
  return isBetter;
}

} // namespace flame
