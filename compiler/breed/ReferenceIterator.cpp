// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterates one point. An xform applies the same steps as compiled code: pre-affine, pre variations,
// the sum of its variations, post variations, post-affine.

#include "compiler/breed/ReferenceIterator.h"

#include "compiler/genome/WeightingField.h"
#include "ir/VariationOracle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <bitset>
#include <cmath>

namespace flame {

/// Number of warm-up points.
static constexpr size_t kFuse = 40;
/// Points farther away count as diverged.
static constexpr double kFarAway = 1e10;

ReferenceIterator::ReferenceIterator(const Genome &genome, uint64_t seed)
    : genome(genome), dice(seed) {
  start();
  for (size_t i = 0; i < kFuse; ++i)
    next();
  lostPoints = 0;
}

void ReferenceIterator::start() {
  point = {dice.signedUnit(), dice.signedUnit()};
  hasLast = false;
}

size_t ReferenceIterator::choose() {
  const Xform *last = hasLast ? &genome.xforms[path[0]] : nullptr;
  auto weightOf = [&](size_t i) { return genome.xforms[i].weight * (last ? last->chaosTo(i) : 1); };
  double sum = 0;
  for (size_t i = 0; i < genome.xforms.size(); ++i)
    sum += weightOf(i);
  double left = dice.fraction() * sum;
  size_t chosen = 0;
  for (size_t i = 0; i < genome.xforms.size(); ++i)
    if (weightOf(i) > 0) {
      chosen = i;
      left -= weightOf(i);
      if (left < 0)
        break;
    }
  return chosen;
}

double ReferenceIterator::drawn(Draw kind) {
  switch (kind) {
  case Draw::U01:
    return dice.fraction();
  case Draw::U11:
    return dice.signedUnit();
  case Draw::Bit:
    return dice.chance(0.5);
  case Draw::Bell:
    return dice.fraction() + dice.fraction() + dice.fraction() + dice.fraction() - 2;
  }
  llvm_unreachable("unknown kind of draw");
}

ReferenceIterator::Point ReferenceIterator::apply(const Xform &xform, Point from) {
  const Affine &m = xform.coefs;
  Point in = {m.a * from.x + m.b * from.y + m.c, m.d * from.x + m.e * from.y + m.f}, sum = {0, 0};
  WeightingField field;
  for (const VariationUse &use : xform.variations) {
    if (use.weight == 0)
      continue;
    const bool isPre = use.phase == VariationUse::Pre, isPost = use.phase == VariationUse::Post;
    OracleArgs args;
    args.x = isPost ? sum.x : in.x;
    args.y = isPost ? sum.y : in.y;
    args.weight = field.weighed(use.weight);
    args.params = use.params;
    std::vector<double> followed; // mostly empty, so nothing is copied per point
    if (!use.byField.empty()) {
      followed = field.changed(use.params, use.byField);
      args.params = followed;
    }
    draws.clear();
    for (Draw draw : use.info->draws)
      draws.push_back(drawn(draw));
    args.draws = draws;
    const double coefs[] = {m.a, m.b, m.c, m.d, m.e, m.f};
    llvm::copy(coefs, args.affine);
    const auto [x, y] = evaluateVariation(*use.info, args);
    if (use.info->isField) {
      field = WeightingField(x, use.params);
      continue;
    }
    const bool adds = use.info->generator || use.info->preOnly;
    Point &target = isPre ? in : sum;
    if ((isPre || isPost) && !adds)
      target = {x, y};
    else
      target = {target.x + x, target.y + y};
  }
  if (!xform.hasPost())
    return sum;
  const Affine &p = *xform.post;
  return {p.a * sum.x + p.b * sum.y + p.c, p.d * sum.x + p.e * sum.y + p.f};
}

IteratedPoint ReferenceIterator::next() {
  auto isNear = [](Point p) { return std::abs(p.x) <= kFarAway && std::abs(p.y) <= kFarAway; };
  const size_t chosen = choose();
  const Xform &xform = genome.xforms[chosen];
  point = apply(xform, point);
  std::copy_backward(path.begin(), path.end() - 1, path.end());
  path[0] = static_cast<uint16_t>(chosen);
  hasLast = true;
  if (!isNear(point)) {
    ++lostPoints;
    start();
  }
  Point plotted = point;
  if (genome.finalXform && dice.chance(genome.finalXform->opacity))
    plotted = apply(*genome.finalXform, point);
  if (!isNear(plotted)) {
    ++lostPoints;
    plotted = point;
  }
  return {plotted.x, plotted.y, path, xform.opacity};
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
  for (size_t i = 0; i < points; ++i) {
    const IteratedPoint point = iterator.next();
    if (point.visibility <= 0)
      continue;
    x.push_back(point.x);
    y.push_back(point.y);
  }
  GenomeExtent extent;
  extent.lost = static_cast<double>(iterator.lost()) / static_cast<double>(points);
  if (x.empty())
    return extent;
  std::tie(extent.left, extent.right) = middleOf(x);
  std::tie(extent.top, extent.bottom) = middleOf(y);

  constexpr size_t kSide = 48;
  std::bitset<kSide * kSide> hit;
  const double side = std::max({extent.width(), extent.height(), 1e-12});
  for (auto [px, py] : llvm::zip(x, y)) {
    const double column = (px - extent.left) / side * kSide, row = (py - extent.top) / side * kSide;
    if (column >= 0 && row >= 0 && column < kSide && row < kSide)
      hit.set(static_cast<size_t>(row) * kSide + static_cast<size_t>(column));
  }
  const double cells = kSide * kSide * extent.width() * extent.height() / (side * side);
  extent.coverage = static_cast<double>(hit.count()) / std::max(cells, double(kSide));
  return extent;
}

bool isWorthSeeing(const GenomeExtent &extent) {
  const double longer = std::max(extent.width(), extent.height());
  const double shorter = std::min(extent.width(), extent.height());
  return extent.lost < 0.02 && longer > 0.05 && longer < 200 && shorter > 0.15 * longer &&
         extent.coverage > 0.12 && extent.coverage < 0.985;
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
