// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 3D camera, depth of field, and antialiasing by random offsets.

#include "compiler/codegen/ImportCamera.h"

#include "abi/DirectRgb.h"
#include "compiler/text/Limits.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <numbers>

using namespace mlir;

namespace flame {

bool CameraImporter::seesSpace() const {
  const Track *tracks[] = {&animation.camYaw,  &animation.camBank,  &animation.camPitch,
                           &animation.camTurn, &animation.camPersp, &animation.camDof,
                           &animation.camPosX, &animation.camPosY,  &animation.camPosZ,
                           &animation.camFog};
  return llvm::any_of(tracks, [](const Track *track) { return !isAlways(*track, 0); });
}

bool CameraImporter::hasFog() const { return !isAlways(animation.camFog, 0); }

void CameraImporter::turn(const Track &angle, const std::string &name, Value &u, Value &v,
                          Location loc) {
  if (isAlways(angle, 0))
    return;
  Value radians = param(angle, name, loc);
  Value cosine = math::CosOp::create(builder, loc, radians),
        sine = math::SinOp::create(builder, loc, radians);
  Value turned = subtract(multiply(u, cosine, loc), multiply(v, sine, loc), loc);
  v = add(multiply(u, sine, loc), multiply(v, cosine, loc), loc);
  u = turned;
}

void CameraImporter::move(const Track &distance, const std::string &name, Value &value,
                          Location loc) {
  if (!isAlways(distance, 0))
    value = add(value, param(distance, name, loc), loc);
}

CameraImporter::RunningPoint CameraImporter::projected(RunningPoint at, Location loc) {
  Value z = at.z ? at.z : constant(0, loc);
  if (!isAlways(animation.camZpos, 0))
    z = subtract(z, param(animation.camZpos, "cam_zpos", loc), loc);
  turn(animation.camYaw, "cam_yaw", at.y, at.x, loc); // opposite direction
  turn(animation.camBank, "cam_bank", z, at.x, loc);
  turn(animation.camPitch, "cam_pitch", at.y, z, loc);
  turn(animation.camTurn, "cam_turn", at.x, at.y, loc);
  move(animation.camPosX, "cam_pos_x", at.x, loc);
  move(animation.camPosY, "cam_pos_y", at.y, loc);
  move(animation.camPosZ, "cam_pos_z", z, loc);
  if (hasFog())
    at.color = inFog(at.color, z, loc);
  std::pair<Value, Value> offset;
  if (!isAlways(animation.camDof, 0))
    offset = blur(at, z, loc);
  if (offset.first)
    at.x = add(at.x, offset.first, loc), at.y = add(at.y, offset.second, loc);
  if (!isAlways(animation.camPersp, 0) || !isAlways(animation.camPosZ, 0))
    divide(at, z, loc);
  return {at.x, at.y, at.color};
}

Value CameraImporter::inFog(Value color, Value z, Location loc) {
  Type real = builder.getF32Type();
  Value drawn = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value dither = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value depth = arith::MaximumFOp::create(
      builder, loc, subtract(param(animation.camFogZ, "cam_fog_z", loc), z, loc), constant(0, loc));
  Value density = clampedParam(animation.camFog, "cam_fog", 0, kMaxMagnitude, loc);
  Value clear = math::ExpOp::create(
      builder, loc,
      arith::NegFOp::create(builder, loc, multiply(density, multiply(depth, depth, loc), loc)));
  Value isFog = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, drawn, clear);
  Value code = constant(0, loc);
  for (auto [track, name] : {std::pair(&animation.camFogRed, "cam_fog_red"),
                             {&animation.camFogGreen, "cam_fog_green"},
                             {&animation.camFogBlue, "cam_fog_blue"}}) {
    Value level = multiply(clampedParam(*track, name, 0, 1, loc),
                           constant(abi::kDirectRgbLevels - 1, loc), loc);
    level = math::FloorOp::create(builder, loc, add(level, dither, loc));
    code = add(multiply(code, constant(abi::kDirectRgbLevels, loc), loc), level, loc);
  }
  Value fog = add(multiply(code, constant(abi::kDirectRgbCoordinates, loc), loc),
                  constant(abi::kFirstDirectRgb, loc), loc);
  return arith::SelectOp::create(builder, loc, isFog, fog, color);
}

void CameraImporter::divide(RunningPoint &at, Value z, Location loc) {
  constexpr double kNearest = 1e-9;
  Value distance = constant(1, loc);
  if (!isAlways(animation.camPersp, 0))
    distance =
        subtract(distance, multiply(param(animation.camPersp, "cam_persp", loc), z, loc), loc);
  if (!isAlways(animation.camPosZ, 0))
    distance = add(distance, param(animation.camPosZ, "cam_pos_z_distance", loc), loc);
  at.x = arith::DivFOp::create(builder, loc, at.x, distance, kFastMath);
  at.y = arith::DivFOp::create(builder, loc, at.y, distance, kFastMath);
  if (animation.camBehind == BehindCamera::Mirrored)
    return;
  Value isBehind = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, distance,
                                         constant(kNearest, loc));
  at.x = arith::SelectOp::create(builder, loc, isBehind, constant(kOutside, loc), at.x);
}

std::pair<Value, Value> CameraImporter::blur(const RunningPoint &at, Value z, Location loc) {
  constexpr double kStrength = 0.1;
  Type real = builder.getF32Type();
  Value share = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value circle = DrawOp::create(builder, loc, real, DrawKind::U01);
  if (!isAlways(animation.camDofFade, 1)) {
    Value drawn = DrawOp::create(builder, loc, real, DrawKind::U01);
    Value isWithin = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, drawn,
                                           param(animation.camDofFade, "cam_dof_fade", loc));
    share = arith::SelectOp::create(builder, loc, isWithin, share, constant(1, loc));
  }
  Value strength = multiply(param(animation.camDof, "cam_dof", loc), constant(kStrength, loc), loc);
  if (!isAlways(animation.camDofScale, 1))
    strength = multiply(strength, param(animation.camDofScale, "cam_dof_scale", loc), loc);
  Value radius = multiply(multiply(share, strength, loc), outOfFocus(at, z, loc), loc);
  Value angle = multiply(circle, constant(2 * std::numbers::pi, loc), loc);
  return {multiply(radius, math::CosOp::create(builder, loc, angle), loc),
          multiply(radius, math::SinOp::create(builder, loc, angle), loc)};
}

Value CameraImporter::outOfFocus(const RunningPoint &at, Value z, Location loc) {
  const Value focus = param(animation.camZfocus, "cam_zfocus", loc);
  if (animation.camFocus == FocusShape::Plane)
    return subtract(z, focus, loc);
  if (animation.camFocus == FocusShape::Behind)
    return arith::MaximumFOp::create(builder, loc, subtract(focus, z, loc), constant(0, loc));
  Value dx = subtract(at.x, param(animation.camXfocus, "cam_xfocus", loc), loc),
        dy = subtract(at.y, param(animation.camYfocus, "cam_yfocus", loc), loc),
        dz = subtract(z, focus, loc);
  Value squared =
      add(add(multiply(dx, dx, loc), multiply(dy, dy, loc), loc), multiply(dz, dz, loc), loc);
  Value inverse = arith::DivFOp::create(builder, loc, constant(1, loc),
                                        param(animation.camDofExponent, "cam_dof_exponent", loc));
  Value distance = math::PowFOp::create(builder, loc, squared, inverse);
  return multiply(distance, beyondArea(distance, loc), loc);
}

Value CameraImporter::beyondArea(Value distance, Location loc) {
  constexpr double kInner = 1 - 1 / 2.25;
  Value area = param(animation.camDofArea, "cam_dof_area", loc);
  Value inner = multiply(area, constant(kInner, loc), loc);
  Value t = arith::DivFOp::create(builder, loc, subtract(distance, inner, loc),
                                  subtract(area, inner, loc), kFastMath);
  t = arith::MinimumFOp::create(builder, loc, constant(1, loc),
                                arith::MaximumFOp::create(builder, loc, t, constant(0, loc)));
  Value inside =
      add(multiply(t, subtract(multiply(t, constant(6, loc), loc), constant(15, loc), loc), loc),
          constant(10, loc), loc);
  return multiply(multiply(t, multiply(t, t, loc), loc), inside, loc);
}

CameraImporter::RunningPoint CameraImporter::antialiased(const RunningPoint &point, Location loc) {
  Type real = builder.getF32Type();
  Value zero = constant(0, loc);
  Value amount = clampedParam(animation.antialiasAmount, "antialias_amount", 0, 1, loc);
  Value radius = clampedParam(animation.antialiasRadius, "antialias_radius", 0, 10, loc);
  Value drawn = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value turn = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value size = DrawOp::create(builder, loc, real, DrawKind::U01);
  Value isMoved = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, drawn, amount);
  // 1 - u is never 0, so the logarithm is finite.
  Value kept = arith::SubFOp::create(builder, loc, constant(1, loc), size, kFastMath);
  Value depth = arith::NegFOp::create(builder, loc, math::LogOp::create(builder, loc, kept));
  Value root = math::SqrtOp::create(builder, loc, depth);
  Value grown = math::ExpOp::create(builder, loc,
                                    arith::MulFOp::create(builder, loc, radius, root, kFastMath));
  Value pixels = arith::SubFOp::create(builder, loc, grown, constant(1, loc), kFastMath);
  Value length = arith::MulFOp::create(builder, loc, pixels,
                                       PixelSizeOp::create(builder, loc, real), kFastMath);
  length = arith::SelectOp::create(builder, loc, isMoved, length, zero);
  Value angle =
      arith::MulFOp::create(builder, loc, turn, constant(2 * std::numbers::pi, loc), kFastMath);
  auto moved = [&](Value from, Value direction) {
    Value offset = arith::MulFOp::create(builder, loc, length, direction, kFastMath);
    return add(from, offset, loc);
  };
  return {moved(point.x, math::CosOp::create(builder, loc, angle)),
          moved(point.y, math::SinOp::create(builder, loc, angle)), point.color};
}

} // namespace flame
