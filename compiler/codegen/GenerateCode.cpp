// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR, PTX and machine code. One thread makes the PTX of the targets in turn, and last the PTX
// for all other GPUs. Meanwhile ptxas assembles finished PTX in parallel. Cached code is not
// generated again.

#include "compiler/codegen/GenerateCode.h"

#include "compiler/codegen/AssembleCubin.h"
#include "compiler/codegen/CompilerIdentity.h"
#include "compiler/codegen/EmitPTX.h"
#include "compiler/codegen/GenericModules.h"
#include "support/BuildIdentity.h"
#include "support/ContentHash.h"
#include "support/StartBeside.h"

#include "llvm/Support/raw_ostream.h"

#include <future>
#include <memory>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace flame {

/// The architecture of the PTX for GPUs without machine code of their own.
static constexpr llvm::StringLiteral kPtxTarget = "sm_80";

//===-- llvm ----------------------------------------------------------------------------------===//

Expected<LoweredFlame> lowerForGpu(PackedFlame &packed, const CompileOptions &options) {
  StageTimer timer(options.timings, "llvm");
  PipelineOptions pipeline;
  pipeline.target = TargetKind::NVPTX;
  pipeline.shortFunctions = options.shortFunctions;
  if (Error error = runPipeline(*packed.module, pipeline, buildLoweringPipeline))
    return std::move(error);
  LoweredFlame lowered = {std::move(packed.module), packed.facts, ""};
  std::string written;
  llvm::raw_string_ostream text(written);
  text << "features " << packed.facts.features << " xaos " << packed.facts.xaosOffset << " bodies";
  for (const XformBody &body : packed.facts.bodies)
    text << ' ' << body.index << '+' << body.base;
  if (packed.facts.wantsLittleCode)
    text << " little";
  if (options.ablation)
    text << " ablation " << options.ablation;
  text << '\n';
  lowered.module->print(text);
  lowered.identity = rt::contentHash(written).hex();
  return lowered;
}

namespace {
/// A flame as optimised LLVM IR, the same for all targets. Made once, when code is first requested
/// that the cache lacks.
class OptimizedFlame {
public:
  OptimizedFlame(LoweredSource flame, const CompileOptions &options)
      : flame(flame), options(options) {}

  /// Makes the IR, unless it exists.
  Error make();

  /// Emits PTX for `target`, in the newest version or in the oldest that the target supports.
  Expected<std::string> emit(StringRef target, bool newest);

private:
  const LoweredSource flame;
  const CompileOptions &options;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};
} // namespace

Error OptimizedFlame::make() {
  if (module)
    return Error::success();
  Expected<const LoweredFlame *> lowered = flame();
  if (!lowered)
    return lowered.takeError();
  StageTimer timer(options.timings, "llvm");
  auto linked = linkGpuGenome(context, *(*lowered)->module, (*lowered)->facts, options.library,
                              options.ablation);
  if (!linked)
    return linked.takeError();
  module = std::move(*linked);
  if (Error error = optimizeForGpu(*module, options.level))
    return error;
  if (!options.dump)
    return Error::success();
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  options.writeDump(Stage::LLVM, "", text);
  return Error::success();
}

Expected<std::string> OptimizedFlame::emit(StringRef target, bool newest) {
  if (Error error = make())
    return std::move(error);
  StageTimer timer(options.timings, "ptx");
  return emitPTX(*module, target, newest);
}

//===-- cache ---------------------------------------------------------------------------------===//

/// The cache key of a flame's code; `kind` is "ptx" or "cubin".
static std::string keyOf(StringRef identity, StringRef kind, StringRef target,
                         const CompileOptions &options) {
  const std::string level = std::to_string(options.level);
  const std::string assembler = kind == "cubin" ? rt::fileIdentity(options.ptxas) : "";
  return rt::hashOfParts(
             {compilerIdentity(), kind, target, level, assembler, options.library, identity})
      .hex();
}

static CodeCache::Slot openSlot(StringRef identity, StringRef kind, StringRef target,
                                const CompileOptions &options) {
  return options.usesCache() ? options.cache->open(keyOf(identity, kind, target, options))
                             : CodeCache::Slot();
}

//===-- ptx, cubin ----------------------------------------------------------------------------===//

/// The code of a compiled target as stored in an artefact.
static Expected<ArtefactContents::Code> addGeneric(std::string cubin, std::string target,
                                                   const CompileOptions &options) {
  Expected<std::string> generic =
      genericCubin({options.ptxas, target, options.level, options.printCommand});
  if (!generic)
    return generic.takeError();
  return ArtefactContents::Code{std::move(target), std::move(cubin), std::move(*generic)};
}

/// Assembles the machine code of a target. Runs in parallel with other work, so it accesses only
/// its arguments.
static Expected<ArtefactContents::Code>
assemble(StringRef ptx, std::string target, CodeCache::Slot slot, const CompileOptions &options) {
  Expected<std::string> cubin =
      assembleCubin(ptx, {options.ptxas, target, options.level, options.printCommand});
  if (!cubin)
    return cubin.takeError();
  slot.fill(*cubin);
  return addGeneric(std::move(*cubin), std::move(target), options);
}

/// The pending machine code of a target.
using Assembling = std::future<Expected<ArtefactContents::Code>>;

/// Makes the PTX of a target and, if wanted, starts to assemble it. Otherwise the future is
/// invalid.
static Expected<Assembling> startTarget(OptimizedFlame &optimized, StringRef identity,
                                        const std::string &target, const CompileOptions &options) {
  CodeCache::Slot slot = openSlot(identity, "cubin", target, options);
  if (slot.code())
    return std::async(std::launch::deferred, addGeneric, *slot.code(), target, std::cref(options));
  Expected<std::string> ptx = optimized.emit(target, /*newest=*/true);
  if (!ptx)
    return ptx.takeError();
  options.writeDump(Stage::PTX, target, *ptx);
  if (!options.stopsAfter(Stage::Cubin))
    return Assembling();
  auto work = [code = std::make_shared<std::string>(std::move(*ptx)), target,
               sharedSlot = std::make_shared<CodeCache::Slot>(std::move(slot)),
               &options] { return assemble(*code, target, std::move(*sharedSlot), options); };
  if (options.printCommand) // run in sequence, so that lines appear whole and in target order
    return std::async(std::launch::deferred, work);
  return rt::startBeside(work);
}

static Error finishTarget(Assembling assembling, const CompileOptions &options,
                          ArtefactContents &contents) {
  Expected<ArtefactContents::Code> code = assembling.get();
  if (!code)
    return code.takeError();
  options.writeDump(Stage::Cubin, code->target, code->cubin);
  contents.code.push_back(std::move(*code));
  return Error::success();
}

/// Makes PTX for GPUs without machine code.
static Expected<std::string> makeFallback(OptimizedFlame &optimized, StringRef identity,
                                          const CompileOptions &options) {
  CodeCache::Slot slot = openSlot(identity, "ptx", kPtxTarget, options);
  if (slot.code())
    return *slot.code();
  Expected<std::string> ptx = optimized.emit(kPtxTarget, /*newest=*/false);
  if (!ptx)
    return ptx;
  if (options.targets.empty())
    options.writeDump(Stage::PTX, kPtxTarget, *ptx);
  slot.fill(*ptx);
  return ptx;
}

static Error addFallback(OptimizedFlame &optimized, StringRef identity,
                         const CompileOptions &options, ArtefactContents &contents) {
  Expected<std::string> ptx = makeFallback(optimized, identity, options);
  if (!ptx)
    return ptx.takeError();
  contents.ptx = std::move(*ptx);
  contents.packedGenericPtx = packedGenericPtx().str();
  contents.ptxTarget = kPtxTarget.str();
  return Error::success();
}

//===-- all of them ---------------------------------------------------------------------------===//

Error generateCode(StringRef identity, LoweredSource flame, const CompileOptions &options,
                   ArtefactContents &contents) {
  OptimizedFlame optimized(flame, options);
  if (options.stopsAfter(Stage::LLVM))
    return optimized.make();
  Error failure = Error::success();
  auto note = [&](Error error) {
    failure = llvm::joinErrors(std::move(failure), std::move(error));
  };
  std::vector<Assembling> assembling;
  for (const std::string &target : options.targets) {
    Expected<Assembling> started = startTarget(optimized, identity, target, options);
    if (!started)
      note(started.takeError());
    else if (started->valid())
      assembling.push_back(std::move(*started));
  }
  if (options.wantsArtefact() && !(options.quick && !options.targets.empty()))
    note(addFallback(optimized, identity, options, contents));
  StageTimer timer(options.timings, "cubin");
  for (Assembling &pending : assembling)
    note(finishTarget(std::move(pending), options, contents));
  return failure;
}

} // namespace flame
