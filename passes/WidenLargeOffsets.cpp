// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses double precision where an xform adds a large number to the point and continues with the sum.
// Some genomes move points by tens of thousands of units and pass the distance to a sine. In single
// precision the fraction is lost, and a curve becomes a row of dots. Only operations that depend on
// the sum are widened: arithmetic, roots and roundings. Sines reduce their argument in double
// precision first. The inputs of every other function, and the outputs of the xform, are narrowed
// again.
//
// Expects expanded xforms whose slots still have their tracks. Few flames need widening; others do
// not change.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include <cmath>

namespace flame {
#define GEN_PASS_DEF_WIDENLARGEOFFSETS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// From this magnitude on, single precision has steps of 1/4096 or more: a quarter of a pixel at
/// usual scales.
static constexpr double kLargeOffset = 2048;

namespace {
/// Widens one xform.
class Widener {
public:
  Widener(XformOp xform, SymbolTable &symbols) : xform(xform), symbols(symbols), builder(xform) {}

  void run() {
    for (Operation &op : llvm::make_early_inc_range(xform.getBody().front())) {
      const bool isStart = addsLargeNumber(&op);
      if (!isStart && llvm::none_of(op.getOperands(), [&](Value v) { return wide.contains(v); }))
        continue;
      builder.setInsertionPoint(&op);
      if (isa<math::SinOp, math::CosOp, math::TanOp>(op))
        reduceAngle(&op);
      else if (isWidenable(&op))
        widenOperation(&op);
      else
        narrowOperands(&op);
      if (isStart)
        remark::passed(op.getLoc(),
                       remark::RemarkOpts::name("Widened").category("flame-widen-large-offsets"))
            << "a large offset: what follows is computed in double precision";
    }
    // Operations with a widened twin are dead now.
    xform.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

private:
  bool addsLargeNumber(Operation *op) {
    return isa<arith::AddFOp, arith::SubFOp>(op) &&
           llvm::any_of(op->getOperands(), [&](Value v) { return magnitude(v) >= kLargeOffset; });
  }

  /// The largest magnitude of a parameter or constant; 0 for anything else.
  double magnitude(Value value) {
    llvm::APFloat constant(0.0f);
    if (matchPattern(value, m_ConstantFloat(&constant)))
      return std::abs(constant.convertToDouble());
    const TrackAttr track = trackOf(value, symbols);
    if (!track)
      return 0;
    const auto [low, high] = track.getTrack().range();
    return std::max(std::abs(low), std::abs(high));
  }

  /// Operations that every device has in double precision.
  static bool isWidenable(Operation *op) {
    return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::NegFOp,
               arith::CmpFOp, arith::SelectOp, arith::FPToSIOp, arith::MaximumFOp,
               arith::MinimumFOp, math::AbsFOp, math::FloorOp, math::CeilOp, math::TruncOp,
               math::RoundEvenOp, math::CopySignOp, math::SqrtOp>(op);
  }

  Value widen(Value value) {
    if (!value.getType().isF32())
      return value;
    if (Value known = wide.lookupOrNull(value))
      return known;
    return arith::ExtFOp::create(builder, value.getLoc(), builder.getF64Type(), value);
  }

  void widenOperation(Operation *op) {
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, widen(operand));
    Operation *twin = builder.clone(*op, operands);
    Value result = op->getResult(0), twinResult = twin->getResult(0);
    if (result.getType().isF32()) {
      twinResult.setType(builder.getF64Type());
      wide.map(result, twinResult);
    } else {
      result.replaceAllUsesWith(twinResult);
    }
  }

  Value narrow(Value value) {
    Value known = wide.lookupOrNull(value);
    if (!known)
      return value;
    return arith::TruncFOp::create(builder, value.getLoc(), builder.getF32Type(), known);
  }

  void narrowOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(narrow(operand.get()));
  }

  /// sin(x) = sin(x - 2 pi round(x / 2 pi)), reduced in double precision.
  void reduceAngle(Operation *op) {
    const Location loc = op->getLoc();
    auto constant = [&](double value) -> Value {
      return arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(value));
    };
    Value angle = widen(op->getOperand(0));
    Value turns = math::RoundEvenOp::create(
        builder, loc, arith::MulFOp::create(builder, loc, angle, constant(0.5 / M_PI)));
    Value reduced = arith::SubFOp::create(
        builder, loc, angle, arith::MulFOp::create(builder, loc, turns, constant(2 * M_PI)));
    op->setOperand(0, arith::TruncFOp::create(builder, loc, builder.getF32Type(), reduced));
  }

  XformOp xform;
  SymbolTable &symbols;
  OpBuilder builder;
  IRMapping wide; ///< values to their twins in double precision
};

struct WidenLargeOffsets : flame::impl::WidenLargeOffsetsBase<WidenLargeOffsets> {
  using WidenLargeOffsetsBase::WidenLargeOffsetsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (XformOp xform : getOperation().getOps<XformOp>())
      Widener(xform, symbols).run();
  }
};
} // namespace
