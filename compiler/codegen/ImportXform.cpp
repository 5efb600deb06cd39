// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order of operations in an xform: its colour, its affine, its variations in turn and the colours
// that they set, its post-affine, and finally operations that move or recolour the point. A polar
// affine becomes arithmetic on parameters, which a later pass hoists out of the iteration. Its
// constant columns become coefficients at once, so that later stages cannot distinguish them from
// plain ones.

#include "compiler/codegen/ImportXform.h"

#include "abi/ColorAdjust.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/genome/WeightingField.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>
#include <numbers>

using namespace mlir;

namespace flame {

//===-- xforms --------------------------------------------------------------------------------===//

XformImporter::RunningPoint XformImporter::applyXform(const AnimationXform &xform,
                                                      const std::string &name,
                                                      const RunningPoint &in, bool isFinal,
                                                      bool keepsColor, Location loc) {
  const bool mayBeDirect = hasDirectRgb(), mayAdjust = result.features & abi::kAnyColorAdjust;
  rgb = Value();
  field = {};
  Value before = mayBeDirect && !keepsColor ? carried(in.color, loc) : in.color;
  Value adjust; // of the point, as a code
  if (mayAdjust && !keepsColor)
    std::tie(before, adjust) = withoutColorAdjust(in.color, loc);
  Value color = BlendColorOp::create(builder, loc, before.getType(), before,
                                     placed(colorParam(xform.color, name + "_color", loc), loc),
                                     colorParam(xform.colorSpeed, name + "_color_speed", loc));
  const Coefficients coefs = affine(xform.coefs, name + "_coefs", loc);
  const RunningPoint moved =
      applyInSpace(coefs, xform.yzCoefs, xform.zxCoefs, {in.x, in.y, color, in.z}, name, loc);
  const Value seenColor = unplaced(mayBeDirect ? carried(color, loc)
                                   : mayAdjust ? withoutColorAdjust(color, loc).first
                                               : color,
                                   loc);
  RunningPoint point =
      applyVariations(xform, name, {moved.x, moved.y, seenColor, moved.z}, in, coefs, loc);
  if (point.color != seenColor) // a variation set it
    color = BlendColorOp::create(builder, loc, color.getType(), color, placed(point.color, loc),
                                 colorParam(xform.directColor, name + "_var_color", loc));
  if (field.value)
    color = placed(byField(unplaced(color, loc), field.color, loc), loc);
  if (adjust)
    color = withColorAdjust(isFinal ? adjust : followed(adjust, xform, name, loc), color, loc);
  point.color = rgb ? encoded(rgb, color, loc) : color;
  const bool hasPlanes = hasDepth() && (xform.yzPost || xform.zxPost);
  if (xform.post || hasPlanes)
    point = applyInSpace(affine(xform.post.value_or(AffineTracks()), name + "_post", loc),
                         xform.yzPost, xform.zxPost, point, name + "_post", loc);
  if (field.jitter)
    point = movedByField(point, loc);
  for (const AnimationVariation &variation : xform.variations)
    if (variation.info->displayOnly && !isAlways(variation.weight, 0) && !rgb)
      point.color = displayColor(variation, name, in, point, color);
  return point;
}

XformImporter::RunningPoint XformImporter::applyFinal(const AnimationXform &xform,
                                                      const std::string &name,
                                                      const RunningPoint &in, Location loc) {
  const Value before = std::exchange(shown, Value());
  const RunningPoint out =
      applyXform(xform, name, in, /*isFinal=*/true, isAlways(xform.colorSpeed, 0), loc);
  if (isAlways(xform.opacity, 1)) {
    shown = share(before, shown, loc);
    return out;
  }
  Value opacity = param(xform.opacity, name + "_opacity", loc);
  Value draw = DrawOp::create(builder, loc, opacity.getType(), DrawKind::U01);
  Value applies = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, draw, opacity);
  auto choose = [&](Value to, Value from) -> Value {
    return arith::SelectOp::create(builder, loc, applies, to, from);
  };
  shown = share(before, shown ? choose(shown, constant(1, loc)) : Value(), loc);
  return {choose(out.x, in.x), choose(out.y, in.y), choose(out.color, in.color),
          in.z ? choose(out.z, in.z) : Value()};
}

Value XformImporter::shareByOpacity(const AnimationXform &xform, const std::string &name,
                                    Location loc) {
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  Value opacity = clampedParam(xform.opacity, name + "_opacity", 0, kUnlimited, loc);
  Value visibility = VisibilityOp::create(builder, loc, opacity.getType(), opacity);
  return share(shown, visibility, loc);
}

Value XformImporter::share(Value a, Value b, Location loc) {
  return !a ? b : !b ? a : multiply(a, b, loc);
}

Value XformImporter::displayColor(const AnimationVariation &variation, const std::string &name,
                                  const RunningPoint &in, const RunningPoint &out, Value color) {
  Location loc = locationOf(variation.loc);
  evaluate(variation, name + "_" + variation.info->name.str(), out, {out.x, out.y}, in, {});
  Value isKept =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, rgb, constant(0, loc));
  rgb = arith::SelectOp::create(builder, loc, isKept, codeOf(in.color, loc), rgb);
  return encoded(rgb, color, loc);
}

//===-- variations ----------------------------------------------------------------------------===//

XformImporter::RunningPoint XformImporter::applyVariations(const AnimationXform &xform,
                                                           const std::string &name,
                                                           RunningPoint point,
                                                           const RunningPoint &before,
                                                           ArrayRef<Value> coefs, Location loc) {
  RunningSum sum;
  bool isFlat = false; // a variation in the sum flattens it
  for (auto [index, variation] : llvm::enumerate(xform.variations)) {
    std::string prefix = name + "_" + variation.info->name.str();
    if (slotNames.contains(prefix))
      prefix += "_" + std::to_string(index);
    if (variation.phase != VariationUse::Normal && isAlways(variation.weight, 0))
      continue; // a missing term would discard the whole point
    if (variation.info->displayOnly || variation.info->adjustsColor)
      continue; // applied after the post-affine, with the colour
    if (variation.info->isField) {
      readField(variation, prefix, point, before, coefs);
      continue;
    }
    if (variation.phase == VariationUse::Pre) {
      point = applyInPlace(variation, prefix, point, point, coefs);
      continue;
    }
    startSum(sum, loc);
    if (variation.phase == VariationUse::Post) {
      if (std::exchange(isFlat, false))
        sum.z = constant(0, loc);
      const RunningPoint after =
          applyInPlace(variation, prefix, {sum.x, sum.y, point.color, sum.z}, point, coefs);
      sum = {after.x, after.y, after.z};
      point.color = after.color;
      continue;
    }
    if (hasDepth() && variation.info->flattens && !isAlways(variation.weight, 0)) {
      isFlat |= !variation.info->hasDepth;
      sum.z = emptySum(loc).first;
    }
    if (variation.info->replaces && !isAlways(variation.weight, 0))
      std::tie(sum.x, sum.y) = emptySum(loc);
    const RunningPoint after = evaluate(variation, prefix, point, {sum.x, sum.y}, point, coefs);
    sum = {add(sum.x, after.x, loc), add(sum.y, after.y, loc),
           after.z ? add(sum.z, after.z, loc) : Value()};
    point.color = after.color;
  }
  if (!sum.x) // an xform without variations maps everything to the origin
    sum.x = sum.y = sum.z = constant(0, loc);
  if (isFlat)
    sum.z = constant(0, loc);
  return {sum.x, sum.y, point.color, hasDepth() ? sum.z : Value()};
}

void XformImporter::startSum(RunningSum &sum, Location loc) {
  if (sum.x)
    return;
  std::tie(sum.x, sum.y) = emptySum(loc);
  if (hasDepth())
    sum.z = sum.x;
}

std::pair<Value, Value> XformImporter::emptySum(Location loc) {
  Value zero = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(-0.0f));
  return {zero, zero};
}

XformImporter::RunningPoint XformImporter::evaluate(const AnimationVariation &variation,
                                                    const std::string &prefix, RunningPoint at,
                                                    std::pair<Value, Value> onto,
                                                    const RunningPoint &origin,
                                                    ArrayRef<Value> coefs) {
  Location loc = locationOf(variation.loc);
  RunningPoint seen = at;
  if (showsFlame(*variation.info) && !isAlways(variation.weight, 0))
    seen = pointOfFlame(*variation.info, prefix, loc);
  SmallVector<Value> params;
  SmallVector<StringRef> names;
  for (auto [info, track] : llvm::zip(variation.info->params, variation.params)) {
    params.push_back(
        clampedParam(track, prefix + "_" + info.shortName.str(), info.minimum, info.maximum, loc));
    names.push_back(info.shortName);
  }
  for (auto [param, intensity] : llvm::zip(params, variation.byField))
    if (intensity != 0)
      param = byField(param, constant(intensity, loc), loc);
  Value weight = byField(param(variation.weight, prefix, loc), field.amount, loc);
  const bool setsColor = variation.info->setsColor;
  SmallVector<Value> sum;
  if (setsColor)
    sum = {onto.first, onto.second};
  const bool knowsDepth = at.z && (variation.info->hasSpace || variation.info->hasDepth);
  SmallVector<Value> before;
  if (variation.info->usesOrigin)
    before = {origin.x, origin.y};
  if (variation.info->usesOrigin && knowsDepth)
    before.push_back(origin.z);
  Type real = builder.getF32Type();
  auto op = VariationOp::create(
      builder, loc, real, real, setsColor ? real : Type(), knowsDepth ? real : Type(),
      variation.info->hides ? real : Type(), builder.getStringAttr(variation.info->name), seen.x,
      seen.y, weight, seen.color, params, variation.info->usesAffine ? coefs : ArrayRef<Value>(),
      sum, knowsDepth ? seen.z : Value(), before, builder.getStrArrayAttr(names));
  RunningPoint value = {op.getXOut(), op.getYOut(), setsColor ? op.getColorOut() : at.color};
  if (variation.info->directRgb) {
    rgb = op.getColorOut();
    value.color = at.color;
  }
  if (variation.info->hides)
    shown = share(shown, op.getShownOut(), loc);
  if (at.z)
    value.z = knowsDepth && variation.info->hasDepth ? op.getZOut() : keptDepth(at.z, weight, loc);
  return value;
}

Value XformImporter::keptDepth(Value z, Value weight, Location loc) {
  if (animation.preserveZ == 0)
    return constant(-0.0, loc);
  Value kept = arith::MulFOp::create(builder, loc, z, weight, kFastMath);
  if (animation.preserveZ == 1)
    return kept;
  return arith::MulFOp::create(builder, loc, kept, constant(animation.preserveZ, loc), kFastMath);
}

XformImporter::RunningPoint
XformImporter::applyInPlace(const AnimationVariation &variation, const std::string &prefix,
                            RunningPoint point, const RunningPoint &origin, ArrayRef<Value> coefs) {
  const VariationInfo &info = *variation.info;
  const bool adds =
      (variation.adds && !info.replaces) || info.generator || info.preOnly || info.zOnly;
  Location loc = locationOf(variation.loc);
  std::pair<Value, Value> onto = {point.x, point.y};
  if (!adds && variation.info->setsColor)
    onto = emptySum(loc);
  RunningPoint after = evaluate(variation, prefix, point, onto, origin, coefs);
  if (adds)
    after = {add(point.x, after.x, loc), add(point.y, after.y, loc), after.color, after.z};
  if (point.z)
    after.z = depthInPlace(variation, point.z, after.z, loc);
  return after;
}

Value XformImporter::depthInPlace(const AnimationVariation &variation, Value before, Value z,
                                  Location loc) {
  const VariationInfo &info = *variation.info;
  if (info.flattens && !info.hasDepth)
    return constant(0, loc);
  if (!info.hasDepth && !variation.adds)
    return before;
  const bool adds = variation.adds || info.generator || info.preOnly;
  return adds ? add(before, z, loc) : z;
}

//===-- the weighting field -------------------------------------------------------------------===//

Value XformImporter::byField(Value number, Value intensity, Location loc) {
  if (!field.value || !intensity)
    return number;
  Value change = multiply(field.value, intensity, loc);
  return arith::MulFOp::create(builder, loc, number, add(constant(1, loc), change, loc), kFastMath);
}

void XformImporter::readField(const AnimationVariation &variation, const std::string &prefix,
                              const RunningPoint &moved, const RunningPoint &before,
                              ArrayRef<Value> coefs) {
  Location loc = locationOf(variation.loc);
  const size_t count = variation.params.size();
  const bool isBefore = variation.params[fieldPosition(count)].start() > 0.5;
  const RunningPoint &at = isBefore ? before : moved;
  const RunningPoint value = evaluate(variation, prefix, at, {}, at, coefs);
  auto op = value.x.getDefiningOp<VariationOp>();
  field = {value.x, op.getParams()[kFieldAmount],
           multiply(op.getParams()[kFieldColor], constant(kFieldColorShare, loc), loc), Value()};
  if (!isAlways(variation.params[fieldJitter(count)], 0))
    field.jitter =
        multiply(op.getParams()[fieldJitter(count)], constant(kFieldJitterShare, loc), loc);
}

XformImporter::RunningPoint XformImporter::movedByField(RunningPoint point, Location loc) {
  Value zero = constant(0, loc);
  auto moved = [&](Value position, Value x, Value y, Value z) -> Value {
    auto op = cast<VariationOp>(builder.clone(*field.value.getDefiningOp()));
    op.getXMutable().assign(x);
    op.getYMutable().assign(y);
    if (op.getZ())
      op.getZMutable().assign(z);
    return add(position, multiply(op.getXOut(), field.jitter, loc), loc);
  };
  auto height = [&] { return point.z ? point.z : zero; };
  point.x = moved(point.x, point.x, point.y, height());
  point.y = moved(point.y, point.y, point.x, height());
  if (point.z)
    point.z = moved(point.z, point.z, point.x, point.y);
  return point;
}

//===-- affines -------------------------------------------------------------------------------===//

XformImporter::Coefficients XformImporter::affine(const AffineMotion &motion,
                                                  const std::string &prefix, Location loc) {
  if (auto *tracks = std::get_if<AffineTracks>(&motion))
    return cartesianAffine(*tracks, prefix, loc);
  return polarAffine(std::get<PolarAffineTracks>(motion), prefix, loc);
}

XformImporter::Coefficients XformImporter::cartesianAffine(const AffineTracks &tracks,
                                                           const std::string &prefix,
                                                           Location loc) {
  return params({tracks.a, tracks.d, tracks.b, tracks.e, tracks.c, tracks.f}, prefix, loc);
}

XformImporter::Coefficients XformImporter::polarAffine(const PolarAffineTracks &tracks,
                                                       const std::string &prefix, Location loc) {
  const Affine start = affineAt(tracks, 0); // for constant columns
  const bool turns = !tracks.angle.isConstant() || !tracks.spread.isConstant();
  const bool movesX = turns || !tracks.magnitudeX.isConstant(),
             movesY = turns || !tracks.magnitudeY.isConstant();
  const Track offsetY = negated(tracks.offsetY);
  if (!movesX && !movesY)
    return params({start.a, start.d, start.b, start.e, tracks.offsetX, offsetY}, prefix, loc);
  Value angle = param(tracks.angle, prefix + "_angle", loc),
        spread = param(tracks.spread, prefix + "_spread", loc);
  std::array<Value, 2> x, y;
  if (movesX) {
    Value direction = arith::SubFOp::create(builder, loc, angle, spread, kFastMath);
    x = polarColumn(direction, param(tracks.magnitudeX, prefix + "_magnitude_x", loc), loc);
  } else {
    x = params({start.a, start.d}, prefix + "_x", loc);
  }
  if (movesY) {
    Value direction = add(angle, spread, loc);
    y = polarColumn(direction, param(tracks.magnitudeY, prefix + "_magnitude_y", loc), loc);
    for (Value &element : y)
      element = arith::NegFOp::create(builder, loc, element);
  } else {
    y = params({start.b, start.e}, prefix + "_y", loc);
  }
  const auto offset = params({tracks.offsetX, offsetY}, prefix + "_offset", loc);
  return {x[0], x[1], y[0], y[1], offset[0], offset[1]};
}

std::array<Value, 2> XformImporter::polarColumn(Value degrees, Value magnitude, Location loc) {
  Value angle = arith::MulFOp::create(builder, loc, degrees, constant(std::numbers::pi / 180, loc),
                                      kFastMath);
  Value cosine = math::CosOp::create(builder, loc, angle),
        sine = math::SinOp::create(builder, loc, angle);
  Value x = arith::MulFOp::create(builder, loc, magnitude, cosine, kFastMath);
  Value y = arith::MulFOp::create(builder, loc, magnitude, sine, kFastMath);
  return {x, arith::NegFOp::create(builder, loc, y)};
}

Track XformImporter::negated(Track track) {
  for (TrackKnot &knot : track.knots)
    knot = {knot.time, 0 - knot.value, 0 - knot.slopeIn, 0 - knot.slopeOut};
  return track;
}

std::pair<Value, Value> XformImporter::apply(const Coefficients &m, Value x, Value y,
                                             Location loc) {
  auto op = AffineOp::create(builder, loc, x.getType(), x.getType(), x, y, m[0], m[1], m[2], m[3],
                             m[4], m[5]);
  return {op.getXOut(), op.getYOut()};
}

XformImporter::RunningPoint XformImporter::applyInSpace(const Coefficients &xy,
                                                        const std::optional<AffineMotion> &yz,
                                                        const std::optional<AffineMotion> &zx,
                                                        RunningPoint at, const std::string &name,
                                                        Location loc) {
  if (!at.z || (!yz && !zx)) {
    auto [x, y] = apply(xy, at.x, at.y, loc);
    return {x, y, at.color, at.z};
  }
  Value zero = constant(0, loc);
  auto turn = [&](Coefficients m, Value u, Value v) {
    m[4] = m[5] = zero;
    return apply(m, u, v, loc);
  };
  std::tie(at.x, at.y) = turn(xy, at.x, at.y);
  Value x = xy[4], y = xy[5], z = zero;
  if (yz) {
    const Coefficients m = affine(*yz, name + "_yz", loc);
    std::tie(at.y, at.z) = turn(m, at.y, at.z);
    y = add(y, m[4], loc), z = add(z, m[5], loc);
  }
  if (zx) {
    const Coefficients m = affine(*zx, name + "_zx", loc);
    std::tie(at.x, at.z) = turn(m, at.x, at.z);
    x = add(x, m[4], loc), z = add(z, m[5], loc);
  }
  return {add(at.x, x, loc), add(at.y, y, loc), at.color, add(at.z, z, loc)};
}

} // namespace flame
