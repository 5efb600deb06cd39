// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merges xforms of equal structure. Members of a symmetry, and the many xforms of tilings and
// grids, do the same arithmetic on different numbers. The first of them keeps its body; each other
// one becomes a list of the slots to read instead (flame.same_xform). Packing gives all these lists
// the same shape, so the body works at another base of the parameter block.
//
// Expects folded, expanded and hoisted xforms: constants and missing terms are part of the
// structure.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace flame {
#define GEN_PASS_DEF_MERGEEQUALXFORMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

using ElementMap = llvm::DenseMap<ElementAttr, unsigned>;

/// The number of xforms that read each number. A number with several readers cannot be at different
/// bases.
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

namespace {
/// Compares the bodies of two xforms operation by operation. Slots may differ if the correspondence
/// is one to one; locations and names of xforms are ignored.
class StructureComparison {
public:
  bool areEqual(XformOp left, XformOp right) {
    if (left->getDiscardableAttrDictionary() != right->getDiscardableAttrDictionary())
      return false;
    Block &leftBody = left.getBody().front(), &rightBody = right.getBody().front();
    if (leftBody.getOperations().size() != rightBody.getOperations().size())
      return false;
    for (auto [l, r] : llvm::zip(leftBody.getArguments(), rightBody.getArguments()))
      twins[l] = r;
    return llvm::all_of(llvm::zip(leftBody, rightBody),
                        [&](auto pair) { return areEqual(std::get<0>(pair), std::get<1>(pair)); });
  }

private:
  bool areEqual(Operation &left, Operation &right) {
    auto leftRead = dyn_cast<ParamOp>(left), rightRead = dyn_cast<ParamOp>(right);
    if (!leftRead || !rightRead)
      return OperationEquivalence::isEquivalentTo(
          &left, &right, [&](Value l, Value r) { return success(twins.lookup(l) == r); },
          [&](Value l, Value r) { twins[l] = r; }, OperationEquivalence::IgnoreLocations);
    twins[leftRead.getValue()] = rightRead.getValue();
    return numberOf(leftRead.getElement(), leftReads) ==
           numberOf(rightRead.getElement(), rightReads);
  }

  /// Numbers are indexed in the order in which they are first read.
  static unsigned numberOf(ElementAttr element, ElementMap &reads) {
    return reads.try_emplace(element, reads.size()).first->second;
  }

  llvm::DenseMap<Value, Value> twins; ///< maps the left body's values to those of the right one
  ElementMap leftReads, rightReads;
};

/// Xforms by the structure of their bodies.
struct SameStructure {
  static XformOp getEmptyKey() { return XformOp::getFromOpaquePointer(OpInfo::getEmptyKey()); }
  static XformOp getTombstoneKey() {
    return XformOp::getFromOpaquePointer(OpInfo::getTombstoneKey());
  }
  static unsigned getHashValue(XformOp xform) {
    llvm::hash_code hash = llvm::hash_value(xform.getBody().front().getOperations().size());
    for (Operation &op : xform.getBody().front())
      hash = llvm::hash_combine(hash, op.getName(),
                                isa<ParamOp>(op) ? llvm::hash_code(0)
                                                 : OperationEquivalence::computeHash(
                                                       &op, OperationEquivalence::ignoreHashValue,
                                                       OperationEquivalence::ignoreHashValue,
                                                       OperationEquivalence::IgnoreLocations));
    return hash;
  }
  static bool isEqual(XformOp left, XformOp right) {
    if (left == right)
      return true;
    for (XformOp special : {getEmptyKey(), getTombstoneKey()})
      if (left == special || right == special)
        return false;
    return StructureComparison().areEqual(left, right);
  }

private:
  using OpInfo = llvm::DenseMapInfo<void *>;
};
} // namespace

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
    if (failed(expectUnpacked(module, getArgument())))
      return signalPassFailure();
    const ElementMap readers = countReaders(module);
    llvm::DenseSet<XformOp, SameStructure> originals;
    for (XformOp xform : llvm::make_early_inc_range(module.getOps<XformOp>())) {
      const bool sharesSlots = llvm::any_of(xform.getReadElements(), [&](ElementAttr element) {
        return readers.lookup(element) > 1;
      });
      if (xform.getFinal() || sharesSlots)
        continue;
      auto [original, isFirst] = originals.insert(xform);
      if (!isFirst)
        share(xform, *original);
    }
  }
};
} // namespace
