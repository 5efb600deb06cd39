// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header.

#include "compiler/breed/ReferenceIterator.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <numbers>

namespace flame {

/// Number of warm-up points.
static constexpr size_t kFuse = 40;
/// Points farther away count as diverged.
static constexpr double kFarAway = 1e10;

ReferenceIterator::ReferenceIterator(const Genome &genome, uint64_t seed)
    : flame(makeStill(genome), 0), dice(seed) {
  start();
  for (size_t i = 0; i < kFuse; ++i)
    next();
  lostPoints = 0;
}

void ReferenceIterator::start() {
  point = {dice.signedUnit(), dice.signedUnit()};
  last = nullptr;
}

IteratedPoint ReferenceIterator::next() {
  auto isNear = [](const ReferencePoint &p) {
    return std::abs(p.x) <= kFarAway && std::abs(p.y) <= kFarAway;
  };
  auto random = [&] { return dice.fraction(); };
  const unsigned chosen = flame.choose(last, dice.fraction());
  last = &flame.xforms()[chosen];
  double visibility = last->opacity;
  point = flame.apply(*last, point, random, visibility);
  std::copy_backward(path.begin(), path.end() - 1, path.end());
  path[0] = static_cast<uint16_t>(chosen);
  if (!isNear(point)) {
    ++lostPoints;
    start();
  }
  const ReferencePoint plotted = flame.plotted(point, random, visibility);
  if (!isNear(plotted))
    visibility = 0;
  return {plotted.x, plotted.y, path, visibility};
}

//===-- extent --------------------------------------------------------------------------------===//

/// The values at the ends of the middle 98 percent.
static std::pair<double, double> middleOf(std::vector<double> values) {
  const size_t outer = values.size() / 100;
  std::nth_element(values.begin(), values.begin() + outer, values.end());
  const double low = values[outer];
  std::nth_element(values.begin(), values.end() - 1 - outer, values.end());
  return {low, values[values.size() - 1 - outer]};
}

GenomeExtent measureGenome(const Genome &genome, uint64_t seed, size_t points) {
  ReferenceIterator iterator(genome, seed);
  std::vector<double> x, y;
  size_t seen = 0;
  for (size_t i = 0; i < points; ++i) {
    const IteratedPoint point = iterator.next();
    if (point.visibility <= 0)
      continue;
    x.push_back(point.x);
    y.push_back(point.y);
    const auto [column, row] = positionInPicture(genome, point);
    seen += column >= 0 && row >= 0 && column < 1 && row < 1;
  }
  GenomeExtent extent;
  extent.lost = static_cast<double>(iterator.lost()) / static_cast<double>(points);
  extent.inView = static_cast<double>(seen) / static_cast<double>(points);
  if (x.empty())
    return extent;
  std::tie(extent.left, extent.right) = middleOf(x);
  std::tie(extent.top, extent.bottom) = middleOf(y);

  constexpr size_t kSide = 48;
  std::bitset<kSide * kSide> occupied;
  const double side = std::max({extent.width(), extent.height(), 1e-12});
  for (auto [px, py] : llvm::zip(x, y)) {
    const double column = (px - extent.left) / side * kSide, row = (py - extent.top) / side * kSide;
    if (column >= 0 && row >= 0 && column < kSide && row < kSide)
      occupied.set(static_cast<size_t>(row) * kSide + static_cast<size_t>(column));
  }
  const double cells = kSide * kSide * extent.width() * extent.height() / (side * side);
  extent.coverage = static_cast<double>(occupied.count()) / std::max(cells, double(kSide));
  return extent;
}

bool isWorthSeeing(const GenomeExtent &extent) {
  const double longer = std::max(extent.width(), extent.height());
  const double shorter = std::min(extent.width(), extent.height());
  return extent.lost < 0.02 && longer > 0.05 && longer < 200 && shorter > 0.15 * longer &&
         extent.coverage > 0.12 && extent.coverage < 0.985;
}

std::pair<double, double> positionInPicture(const Genome &genome, const IteratedPoint &point) {
  const double perUnit = genome.scale * std::exp2(genome.zoom);
  const double angle = genome.rotate * std::numbers::pi / 180;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const double x = point.x - genome.centerX, y = point.y - genome.centerY;
  return {(cosine * x - sine * y) * perUnit / genome.width + 0.5,
          (sine * x + cosine * y) * perUnit / genome.height + 0.5};
}

void frameGenome(Genome &genome, const GenomeExtent &extent) {
  constexpr double kMargin = 1.12;
  genome.centerX = (extent.left + extent.right) / 2;
  genome.centerY = (extent.top + extent.bottom) / 2;
  const double width = std::max(extent.width(), 1e-6) * kMargin;
  const double height = std::max(extent.height(), 1e-6) * kMargin;
  genome.scale = std::min(genome.width / width, genome.height / height);
  genome.zoom = 0;
  genome.rotate = 0;
}

} // namespace flame
