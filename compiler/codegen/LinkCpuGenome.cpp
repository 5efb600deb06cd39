// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a genome for the CPU. The skeleton (runtime/cpu) contains the loop over the points of one
// xform as a template. It is copied once per xform, with the call of flame_lane_xform replaced, so
// that every xform gets its own loop with everything inlined. Xforms with one body share a loop in
// two cases: with xaos, where the loop receives its xform as an argument, and if there are many of
// them.

#include "abi/Engine.h"
#include "compiler/codegen/LinkSupport.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace flame;

extern "C" const char flame_cpu_library_16[], flame_cpu_library_16_end[];
extern "C" const char flame_cpu_library_8[], flame_cpu_library_8_end[];
extern "C" const char flame_cpu_library_4[], flame_cpu_library_4_end[];

static StringRef libraryFor(unsigned lanes) {
  switch (lanes) {
  case 16:
    return {flame_cpu_library_16, size_t(flame_cpu_library_16_end - flame_cpu_library_16)};
  case 8:
    return {flame_cpu_library_8, size_t(flame_cpu_library_8_end - flame_cpu_library_8)};
  case 4:
    return {flame_cpu_library_4, size_t(flame_cpu_library_4_end - flame_cpu_library_4)};
  default:
    return {};
  }
}

/// The index of z in LanePoint.
static constexpr unsigned kDepthField = 4;
/// If more xforms than this have one body, they share a loop. A shared loop is slightly slower than
/// one with its own numbers, but a hundred loops take seconds to compile.
static constexpr unsigned kMaxBodyLoops = 12;

namespace {
/// Builds the functions and tables through which the skeleton calls generated code.
class LaneGlue {
public:
  LaneGlue(Module &module, unsigned lanes)
      : module(module), builder(module.getContext()),
        laneType(FixedVectorType::get(builder.getFloatTy(), lanes)),
        pointType(StructType::get(laneType, laneType, laneType, laneType, laneType)) {}

  /// Builds flame_lane_xform_<i>(params, point, rng) around the body of xform i.
  void buildXforms(ArrayRef<XformBody> bodies) {
    for (auto [i, body] : enumerate(bodies)) {
      Function *function = start("flame_lane_xform_" + Twine(i), 3);
      Value *params =
          builder.CreateConstInBoundsGEP1_32(builder.getFloatTy(), function->getArg(0), body.base);
      apply(module.getFunction("flame_xform_" + std::to_string(body.index)), params,
            function->getArg(1), function->getArg(1), function->getArg(2), /*fields=*/4);
      builder.CreateRetVoid();
    }
  }

  /// Builds flame_lane_final(params, in, out, rng). The visibility remains that of `in`.
  void buildFinal() {
    Function *function = start("flame_lane_final", 4);
    Value *in = function->getArg(1), *out = function->getArg(2);
    copyField(in, out, 3);
    if (Function *finalXform = module.getFunction("flame_final"))
      apply(finalXform, function->getArg(0), in, out, function->getArg(3), /*fields=*/3);
    else
      for (unsigned i = 0; i < 3; ++i)
        copyField(in, out, i);
    builder.CreateRetVoid();
  }

  /// Copies the template of runs once per xform, or once for many xforms with one body, and lists
  /// the copies.
  void buildRuns(ArrayRef<XformBody> bodies) {
    Function *pattern = module.getFunction("flame_run_template");
    DenseMap<unsigned, unsigned> members;
    for (const XformBody &body : bodies)
      ++members[body.index];
    DenseMap<unsigned, SharedRun> shared;
    SmallVector<Constant *> runs;
    for (auto [i, body] : enumerate(bodies)) {
      const std::string suffix = "_" + std::to_string(i);
      Function *special = module.getFunction("flame_lane_xform" + suffix);
      if (members[body.index] <= kMaxBodyLoops) {
        ValueToValueMapTy map;
        Function *copy = CloneFunction(pattern, map);
        replaceCallee(*copy, module.getFunction("flame_lane_xform"), special);
        copy->setName("flame_run" + suffix);
        copy->setLinkage(GlobalValue::InternalLinkage);
        runs.push_back(copy);
        continue;
      }
      SharedRun &run = shared[body.index];
      if (!run.function)
        run = {shareRun(*pattern, special, "flame_run_body" + suffix), body.base};
      runs.push_back(callShared(*pattern, run, body.base, "flame_run" + suffix));
    }
    defineTable("flame_run_table", runs);
  }

  /// An unused engine gets a table of nulls.
  void buildNoRuns(StringRef tableName, size_t xforms) {
    defineTable(tableName,
                SmallVector<Constant *>(xforms, ConstantPointerNull::get(builder.getPtrTy())));
  }

  /// The same for queues: one copy per body, which locates the parameters of the xform passed to
  /// it.
  void buildQueueRuns(ArrayRef<XformBody> bodies) {
    Function *pattern = module.getFunction("flame_run_queue_template");
    DenseMap<unsigned, Function *> copies;
    SmallVector<Constant *> runs;
    for (auto [i, body] : enumerate(bodies)) {
      Function *&copy = copies[body.index];
      if (!copy) {
        ValueToValueMapTy map;
        copy = CloneFunction(pattern, map);
        moveParameters(*copy, bodies, body.base);
        replaceCallee(*copy, module.getFunction("flame_lane_xform"),
                      module.getFunction("flame_lane_xform_" + std::to_string(i)));
        copy->setName("flame_run_queue_template_" + Twine(i));
        copy->setLinkage(GlobalValue::InternalLinkage);
      }
      runs.push_back(copy);
    }
    defineTable("flame_run_queue_table", runs);
  }

  /// Removes the templates, which call a function that does not exist.
  void removeTemplates(ArrayRef<StringRef> templates) {
    for (StringRef name : templates) {
      Function *pattern = module.getFunction(name);
      pattern->replaceAllUsesWith(PoisonValue::get(pattern->getType()));
      pattern->eraseFromParent();
    }
  }

private:
  void defineTable(StringRef name, ArrayRef<Constant *> runs) {
    auto *type = ArrayType::get(builder.getPtrTy(), runs.size());
    auto *table = new GlobalVariable(module, type, /*isConstant=*/true,
                                     GlobalValue::InternalLinkage, ConstantArray::get(type, runs));
    if (GlobalVariable *declared = module.getNamedGlobal(name)) {
      declared->replaceAllUsesWith(table);
      declared->eraseFromParent();
    }
    table->setName(name);
  }

  /// The distance of each xform's parameters from those at `first`, in floats.
  GlobalVariable *distanceTable(ArrayRef<XformBody> bodies, unsigned first) {
    const auto distances =
        map_to_vector(bodies, [&](const XformBody &body) { return body.base - first; });
    Constant *values = ConstantDataArray::get(module.getContext(), ArrayRef<uint32_t>(distances));
    return new GlobalVariable(module, values->getType(), /*isConstant=*/true,
                              GlobalValue::InternalLinkage, values, "flame_xform_distances");
  }

  /// If a copy of the template (worker, xform, points) serves more than one xform, makes it pass
  /// that xform's parameters to flame_lane_xform, which expects them at the address of those at
  /// `first`.
  void moveParameters(Function &copy, ArrayRef<XformBody> bodies, unsigned first) {
    if (count_if(bodies, [&](const XformBody &body) { return body.base == first; }) ==
        int(bodies.size()))
      return;
    GlobalVariable *distances = distanceTable(bodies, first);
    builder.SetInsertPoint(copy.getEntryBlock().getFirstInsertionPt());
    Value *address = builder.CreateInBoundsGEP(distances->getValueType(), distances,
                                               {builder.getInt32(0), copy.getArg(1)});
    moveParametersBy(copy, builder.CreateSExt(builder.CreateLoad(builder.getInt32Ty(), address),
                                              builder.getInt64Ty()));
  }

  /// Makes flame_lane_xform read its parameters `distance` floats further on.
  void moveParametersBy(Function &copy, Value *distance) {
    for (BasicBlock &block : copy)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction);
            call && call->getCalledFunction() == module.getFunction("flame_lane_xform")) {
          builder.SetInsertPoint(call);
          call->setArgOperand(
              0, builder.CreateGEP(builder.getFloatTy(), call->getArgOperand(0), distance));
        }
  }

  /// A run shared by many xforms with one body, and the base of the parameters that it would use by
  /// itself.
  struct SharedRun {
    Function *function = nullptr;
    unsigned base = 0;
  };

  /// A copy of the template (worker, first, last) for `xform`, with the distance of its parameters
  /// as an additional argument.
  Function *shareRun(Function &pattern, Function *xform, const Twine &name) {
    SmallVector<Type *> arguments(pattern.getFunctionType()->params());
    arguments.push_back(builder.getInt64Ty());
    auto *type = FunctionType::get(builder.getVoidTy(), arguments, false);
    auto *copy = Function::Create(type, GlobalValue::InternalLinkage, name, module);
    ValueToValueMapTy map;
    for (Argument &argument : pattern.args())
      map[&argument] = copy->getArg(argument.getArgNo());
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(copy, &pattern, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->addFnAttr(Attribute::NoInline);
    moveParametersBy(*copy, copy->getArg(copy->arg_size() - 1));
    replaceCallee(*copy, module.getFunction("flame_lane_xform"), xform);
    return copy;
  }

  /// The table entry of the xform whose parameters are at `base`: a call of its shared run.
  Function *callShared(Function &pattern, const SharedRun &run, unsigned base, const Twine &name) {
    auto *function =
        Function::Create(pattern.getFunctionType(), GlobalValue::InternalLinkage, name, module);
    function->setAttributes(pattern.getAttributes());
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    SmallVector<Value *> arguments(make_pointer_range(function->args()));
    arguments.push_back(builder.getInt64(uint64_t(int64_t(base) - int64_t(run.base))));
    builder.CreateCall(run.function, arguments);
    builder.CreateRetVoid();
    return function;
  }

  Function *start(const Twine &name, unsigned arguments) {
    auto *type = FunctionType::get(builder.getVoidTy(),
                                   SmallVector<Type *>(arguments, builder.getPtrTy()), false);
    auto *function = cast<Function>(module.getOrInsertFunction(name.str(), type).getCallee());
    function->addFnAttr(Attribute::AlwaysInline);
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
    return function;
  }

  Value *field(Value *point, unsigned index) {
    return builder.CreateStructGEP(pointType, point, index);
  }

  void copyField(Value *in, Value *out, unsigned index) {
    builder.CreateStore(builder.CreateLoad(laneType, field(in, index)), field(out, index));
  }

  void apply(Function *xform, Value *params, Value *in, Value *out, Value *rng, unsigned fields) {
    xform->addFnAttr(Attribute::AlwaysInline);
    SmallVector<Value *, 6> arguments = {params, rng};
    for (unsigned i = 0; i < 3; ++i)
      arguments.push_back(builder.CreateLoad(laneType, field(in, i)));
    if (xform->arg_size() > arguments.size())
      arguments.push_back(builder.CreateLoad(laneType, field(in, kDepthField)));
    Value *result = builder.CreateCall(xform, arguments);
    for (unsigned i = 0; i < fields; ++i)
      builder.CreateStore(builder.CreateExtractValue(result, i), field(out, i));
    if (cast<StructType>(result->getType())->getNumElements() > kDepthField)
      builder.CreateStore(builder.CreateExtractValue(result, kDepthField), field(out, kDepthField));
  }

  static void replaceCallee(Function &caller, Function *from, Function *to) {
    for (BasicBlock &block : caller)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction);
            call && call->getCalledFunction() == from)
          call->setCalledFunction(to);
  }

  Module &module;
  IRBuilder<> builder;
  FixedVectorType *laneType;
  StructType *pointType;
};
} // namespace

/// Parameters do not change during a run, but LLVM must assume that stores to the pool alias them.
/// Marks their reads as invariant, so that they are hoisted out of the loop. Only flame_precalc
/// writes parameters.
static void markParametersInvariant(Module &module) {
  for (Function &function : module) {
    if (!function.getName().starts_with("flame_xform_") && function.getName() != "flame_final")
      continue;
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *load = dyn_cast<LoadInst>(&instruction))
          load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
  }
}

Expected<std::unique_ptr<Module>> flame::linkCpuGenome(LLVMContext &context, mlir::ModuleOp lowered,
                                                       const GenomeFacts &facts, unsigned lanes,
                                                       StringRef library) {
  Expected<std::unique_ptr<Module>> translated = translateFlame(context, lowered);
  if (!translated)
    return translated.takeError();
  Module &module = **translated;
  if (Error error =
          linkLibrary(module, library.empty() ? libraryFor(lanes) : library, "CPU library"))
    return std::move(error);
  LaneGlue glue(module, lanes);
  glue.buildXforms(facts.bodies);
  glue.buildFinal();
  const bool usesQueues = facts.features & abi::kXaos;
  if (usesQueues) {
    glue.buildQueueRuns(facts.bodies);
    glue.buildNoRuns("flame_run_table", facts.bodies.size());
  } else {
    glue.buildRuns(facts.bodies);
    glue.buildNoRuns("flame_run_queue_table", facts.bodies.size());
  }
  defineConstant(module, "flame_num_xforms", facts.bodies.size());
  defineConstant(module, "flame_features", facts.features);
  internalizeAllBut(module, {"flame_cpu_run", "flame_precalc", "flame_lane_count"});
  glue.removeTemplates({"flame_run_template", "flame_run_queue_template"});
  markParametersInvariant(module);
  return translated;
}
