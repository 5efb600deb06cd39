// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assigns every slot its offset in the parameter block described in abi/Abi.h. Slots stand in the
// order in which xforms first read them, and every xform starts at a multiple of four floats, so
// that LLVM can merge neighbouring reads into one 16-byte access. Numbers that kernels do not read
// during iteration (raw selection weights, camera values, slots read only by flame.precalc) follow
// in the scratch part.
//
// A computed slot whose readers turned out to be dead is removed together with its computation.
//
// Xforms that share a body have slots of their own in the same order, hence the same shape. The
// body reads at its own offsets plus the distance of theirs.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "abi/Abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace flame {
#define GEN_PASS_DEF_PACKPARAMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

static unsigned alignToVector(unsigned offset) { return (offset + 3) / 4 * 4; }

/// The distance of the numbers of `same` from those of its body, in floats.
static unsigned baseOf(SameXformOp same, const SymbolTable &symbols) {
  if (same.getElements().empty())
    return 0;
  auto body = symbols.lookup<XformOp>(same.getBodyAttr().getAttr());
  return offsetOf(cast<ElementAttr>(same.getElements()[0]), symbols) -
         offsetOf(body.getReadElements().front(), symbols);
}

namespace {
class Packer {
public:
  explicit Packer(ModuleOp module) : module(module), symbols(module) {}

  LogicalResult run() {
    if (mlir::failed(findScene()))
      return failure();
    removeUnread();
    const unsigned xforms = selection.getWeights().size();
    next = alignToVector(abi::kCumulativeOffset + xforms);
    const unsigned xaosOffset = selection.getChaos() ? next : 0;
    if (selection.getChaos())
      next = alignToVector(next + xforms * xforms);
    const unsigned slotsOffset = next;
    for (Operation &op : module.getOps()) {
      if (auto xform = dyn_cast<XformOp>(op))
        assignAligned(xform.getReadElements());
      if (auto same = dyn_cast<SameXformOp>(op))
        assignAligned(llvm::to_vector(same.getElements().getAsRange<ElementAttr>()));
    }
    const unsigned sharedFloats = next = alignToVector(next);
    const unsigned weightsOffset = next;
    for (FlatSymbolRefAttr weight : selection.getWeights().getAsRange<FlatSymbolRefAttr>())
      placeSlot(weight);
    const unsigned chaosOffset = placeFactors();
    const unsigned viewOffset = next = alignToVector(next);
    placeRest();
    if (failed)
      return failure();
    for (auto &[slot, slotOffsets] : offsets)
      cast<ParamSlotOp>(slot).setOffsets(slotOffsets);
    module->setAttr(FlameDialect::kLayoutName,
                    LayoutAttr::get(module.getContext(), xforms, xaosOffset, slotsOffset,
                                    sharedFloats, weightsOffset, chaosOffset, viewOffset, next));
    checkSharedBodies();
    return success(!failed);
  }

private:
  /// Finds the operations that must be unique, and checks that they are.
  LogicalResult findScene() {
    unsigned xforms = 0;
    XformOp finalXform;
    auto findOnly = [](auto &known, auto found) -> LogicalResult {
      if (!found)
        return success();
      if (known)
        return found.emitOpError("is the second of its kind");
      known = found;
      return success();
    };
    for (Operation &op : module.getOps()) {
      auto xform = dyn_cast<XformOp>(op);
      xforms += isa<SameXformOp>(op) || (xform && !xform.getFinal());
      if (mlir::failed(findOnly(selection, dyn_cast<SelectionOp>(op))) ||
          mlir::failed(findOnly(camera, dyn_cast<CameraOp>(op))) ||
          mlir::failed(findOnly(finalXform, xform && xform.getFinal() ? xform : XformOp())))
        return failure();
      if (auto slot = dyn_cast<ParamSlotOp>(op); slot && slot.getOffsets())
        return slot.emitOpError("has a place in a module without a layout");
    }
    if (!selection || !camera)
      return module.emitError("expected a flame.selection and a flame.camera");
    if (xforms != selection.getWeights().size())
      return selection.emitOpError("has ")
             << selection.getWeights().size() << " weights for " << xforms << " standard xforms";
    return success();
  }

  /// Removes computed slots that no xform reads.
  void removeUnread() {
    llvm::DenseSet<Attribute> read;
    for (Operation &op : module.getOps()) {
      if (auto xform = dyn_cast<XformOp>(op))
        for (ElementAttr element : xform.getReadElements())
          read.insert(element.getSlot());
      if (auto same = dyn_cast<SameXformOp>(op))
        for (ElementAttr element : same.getElements().getAsRange<ElementAttr>())
          read.insert(element.getSlot());
    }
    SmallVector<DefineOp> unread;
    module.walk([&](DefineOp define) {
      if (!read.contains(define.getSlotAttr()))
        unread.push_back(define);
    });
    for (DefineOp define : unread) {
      symbols.erase(symbols.lookup(define.getSlotAttr().getAttr()));
      define.erase();
    }
  }

  /// Places the raw xaos factors row by row. Returns their start, or 0 if there are none.
  unsigned placeFactors() {
    next = alignToVector(next);
    if (!selection.getChaos())
      return 0;
    const unsigned start = next;
    for (FlatSymbolRefAttr row : selection.getChaos()->getAsRange<FlatSymbolRefAttr>())
      placeSlot(row);
    return start;
  }

  /// Places the camera's values and the inputs of flame.precalc.
  void placeRest() {
    for (FlatSymbolRefAttr slot :
         {camera.getCenterXAttr(), camera.getCenterYAttr(), camera.getScaleAttr(),
          camera.getZoomAttr(), camera.getRotateAttr()})
      placeSlot(slot);
    next = alignToVector(next);
    for (PrecalcOp precalc : module.getOps<PrecalcOp>())
      precalc.walk([&](ParamOp read) { assignOffset(read.getElement()); });
    next = alignToVector(next);
  }

  /// Assigns offsets to the numbers that an xform reads, starting at a multiple of four floats.
  void assignAligned(ArrayRef<ElementAttr> elements) {
    next = alignToVector(next);
    for (ElementAttr element : elements)
      assignOffset(element);
  }

  /// Xforms with one body read its offsets from different bases.
  void checkSharedBodies() {
    for (SameXformOp same : module.getOps<SameXformOp>()) {
      auto body = symbols.lookup<XformOp>(same.getBodyAttr().getAttr());
      const unsigned base = baseOf(same, symbols);
      for (auto [element, other] :
           llvm::zip(same.getElements().getAsRange<ElementAttr>(), body.getReadElements()))
        if (offsetOf(element, symbols) != offsetOf(other, symbols) + base) {
          same.emitError("reads slots that other xforms read, too");
          failed = true;
          break;
        }
    }
  }

  /// The offsets assigned so far to the slot called `name`.
  MutableArrayRef<int32_t> offsetsOf(FlatSymbolRefAttr name) {
    auto slot = symbols.lookup<ParamSlotOp>(name.getAttr());
    auto &slotOffsets = offsets[slot];
    slotOffsets.resize(slot.size(), ParamSlotOp::kNoOffset);
    return slotOffsets;
  }

  /// Gives `element` the next offset, unless it has one.
  void assignOffset(ElementAttr element) {
    int32_t &offset = offsetsOf(element.getSlot())[element.getPosition()];
    if (offset == ParamSlotOp::kNoOffset)
      offset = next++;
  }

  /// Gives all numbers of a slot consecutive offsets. None may have one yet, because they must be
  /// adjacent.
  void placeSlot(FlatSymbolRefAttr name) {
    for (int32_t &offset : offsetsOf(name)) {
      if (offset != ParamSlotOp::kNoOffset) {
        symbols.lookup(name.getAttr())
            ->emitError("is read by an xform and by the selection or camera");
        failed = true;
        return;
      }
      offset = next++;
    }
  }

  ModuleOp module;
  SymbolTable symbols;
  SelectionOp selection;
  CameraOp camera;
  llvm::DenseMap<Operation *, SmallVector<int32_t>> offsets; ///< of the numbers of each slot
  unsigned next = 0;
  bool failed = false;
};

struct PackParams : flame::impl::PackParamsBase<PackParams> {
  using PackParamsBase::PackParamsBase;

  void runOnOperation() override {
    if (LayoutAttr::of(getOperation()))
      return; // already packed
    if (mlir::failed(Packer(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

std::vector<XformBody> flame::xformBodies(ModuleOp module) {
  SymbolTable symbols(module);
  std::vector<XformBody> bodies;
  llvm::StringMap<unsigned> indices;
  for (Operation &op : module.getOps()) {
    const unsigned index = bodies.size();
    if (auto xform = dyn_cast<XformOp>(op); xform && !xform.getFinal()) {
      indices[xform.getSymName()] = index;
      bodies.push_back({index, 0});
    }
    if (auto same = dyn_cast<SameXformOp>(op))
      bodies.push_back({indices.lookup(same.getBody()), baseOf(same, symbols)});
  }
  return bodies;
}
