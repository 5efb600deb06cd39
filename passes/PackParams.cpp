// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives every slot its offset in the parameter block whose shape abi/Abi.h describes. Slots stand in the order in
// which xforms first read them and every xform starts at a multiple of four floats, so that LLVM can merge neighbouring
// reads into one 16-byte access. What the kernels do not read during iteration (raw selection weights, the camera's
// values, slots that only flame.precalc reads) goes behind, into the scratch part.
//
// Xforms that share a body have slots of their own in the same order, hence the same shape: the body reads its own
// slots, plus the distance of theirs.

#include "passes/Passes.h"

#include "abi/Abi.h"

#include "llvm/ADT/StringMap.h"

namespace flame {
#define GEN_PASS_DEF_PACKPARAMS
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

static unsigned alignToVector(unsigned offset) { return (offset + 3) / 4 * 4; }

static unsigned offsetOf(StringRef slot, SymbolTable &symbols) {
  return *symbols.lookup<ParamSlotOp>(slot).getOffset();
}

/// How many floats behind those of its body the slots of `same` stand.
static unsigned baseOf(SameXformOp same, SymbolTable &symbols) {
  if (same.getSlots().empty())
    return 0;
  const StringRef first = cast<FlatSymbolRefAttr>(same.getSlots()[0]).getValue();
  const StringRef other = symbols.lookup<XformOp>(same.getBody()).getReadSlots().front();
  return offsetOf(first, symbols) - offsetOf(other, symbols);
}

namespace {
class Packer {
public:
  explicit Packer(ModuleOp module) : module(module), symbols(module), builder(module) {}

  LogicalResult run() {
    for (Operation &op : module.getOps()) {
      if (auto found = dyn_cast<SelectionOp>(op))
        selection = found;
      if (auto found = dyn_cast<CameraOp>(op))
        camera = found;
    }
    if (!selection || !camera)
      return module.emitError("expected a flame.selection and a flame.camera");

    const unsigned xforms = selection.getWeights().size();
    set("xforms", xforms);
    next = alignToVector(abi::kCumulativeOffset + xforms);
    set("xaosOffset", selection.getChaos() ? next : 0);
    if (selection.getChaos())
      next = alignToVector(next + xforms * xforms);
    set("slotsOffset", next);
    for (Operation &op : module.getOps()) {
      if (auto xform = dyn_cast<XformOp>(op))
        placeAligned(xform.getReadSlots());
      if (auto same = dyn_cast<SameXformOp>(op))
        placeAligned(llvm::map_to_vector(same.getSlots().getAsRange<FlatSymbolRefAttr>(),
                                         [](FlatSymbolRefAttr slot) { return slot.getValue(); }));
    }
    next = alignToVector(next);
    set("sharedFloats", next);

    packScratch();
    set("blockFloats", next);
    module->setAttr("flame.layout", builder.getDictionaryAttr(layout));
    if (!failed)
      checkSharedBodies();
    return success(!failed);
  }

private:
  void packScratch() {
    set("weightsOffset", next);
    for (Attribute weight : selection.getWeights())
      place(cast<FlatSymbolRefAttr>(weight).getValue(), /*contiguous=*/true);
    next = alignToVector(next);
    set("chaosOffset", selection.getChaos() ? next : 0);
    if (ArrayAttr chaos = selection.getChaosAttr())
      for (Attribute factor : chaos)
        place(cast<FlatSymbolRefAttr>(factor).getValue(), /*contiguous=*/true);
    next = alignToVector(next);
    set("viewOffset", next);
    for (StringRef slot : {camera.getCenterX(), camera.getCenterY(), camera.getScale(),
                           camera.getZoom(), camera.getRotate()})
      place(slot, /*contiguous=*/true);
    next = alignToVector(next);
    for (PrecalcOp precalc : module.getOps<PrecalcOp>())
      precalc.walk([&](ParamOp read) { place(read.getSlot()); });
    next = alignToVector(next);
  }

  /// Places what an xform reads, at a multiple of four floats.
  void placeAligned(ArrayRef<StringRef> slots) {
    next = alignToVector(next);
    for (StringRef slot : slots)
      place(slot);
  }

  /// Xforms with one body read the same places of it from different bases.
  void checkSharedBodies() {
    for (SameXformOp same : module.getOps<SameXformOp>()) {
      const auto original = symbols.lookup<XformOp>(same.getBody()).getReadSlots();
      const unsigned base = baseOf(same, symbols);
      for (auto [slot, other] :
           llvm::zip(same.getSlots().getAsRange<FlatSymbolRefAttr>(), original))
        if (offsetOf(slot.getValue(), symbols) != offsetOf(other, symbols) + base) {
          same.emitError("reads slots that other xforms read, too");
          failed = true;
          break;
        }
    }
  }

  /// Gives `name` the next offset. A slot of a contiguous run must not have one already.
  void place(StringRef name, bool contiguous = false) {
    auto slot = symbols.lookup<ParamSlotOp>(name);
    if (!slot) {
      module.emitError("reads unknown slot @") << name;
      failed = true;
      return;
    }
    if (slot.getOffset()) {
      if (contiguous) {
        slot.emitError("is read by an xform and by the selection or camera");
        failed = true;
      }
      return;
    }
    slot.setOffset(next++);
  }

  void set(StringRef name, unsigned value) {
    layout.push_back(builder.getNamedAttr(name, builder.getI32IntegerAttr(value)));
  }

  ModuleOp module;
  SymbolTable symbols;
  Builder builder;
  SelectionOp selection;
  CameraOp camera;
  SmallVector<NamedAttribute> layout;
  unsigned next = 0;
  bool failed = false;
};

struct PackParams : flame::impl::PackParamsBase<PackParams> {
  using PackParamsBase::PackParamsBase;

  void runOnOperation() override {
    if (getOperation()->hasAttr("flame.layout"))
      return; // packed already
    if (mlir::failed(Packer(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

unsigned flame::layoutField(ModuleOp module, StringRef name) {
  auto layout = module->getAttrOfType<DictionaryAttr>("flame.layout");
  return layout ? layout.getAs<IntegerAttr>(name).getInt() : 0;
}

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
