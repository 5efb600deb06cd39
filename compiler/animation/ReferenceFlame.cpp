// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of operations is that of compiler/codegen/ImportXform.cpp and ImportCamera.cpp.

#include "compiler/animation/ReferenceFlame.h"

#include "compiler/animation/InnerAnimation.h"
#include "compiler/genome/WeightingField.h"
#include "ir/VariationOracle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace flame {

double ReferencePoint::distanceTo(const ReferencePoint &other) const {
  return std::hypot(x - other.x, y - other.y, z - other.z);
}

void ReferenceAffines::apply(ReferencePoint &point) const {
  auto turn = [](const Affine &m, double &u, double &v) {
    const double from = u;
    u = m.a * from + m.b * v;
    v = m.d * from + m.e * v;
  };
  turn(xy, point.x, point.y);
  if (yz)
    turn(*yz, point.y, point.z);
  if (zx)
    turn(*zx, point.x, point.z);
  point.x += xy.c + (zx ? zx->c : 0);
  point.y += xy.f + (yz ? yz->c : 0);
  point.z += (yz ? yz->f : 0) + (zx ? zx->f : 0);
}

//===-- one instant ---------------------------------------------------------------------------===//

ReferenceXform::ReferenceXform(const AnimationXform &xform, double time)
    : weight(std::max(0.0, xform.weight.at(time))), color(xform.color.at(time)),
      speed(xform.colorSpeed.at(time)), directColor(xform.directColor.at(time)),
      opacity(xform.opacity.at(time)) {
  if (!xform.colorSpeed.isConstant())
    speed = std::clamp(speed, 0.0, 1.0);
  auto frozen = [&](const std::optional<AffineMotion> &motion) {
    return motion ? std::optional(affineAt(*motion, time)) : std::nullopt;
  };
  coefs = {affineAt(xform.coefs, time), frozen(xform.yzCoefs), frozen(xform.zxCoefs)};
  post = {frozen(xform.post).value_or(Affine()), frozen(xform.yzPost), frozen(xform.zxPost)};
  for (const Track &factor : xform.chaos)
    chaos.push_back(std::max(0.0, factor.at(time)));
  for (const AnimationVariation &variation : xform.variations) {
    std::vector<double> params;
    for (auto [info, param] : llvm::zip(variation.info->params, variation.params))
      params.push_back(std::clamp(param.at(time), info.minimum, info.maximum));
    variations.push_back({variation.info, variation.phase, variation.adds,
                          variation.weight.at(time), std::move(params), variation.byField});
  }
}

ReferenceFlame::ReferenceFlame(const Animation &animation, double time)
    : isDeep(animation.depth != 0), preserveZ(animation.preserveZ) {
  for (const AnimationXform &xform : animation.xforms)
    standard.emplace_back(xform, time);
  if (animation.finalXform)
    finals.emplace_back(*animation.finalXform, time);
  for (const AnimationXform &xform : animation.laterFinals)
    finals.emplace_back(xform, time);
  const Camera seen = {animation.camZpos.at(time),  animation.camYaw.at(time),
                       animation.camBank.at(time),  animation.camPitch.at(time),
                       animation.camTurn.at(time),  animation.camPosX.at(time),
                       animation.camPosY.at(time),  animation.camPosZ.at(time),
                       animation.camPersp.at(time), animation.camBehind == BehindCamera::Mirrored};
  for (double number :
       {seen.yaw, seen.bank, seen.pitch, seen.turn, seen.x, seen.y, seen.z, seen.persp})
    if (number != 0)
      camera = seen;
}

unsigned ReferenceFlame::choose(const ReferenceXform *last, double number) const {
  auto weightOf = [&](size_t i) {
    return standard[i].weight * (last && !last->chaos.empty() ? last->chaos[i] : 1);
  };
  double sum = 0;
  for (size_t i = 0; i < standard.size(); ++i)
    sum += weightOf(i);
  double left = number * sum;
  unsigned chosen = 0;
  for (size_t i = 0; i < standard.size(); ++i)
    if (weightOf(i) > 0) {
      chosen = unsigned(i);
      left -= weightOf(i);
      if (left < 0)
        break;
    }
  return chosen;
}

//===-- an xform ------------------------------------------------------------------------------===//

static double drawn(Draw kind, RandomSource random) {
  const double u = random();
  switch (kind) {
  case Draw::U01:
    return u;
  case Draw::U11:
    return 2 * u - 1;
  case Draw::Bit:
    return u >= 0.5;
  case Draw::Bell: {
    const double second = u + random(), third = second + random();
    return third + random() - 2;
  }
  }
  llvm_unreachable("unknown kind of draw");
}

namespace {
/// Applies one xform to one point.
class Application {
public:
  Application(const ReferenceXform &xform, bool isDeep, double preserveZ, RandomSource random,
              double &shown)
      : xform(xform), isDeep(isDeep), preserveZ(preserveZ), random(random), shown(shown) {}

  ReferencePoint operator()(const ReferencePoint &from);

private:
  ReferencePoint sumOfVariations(const ReferencePoint &from);
  void add(const ReferenceVariation &variation);
  ReferencePoint evaluate(const ReferenceVariation &variation, const ReferencePoint &seen,
                          const ReferencePoint &onto);
  double depthAfter(const ReferenceVariation &variation, double before, double z) const;
  void readField(const ReferenceVariation &variation, const ReferencePoint &from);
  double fieldAt(const ReferencePoint &point) const;
  void moveByField(ReferencePoint &point) const;

  const ReferenceXform &xform;
  const bool isDeep;
  const double preserveZ;
  const RandomSource random;
  double &shown;
  ReferencePoint at, sum;                    ///< the point that the variations see, and their sum
  double color = 0;                          ///< as variations set it
  bool hasSum = false;                       ///< the sum has begun
  bool isFlat = false;                       ///< a variation in the sum flattens it
  WeightingField field;                      ///< at the point
  const ReferenceVariation *mover = nullptr; ///< the weighting field; null: none
};
} // namespace

ReferencePoint Application::operator()(const ReferencePoint &from) {
  const double blended = xform.speed * xform.color + (1 - xform.speed) * from.color;
  color = blended;
  ReferencePoint point = sumOfVariations(from);
  point.color = field.colored(blended + xform.directColor * (color - blended));
  xform.post.apply(point);
  if (mover)
    moveByField(point);
  if (!isDeep)
    point.z = 0;
  return point;
}

ReferencePoint Application::sumOfVariations(const ReferencePoint &from) {
  at = {from.x, from.y, 0, from.z};
  xform.coefs.apply(at);
  for (const ReferenceVariation &variation : xform.variations) {
    if (variation.weight == 0 && variation.phase != VariationUse::Normal)
      continue; // a missing term would discard the whole point
    if (variation.info->displayOnly || variation.info->adjustsColor)
      continue; // moves nothing
    if (variation.info->isField) {
      readField(variation, from);
      continue;
    }
    if (variation.phase != VariationUse::Pre && !std::exchange(hasSum, true))
      sum = {-0.0, -0.0, 0, -0.0}; // what the importer adds to
    if (variation.phase == VariationUse::Post && std::exchange(isFlat, false))
      sum.z = 0;
    add(variation);
  }
  if (isFlat)
    sum.z = 0;
  return sum;
}

void Application::add(const ReferenceVariation &variation) {
  const VariationInfo &info = *variation.info;
  const bool isNormal = variation.phase == VariationUse::Normal;
  ReferencePoint &target = variation.phase == VariationUse::Pre ? at : sum;
  const bool isMissing = variation.weight == 0;
  const bool adds =
      isNormal ? !info.replaces || isMissing
               : (variation.adds && !info.replaces) || info.generator || info.preOnly || info.zOnly;
  const ReferencePoint onto = adds ? target : ReferencePoint(); // a colour sees the sum
  const ReferencePoint value = evaluate(variation, isNormal ? at : target, onto);
  target.x = adds ? target.x + value.x : value.x;
  target.y = adds ? target.y + value.y : value.y;
  target.z = depthAfter(variation, target.z, value.z);
  isFlat |= isNormal && info.flattens && !info.hasDepth && !isMissing;
}

/// The contribution of a variation at the point `seen`. Sets `color` to the colour of the
/// variation, which sees the sum of `onto` and the contribution.
ReferencePoint Application::evaluate(const ReferenceVariation &variation,
                                     const ReferencePoint &seen, const ReferencePoint &onto) {
  const VariationInfo &info = *variation.info;
  OracleArgs args;
  std::vector<double> changed; // mostly empty, so nothing is copied per point
  args.params = variation.params;
  if (!variation.byField.empty())
    args.params = changed = field.changed(variation.params, variation.byField);
  llvm::SmallVector<double, 8> draws;
  for (Draw draw : info.draws)
    draws.push_back(drawn(draw, random));
  args.x = seen.x;
  args.y = seen.y;
  args.z = seen.z;
  args.weight = field.weighed(variation.weight);
  args.draws = draws;
  const Affine &m = xform.coefs.xy;
  const double affine[] = {m.a, m.b, m.c, m.d, m.e, m.f}, origin[] = {at.x, at.y, at.z};
  llvm::copy(affine, args.affine);
  llvm::copy(origin, args.origin);
  args.color = color;
  if (showsFlame(info)) { // its points are independent of those of the flame
    args.x = drawn(Draw::U11, random);
    args.y = drawn(Draw::U11, random);
    args.z = 0;
    args.color = drawn(Draw::U01, random);
  }
  ReferencePoint value;
  if (isDeep) {
    const auto [x, y, z] = evaluateInSpace(info, args);
    value = {x, y, 0, info.hasDepth ? z : preserveZ * args.weight * seen.z};
  } else {
    std::tie(value.x, value.y) = evaluateVariation(info, args);
  }
  if (info.setsColor && !info.directRgb)
    color = evaluateVariationColor(info, args, {onto.x + value.x, onto.y + value.y});
  if (info.hides)
    shown *= evaluateVariationShare(info, args);
  return value;
}

/// The z of the sum, or of a running point that was at `before`, after a variation that contributes
/// `z`.
double Application::depthAfter(const ReferenceVariation &variation, double before, double z) const {
  const VariationInfo &info = *variation.info;
  if (variation.phase == VariationUse::Normal)
    return info.flattens && variation.weight != 0 ? z : before + z;
  if (info.flattens && !info.hasDepth)
    return 0;
  if (!info.hasDepth && !variation.adds)
    return before;
  return variation.adds || info.generator || info.preOnly ? before + z : z;
}

//===-- the weighting field -------------------------------------------------------------------===//

void Application::readField(const ReferenceVariation &variation, const ReferencePoint &from) {
  mover = &variation;
  const bool isBefore = variation.params[fieldPosition(variation.params.size())] > 0.5;
  field = WeightingField(fieldAt(isBefore ? from : at), variation.params);
}

double Application::fieldAt(const ReferencePoint &point) const {
  OracleArgs args;
  args.x = point.x;
  args.y = point.y;
  args.z = point.z;
  args.weight = mover->weight;
  args.params = mover->params;
  return isDeep ? evaluateInSpace(*mover->info, args)[0]
                : evaluateVariation(*mover->info, args).first;
}

void Application::moveByField(ReferencePoint &point) const {
  auto moved = [&](double x, double y, double z) {
    return WeightingField::moved(fieldAt({x, y, 0, z}), mover->params);
  };
  point.x += moved(point.x, point.y, point.z);
  point.y += moved(point.y, point.x, point.z);
  point.z += moved(point.z, point.x, point.y);
}

ReferencePoint ReferenceFlame::apply(const ReferenceXform &xform, const ReferencePoint &point,
                                     RandomSource random, double &shown) const {
  return Application(xform, isDeep, preserveZ, random, shown)(point);
}

//===-- plotting ------------------------------------------------------------------------------===//

ReferencePoint ReferenceFlame::plotted(ReferencePoint point, RandomSource random,
                                       double &shown) const {
  for (const ReferenceXform &xform : finals) {
    if (xform.opacity != 1 && random() >= xform.opacity)
      continue;
    point = apply(xform, point, random, shown);
  }
  return projected(point);
}

ReferencePoint ReferenceFlame::projected(ReferencePoint point) const {
  if (!camera)
    return point;
  auto turn = [](double angle, double &u, double &v) {
    const double from = u, cosine = std::cos(angle), sine = std::sin(angle);
    u = from * cosine - v * sine;
    v = from * sine + v * cosine;
  };
  point.z -= camera->zpos;
  turn(camera->yaw, point.y, point.x); // opposite direction
  turn(camera->bank, point.z, point.x);
  turn(camera->pitch, point.y, point.z);
  turn(camera->turn, point.x, point.y);
  point.x += camera->x;
  point.y += camera->y;
  point.z += camera->z;
  constexpr double kNearest = 1e-9;
  const double distance = 1 - camera->persp * point.z + camera->z;
  point.x /= distance;
  point.y /= distance;
  if (!camera->isMirrored && distance < kNearest)
    point.x = std::numeric_limits<double>::infinity();
  return point;
}

} // namespace flame
