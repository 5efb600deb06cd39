// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of the compiler, in order, and what travels beside the code.

#include "compiler/Compilation.h"

#include "compiler/AnimationJson.h"
#include "compiler/AssembleCubin.h"
#include "compiler/EmitPTX.h"
#include "compiler/EstimateFuse.h"
#include "compiler/GenericModules.h"
#include "compiler/Version.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <functional>
#include <future>

using namespace flame;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr llvm::StringLiteral kStages[] = {"flame", "opt", "llvm", "ptx", "cubin"};

/// What PTX for GPUs without machine code of their own is made for.
static constexpr llvm::StringLiteral kPtxTarget = "sm_80";

llvm::ArrayRef<llvm::StringLiteral> flame::stageNames() { return kStages; }

std::unique_ptr<mlir::MLIRContext> flame::makeContext() {
  auto context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<FlameDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                       mlir::LLVM::LLVMDialect, mlir::math::MathDialect>();
  return context;
}

static std::string printed(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

static std::string printed(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

static bool stopsAfter(const CompileOptions &options, StringRef stage) {
  return options.lastStage == stage;
}

static void dump(const CompileOptions &options, StringRef stage, StringRef target, StringRef text) {
  if (options.dump)
    options.dump(stage, target, text);
}

static Error runPipeline(mlir::ModuleOp module, const PipelineOptions &options,
                         void (*build)(mlir::PassManager &, const PipelineOptions &)) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(false); // the result is verified once
  build(manager, options);
  if (mlir::failed(manager.run(module)) || mlir::failed(mlir::verify(module)))
    return llvm::createStringError("a pass failed; this is a bug of flamec");
  return Error::success();
}

//===-- flame, opt -------------------------------------------------------------------------------===//

static abi::BlockLayout readLayout(mlir::ModuleOp module) {
  abi::BlockLayout layout = {};
  layout.xforms = layoutField(module, "xforms");
  layout.xaosOffset = layoutField(module, "xaosOffset");
  layout.slotsOffset = layoutField(module, "slotsOffset");
  layout.sharedFloats = layoutField(module, "sharedFloats");
  layout.weightsOffset = layoutField(module, "weightsOffset");
  layout.chaosOffset = layoutField(module, "chaosOffset");
  layout.viewOffset = layoutField(module, "viewOffset");
  layout.blockFloats = layoutField(module, "blockFloats");
  return layout;
}

static void packTracks(PackedFlame &packed, const ImportedAnimation &imported) {
  for (ParamSlotOp slot : packed.module->getOps<ParamSlotOp>()) {
    auto found = imported.tracks.find(slot.getSymName());
    if (found == imported.tracks.end())
      continue; // computed by flame.precalc
    const Track &track = *found->second;
    packed.tracks.push_back({*slot.getOffset(), uint32_t(packed.knots.size()),
                             uint32_t(track.knots.size()), abi::Domain(track.domain)});
    for (const TrackKnot &knot : track.knots)
      packed.knots.push_back({float(knot.time), float(knot.value)});
  }
}

Expected<PackedFlame> flame::packFlame(mlir::MLIRContext &context, const Animation &animation,
                                       const CompileOptions &options) {
  ImportedAnimation imported;
  {
    StageTimer timer(options.timings, "flame");
    imported = importAnimation(context, animation, options.sources);
  }
  if (options.dump)
    dump(options, "flame", "", printed(*imported.module));
  PackedFlame packed;
  if (!stopsAfter(options, "flame")) {
    StageTimer timer(options.timings, "opt");
    PipelineOptions pipeline;
    pipeline.fold = options.fold;
    pipeline.disabled = options.disabledPasses;
    if (Error error = runPipeline(*imported.module, pipeline, buildOptimizationPipeline))
      return std::move(error);
  }
  packed.module = std::move(imported.module);
  if (stopsAfter(options, "flame"))
    return packed;
  if (options.dump)
    dump(options, "opt", "", printed(*packed.module));
  packed.layout = readLayout(*packed.module);
  packed.facts = {xformBodies(*packed.module), imported.features, packed.layout.xaosOffset};
  packTracks(packed, imported);
  return packed;
}

//===-- llvm, ptx, cubin -------------------------------------------------------------------------===//

namespace {
/// A module with a context of its own, so that it can be worked on beside others.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
};
} // namespace

/// A flame as LLVM IR, linked but not optimised. `packed` is left as it is.
static Expected<OwnedModule> makeModule(const PackedFlame &packed, const CompileOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> lowered = packed.module.get().clone();
  PipelineOptions pipeline;
  pipeline.target = "nvptx";
  if (Error error = runPipeline(*lowered, pipeline, buildLoweringPipeline))
    return std::move(error);
  OwnedModule made;
  auto module = linkGpuGenome(*made.context, *lowered, packed.facts, options.library);
  if (!module)
    return module.takeError();
  made.module = std::move(*module);
  return made;
}

static Error optimize(llvm::Module &module, StringRef target, const CompileOptions &options) {
  if (Error error = optimizeForGpu(module, target, options.level))
    return error;
  if (options.dump)
    dump(options, "llvm", target, printed(module));
  return Error::success();
}

/// The PTX of a target, or an empty text when the last stage comes before it.
static Expected<std::string> compileToPtx(const PackedFlame &packed, StringRef target,
                                          const CompileOptions &options) {
  OwnedModule flame;
  {
    StageTimer timer(options.timings, "llvm");
    Expected<OwnedModule> made = makeModule(packed, options);
    if (!made)
      return made.takeError();
    flame = std::move(*made);
    if (Error error = optimize(*flame.module, target, options))
      return std::move(error);
  }
  if (stopsAfter(options, "llvm"))
    return std::string();
  StageTimer timer(options.timings, "ptx");
  Expected<std::string> ptx = emitPTX(*flame.module, target, /*newest=*/true);
  if (ptx)
    dump(options, "ptx", target, *ptx);
  return ptx;
}

/// The machine code of a target. Runs beside other work: touches nothing but its arguments.
static Expected<ArtefactContents::Code> assemble(std::string ptx, std::string target,
                                                 const CompileOptions &options) {
  AssembleOptions assembleOptions{options.ptxas, target, options.level, options.printCommand};
  Expected<std::string> cubin = assembleCubin(ptx, assembleOptions);
  if (!cubin)
    return cubin.takeError();
  Expected<std::string> generic = genericCubin(assembleOptions);
  if (!generic)
    return generic.takeError();
  return ArtefactContents::Code{target, std::move(*cubin), std::move(*generic)};
}

/// PTX for whatever GPU there is no machine code for. Runs beside other work, too; nothing else is dumped meanwhile.
static Expected<std::string> compileFallback(OwnedModule flame, const CompileOptions &options) {
  CompileOptions quiet = options;
  if (!options.targets.empty())
    quiet.dump = nullptr;
  if (Error error = optimize(*flame.module, kPtxTarget, quiet))
    return std::move(error);
  Expected<std::string> ptx = emitPTX(*flame.module, kPtxTarget, /*newest=*/false);
  if (ptx)
    dump(quiet, "ptx", kPtxTarget, *ptx);
  return ptx;
}

/// All code of an artefact, or dumps alone when the last stage comes before it. One thread makes the PTX of the targets in
/// turn, ptxas and the fallback work beside it.
static Error generateCode(const PackedFlame &packed, const CompileOptions &options,
                          bool wantsArtefact, ArtefactContents &contents) {
  std::future<Expected<std::string>> fallback;
  if (wantsArtefact) {
    Expected<OwnedModule> made = makeModule(packed, options);
    if (!made)
      return made.takeError();
    fallback = std::async(std::launch::async, compileFallback, std::move(*made), std::cref(options));
  }
  std::vector<std::future<Expected<ArtefactContents::Code>>> assembling;
  Error failure = Error::success();
  for (const std::string &target : options.targets) {
    Expected<std::string> ptx = compileToPtx(packed, target, options);
    if (!ptx)
      failure = llvm::joinErrors(std::move(failure), ptx.takeError());
    else if (stopsAfter(options, "cubin"))
      assembling.push_back(std::async(std::launch::async, assemble, std::move(*ptx), target,
                                      std::cref(options)));
  }
  if (wantsArtefact) {
    StageTimer timer(options.timings, "fallback");
    Expected<std::string> ptx = fallback.get();
    if (ptx) {
      contents.ptx = std::move(*ptx);
      contents.genericPtx = genericPtx().str();
      contents.ptxTarget = kPtxTarget.str();
    } else {
      failure = llvm::joinErrors(std::move(failure), ptx.takeError());
    }
  }
  StageTimer timer(options.timings, "cubin");
  for (auto &pending : assembling) {
    Expected<ArtefactContents::Code> code = pending.get();
    if (!code) {
      failure = llvm::joinErrors(std::move(failure), code.takeError());
      continue;
    }
    dump(options, "cubin", code->target, code->cubin);
    contents.code.push_back(std::move(*code));
  }
  return failure;
}

//===-- what travels beside the code -------------------------------------------------------------===//

static rt::FrameDefaults makeFrameDefaults(const Animation &animation) {
  rt::FrameDefaults frame;
  frame.width = animation.width;
  frame.height = animation.height;
  frame.quality = animation.quality;
  frame.supersample = animation.supersample;
  const AnimationFinish &finish = animation.finish;
  frame.filterShape = filterShapeKeywords()[size_t(finish.filterShape)].str();
  frame.filterRadius = finish.filterRadius;
  frame.brightness = finish.brightness.start();
  frame.gamma = finish.gamma.start();
  frame.gammaThreshold = finish.gammaThreshold.start();
  frame.vibrancy = finish.vibrancy.start();
  frame.highlightPower = finish.highlightPower.start();
  for (unsigned i = 0; i < 3; ++i)
    frame.background[i] = finish.background[i].start();
  frame.estimatorRadius = finish.estimatorRadius;
  frame.estimatorMinimum = finish.estimatorMinimum;
  frame.estimatorCurve = finish.estimatorCurve;
  frame.passes = animation.passes;
  frame.temporalSamples = animation.temporalSamples;
  frame.temporalFilter = temporalFilterKeywords()[size_t(animation.temporalFilter)].str();
  frame.temporalFilterWidth = animation.temporalFilterWidth;
  frame.temporalFilterExp = animation.temporalFilterExp;
  frame.centerX = animation.centerX.start();
  frame.centerY = animation.centerY.start();
  frame.scale = animation.scale.start();
  frame.zoom = animation.zoom.start();
  frame.rotate = animation.rotate.start();
  frame.paletteMode = paletteModeKeywords()[size_t(animation.paletteMode)].str();
  return frame;
}

static std::string hashOf(StringRef text) {
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
}

static void describe(const Animation &animation, const PackedFlame &packed,
                     ArtefactContents &contents) {
  rt::Manifest &manifest = contents.manifest;
  manifest.name = animation.name;
  manifest.author = animation.nick;
  manifest.url = animation.url;
  manifest.tools = {{"flamec", kVersion}, {"llvm", LLVM_VERSION_STRING}};
  manifest.duration = animation.duration;
  manifest.frame = makeFrameDefaults(animation);
  manifest.layout = packed.layout;
  manifest.features = packed.facts.features;
  manifest.fuse = estimateFuse(animation);
  manifest.kernels = {{"interpolate", "flame_interpolate"}, {"iterate", "flame_iterate"}};
  manifest.hashes = {{"ir", hashOf(printed(*packed.module))},
                     {"genome", hashOf(contents.genome)}};
  contents.tracks = packed.tracks;
  contents.knots = packed.knots;
  for (const auto &[time, palette] : animation.palettes) {
    contents.paletteTimes.push_back(float(time));
    for (const PaletteColor &color : palette)
      contents.palette.push_back(
          {float(color.red), float(color.green), float(color.blue), float(color.alpha)});
  }
}

/// Lets passes speak: at the place in the genome that an operation came from.
static Expected<std::unique_ptr<mlir::SourceMgrDiagnosticHandler>>
reportThrough(mlir::MLIRContext &context, const CompileOptions &options) {
  if (!options.remarks.empty()) {
    mlir::remark::RemarkCategories categories;
    // MLIR wants the pattern to match all of a name; like -Rpass of clang, ours may match a part.
    categories.passed = ".*(" + options.remarks + ").*";
    categories.missed = categories.analysis = categories.failed = categories.passed;
    if (mlir::failed(mlir::remark::enableOptimizationRemarks(
            context, nullptr, std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
            /*printAsEmitRemarks=*/true)))
      return llvm::createStringError("'" + options.remarks + "' is no regular expression");
  }
  if (!options.sources)
    return nullptr;
  return std::make_unique<mlir::SourceMgrDiagnosticHandler>(*options.sources, &context);
}

Expected<ArtefactContents> flame::compile(const Animation &animation, StringRef genome,
                                          const CompileOptions &options) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto reporting = reportThrough(*context, options);
  if (!reporting)
    return reporting.takeError();
  Expected<PackedFlame> packed = packFlame(*context, animation, options);
  if (!packed)
    return packed.takeError();
  ArtefactContents contents;
  if (stopsAfter(options, "flame") || stopsAfter(options, "opt"))
    return contents;
  // Someone who asked for a stage in the middle gets that, not a whole artefact.
  const bool wantsArtefact = stopsAfter(options, "cubin") || options.targets.empty();
  if (Error failure = generateCode(*packed, options, wantsArtefact, contents))
    return std::move(failure);
  if (!wantsArtefact)
    return contents;
  contents.genome = genome.str();
  contents.animation = writeAnimationJson(animation);
  StageTimer timer(options.timings, "describe");
  describe(animation, *packed, contents);
  return contents;
}
