// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several passes need to know of slots.

#include "passes/Slots.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace flame;

TrackAttr flame::trackOf(Value value, const SymbolTable &symbols) {
  auto read = value.getDefiningOp<ParamOp>();
  if (!read)
    return {};
  const ElementAttr element = read.getElement();
  return symbols.lookup<ParamSlotOp>(element.getSlot().getAttr()).getTrack(element.getPosition());
}

unsigned flame::offsetOf(ElementAttr element, const SymbolTable &symbols) {
  return *symbols.lookup<ParamSlotOp>(element.getSlot().getAttr()).getOffset(element.getPosition());
}

LogicalResult flame::expectUnpacked(ModuleOp module, StringRef pass) {
  if (!LayoutAttr::of(module))
    return success();
  return module.emitError("the module is packed already: run --")
         << pass << " before --flame-pack-params";
}

void flame::eraseUnreadSlots(ModuleOp module) {
  module.walk([](ParamOp op) {
    if (op->use_empty())
      op.erase();
  });
  llvm::StringSet<> read;
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk(
        [&](FlatSymbolRefAttr reference) { read.insert(reference.getValue()); });
  });
  for (ParamSlotOp slot : llvm::make_early_inc_range(module.getOps<ParamSlotOp>()))
    if (!read.contains(slot.getSymName()))
      slot.erase();
}
