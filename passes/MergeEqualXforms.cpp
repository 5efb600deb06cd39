// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets xforms of equal structure share one body. Members of a symmetry, and the many xforms of tilings and grids, do
// the same arithmetic on different numbers: the first of them keeps its body, each of the others becomes a list of the
// slots to read instead (flame.same_xform). Packing gives all these lists the same shape, so that the body serves at
// another base of the parameter block.
//
// Expects what folding, expansion and hoisting leave: constants and terms that are absent are part of the structure.

#include "passes/Passes.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace flame {
#define GEN_PASS_DEF_MERGEEQUALXFORMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

using ElementMap = llvm::DenseMap<ElementAttr, unsigned>;

/// How many xforms read each number. One with several readers cannot be at one base and at another.
static ElementMap countReaders(ModuleOp module) {
  ElementMap readers;
  for (XformOp xform : module.getOps<XformOp>())
    for (ElementAttr element : xform.getReadElements())
      ++readers[element];
  for (SameXformOp same : module.getOps<SameXformOp>())
    for (ElementAttr element : same.getElements().getAsRange<ElementAttr>())
      ++readers[element];
  return readers;
}

/// A text that two xforms have in common exactly when their bodies are equal but for names of slots and locations.
static std::string structureOf(XformOp xform) {
  OwningOpRef<Operation *> copy = xform->clone();
  auto anonymous = cast<XformOp>(*copy);
  anonymous.setSymName("");
  ElementMap numbers;
  anonymous.walk([&](ParamOp read) {
    const unsigned number = numbers.try_emplace(read.getElement(), numbers.size()).first->second;
    read.setElementAttr(ElementAttr::get(
        FlatSymbolRefAttr::get(xform.getContext(), std::to_string(number))));
  });
  std::string text;
  llvm::raw_string_ostream stream(text);
  anonymous->print(stream, OpPrintingFlags().printGenericOpForm().useLocalScope());
  return text;
}

/// Replaces `xform` by a reference to the body of `original`.
static void share(XformOp xform, XformOp original) {
  OpBuilder builder(xform);
  const auto elements = llvm::to_vector_of<Attribute>(xform.getReadElements());
  SameXformOp::create(builder, xform.getLoc(), xform.getSymName(), original.getSymName(),
                      builder.getArrayAttr(elements));
  remark::passed(xform.getLoc(),
                 remark::RemarkOpts::name("SharedBody").category("flame-merge-equal-xforms"))
      << remark::add("@{0} shares the body of @{1}", xform.getSymName(), original.getSymName());
  xform.erase();
}

namespace {
struct MergeEqualXforms : flame::impl::MergeEqualXformsBase<MergeEqualXforms> {
  using MergeEqualXformsBase::MergeEqualXformsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const ElementMap readers = countReaders(module);
    llvm::StringMap<XformOp> originals;
    for (XformOp xform : llvm::make_early_inc_range(module.getOps<XformOp>())) {
      const bool sharesSlots = llvm::any_of(xform.getReadElements(), [&](ElementAttr element) {
        return readers.lookup(element) > 1;
      });
      if (xform.getFinal() || sharesSlots)
        continue;
      auto [entry, isFirst] = originals.try_emplace(structureOf(xform), xform);
      if (!isFirst)
        share(xform, entry->second);
    }
  }
};
} // namespace
