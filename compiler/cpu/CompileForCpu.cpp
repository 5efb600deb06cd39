// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the same flame IR as for the GPU to vectors of lanes, links it with the skeleton of the
// CPU engine, optimises for this processor, and loads the result with ORC.

#include "compiler/cpu/CompileForCpu.h"

#include "compiler/codegen/CompilerIdentity.h"
#include "runtime/shared/Interpolate.h"
#include "support/ContentHash.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <cmath>

using namespace llvm;

namespace flame {

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
    builder->setRelocationModel(Reloc::PIC_); // required by LLJIT's linker
    builder->setCodeModel(CodeModel::Small);
    builder->getOptions().AllowFPOpFusion = FPOpFusion::Fast;
  }
  return builder;
}

/// Optimises for `machine`. Sets its features on all functions, because vectors of lanes are legal
/// only with them.
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
  tuning.LoopVectorization = false; // the code is already vectorised
  tuning.SLPVectorization = false;
  PassBuilder passes(&machine, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(module, modules);
}

static Error lowerForLanes(PackedFlame &packed, unsigned lanes) {
  PipelineOptions pipeline;
  pipeline.target = TargetKind::CPU;
  pipeline.lanes = lanes;
  mlir::PassManager manager(packed.module.get()->getContext());
  buildLoweringPipeline(manager, pipeline);
  if (mlir::failed(manager.run(*packed.module)))
    return createStringError("a pass failed; this is a bug of flamec");
  return Error::success();
}

/// A key of the object that `module`, before optimisation, compiles to for `machine`.
static std::string keyOf(const Module &module, const TargetMachine &machine) {
  SmallString<0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  return rt::hashOfParts({compilerIdentity(), machine.getTargetTriple().str(),
                          machine.getTargetCPU(), machine.getTargetFeatureString(), bitcode.str()})
      .hex();
}

/// The object of an unoptimised module: from the cache, or compiled now and stored there.
static Expected<std::unique_ptr<MemoryBuffer>> makeObject(Module &module, TargetMachine &machine,
                                                          unsigned lanes, rt::CacheFolder *cache) {
  const std::string key = cache ? keyOf(module, machine) : "";
  if (std::optional<std::string> known = cache ? cache->find(key) : std::nullopt)
    return MemoryBuffer::getMemBufferCopy(*known, "flame");
  optimize(module, machine, lanes);
  auto object = orc::SimpleCompiler(machine)(module);
  if (object && cache)
    cache->store(key, (*object)->getBuffer());
  return object;
}

//===-- loaded code ---------------------------------------------------------------------------===//

CpuCode::CpuCode() = default;
CpuCode::~CpuCode() = default;

std::shared_ptr<const CpuCode> LoadedCpuCode::find(const std::string &key) {
  std::lock_guard lock(mutex);
  for (auto entry = newestFirst.begin(); entry != newestFirst.end(); ++entry)
    if (entry->first == key) {
      newestFirst.splice(newestFirst.begin(), newestFirst, entry);
      return entry->second;
    }
  return nullptr;
}

void LoadedCpuCode::keep(const std::string &key, std::shared_ptr<const CpuCode> code) {
  std::lock_guard lock(mutex);
  newestFirst.emplace_front(key, std::move(code));
  if (newestFirst.size() > limit)
    newestFirst.pop_back();
}

/// A key of the code of a lowered flame in this process. Numbers are already gone.
static std::string loadedKey(const PackedFlame &packed, unsigned lanes, StringRef library) {
  std::string text;
  raw_string_ostream stream(text);
  stream << lanes << ' ' << packed.layout.xforms << ' ' << packed.facts.features << ' '
         << packed.facts.xaosOffset;
  for (const XformBody &body : packed.facts.bodies)
    stream << ' ' << body.index << '+' << body.base;
  stream << '\n' << library << '\n';
  packed.module.get()->print(stream);
  return rt::contentHash(text).hex();
}

/// Compiles a lowered flame and loads the code.
static Expected<std::shared_ptr<const CpuCode>>
makeCode(PackedFlame &packed, unsigned lanes, StringRef library, rt::CacheFolder *objects) {
  auto builder = detectHost();
  if (!builder)
    return builder.takeError();
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  LLVMContext llvmContext;
  auto module = linkCpuGenome(llvmContext, *packed.module, packed.facts, lanes, library);
  if (!module)
    return module.takeError();
  auto object = makeObject(**module, **machine, lanes, objects);
  if (!object)
    return object.takeError();

  auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*builder)).create();
  if (!jit)
    return jit.takeError();
  if (Error error = (*jit)->addObjectFile(std::move(*object)))
    return std::move(error);
  auto run = (*jit)->lookup("flame_cpu_run");
  if (!run)
    return run.takeError();
  auto precalc = (*jit)->lookup("flame_precalc");
  if (!precalc)
    return precalc.takeError();
  auto code = std::make_shared<CpuCode>();
  code->kernels = {run->toPtr<void (*)(cpu::Worker *)>(), lanes, packed.layout.xforms,
                   packed.facts.features};
  code->precalc = precalc->toPtr<void (*)(float *)>();
  code->jit = std::move(*jit);
  return std::shared_ptr<const CpuCode>(std::move(code));
}

//===-- flames --------------------------------------------------------------------------------===//

CpuFlame::~CpuFlame() = default;

Expected<std::unique_ptr<CpuFlame>> CpuFlame::compile(const Animation &animation, unsigned lanes,
                                                      const CompileOptions &options,
                                                      const CpuCodeSources &sources) {
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
  flame->genomeFacts = packed->facts;
  packPalettes(animation, flame->colorTimes, flame->colors);
  if (Error error = lowerForLanes(*packed, lanes))
    return std::move(error);
  if (sources.loaded) {
    flame->key = loadedKey(*packed, lanes, options.library);
    flame->code = sources.loaded->find(flame->key);
  }
  if (flame->code)
    return flame;
  auto code = makeCode(*packed, lanes, options.library, sources.objects);
  if (!code)
    return code.takeError();
  flame->code = std::move(*code);
  flame->codeWasMade = true;
  if (sources.loaded)
    sources.loaded->keep(flame->key, flame->code);
  return flame;
}

std::vector<float> CpuFlame::makeBlocks(const abi::InterpolateArgs &args) const {
  std::vector<float> blocks(size_t(blockLayout.blockFloats) * args.temporalSamples);
  for (uint32_t sample = 0; sample < args.temporalSamples; ++sample) {
    float *block = blocks.data() + size_t(blockLayout.blockFloats) * sample;
    for (const abi::Track &track : tracks)
      block[track.offset] = evaluateTrack(track, knots.data(), args.times[sample]);
    const float *view = block + blockLayout.viewOffset;
    const float angle = view[4] * kDegree;
    deriveBlock(block, blockLayout, args.frame, args.pixelAspect, std::cos(angle), std::sin(angle),
                std::exp2(view[3]) * args.viewScale);
    if (args.jitter > 0)
      jitterCamera(block + abi::kCameraOffset, args.jitter * float(args.frame.supersample),
                   args.seed, sample);
    code->precalc(block);
  }
  return blocks;
}

} // namespace flame
