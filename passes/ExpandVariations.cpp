// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces flame operations inside xforms by arithmetic: variations by the bodies of their records;
// affines, colour blends and visibilities by their formulas. Afterwards an xform holds arith, math,
// flame.param and flame.draw, and upstream folding and CSE work across all its variations at once.

#include "passes/Passes.h"

#include "ir/VariationBuilder.h"

#include "mlir/IR/Matchers.h"

namespace flame {
#define GEN_PASS_DEF_EXPANDVARIATIONS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// log2(10): visibility is 10^(log2 opacity) = opacity^log2(10).
static constexpr float kLog2Of10 = 3.3219280948873623f;

static constexpr auto kFastMath = arith::FastMathFlags::contract | arith::FastMathFlags::nsz;

/// Builds arithmetic and omits constant factors 0 and 1. With possible NaN and infinity, neither
/// MLIR nor LLVM may do so; but a coefficient that a genome gives as 0 means that there is no such
/// term.
namespace {
class Arithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(float value) {
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value));
  }
  Value multiply(Value a, Value b) {
    if (isConstant(a, 0) || isConstant(b, 0))
      return constant(0);
    if (isConstant(a, 1))
      return b;
    if (isConstant(b, 1))
      return a;
    return arith::MulFOp::create(builder, loc, a, b, kFastMath);
  }
  Value add(Value a, Value b) {
    if (isConstant(a, 0))
      return b;
    if (isConstant(b, 0))
      return a;
    return arith::AddFOp::create(builder, loc, a, b, kFastMath);
  }
  Value subtract(Value a, Value b) {
    if (isConstant(b, 0))
      return a;
    if (isConstant(a, 1) && isConstant(b, 1)) // speed 1: no old colour remains
      return constant(0);
    return arith::SubFOp::create(builder, loc, a, b, kFastMath);
  }

private:
  static bool isConstant(Value value, double number) {
    llvm::APFloat constant(0.0f);
    return matchPattern(value, m_ConstantFloat(&constant)) && constant.convertToDouble() == number;
  }

  OpBuilder &builder;
  Location loc;
};
} // namespace

static DrawKind kindOf(Draw draw) {
  switch (draw) {
  case Draw::U01:
    return DrawKind::U01;
  case Draw::U11:
    return DrawKind::U11;
  case Draw::Bit:
    return DrawKind::Bit;
  case Draw::Bell:
    return DrawKind::Bell;
  }
  llvm_unreachable("unknown kind of draw");
}

static void expandVariation(VariationOp op) {
  OpBuilder builder(op);
  const VariationInfo *info = op.getInfo();
  SmallVector<Value> draws;
  for (Draw draw : info->draws) {
    draws.push_back(DrawOp::create(builder, op.getLoc(), builder.getF32Type(), kindOf(draw)));
  }
  SmallVector<Value> affine;
  if (info->usesAffine) // operands stand in file order a d b e c f, bodies use a b c d e f
    for (unsigned position : {0, 2, 4, 1, 3, 5})
      affine.push_back(op.getAffine()[position]);
  SmallVector<Value> params(op.getParams()), origin(op.getOrigin());
  const BuildArgs args = {op.getX(), op.getY(),     op.getWeight(), params, draws,
                          affine,    op.getColor(), op.getZ(),      origin};
  auto [x, y] = buildVariation(builder, op.getLoc(), *info, args);
  SmallVector<Value> results = {x, y};
  if (op.getColorOut()) {
    Arithmetic math(builder, op.getLoc());
    Value sumX = math.add(op.getSum()[0], x), sumY = math.add(op.getSum()[1], y);
    results.push_back(buildVariationColor(builder, op.getLoc(), *info, args, sumX, sumY));
  }
  if (op.getZOut())
    results.push_back(info->hasDepth ? buildVariationDepth(builder, op.getLoc(), *info, args)
                                     : Arithmetic(builder, op.getLoc()).constant(0));
  if (op.getShownOut())
    results.push_back(buildVariationShare(builder, op.getLoc(), *info, args));
  op.replaceAllUsesWith(results);
  op.erase();
}

static void expandAffine(AffineOp op) {
  OpBuilder builder(op);
  Arithmetic math(builder, op.getLoc());
  auto row = [&](Value a, Value b, Value c) {
    return math.add(math.multiply(a, op.getX()), math.add(math.multiply(b, op.getY()), c));
  };
  Value x = row(op.getA(), op.getB(), op.getC());
  Value y = row(op.getD(), op.getE(), op.getF());
  op.replaceAllUsesWith(ValueRange{x, y});
  op.erase();
}

static void expandBlendColor(BlendColorOp op) {
  OpBuilder builder(op);
  Arithmetic math(builder, op.getLoc());
  Value share = math.multiply(op.getSpeed(), op.getTarget());
  Value rest = math.subtract(math.constant(1), op.getSpeed());
  op.replaceAllUsesWith(math.add(share, math.multiply(rest, op.getColor())));
  op.erase();
}

static void expandVisibility(VisibilityOp op) {
  OpBuilder builder(op);
  Arithmetic math(builder, op.getLoc());
  Value power =
      math::PowFOp::create(builder, op.getLoc(), op.getOpacity(), math.constant(kLog2Of10));
  Value zero = math.constant(0);
  Value isZero =
      arith::CmpFOp::create(builder, op.getLoc(), arith::CmpFPredicate::OEQ, op.getOpacity(), zero);
  Value chosen = arith::SelectOp::create(builder, op.getLoc(), isZero, zero, power);
  op.replaceAllUsesWith(chosen);
  op.erase();
}

namespace {
struct ExpandVariations : flame::impl::ExpandVariationsBase<ExpandVariations> {
  using ExpandVariationsBase::ExpandVariationsBase;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto variation = dyn_cast<VariationOp>(op))
        expandVariation(variation);
      else if (auto affine = dyn_cast<AffineOp>(op))
        expandAffine(affine);
      else if (auto blend = dyn_cast<BlendColorOp>(op))
        expandBlendColor(blend);
      else if (auto visibility = dyn_cast<VisibilityOp>(op))
        expandVisibility(visibility);
    });
  }
};
} // namespace
