// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an animation for the processor that is running: the same flame IR as for the GPU, lowered to vectors of
// lanes, linked with the skeleton of the CPU engine, optimised for exactly this processor and loaded by ORC.

#include "compiler/CompileForCpu.h"

#include "runtime/device/Interpolate.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <cmath>

using namespace llvm;
using namespace flame;

unsigned CpuFlame::nativeLanes() {
  const StringMap<bool> features = sys::getHostCPUFeatures();
  auto has = [&](StringRef name) { return features.lookup(name); };
  if (has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl"))
    return 16;
  return has("avx2") && has("fma") && has("bmi2") ? 8 : 4;
}

static Expected<orc::JITTargetMachineBuilder> detectHost() {
  static const bool initialized = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    return true;
  }();
  (void)initialized;
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (builder) {
    builder->setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
    builder->getOptions().AllowFPOpFusion = FPOpFusion::Fast;
  }
  return builder;
}

/// Optimises for `machine`. Functions carry its features, since vectors of lanes are legal only with them.
static void optimize(Module &module, TargetMachine &machine, unsigned lanes) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    if (lanes == 16) { // the default tuning would split vectors of 16 lanes into halves
      function.addFnAttr("prefer-vector-width", "512");
      function.addFnAttr("min-legal-vector-width", "512");
    }
  }
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = false; // the code is vectors already
  tuning.SLPVectorization = false;
  PassBuilder passes(&machine, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(module, modules);
}

static Expected<std::unique_ptr<Module>> makeLaneModule(LLVMContext &context, PackedFlame &packed,
                                                        unsigned lanes, StringRef library) {
  PipelineOptions pipeline;
  pipeline.target = "cpu";
  pipeline.lanes = lanes;
  mlir::PassManager manager(packed.module.get()->getContext());
  buildLoweringPipeline(manager, pipeline);
  if (mlir::failed(manager.run(*packed.module)))
    return createStringError("a pass failed; this is a bug of flamec");
  return linkCpuGenome(context, *packed.module, packed.facts, lanes, library);
}

CpuFlame::~CpuFlame() = default;

Expected<std::unique_ptr<CpuFlame>> CpuFlame::compile(const Animation &animation, unsigned lanes,
                                                      const CompileOptions &options) {
  std::unique_ptr<CpuFlame> flame(new CpuFlame);
  if (lanes == 0)
    lanes = nativeLanes();
  auto context = makeContext();
  Expected<PackedFlame> packed = packFlame(*context, animation, options);
  if (!packed)
    return packed.takeError();
  flame->blockLayout = packed->layout;
  flame->tracks = packed->tracks;
  flame->knots = packed->knots;
  for (const PaletteColor &color : animation.palettes.front().second)
    flame->colors.push_back(
        {float(color.red), float(color.green), float(color.blue), float(color.alpha)});

  auto builder = detectHost();
  if (!builder)
    return builder.takeError();
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto llvmContext = std::make_unique<LLVMContext>();
  auto module = makeLaneModule(*llvmContext, *packed, lanes, options.library);
  if (!module)
    return module.takeError();
  optimize(**module, **machine, lanes);

  auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*builder)).create();
  if (!jit)
    return jit.takeError();
  if (Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(*module), std::move(llvmContext))))
    return std::move(error);
  auto run = (*jit)->lookup("flame_cpu_run");
  if (!run)
    return run.takeError();
  auto precalc = (*jit)->lookup("flame_precalc");
  if (!precalc)
    return precalc.takeError();
  flame->entryPoints = {run->toPtr<void (*)(cpu::Worker *)>(), lanes,
                        packed->layout.xforms, packed->facts.features};
  flame->precalc = precalc->toPtr<void (*)(float *)>();
  flame->jit = std::move(*jit);
  return flame;
}

std::vector<float> CpuFlame::makeBlock(const abi::InterpolateArgs &args) const {
  std::vector<float> block(blockLayout.blockFloats);
  for (const abi::Track &track : tracks)
    block[track.offset] = evaluateTrack(track, knots.data());
  const float *view = block.data() + blockLayout.viewOffset;
  const float angle = view[4] * kDegree;
  deriveBlock(block.data(), blockLayout, args.frame, args.pixelAspect, std::cos(angle),
              std::sin(angle), std::exp2(view[3]) * args.viewScale);
  precalc(block.data());
  return block;
}
