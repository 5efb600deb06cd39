// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a genome for the GPU: the library's kernels call flame_apply_group, flame_apply_one and flame_apply_final
// (runtime/device/Genome.h); these are built here as switches over the generated xforms.

#include "compiler/LinkSupport.h"
#include "runtime/Abi.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace flame;

extern "C" const char flame_gpu_library[], flame_gpu_library_end[];

namespace {
/// Builds the functions by which the library reaches generated code.
class Glue {
public:
  explicit Glue(Module &module)
      : module(module), builder(module.getContext()),
        pointType(StructType::get(builder.getFloatTy(), builder.getFloatTy(), builder.getFloatTy(),
                                  builder.getFloatTy())) {}

  /// `name`(xform, params, points, rng): applies the chosen xform to `points` points.
  void buildApply(StringRef name, unsigned xforms, unsigned points) {
    Function *function = start(name, {builder.getInt32Ty(), pointer(), pointer(), pointer()});
    BasicBlock *done = BasicBlock::Create(module.getContext(), "done", function);
    BasicBlock *impossible = BasicBlock::Create(module.getContext(), "impossible", function);
    SwitchInst *choice = builder.CreateSwitch(function->getArg(0), impossible, xforms);
    for (unsigned i = 0; i < xforms; ++i) {
      BasicBlock *block = BasicBlock::Create(module.getContext(), "xform", function, impossible);
      choice->addCase(builder.getInt32(i), block);
      builder.SetInsertPoint(block);
      Function *xform = module.getFunction("flame_xform_" + std::to_string(i));
      for (unsigned p = 0; p < points; ++p) {
        Value *point = builder.CreateConstInBoundsGEP1_32(pointType, function->getArg(2), p);
        apply(xform, function->getArg(1), point, point, function->getArg(3), /*fields=*/4);
      }
      builder.CreateBr(done);
    }
    builder.SetInsertPoint(impossible);
    builder.CreateUnreachable();
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  /// flame_apply_final(params, in, out, rng): the visibility stays that of `in`.
  void buildFinal() {
    Function *function = start("flame_apply_final", {pointer(), pointer(), pointer(), pointer()});
    Value *in = function->getArg(1), *out = function->getArg(2);
    if (Function *final = module.getFunction("flame_final"))
      apply(final, function->getArg(0), in, out, function->getArg(3), /*fields=*/3);
    else
      builder.CreateStore(builder.CreateAlignedLoad(pointType, in, Align(16)), out);
    builder.CreateRetVoid();
  }

private:
  Type *pointer() { return builder.getPtrTy(); }

  Function *start(StringRef name, ArrayRef<Type *> arguments) {
    auto *type = FunctionType::get(builder.getVoidTy(), arguments, false);
    auto *function = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    return function;
  }

  void apply(Function *xform, Value *params, Value *in, Value *out, Value *rng, unsigned fields) {
    Value *inputs[3];
    for (unsigned i = 0; i < 3; ++i)
      inputs[i] =
          builder.CreateLoad(builder.getFloatTy(), builder.CreateStructGEP(pointType, in, i));
    Value *result = builder.CreateCall(xform, {params, rng, inputs[0], inputs[1], inputs[2]});
    for (unsigned i = 0; i < fields; ++i)
      builder.CreateStore(builder.CreateExtractValue(result, i),
                          builder.CreateStructGEP(pointType, out, i));
  }

  Module &module;
  IRBuilder<> builder;
  StructType *pointType;
};
} // namespace

/// Tells ptxas how the kernel is launched, so that registers allow two blocks per multiprocessor.
static void setLaunchBounds(Module &module) {
  Function *kernel = module.getFunction("flame_iterate");
  kernel->addFnAttr("nvvm.maxntid", std::to_string(abi::kThreads));
  kernel->addFnAttr("nvvm.minctasm", "2");
}

Expected<std::unique_ptr<Module>> flame::linkGpuGenome(LLVMContext &context, mlir::ModuleOp lowered,
                                                       const GenomeFacts &facts) {
  Expected<std::unique_ptr<Module>> translated = translateFlame(context, lowered);
  if (!translated)
    return translated.takeError();
  Module &module = **translated;
  const StringRef library(flame_gpu_library, flame_gpu_library_end - flame_gpu_library);
  if (Error error = linkLibrary(module, library, "GPU library"))
    return std::move(error);
  Glue glue(module);
  glue.buildApply("flame_apply_group", facts.xforms, abi::kPointsPerThread);
  glue.buildApply("flame_apply_one", facts.xforms, 1);
  glue.buildFinal();
  defineConstant(module, "flame_num_xforms", facts.xforms);
  defineConstant(module, "flame_features", facts.features);
  internalizeAllBut(module, {"flame_iterate", "flame_interpolate", "flame_shared"});
  inlineEverything(module);
  for (Function &function : module)
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  setLaunchBounds(module);
  return translated;
}
