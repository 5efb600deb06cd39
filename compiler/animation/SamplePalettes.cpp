// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples the function on an even grid. From each chosen palette, the next one is as far ahead as a
// blend follows the grid.

#include "compiler/animation/SamplePalettes.h"

#include "abi/Abi.h"
#include "compiler/animation/Animation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace flame {

using TimedPalettes = std::vector<std::pair<double, Palette>>;

/// Number of grid steps.
static constexpr size_t kMostSteps = 256;

static double difference(const PaletteColor &a, const PaletteColor &b) {
  return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue),
                   std::abs(a.alpha - b.alpha)});
}

/// True if `wanted` is the blend of `from` and `to` at `share`, within the tolerance.
static bool isBlend(const Palette &wanted, const Palette &from, const Palette &to, double share) {
  auto blend = [&](double a, double b) { return a + share * (b - a); };
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    const PaletteColor &a = from[i], &b = to[i];
    const PaletteColor blended = {blend(a.red, b.red), blend(a.green, b.green),
                                  blend(a.blue, b.blue), blend(a.alpha, b.alpha)};
    if (difference(wanted[i], blended) > kPaletteTolerance)
      return false;
  }
  return true;
}

static bool reaches(llvm::ArrayRef<Palette> grid, size_t from, size_t to) {
  for (size_t i = from + 1; i < to; ++i)
    if (!isBlend(grid[i], grid[from], grid[to], double(i - from) / double(to - from)))
      return false;
  return true;
}

/// The last palette that one blend from `from` can reach. Strides double, then halve.
static size_t reachFrom(llvm::ArrayRef<Palette> grid, size_t from) {
  const size_t last = grid.size() - 1;
  size_t good = from + 1, stride = 1;
  while (good + stride <= last && reaches(grid, from, good + stride)) {
    good += stride;
    stride *= 2;
  }
  for (; stride > 0; stride /= 2)
    if (good + stride <= last && reaches(grid, from, good + stride))
      good += stride;
  return good;
}

/// Rounds to 16 bits per component, for which the text has a short form.
static Palette rounded(Palette palette) {
  auto round = [](double &value) { value = std::round(value * 65535) / 65535; };
  for (PaletteColor &color : palette)
    for (double PaletteColor::*member :
         {&PaletteColor::red, &PaletteColor::green, &PaletteColor::blue, &PaletteColor::alpha})
      round(color.*member);
  return palette;
}

/// Appends the palettes after the first one of a stretch.
static void appendStretch(const PaletteStretch &stretch, size_t mostSteps, TimedPalettes &result) {
  const double room = (stretch.end - stretch.begin) / (2 * Track::kShortestPiece);
  const size_t steps = std::clamp<size_t>(size_t(room), 1, mostSteps);
  std::vector<Palette> grid;
  for (size_t i = 0; i <= steps; ++i)
    grid.push_back(stretch.at(double(i) / double(steps)));
  for (size_t at = 0; at < steps;) {
    at = reachFrom(grid, at);
    if (at == steps)
      result.emplace_back(stretch.end, grid[at]);
    else
      result.emplace_back(stretch.begin +
                              (stretch.end - stretch.begin) * double(at) / double(steps),
                          rounded(grid[at]));
  }
}

TimedPalettes samplePalettes(llvm::ArrayRef<PaletteStretch> stretches) {
  const size_t room = (abi::kMaxTimedPalettes - 1) / stretches.size();
  const size_t steps = std::clamp<size_t>(room, 1, kMostSteps);
  TimedPalettes result = {{stretches.front().begin, stretches.front().at(0)}};
  for (const PaletteStretch &stretch : stretches)
    appendStretch(stretch, steps, result);
  const Palette first = result.front().second;
  if (llvm::all_of(result,
                   [&](const auto &timed) { return isBlend(timed.second, first, first, 0); }))
    result.resize(1);
  return result;
}

} // namespace flame
