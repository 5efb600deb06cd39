// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affines over time, and stills from genomes.

#include "compiler/animation/Animation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace flame;

//===-- affines -------------------------------------------------------------------------------===//

/// Cosine and sine of an angle in degrees, exact at right angles.
static std::pair<double, double> direction(double degrees) {
  const double quarters = std::nearbyint(degrees / 90);
  const double rest = (degrees - 90 * quarters) * (std::numbers::pi / 180);
  const double cosine = std::cos(rest), sine = std::sin(rest);
  switch (int(std::fmod(quarters, 4) + 4) % 4) {
  case 0:
    return {cosine, sine};
  case 1:
    return {-sine, cosine};
  case 2:
    return {-cosine, -sine};
  default:
    return {sine, -cosine};
  }
}

static Affine affineOf(const AffineTracks &m, double time) {
  return {m.a.at(time), m.d.at(time), m.b.at(time), m.e.at(time), m.c.at(time), m.f.at(time)};
}

static Affine affineOf(const PolarAffineTracks &m, double time) {
  const double angle = m.angle.at(time), spread = m.spread.at(time);
  const auto [cosineX, sineX] = direction(angle - spread);
  const auto [cosineY, sineY] = direction(angle + spread);
  const double x = m.magnitudeX.at(time), y = m.magnitudeY.at(time);
  // Adding 0 turns -0 into 0, so that equal affines compare equal.
  return {x * cosineX + 0.0, -x * sineX + 0.0,         -y * cosineY + 0.0,
          y * sineY + 0.0,   m.offsetX.at(time) + 0.0, -m.offsetY.at(time) + 0.0};
}

Affine flame::affineAt(const AffineMotion &motion, double time) {
  return std::visit([time](const auto &m) { return affineOf(m, time); }, motion);
}

//===-- stills --------------------------------------------------------------------------------===//

static AffineTracks makeTracks(const Affine &affine) {
  return {affine.a, affine.d, affine.b, affine.e, affine.c, affine.f};
}

/// Sorts variations in order of evaluation: pre and post variations as in the file, the sum in
/// ascending table index, the order of random draws. If a variation discards the preceding sum, or
/// its z, the sum keeps file order.
static std::vector<AnimationVariation> orderVariations(const Xform &xform) {
  std::vector<const VariationUse *> uses;
  for (const VariationUse &use : xform.variations)
    uses.push_back(&use);
  auto phaseOf = [](const VariationUse &use) {
    return use.info->preOnly ? VariationUse::Pre : use.phase;
  };
  const bool isOrdered = llvm::any_of(xform.variations, [&](const VariationUse &use) {
    return (use.info->replaces || (use.info->flattens && use.info->hasDepth)) &&
           phaseOf(use) == VariationUse::Normal;
  });
  std::sort(uses.begin(), uses.end(), [&](const VariationUse *a, const VariationUse *b) {
    const VariationUse::Phase phaseA = phaseOf(*a), phaseB = phaseOf(*b);
    if (phaseA == phaseB && phaseA == VariationUse::Normal && a->info != b->info && !isOrdered)
      return a->info->index < b->info->index;
    return phaseA == phaseB ? a < b : phaseA < phaseB;
  });
  std::vector<AnimationVariation> result;
  for (const VariationUse *use : uses) {
    AnimationVariation variation;
    variation.info = use->info;
    variation.phase = phaseOf(*use);
    variation.repeat = use->repeat;
    variation.adds = use->adds;
    variation.weight = use->weight;
    variation.params.assign(use->params.begin(), use->params.end());
    variation.byField = use->byField;
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
  result.directColor = xform.directColor;
  result.coefs = makeTracks(xform.coefs);
  if (xform.hasPost())
    result.post = makeTracks(*xform.post);
  for (const PlaneAffine &plane : kPlaneAffines)
    if (xform.*plane.ofXform)
      result.*plane.ofAnimation = makeTracks(*(xform.*plane.ofXform));
  result.variations = orderVariations(xform);
  result.loc = xform.loc;
  return result;
}

Animation flame::makeStill(const Genome &genome) {
  Animation animation;
  animation.name = genome.name;
  animation.nick = genome.nick;
  animation.url = genome.url;
  animation.dialect = genome.dialect;
#define FLAME_STILL_VALUES
#include "compiler/animation/AnimationSettings.inc"
  animation.depth = genome.hasDepth;
  animation.temporalSamples = 1; // nothing moves
  animation.palettes.emplace_back(0.0, genome.palette);
  for (const Xform &xform : genome.xforms)
    animation.xforms.push_back(makeXform(xform));
  if (genome.hasChaos())
    for (size_t from = 0; from < genome.xforms.size(); ++from)
      for (size_t to = 0; to < genome.xforms.size(); ++to)
        animation.xforms[from].chaos.push_back(genome.xforms[from].chaosTo(to));
  if (genome.finalXform)
    animation.finalXform = makeXform(*genome.finalXform);
  for (const Xform &xform : genome.laterFinals)
    animation.laterFinals.push_back(makeXform(xform));
  return animation;
}

std::vector<const UserVariation *> flame::definitionsOf(const Animation &animation) {
  std::vector<const UserVariation *> found;
  auto inspect = [&](const AnimationXform &xform) {
    for (const AnimationVariation &use : xform.variations)
      if (use.info->user && !llvm::is_contained(found, use.info->user))
        found.push_back(use.info->user);
  };
  llvm::for_each(animation.xforms, inspect);
  if (animation.finalXform)
    inspect(*animation.finalXform);
  llvm::for_each(animation.laterFinals, inspect);
  return found;
}
