// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hoists expressions that depend only on parameters out of the iteration: 1/power of a julian, the
// visibility of an opacity, 1 - speed of a colour blend. The largest such expressions are computed
// once per temporal sample in flame.precalc; the xform reads their results from slots of their own.
// Equal expressions share one slot, even across xforms.
//
// Expects expanded xforms after one round of CSE, so that equal expressions within an xform are one
// value.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/DenseSet.h"

namespace flame {
#define GEN_PASS_DEF_HOISTPRECALC
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

namespace {
/// Copies parameter-only expressions into flame.precalc and names their results.
class Hoister {
public:
  explicit Hoister(ModuleOp module)
      : symbols(module), builder(OpBuilder::atBlockEnd(module.getBody())) {}

  void hoistFrom(XformOp xform) {
    llvm::DenseSet<Value> parametric;
    SmallVector<Operation *> roots;
    for (Operation &op : xform.getBody().front()) {
      if (isParametric(&op, parametric))
        parametric.insert(op.getResult(0));
    }
    for (Operation &op : xform.getBody().front())
      if (op.getNumResults() == 1 && parametric.contains(op.getResult(0)) && isWorthASlot(&op) &&
          llvm::any_of(op.getUsers(), [&](Operation *user) {
            return user->getNumResults() != 1 || !parametric.contains(user->getResult(0));
          }))
        roots.push_back(&op);
    for (Operation *root : roots)
      replaceBySlot(root, xform);
  }

private:
  static bool isParametric(Operation *op, const llvm::DenseSet<Value> &parametric) {
    if (isa<ParamOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return true;
    return op->getNumResults() == 1 && op->getNumOperands() > 0 && isMemoryEffectFree(op) &&
           llvm::all_of(op->getOperands(), [&](Value v) { return parametric.contains(v); });
  }
  /// Reads and constants are already slots or immediates; only f32 values fit a slot.
  static bool isWorthASlot(Operation *op) {
    return !isa<ParamOp>(op) && !op->hasTrait<OpTrait::ConstantLike>() &&
           op->getResult(0).getType().isF32();
  }

  std::string freeName() {
    std::string name;
    do
      name = "hoisted" + std::to_string(count++);
    while (symbols.lookup(name));
    return name;
  }

  void replaceBySlot(Operation *root, XformOp xform) {
    Value copy = copyIntoPrecalc(root->getResult(0));
    std::string &slot = slotOf[copy];
    if (slot.empty()) {
      slot = freeName();
      OpBuilder atTop(xform);
      ParamSlotOp::create(atTop, root->getLoc(), slot, ArrayAttr(), DenseI32ArrayAttr());
      DefineOp::create(builder, root->getLoc(), slot, copy);
    }
    OpBuilder before(root);
    auto read = ParamOp::create(before, root->getLoc(), before.getF32Type(),
                                ElementAttr::get(FlatSymbolRefAttr::get(root->getContext(), slot)));
    root->getResult(0).replaceAllUsesWith(read);
    remark::passed(root->getLoc(),
                   remark::RemarkOpts::name("Hoisted").category("flame-hoist-precalc"))
        << remark::add("'{0}' is computed once per temporal sample",
                       root->getName().getStringRef());
  }

  /// The copy of `value`'s expression in flame.precalc; reuses an equal one.
  Value copyIntoPrecalc(Value value) {
    if (Value done = copies.lookupOrNull(value))
      return done;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      copyIntoPrecalc(operand);
    enterPrecalc(op->getLoc());
    Operation *copy = builder.clone(*op, copies);
    for (Operation &earlier : *builder.getInsertionBlock())
      if (&earlier != copy && OperationEquivalence::isEquivalentTo(
                                  copy, &earlier, OperationEquivalence::IgnoreLocations)) {
        copy->erase();
        copies.map(value, earlier.getResult(0));
        return earlier.getResult(0);
      }
    return copy->getResult(0);
  }

  void enterPrecalc(Location loc) {
    if (precalc)
      return;
    precalc = PrecalcOp::create(builder, loc);
    builder.setInsertionPointToStart(&precalc.getBody().emplaceBlock());
  }

  SymbolTable symbols; ///< of existing symbols
  OpBuilder builder;
  PrecalcOp precalc;
  unsigned count = 0; ///< number of names tried
  IRMapping copies;
  llvm::DenseMap<Value, std::string> slotOf;
};

struct HoistPrecalc : flame::impl::HoistPrecalcBase<HoistPrecalc> {
  using HoistPrecalcBase::HoistPrecalcBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module.getOps<PrecalcOp>().empty())
      return; // a second run would only find what the first one deliberately left
    if (failed(expectUnpacked(module, getArgument())))
      return signalPassFailure();
    Hoister hoister(module);
    for (XformOp xform : llvm::to_vector(module.getOps<XformOp>()))
      hoister.hoistFrom(xform);
    // The copied operations are dead in the xforms now.
    module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
    eraseUnreadSlots(module);
  }
};
} // namespace
