// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a genome for the GPU. The library's kernels call flame_apply_group, flame_apply_one and
// flame_apply_final (runtime/device/Genome.h), which are built here as switches over the generated
// xforms.

#include "abi/Abi.h"
#include "compiler/codegen/LinkSupport.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace flame;

extern "C" const char flame_gpu_library[], flame_gpu_library_end[];

static constexpr unsigned kConstantAddressSpace = 4;

namespace {
/// Builds the functions through which the library calls generated code.
class Glue {
public:
  explicit Glue(Module &module)
      : module(module), builder(module.getContext()),
        pointType(StructType::get(builder.getFloatTy(), builder.getFloatTy(), builder.getFloatTy(),
                                  builder.getFloatTy())) {}

  /// Builds `name`(xform, params, points, depths, rng), which applies the chosen xform to `points`
  /// points.
  void buildApply(StringRef name, ArrayRef<XformBody> bodies, unsigned points) {
    Function *function =
        start(name, {builder.getInt32Ty(), pointer(), pointer(), pointer(), pointer()});
    BasicBlock *done = BasicBlock::Create(module.getContext(), "done", function);
    BasicBlock *impossible = BasicBlock::Create(module.getContext(), "impossible", function);
    SwitchInst *choice = builder.CreateSwitch(function->getArg(0), impossible, bodies.size());
    for (const auto &[body, users] : groupByBody(bodies)) {
      BasicBlock *block = BasicBlock::Create(module.getContext(), "body", function, impossible);
      for (unsigned xform : users)
        choice->addCase(builder.getInt32(xform), block);
      builder.SetInsertPoint(block);
      Function *xform = module.getFunction("flame_xform_" + std::to_string(body));
      Value *params = function->getArg(1);
      if (users.size() > 1)
        params =
            builder.CreateGEP(builder.getFloatTy(), params, baseOf(function->getArg(0), bodies));
      for (unsigned p = 0; p < points; ++p) {
        Value *point = builder.CreateConstInBoundsGEP1_32(pointType, function->getArg(2), p);
        Value *depth =
            builder.CreateConstInBoundsGEP1_32(builder.getFloatTy(), function->getArg(3), p);
        apply(xform, params, point, depth, point, function->getArg(4), /*fields=*/4);
      }
      builder.CreateBr(done);
    }
    builder.SetInsertPoint(impossible);
    builder.CreateUnreachable();
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  /// Builds flame_apply_final(params, in, depth, out, rng). The visibility remains that of `in`.
  void buildFinal() {
    Function *function =
        start("flame_apply_final", {pointer(), pointer(), pointer(), pointer(), pointer()});
    Value *in = function->getArg(1), *depth = function->getArg(2), *out = function->getArg(3);
    if (Function *finalXform = module.getFunction("flame_final"))
      apply(finalXform, function->getArg(0), in, depth, out, function->getArg(4), /*fields=*/3);
    else
      builder.CreateStore(builder.CreateAlignedLoad(pointType, in, Align(16)), out);
    builder.CreateRetVoid();
  }

private:
  static MapVector<unsigned, SmallVector<unsigned>> groupByBody(ArrayRef<XformBody> bodies) {
    MapVector<unsigned, SmallVector<unsigned>> groups;
    for (auto [xform, body] : enumerate(bodies))
      groups[body.index].push_back(xform);
    return groups;
  }

  /// The offset of the parameters of `xform` from those of its body, in floats.
  Value *baseOf(Value *xform, ArrayRef<XformBody> bodies) {
    Value *address = builder.CreateInBoundsGEP(baseTable(bodies)->getValueType(), baseTable(bodies),
                                               {builder.getInt32(0), xform});
    return builder.CreateLoad(builder.getInt32Ty(), address);
  }

  /// The bases of all xforms, in constant memory.
  GlobalVariable *baseTable(ArrayRef<XformBody> bodies) {
    constexpr StringLiteral kName = "flame_xform_bases";
    if (GlobalVariable *made = module.getNamedGlobal(kName))
      return made;
    const auto bases = map_to_vector(bodies, [](const XformBody &body) { return body.base; });
    Constant *values = ConstantDataArray::get(module.getContext(), bases);
    return new GlobalVariable(module, values->getType(), /*isConstant=*/true,
                              GlobalValue::InternalLinkage, values, kName, nullptr,
                              GlobalValue::NotThreadLocal, kConstantAddressSpace);
  }

  Type *pointer() { return builder.getPtrTy(); }

  Function *start(StringRef name, ArrayRef<Type *> arguments) {
    auto *type = FunctionType::get(builder.getVoidTy(), arguments, false);
    auto *function = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    return function;
  }

  /// Stores the first `fields` results to `out`, and a fifth one to `depth`, which is read if the
  /// xform has a z.
  void apply(Function *xform, Value *params, Value *in, Value *depth, Value *out, Value *rng,
             unsigned fields) {
    SmallVector<Value *, 6> inputs = {params, rng};
    for (unsigned i = 0; i < 3; ++i)
      inputs.push_back(
          builder.CreateLoad(builder.getFloatTy(), builder.CreateStructGEP(pointType, in, i)));
    if (xform->arg_size() > inputs.size())
      inputs.push_back(builder.CreateLoad(builder.getFloatTy(), depth));
    Value *result = builder.CreateCall(xform, inputs);
    for (unsigned i = 0; i < fields; ++i)
      builder.CreateStore(builder.CreateExtractValue(result, i),
                          builder.CreateStructGEP(pointType, out, i));
    if (cast<StructType>(result->getType())->getNumElements() > 4)
      builder.CreateStore(builder.CreateExtractValue(result, 4), depth);
  }

  Module &module;
  IRBuilder<> builder;
  StructType *pointType;
};
} // namespace

/// From this size on, one copy of the xforms serves all points of a thread, because four copies
/// outgrow the instruction cache. Measured on an H100: equal speed at this size; at 5500, one copy
/// is 25 % faster, and six times as fast with xaos. Below, four copies are up to 7 % faster. Beyond
/// 6000, LLVM cannot compile four.
static constexpr unsigned kLargeFlame = 1500;

/// Approximate number of instructions of the xforms of `module`, including library calls.
static unsigned sizeOfXforms(const Module &module) {
  constexpr unsigned kPerCall = 20;
  unsigned size = 0;
  for (const Function &function : module)
    if (function.getName().starts_with("flame_xform_"))
      for (const Instruction &instruction : instructions(function))
        size += isa<CallInst>(instruction) ? kPerCall : 1;
  return size;
}

/// Removes kernels that are never used for a flame with these features.
static void dropKernels(Module &module, uint32_t features) {
  if (Function *warmUp = module.getFunction("flame_warm_up");
      warmUp && !abi::hasWarmUpKernel(features))
    warmUp->eraseFromParent();
}

Expected<std::unique_ptr<Module>> flame::linkGpuGenome(LLVMContext &context, mlir::ModuleOp lowered,
                                                       const GenomeFacts &facts, StringRef library,
                                                       uint32_t ablation) {
  Expected<std::unique_ptr<Module>> translated = translateFlame(context, lowered);
  if (!translated)
    return translated.takeError();
  Module &module = **translated;
  const bool isLarge = facts.wantsLittleCode || sizeOfXforms(module) > kLargeFlame;
  if (library.empty())
    library = StringRef(flame_gpu_library, flame_gpu_library_end - flame_gpu_library);
  if (Error error = linkLibrary(module, library, "GPU library"))
    return std::move(error);
  Glue glue(module);
  glue.buildApply("flame_apply_group", facts.bodies, abi::kPointsPerThread);
  glue.buildApply("flame_apply_one", facts.bodies, 1);
  glue.buildFinal();
  defineConstant(module, "flame_num_xforms", facts.bodies.size());
  defineConstant(module, "flame_features", facts.features);
  defineConstant(module, "flame_is_large", isLarge);
  defineConstant(module, "flame_ablation", ablation);
  dropKernels(module, facts.features);
  SmallVector<StringRef> exported = {"flame_shared"};
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      exported.push_back(function.getName());
  internalizeAllBut(module, exported);
  inlineEverything(module);
  for (Function &function : module)
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  return translated;
}
