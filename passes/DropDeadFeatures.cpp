// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes features without visible effect: variations of weight zero, xforms that are never chosen,
// identity affines, unread slots. Decisions use only the slots (fixed value, or range over the
// whole interval), so an animated weight that merely passes through zero stays.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/SetVector.h"

namespace flame {
#define GEN_PASS_DEF_DROPDEADFEATURES
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// True if `value` reads a number that always equals `number`.
static bool isAlways(Value value, double number, SymbolTable &symbols) {
  const TrackAttr track = trackOf(value, symbols);
  return track && track.isAlways(number);
}

static void dropZeroVariations(ModuleOp module, SymbolTable &symbols) {
  module.walk([&](VariationOp op) {
    if (!isAlways(op.getWeight(), 0, symbols))
      return;
    // Adding -0.0 is the only addition that floating point may drop.
    OpBuilder builder(op);
    auto zero = arith::ConstantOp::create(builder, op.getLoc(), builder.getF32FloatAttr(-0.0f));
    remark::passed(op.getLoc(),
                   remark::RemarkOpts::name("DeadVariation").category("flame-drop-dead-features"))
        << remark::add("'{0}' has weight zero at all times", op.getName());
    SmallVector<Value> results = {zero, zero};
    if (op.getColorOut())
      results.push_back(op.getColor());
    if (op.getZOut())
      results.push_back(zero);
    if (op.getShownOut())
      results.push_back(
          arith::ConstantOp::create(builder, op.getLoc(), builder.getF32FloatAttr(1)));
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

/// The indices of standard xforms that may be chosen at some time.
static SmallVector<unsigned> findReachable(SelectionOp selection, SymbolTable &symbols) {
  SmallVector<unsigned> reachable;
  for (auto [index, weight] :
       llvm::enumerate(selection.getWeights().getAsRange<FlatSymbolRefAttr>())) {
    const TrackAttr track = symbols.lookup<ParamSlotOp>(weight.getAttr()).getTrack(0);
    if (!track || !track.isAlways(0))
      reachable.push_back(index);
  }
  return reachable;
}

/// The attributes of `all` at the indices `kept`.
static ArrayAttr keepOnly(ArrayAttr all, ArrayRef<unsigned> kept) {
  return ArrayAttr::get(all.getContext(),
                        llvm::map_to_vector(kept, [&](unsigned i) { return all[i]; }));
}

/// True if xforms read rows of xaos factors, which then must not change.
static bool readsFactors(ModuleOp module, SelectionOp selection) {
  if (!selection.getChaos())
    return false;
  return module
      .walk([&](ParamOp read) {
        return llvm::is_contained(*selection.getChaos(), read.getElement().getSlot())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Keeps only the rows and columns `kept` of the xaos factors.
static void dropFactors(SelectionOp selection, ArrayRef<unsigned> kept, SymbolTable &symbols) {
  const ArrayAttr rows = keepOnly(*selection.getChaos(), kept);
  selection.setChaosAttr(rows);
  llvm::SmallSetVector<StringAttr, 8> names;
  for (FlatSymbolRefAttr row : rows.getAsRange<FlatSymbolRefAttr>())
    names.insert(row.getAttr());
  for (StringAttr name : names) {
    auto slot = symbols.lookup<ParamSlotOp>(name);
    slot.setTracksAttr(keepOnly(*slot.getTracks(), kept));
  }
}

/// Removes standard xforms whose weight is always zero from the selection and the module. One
/// always remains.
static void dropUnreachableXforms(ModuleOp module, SymbolTable &symbols) {
  SelectionOp selection;
  SmallVector<XformOp> xforms;
  for (Operation &op : module.getOps()) {
    if (auto found = dyn_cast<SelectionOp>(op))
      selection = found;
    if (auto xform = dyn_cast<XformOp>(op); xform && !xform.getFinal())
      xforms.push_back(xform);
  }
  if (!selection || xforms.size() != selection.getWeights().size() ||
      !module.getOps<SameXformOp>().empty() || readsFactors(module, selection))
    return;
  const SmallVector<unsigned> kept = findReachable(selection, symbols);
  if (kept.empty() || kept.size() == xforms.size())
    return;
  selection.setWeightsAttr(keepOnly(selection.getWeights(), kept));
  if (selection.getChaos())
    dropFactors(selection, kept, symbols);
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
    if (failed(expectUnpacked(module, getArgument())))
      return signalPassFailure();
    SymbolTable symbols(module);
    dropUnreachableXforms(module, symbols);
    dropZeroVariations(module, symbols);
    dropIdentityAffines(module, symbols);
    eraseUnreadSlots(module);
  }
};
} // namespace
