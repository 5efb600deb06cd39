// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces reads of constant slots by constants, so that LLVM can fold them into affine and
// variation code. Structural mode folds only values that change the shape of the code: 0 and 1
// remove terms, small whole numbers turn powers into multiplications. All other values stay data,
// and flames that differ only in them share their code. Removes slots without readers.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include <cmath>

namespace flame {
#define GEN_PASS_DEF_FOLDCONSTANTPARAMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// Whole numbers up to this magnitude are structural; exponents and counts of real flames lie below
/// it.
static constexpr double kLargestStructuralNumber = 12;

static bool isWhole(double value, double limit) {
  return std::abs(value) <= limit && value == std::round(value);
}

/// True if `value` changes the shape of the code at `use`. In an affine only a value that removes a
/// term or a factor does, so a tiling whose members are whole numbers apart keeps one body (see
/// flame-merge-equal-xforms).
static bool isStructural(double value, OpOperand &use) {
  auto affine = dyn_cast<AffineOp>(use.getOwner());
  if (!affine)
    return isWhole(value, kLargestStructuralNumber);
  const bool isTranslation = use.get() == affine.getC() || use.get() == affine.getF();
  return isWhole(value, isTranslation ? 0 : 1);
}

namespace {
struct FoldConstantParams : flame::impl::FoldConstantParamsBase<FoldConstantParams> {
  using FoldConstantParamsBase::FoldConstantParamsBase;

  void runOnOperation() override {
    if (mode == FoldMode::None)
      return;
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    module.walk([&](ParamOp op) {
      const TrackAttr track = trackOf(op, symbols);
      if (!track || !track.isConstant())
        return;
      const double value = track.getKnots()[0].value;
      if (mode == FoldMode::Structural &&
          llvm::none_of(op->getUses(), [&](OpOperand &use) { return isStructural(value, use); }))
        return;
      OpBuilder builder(op);
      op.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op.getLoc(), builder.getF32FloatAttr(value))
              .getResult());
      op.erase();
    });
    eraseUnreadSlots(module);
  }
};
} // namespace
