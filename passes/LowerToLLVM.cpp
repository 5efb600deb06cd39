// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers packed xforms to LLVM functions:
//
//   { value x, y, color, visibility } flame_xform_<i>(params, rng, x, y, color)
//   { value x, y, color, visibility, z } flame_xform_<i>(params, rng, x, y, color, z)    with a z
//   void flame_precalc(params)
//
// The final xform is flame_final. A value is one float (NVPTX) or a vector of lanes (CPU). Xform
// state follows the words of the random stream. Bodies are straight-line code of elementwise
// operations, so a lane version differs only in types: scalars from the parameter block are
// broadcast, constants become splats, calls take and return vectors. flame.precalc also computes
// with full vectors and stores lane 0.

#include "passes/Passes.h"
#include "passes/Slots.h"

#include "abi/Abi.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/DialectConversion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

namespace flame {
#define GEN_PASS_DEF_LOWERTOLLVM
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

//===-- what can be lowered -------------------------------------------------------------------===//

/// Checks that no two numbers share an offset and that all offsets lie in the block.
static LogicalResult checkOffsets(ModuleOp module, LayoutAttr layout) {
  llvm::DenseMap<unsigned, ParamSlotOp> owners;
  for (ParamSlotOp slot : module.getOps<ParamSlotOp>())
    for (unsigned position = 0; position < slot.size(); ++position) {
      const std::optional<unsigned> offset = slot.getOffset(position);
      if (!offset)
        continue;
      if (*offset >= layout.getBlockFloats())
        return slot.emitOpError("stands at ")
               << *offset << ", behind the block of " << layout.getBlockFloats() << " floats";
      auto [owner, isFirst] = owners.try_emplace(*offset, slot);
      if (!isFirst)
        return slot.emitOpError("stands at ")
               << *offset << ", as @" << owner->second.getSymName() << " does";
    }
  return success();
}

static bool isNumber(Type type) { return type.isIntOrIndexOrFloat(); }

static bool isOfLibrary(func::FuncOp function) {
  return function.isExternal() && function.getNumResults() == 1 &&
         llvm::all_of(function.getArgumentTypes(), isNumber) &&
         isNumber(function.getResultTypes()[0]);
}

/// Checks an operation of an xform or of flame.precalc.
static LogicalResult checkOperation(Operation *op, const SymbolTable &symbols) {
  auto checkOffset = [&](ElementAttr element) -> LogicalResult {
    auto slot = symbols.lookup<ParamSlotOp>(element.getSlot().getAttr());
    if (slot.getOffset(element.getPosition()))
      return success();
    return op->emitOpError("needs a place for ")
           << element.getSlot() << ": --flame-pack-params comes after all that makes slots";
  };
  if (auto read = dyn_cast<ParamOp>(op))
    return checkOffset(read.getElement());
  if (auto define = dyn_cast<DefineOp>(op))
    return checkOffset(ElementAttr::get(define.getSlotAttr()));
  if (isa<DrawOp, YieldOp, PixelSizeOp, RecallOp, RememberOp>(op))
    return success();
  if (isa<FlameDialect>(op->getDialect()))
    return op->emitOpError("is no arithmetic yet: run --flame-expand-variations first");
  if (op->getNumRegions() > 0 || !llvm::all_of(op->getResultTypes(), isNumber))
    return op->emitOpError("is more than arithmetic on numbers");
  return success();
}

/// Checks the invariants of packed modules that lowering relies on.
static LogicalResult checkLowerable(ModuleOp module) {
  const LayoutAttr layout = LayoutAttr::of(module);
  if (!layout)
    return module.emitError("expected packed parameters: run --flame-pack-params first");
  if (failed(checkOffsets(module, layout)))
    return failure();
  const SymbolTable symbols(module);
  bool hasPrecalc = false;
  for (Operation &op : module.getOps()) {
    if (isa<PrecalcOp>(op) && std::exchange(hasPrecalc, true))
      return op.emitOpError("is the second of its kind");
    if (auto function = dyn_cast<func::FuncOp>(op); function && !isOfLibrary(function))
      return op.emitOpError("is no function of the library: those have no body and one result");
    if (!isa<XformOp, PrecalcOp>(op))
      continue;
    for (Operation &inner : op.getRegion(0).front())
      if (failed(checkOperation(&inner, symbols)))
        return failure();
  }
  return success();
}

//===-- lowering ------------------------------------------------------------------------------===//

namespace {
/// Translates the body of one xform or of flame.precalc into an LLVM function.
class BodyLowering {
public:
  BodyLowering(ModuleOp module, unsigned lanes)
      : module(module), symbols(module), builder(module.getContext()), lanes(lanes),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {
    builder.setInsertionPointToEnd(module.getBody());
  }

  /// The type of a value per lane: itself, or a vector.
  Type laneType(Type type) const { return lanes == 1 ? type : VectorType::get({lanes}, type); }

  void lowerXform(XformOp xform, StringRef name) {
    Type value = laneType(builder.getF32Type());
    auto yield = cast<YieldOp>(xform.getBody().front().getTerminator());
    const unsigned arguments = xform.getBody().getNumArguments();
    auto results = LLVM::LLVMStructType::getLiteral(
        module.getContext(), SmallVector<Type>(yield.getNumOperands(), value));
    SmallVector<Type> inputs = {pointer, pointer};
    inputs.append(arguments, value);
    auto type = LLVM::LLVMFunctionType::get(results, inputs);
    LLVM::LLVMFuncOp function = startFunction(xform.getLoc(), name, type);
    rng = function.getArgument(1);
    for (unsigned i = 0; i < arguments; ++i)
      mapping.map(xform.getBody().getArgument(i), function.getArgument(2 + i));
    for (Operation &op : xform.getBody().front().without_terminator())
      lower(op);
    Value result = LLVM::UndefOp::create(builder, yield.getLoc(), results);
    for (auto [index, operand] : llvm::enumerate(yield.getOperands()))
      result = LLVM::InsertValueOp::create(builder, yield.getLoc(), result, mapping.lookup(operand),
                                           index);
    LLVM::ReturnOp::create(builder, yield.getLoc(), result);
    builder.setInsertionPointToEnd(module.getBody());
  }

  /// `precalc` may be null: then nothing is precalculated.
  void lowerPrecalc(PrecalcOp precalc, Location loc) {
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()), {pointer});
    startFunction(loc, "flame_precalc", type);
    if (precalc)
      for (Operation &op : precalc.getBody().front())
        lower(op);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    builder.setInsertionPointToEnd(module.getBody());
  }

  void declareCallees() {
    for (func::FuncOp callee : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      SmallVector<Type> inputs =
          llvm::map_to_vector(callee.getArgumentTypes(), [&](Type type) { return laneType(type); });
      auto type = LLVM::LLVMFunctionType::get(laneType(callee.getResultTypes()[0]), inputs);
      OpBuilder before(callee);
      LLVM::LLVMFuncOp::create(before, callee.getLoc(), callee.getName(), type);
      callee.erase();
    }
  }

private:
  LLVM::LLVMFuncOp startFunction(Location loc, StringRef name, LLVM::LLVMFunctionType type) {
    mapping.clear();
    auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    params = function.getArgument(0);
    return function;
  }

  void lower(Operation &op) {
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](ParamOp read) { mapping.map(read.getValue(), load(read)); })
        .Case([&](PixelSizeOp size) {
          mapping.map(size.getValue(), loadAt(size.getLoc(), abi::kPixelSizeOffset));
        })
        .Case([&](DrawOp draw) { mapping.map(draw.getValue(), callDraw(draw)); })
        .Case([&](RecallOp recall) {
          Value loaded = LLVM::LoadOp::create(builder, recall.getLoc(),
                                              laneType(builder.getF32Type()), xformState(recall));
          mapping.map(recall.getValue(), loaded);
        })
        .Case([&](RememberOp remember) {
          LLVM::StoreOp::create(builder, remember.getLoc(), mapping.lookup(remember.getValue()),
                                xformState(remember));
        })
        .Case([&](DefineOp define) { store(define); })
        .Case([&](arith::ConstantOp constant) { lowerConstant(constant); })
        .Case([&](func::CallOp call) { lowerCall(call); })
        .Default([&](Operation *other) { cloneOnLanes(other); });
  }

  /// Parameter blocks are aligned to 16 bytes. LLVM cannot see that, but merges neighbouring loads
  /// only if the first one is known to be aligned.
  static unsigned alignmentOf(unsigned offset) {
    return offset % 4 == 0 ? 16 : offset % 2 == 0 ? 8 : 4;
  }

  Value address(Location loc, unsigned offset) {
    return LLVM::GEPOp::create(builder, loc, pointer, builder.getF32Type(), params,
                               ArrayRef<LLVM::GEPArg>{offset});
  }

  /// The address of a number of xform state.
  template <class Op> Value xformState(Op op) {
    const unsigned words = lanes == 1 ? abi::kThreadStreamWords : abi::kLaneStreamWords;
    return LLVM::GEPOp::create(builder, op.getLoc(), pointer, laneType(builder.getF32Type()), rng,
                               ArrayRef<LLVM::GEPArg>{words + op.getNumber()});
  }

  Value load(ParamOp read) { return loadAt(read.getLoc(), offsetOf(read.getElement(), symbols)); }

  Value loadAt(Location loc, unsigned offset) {
    Value scalar = LLVM::LoadOp::create(builder, loc, builder.getF32Type(), address(loc, offset),
                                        alignmentOf(offset));
    return lanes == 1 ? scalar : broadcast(loc, scalar);
  }

  Value broadcast(Location loc, Value scalar) {
    Type type = laneType(scalar.getType());
    Value undefined = LLVM::UndefOp::create(builder, loc, type);
    Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    Value first = LLVM::InsertElementOp::create(builder, loc, undefined, scalar, zero);
    return LLVM::ShuffleVectorOp::create(builder, loc, first, undefined,
                                         SmallVector<int32_t>(lanes, 0));
  }

  void store(DefineOp define) {
    const Location loc = define.getLoc();
    Value value = mapping.lookup(define.getValue());
    if (lanes > 1) {
      Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
      value = LLVM::ExtractElementOp::create(builder, loc, value, zero);
    }
    const unsigned offset = offsetOf(ElementAttr::get(define.getSlotAttr()), symbols);
    LLVM::StoreOp::create(builder, loc, value, address(loc, offset), /*alignment=*/4);
  }

  Value callDraw(DrawOp draw) {
    const std::string name = ("flame_draw_" + stringifyDrawKind(draw.getKind())).str();
    Type value = laneType(builder.getF32Type());
    if (!module.lookupSymbol(name)) {
      OpBuilder atTop = OpBuilder::atBlockBegin(module.getBody());
      LLVM::LLVMFuncOp::create(atTop, draw.getLoc(), name,
                               LLVM::LLVMFunctionType::get(value, {pointer}));
    }
    return LLVM::CallOp::create(builder, draw.getLoc(), TypeRange{value}, name, ValueRange{rng})
        .getResult();
  }

  void lowerConstant(arith::ConstantOp constant) {
    TypedAttr value = constant.getValue();
    if (lanes > 1)
      value =
          DenseElementsAttr::get(cast<VectorType>(laneType(constant.getType())), Attribute(value));
    mapping.map(constant.getResult(), arith::ConstantOp::create(builder, constant.getLoc(), value));
  }

  void lowerCall(func::CallOp call) {
    SmallVector<Value> operands =
        llvm::map_to_vector(call.getOperands(), [&](Value v) { return mapping.lookup(v); });
    auto lowered =
        LLVM::CallOp::create(builder, call.getLoc(), TypeRange{laneType(call.getResultTypes()[0])},
                             call.getCallee(), operands);
    mapping.map(call.getResult(0), lowered.getResult());
  }

  /// Elementwise operations: the same on lanes, with other result types.
  void cloneOnLanes(Operation *op) {
    Operation *copy = builder.clone(*op, mapping);
    for (Value result : copy->getResults())
      result.setType(laneType(result.getType()));
  }

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  IRMapping mapping;
  unsigned lanes;
  Type pointer;
  Value params, rng;
};

struct LowerToLLVM : flame::impl::LowerToLLVMBase<LowerToLLVM> {
  using LowerToLLVMBase::LowerToLLVMBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.lookupSymbol<LLVM::LLVMFuncOp>("flame_precalc"))
      return; // already lowered
    if (lanes == 0) {
      module.emitError("expected at least one lane");
      return signalPassFailure();
    }
    if (failed(checkLowerable(module)))
      return signalPassFailure();
    BodyLowering lowering(module, lanes);
    lowering.declareCallees();
    unsigned index = 0;
    for (Operation &op : llvm::make_early_inc_range(module.getOps())) {
      if (auto xform = dyn_cast<XformOp>(op))
        lowering.lowerXform(xform, xform.getFinal() ? std::string("flame_final")
                                                    : "flame_xform_" + std::to_string(index++));
      index += isa<SameXformOp>(op); // computed by the body of another xform
    }
    auto precalcs = module.getOps<PrecalcOp>();
    lowering.lowerPrecalc(precalcs.empty() ? PrecalcOp() : *precalcs.begin(), module.getLoc());
    for (Operation &op : llvm::make_early_inc_range(module.getOps()))
      if (isa<FlameDialect>(op.getDialect()))
        op.erase();
    if (failed(convertArithmetic(module)))
      signalPassFailure();
  }

  static LogicalResult convertArithmetic(ModuleOp module) {
    MLIRContext *context = module.getContext();
    LLVMTypeConverter types(context);
    RewritePatternSet patterns(context);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    return applyFullConversion(module, target, std::move(patterns));
  }
};
} // namespace
