// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes and decodes codes in floats, which represent them exactly (abi/DirectRgb.h,
// abi/ColorAdjust.h).

#include "compiler/codegen/ImportColor.h"

#include "abi/ColorAdjust.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace flame {

bool ColorImporter::anyVariation(llvm::function_ref<bool(const VariationInfo &)> is) const {
  auto has = [&](const AnimationXform &xform) {
    return llvm::any_of(xform.variations, [&](const AnimationVariation &variation) {
      return is(*variation.info) && !isAlways(variation.weight, 0);
    });
  };
  return llvm::any_of(animation.xforms, has) || llvm::any_of(animation.laterFinals, has) ||
         (animation.finalXform && has(*animation.finalXform));
}

bool ColorImporter::hasDirectRgb() const {
  return anyVariation([](const VariationInfo &info) { return info.directRgb; });
}

uint32_t ColorImporter::colorAdjustFeatures() const {
  uint32_t features = 0;
  if (hasDirectRgb())
    return 0;
  for (const AnimationXform &xform : animation.xforms)
    if (const AnimationVariation *adjust = colorAdjustOf(xform))
      for (size_t i = 0; i < abi::kColorAdjusts; ++i)
        if (!isAlways(adjust->params[2 * i], 0))
          features |= abi::kColorAdjustFeatures[i];
  return features ? features | abi::kFractionalDeposit | abi::kDirectOnly : 0;
}

const AnimationVariation *ColorImporter::colorAdjustOf(const AnimationXform &xform) {
  const auto found = llvm::find_if(xform.variations, [](const AnimationVariation &variation) {
    return variation.info->adjustsColor && !isAlways(variation.weight, 0);
  });
  return found == xform.variations.end() ? nullptr : &*found;
}

Value ColorImporter::carried(Value color, Location loc) {
  auto times = [&](Value value, double factor) -> Value {
    return arith::MulFOp::create(builder, loc, value, constant(factor, loc), kFastMath);
  };
  Value number = add(color, constant(-abi::kFirstDirectRgb, loc), loc);
  Value codes =
      math::FloorOp::create(builder, loc, times(number, 1.0 / abi::kDirectRgbCoordinates));
  Value place = arith::SubFOp::create(builder, loc, number,
                                      times(codes, abi::kDirectRgbCoordinates), kFastMath);
  place = times(place, 1.0 / (abi::kDirectRgbCoordinates - 1));
  Value isRgb = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                      constant(abi::kFirstDirectRgb, loc), color);
  return arith::SelectOp::create(builder, loc, isRgb, place, color);
}

std::pair<Value, Value> ColorImporter::withoutColorAdjust(Value color, Location loc) {
  uint32_t none = 0;
  for (uint32_t i = abi::kColorAdjusts; i-- > 0;) {
    const uint32_t levels = levelsOf(i);
    none = none * levels + levels / 2;
  }
  Value number = add(color, constant(-abi::kFirstDisplayColor, loc), loc);
  Value code = math::FloorOp::create(
      builder, loc, multiply(number, constant(1.0 / abi::kDirectRgbCoordinates, loc), loc));
  Value entry =
      subtract(number, multiply(code, constant(abi::kDirectRgbCoordinates, loc), loc), loc);
  Value place = multiply(add(entry, constant(0.5, loc), loc),
                         constant(1.0 / abi::kDirectRgbCoordinates, loc), loc);
  Value isCode = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                       constant(abi::kFirstDisplayColor, loc), color);
  return {arith::SelectOp::create(builder, loc, isCode, place, color),
          arith::SelectOp::create(builder, loc, isCode, code, constant(none, loc))};
}

uint32_t ColorImporter::levelsOf(uint32_t adjust) {
  return abi::colorAdjustLevels(result.features, abi::kColorAdjustFeatures[adjust]);
}

Value ColorImporter::followed(Value before, const AnimationXform &xform, const std::string &name,
                              Location loc) {
  const AnimationVariation *adjust = colorAdjustOf(xform);
  Value code;
  uint32_t radix = 1;
  auto floored = [&](Value value) -> Value { return math::FloorOp::create(builder, loc, value); };
  for (uint32_t i = 0; i < abi::kColorAdjusts; ++i) {
    const uint32_t levels = levelsOf(i);
    if (levels == 1)
      continue;
    const double half = 0.5 * (levels - 1);
    Value rest =
        floored(multiply(add(before, constant(0.5, loc), loc), constant(1.0 / levels, loc), loc));
    Value level = subtract(before, multiply(rest, constant(levels, loc), loc), loc);
    before = rest;
    if (adjust)
      level = followedLevel(level, half, *adjust, i, name, loc);
    level = multiply(level, constant(radix, loc), loc);
    code = code ? add(code, level, loc) : level;
    radix *= levels;
  }
  return code;
}

Value ColorImporter::followedLevel(Value level, double half, const AnimationVariation &adjust,
                                   uint32_t which, const std::string &name, Location loc) {
  auto parameter = [&](uint32_t at) {
    const VariationParam &info = adjust.info->params[at];
    return clampedParam(adjust.params[at], name + "_bend_" + info.shortName.str(), info.minimum,
                        info.maximum, loc);
  };
  Value target =
      multiply(add(parameter(2 * which), constant(1, loc), loc), constant(half, loc), loc);
  Value share =
      multiply(subtract(constant(1, loc), parameter(2 * which + 1), loc), constant(0.5, loc), loc);
  Value moved = add(level, multiply(share, subtract(target, level, loc), loc), loc);
  Value drawn = DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U01);
  Value rounded = math::FloorOp::create(builder, loc, add(moved, drawn, loc));
  return arith::MinNumFOp::create(builder, loc,
                                  arith::MaxNumFOp::create(builder, loc, rounded, constant(0, loc)),
                                  constant(2 * half, loc));
}

Value ColorImporter::withColorAdjust(Value code, Value color, Location loc) {
  constexpr double kLast = abi::kDirectRgbCoordinates - 1;
  Value entry = math::FloorOp::create(
      builder, loc, multiply(color, constant(abi::kDirectRgbCoordinates, loc), loc));
  entry = arith::MinNumFOp::create(builder, loc,
                                   arith::MaxNumFOp::create(builder, loc, entry, constant(0, loc)),
                                   constant(kLast, loc));
  return add(add(multiply(code, constant(abi::kDirectRgbCoordinates, loc), loc), entry, loc),
             constant(abi::kFirstDisplayColor, loc), loc);
}

Value ColorImporter::codeOf(Value color, Location loc) {
  Value number = add(color, constant(-abi::kFirstDirectRgb, loc), loc);
  Value code = math::FloorOp::create(
      builder, loc, multiply(number, constant(1.0 / abi::kDirectRgbCoordinates, loc), loc));
  Value limited = arith::MinNumFOp::create(
      builder, loc, arith::MaxNumFOp::create(builder, loc, color, constant(0, loc)),
      constant(1, loc));
  Value place = math::FloorOp::create(
      builder, loc, multiply(limited, constant(abi::kDisplayColorCount, loc), loc));
  place = add(place, constant(abi::kDirectRgbCodes, loc), loc);
  Value isCode = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                       constant(abi::kFirstDirectRgb, loc), color);
  return multiply(arith::SelectOp::create(builder, loc, isCode, code, place),
                  constant(1.0 / abi::kDirectRgbCodes, loc), loc);
}

Value ColorImporter::encoded(Value code, Value color, Location loc) {
  constexpr double kCodes = double(abi::kDirectRgbCodes) * abi::kDirectRgbCoordinates;
  Value high = arith::MulFOp::create(builder, loc, code, constant(kCodes, loc), kFastMath);
  Value limited = arith::MinNumFOp::create(
      builder, loc, arith::MaxNumFOp::create(builder, loc, color, constant(0, loc)),
      constant(1, loc));
  Value place = math::RoundEvenOp::create(
      builder, loc,
      arith::MulFOp::create(builder, loc, limited, constant(abi::kDirectRgbCoordinates - 1, loc),
                            kFastMath));
  return add(add(high, place, loc), constant(abi::kFirstDirectRgb, loc), loc);
}

Value ColorImporter::placed(Value color, Location loc) {
  if (animation.paletteSpan == 1 && animation.paletteStart == 0)
    return color;
  Value scaled =
      arith::MulFOp::create(builder, loc, color, constant(animation.paletteSpan, loc), kFastMath);
  return add(scaled, constant(animation.paletteStart, loc), loc);
}

Value ColorImporter::unplaced(Value place, Location loc) {
  if (animation.paletteSpan == 1 && animation.paletteStart == 0)
    return place;
  Value moved = add(place, constant(-animation.paletteStart, loc), loc);
  return arith::MulFOp::create(builder, loc, moved, constant(1 / animation.paletteSpan, loc),
                               kFastMath);
}

Value ColorImporter::colorParam(const Track &track, const std::string &name, Location loc) {
  return track.isConstant() ? param(track, name, loc) : clampedParam(track, name, 0, 1, loc);
}

} // namespace flame
