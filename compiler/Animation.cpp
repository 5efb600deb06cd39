// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making animations out of genomes.

#include "compiler/Animation.h"

#include <algorithm>

using namespace flame;

std::pair<double, double> Track::range() const {
  // A Catmull-Rom piece leaves the span of its knots by at most a quarter of the larger neighbouring step on each side;
  // the sum of both is a bound for the whole curve.
  auto [low, high] = std::minmax_element(
      knots.begin(), knots.end(), [](auto &a, auto &b) { return a.value < b.value; });
  const double slack = isConstant() ? 0 : 0.5 * (high->value - low->value);
  return {low->value - slack, high->value + slack};
}

static AffineTracks makeTracks(const Affine &affine) {
  return {affine.a, affine.d, affine.b, affine.e, affine.c, affine.f};
}

/// Variations in the order in which they are evaluated: pre and post variations as in the file, the sum in ascending
/// table index, as random numbers are drawn.
static std::vector<AnimationVariation> orderVariations(const Xform &xform) {
  std::vector<const VariationUse *> uses;
  for (const VariationUse &use : xform.variations)
    uses.push_back(&use);
  auto placeOf = [](const VariationUse &use) {
    return use.info->preOnly ? VariationUse::Pre : use.place;
  };
  std::sort(uses.begin(), uses.end(), [&](const VariationUse *a, const VariationUse *b) {
    const VariationUse::Place placeA = placeOf(*a), placeB = placeOf(*b);
    if (placeA == placeB && placeA == VariationUse::Normal && a->info != b->info)
      return a->info->index < b->info->index;
    return placeA == placeB ? a < b : placeA < placeB;
  });
  std::vector<AnimationVariation> result;
  for (const VariationUse *use : uses) {
    AnimationVariation variation;
    variation.info = use->info;
    variation.place = placeOf(*use);
    variation.weight = use->weight;
    variation.params.assign(use->params.begin(), use->params.end());
    variation.loc = use->range.Start;
    result.push_back(std::move(variation));
  }
  return result;
}

static AnimationXform makeXform(const Xform &xform) {
  AnimationXform result;
  result.weight = xform.weight;
  result.color = xform.color;
  result.colorSpeed = xform.colorSpeed;
  result.opacity = xform.opacity;
  result.coefs = makeTracks(xform.coefs);
  if (xform.hasPost())
    result.post = makeTracks(*xform.post);
  result.variations = orderVariations(xform);
  result.loc = xform.loc;
  return result;
}

Animation flame::makeStill(const Genome &genome) {
  Animation result;
  result.name = genome.name;
  result.nick = genome.nick;
  result.url = genome.url;
  result.width = genome.width;
  result.height = genome.height;
  result.supersample = genome.supersample;
  result.passes = genome.passes;
  result.quality = genome.quality;
  result.centerX = genome.centerX;
  result.centerY = genome.centerY;
  result.scale = genome.scale;
  result.zoom = genome.zoom;
  result.rotate = genome.rotate;
  result.finish = {genome.brightness,
                   genome.gamma,
                   genome.gammaThreshold,
                   genome.vibrancy,
                   genome.highlightPower,
                   {genome.background[0], genome.background[1], genome.background[2]},
                   genome.estimatorRadius,
                   genome.estimatorMinimum,
                   genome.estimatorCurve,
                   genome.filterShape,
                   genome.filter};
  result.paletteMode = genome.paletteMode;
  result.palettes.emplace_back(0.0, genome.palette);
  for (const Xform &xform : genome.xforms)
    result.xforms.push_back(makeXform(xform));
  if (genome.hasChaos())
    for (size_t from = 0; from < genome.xforms.size(); ++from)
      for (size_t to = 0; to < genome.xforms.size(); ++to)
        result.xforms[from].chaos.push_back(genome.xforms[from].chaosTo(to));
  if (genome.finalXform)
    result.finalXform = makeXform(*genome.finalXform);
  return result;
}
