// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes what can never be seen: variations of weight zero, xforms that are never chosen, affines that are the
// identity, slots nobody reads. Everything is decided from the slots' own statements (fixed value or range over the
// whole interval), so an animated weight that merely passes through zero stays.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "mlir/IR/Remarks.h"

namespace flame {
#define GEN_PASS_DEF_DROPDEADFEATURES
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// Whether `value` reads a slot that holds `number` at all times.
static bool isAlways(Value value, double number, SymbolTable &symbols) {
  auto param = value.getDefiningOp<ParamOp>();
  if (!param)
    return false;
  auto slot = symbols.lookup<ParamSlotOp>(param.getSlot());
  return slot && slot.isAlways(number);
}

static void dropZeroVariations(ModuleOp module, SymbolTable &symbols) {
  module.walk([&](VariationOp op) {
    if (!isAlways(op.getWeight(), 0, symbols))
      return;
    // Adding -0.0 is the one addition that floating point may drop.
    OpBuilder builder(op);
    auto zero = arith::ConstantOp::create(builder, op.getLoc(), builder.getF32FloatAttr(-0.0f));
    remark::passed(op.getLoc(),
                   remark::RemarkOpts::name("DeadVariation").category("flame-drop-dead-features"))
        << remark::add("'{0}' has weight zero at all times", op.getName());
    SmallVector<Value> results = {zero, zero};
    if (op.getColorOut())
      results.push_back(op.getColor());
    op.replaceAllUsesWith(results);
    op.erase();
  });
}

static void dropIdentityAffines(ModuleOp module, SymbolTable &symbols) {
  module.walk([&](AffineOp op) {
    const bool isIdentity = isAlways(op.getA(), 1, symbols) && isAlways(op.getD(), 0, symbols) &&
                            isAlways(op.getB(), 0, symbols) && isAlways(op.getE(), 1, symbols) &&
                            isAlways(op.getC(), 0, symbols) && isAlways(op.getF(), 0, symbols);
    if (!isIdentity)
      return;
    op.replaceAllUsesWith(ValueRange{op.getX(), op.getY()});
    op.erase();
  });
}

/// Removes standard xforms whose weight is zero at all times from the selection and the module. One always remains.
static void dropUnreachableXforms(ModuleOp module, SymbolTable &symbols) {
  SelectionOp selection;
  SmallVector<XformOp> xforms;
  for (Operation &op : module.getOps()) {
    if (auto found = dyn_cast<SelectionOp>(op))
      selection = found;
    if (auto xform = dyn_cast<XformOp>(op); xform && !xform.getFinal())
      xforms.push_back(xform);
  }
  if (!selection || xforms.size() != selection.getWeights().size())
    return;
  SmallVector<unsigned> kept;
  for (auto [index, weight] :
       llvm::enumerate(selection.getWeights().getAsRange<FlatSymbolRefAttr>()))
    if (auto slot = symbols.lookup<ParamSlotOp>(weight.getValue()); !slot || !slot.isAlways(0))
      kept.push_back(index);
  if (kept.empty() || kept.size() == xforms.size())
    return;

  SmallVector<Attribute> weights, chaos;
  for (unsigned row : kept) {
    weights.push_back(selection.getWeights()[row]);
    if (selection.getChaos())
      for (unsigned column : kept)
        chaos.push_back((*selection.getChaos())[row * xforms.size() + column]);
  }
  OpBuilder builder(selection);
  selection.setWeightsAttr(builder.getArrayAttr(weights));
  if (selection.getChaos())
    selection.setChaosAttr(builder.getArrayAttr(chaos));
  for (auto [index, xform] : llvm::enumerate(xforms))
    if (!llvm::is_contained(kept, index)) {
      remark::passed(xform.getLoc(),
                     remark::RemarkOpts::name("DeadXform").category("flame-drop-dead-features"))
          << remark::add("@{0} is never chosen", xform.getSymName());
      symbols.erase(xform);
    }
}

namespace {
struct DropDeadFeatures : flame::impl::DropDeadFeaturesBase<DropDeadFeatures> {
  using DropDeadFeaturesBase::DropDeadFeaturesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    dropUnreachableXforms(module, symbols);
    dropZeroVariations(module, symbols);
    dropIdentityAffines(module, symbols);
    eraseUnreadSlots(module);
  }
};
} // namespace
