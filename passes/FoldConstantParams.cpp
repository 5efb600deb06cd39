// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces reads of slots that hold one value at all times by constants, so that LLVM can fold them into affine and
// variation code. In the structural mode only values that change the shape of the code are folded (0 and 1 remove
// terms, small whole numbers turn powers into multiplications); all other values stay data, and flames that differ in
// them share their code. Slots that nobody reads any more disappear.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include <cmath>

namespace flame {
#define GEN_PASS_DEF_FOLDCONSTANTPARAMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// Whole numbers up to this magnitude are structural: exponents and counts of real flames lie below it.
static constexpr double kLargestStructuralNumber = 12;

static bool isStructural(double value) {
  return std::abs(value) <= kLargestStructuralNumber && value == std::round(value);
}

namespace {
struct FoldConstantParams : flame::impl::FoldConstantParamsBase<FoldConstantParams> {
  using FoldConstantParamsBase::FoldConstantParamsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (mode != "structural" && mode != "all" && mode != "none") {
      module.emitError("expected mode 'structural', 'all' or 'none', found '") << mode << "'";
      return signalPassFailure();
    }
    if (mode == "none")
      return;
    SymbolTable symbols(module);
    module.walk([&](ParamOp op) {
      auto slot = symbols.lookup<ParamSlotOp>(op.getSlot());
      if (!slot || !slot.isFixed())
        return;
      const double value = slot.getValue()->convertToDouble();
      if (mode == "structural" && !isStructural(value))
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
