// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits the map by least squares, then checks it against every entry.

#include "studio/live/ColorMap.h"

#include <algorithm>
#include <cmath>

namespace flame::studio {

/// Rounding to bytes costs half a step. Files may hold colours between bytes. The page rounds these
/// once before it changes them and once afterwards.
static constexpr double kTolerance = 1.25 / 255;
/// Pulls the fit towards one scale for all channels. Palettes of a single hue do not determine the
/// map otherwise.
static constexpr double kPull = 1e-4;

using Row = std::array<double, 3>;

/// Solves the symmetric system `a` x = `b` by elimination; `a` is positive definite.
static Row solve(std::array<Row, 3> a, Row b) {
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) {
      const double factor = a[j][i] / a[i][i];
      for (int k = i; k < 3; ++k)
        a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  Row x = {};
  for (int i = 2; i >= 0; --i) {
    x[i] = b[i];
    for (int k = i + 1; k < 3; ++k)
      x[i] -= a[i][k] * x[k];
    x[i] /= a[i][i];
  }
  return x;
}

static Row channels(const abi::PaletteEntry &entry) { return {entry.red, entry.green, entry.blue}; }

std::optional<ColorMap> findColorMap(std::span<const abi::PaletteEntry> from,
                                     std::span<const abi::PaletteEntry> to) {
  if (from.size() != to.size() || from.empty())
    return std::nullopt;
  std::array<Row, 3> square = {}, product = {};
  double before = 0, after = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    const Row p = channels(from[i]), q = channels(to[i]);
    for (int row = 0; row < 3; ++row) {
      before += p[row];
      after += q[row];
      for (int column = 0; column < 3; ++column) {
        square[row][column] += p[row] * p[column];
        product[row][column] += q[row] * p[column];
      }
    }
  }
  if (before <= 0)
    return std::nullopt;
  const double pull = kPull * double(from.size());
  ColorMap map;
  for (int row = 0; row < 3; ++row) {
    std::array<Row, 3> system = square;
    for (int i = 0; i < 3; ++i)
      system[i][i] += pull;
    Row wanted = product[row];
    wanted[row] += pull * after / before;
    map[row] = solve(system, wanted);
  }
  for (size_t i = 0; i < from.size(); ++i) {
    const Row p = channels(from[i]), q = channels(to[i]);
    if (from[i].alpha != to[i].alpha)
      return std::nullopt;
    for (int row = 0; row < 3; ++row) {
      const double made = map[row][0] * p[0] + map[row][1] * p[1] + map[row][2] * p[2];
      if (!(std::abs(made - q[row]) <= kTolerance))
        return std::nullopt;
    }
  }
  return map;
}

abi::WideCell mapped(const ColorMap &map, const abi::WideCell &cell) {
  // Sums may be slightly negative (SplitLog.h).
  const double red = double(int64_t(cell.red)), green = double(int64_t(cell.green)),
               blue = double(int64_t(cell.blue));
  auto channel = [&](const Row &row) {
    const double sum = row[0] * red + row[1] * green + row[2] * blue;
    // std::round is a function call; the signed conversion is one instruction.
    return uint64_t(int64_t(std::max(0.0, sum) + 0.5));
  };
  return {channel(map[0]), channel(map[1]), channel(map[2]), cell.count};
}

} // namespace flame::studio
