// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR, PTX and machine code. One thread makes the PTX of the targets in turn; ptxas, and the PTX for GPUs without
// machine code of their own, are made beside it. Code that the cache has is not made at all.

#include "compiler/GenerateCode.h"

#include "compiler/AssembleCubin.h"
#include "compiler/EmitPTX.h"
#include "compiler/GenericModules.h"
#include "compiler/Version.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <future>

using namespace flame;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// What PTX for GPUs without machine code of their own is made for.
static constexpr llvm::StringLiteral kPtxTarget = "sm_80";

//===-- llvm -------------------------------------------------------------------------------------===//

Expected<LoweredFlame> flame::lowerForGpu(PackedFlame &packed, const CompileOptions &options) {
  StageTimer timer(options.timings, "llvm");
  PipelineOptions pipeline;
  pipeline.target = "nvptx";
  if (Error error = runPipeline(*packed.module, pipeline, buildLoweringPipeline))
    return std::move(error);
  LoweredFlame lowered = {std::move(packed.module), packed.facts, ""};
  llvm::raw_string_ostream text(lowered.text);
  text << "features " << packed.facts.features << " xaos " << packed.facts.xaosOffset << " bodies";
  for (const XformBody &body : packed.facts.bodies)
    text << ' ' << body.index << '+' << body.base;
  text << '\n';
  lowered.module->print(text);
  return lowered;
}

namespace {
/// A module with a context of its own, so that it can be worked on beside others.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
};
} // namespace

/// A flame as LLVM IR, linked but not optimised.
static Expected<OwnedModule> makeModule(const LoweredFlame &flame, const CompileOptions &options) {
  OwnedModule made;
  auto module = linkGpuGenome(*made.context, *flame.module, flame.facts, options.library);
  if (!module)
    return module.takeError();
  made.module = std::move(*module);
  return made;
}

static Error optimize(llvm::Module &module, StringRef target, const CompileOptions &options) {
  if (Error error = optimizeForGpu(module, target, options.level))
    return error;
  if (!options.dump)
    return Error::success();
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  options.writeDump("llvm", target, text);
  return Error::success();
}

//===-- cache ------------------------------------------------------------------------------------===//

/// A file as it was last written, for keys: two builds of one version, or two releases of a tool, are told apart.
static std::string identityOf(StringRef path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return path.str();
  const auto time = status.getLastModificationTime().time_since_epoch().count();
  return path.str() + " " + std::to_string(status.getSize()) + " " + std::to_string(time);
}

static const std::string &identityOfCompiler() {
  static const std::string identity =
      std::string(kVersion) + " " LLVM_VERSION_STRING " " +
      identityOf(llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&identityOf)));
  return identity;
}

/// Someone who wants to see stages or commands wants them carried out.
static bool usesCache(const CompileOptions &options) {
  return options.cache && !options.dump && !options.printCommand && options.wantsArtefact();
}

/// The key of one flame's code; `kind` is "ptx" or "cubin".
static std::string keyOf(const LoweredFlame &flame, StringRef kind, StringRef target,
                         const CompileOptions &options) {
  const std::string level = std::to_string(options.level);
  const std::string assembler = kind == "cubin" ? identityOf(options.ptxas) : "";
  return codeKey({identityOfCompiler(), kind, target, level, assembler, options.library, flame.text});
}

static CodeCache::Slot openSlot(const LoweredFlame &flame, StringRef kind, StringRef target,
                                const CompileOptions &options) {
  return usesCache(options) ? options.cache->open(keyOf(flame, kind, target, options)) : CodeCache::Slot();
}

//===-- ptx, cubin -------------------------------------------------------------------------------===//

/// The PTX of a target, or an empty text when the last stage comes before it.
static Expected<std::string> compileToPtx(const LoweredFlame &flame, StringRef target,
                                          const CompileOptions &options) {
  OwnedModule linked;
  {
    StageTimer timer(options.timings, "llvm");
    Expected<OwnedModule> made = makeModule(flame, options);
    if (!made)
      return made.takeError();
    linked = std::move(*made);
    if (Error error = optimize(*linked.module, target, options))
      return std::move(error);
  }
  if (options.stopsAfter("llvm"))
    return std::string();
  StageTimer timer(options.timings, "ptx");
  Expected<std::string> ptx = emitPTX(*linked.module, target, /*newest=*/true);
  if (ptx)
    options.writeDump("ptx", target, *ptx);
  return ptx;
}

/// What an artefact holds for a target whose flame is compiled.
static Expected<ArtefactContents::Code> addGeneric(std::string cubin, std::string target,
                                                   const CompileOptions &options) {
  Expected<std::string> generic = genericCubin({options.ptxas, target, options.level, options.printCommand});
  if (!generic)
    return generic.takeError();
  return ArtefactContents::Code{std::move(target), std::move(cubin), std::move(*generic)};
}

/// The machine code of a target. Runs beside other work: touches nothing but its arguments.
static Expected<ArtefactContents::Code> assemble(std::string ptx, std::string target, CodeCache::Slot slot,
                                                 const CompileOptions &options) {
  Expected<std::string> cubin =
      assembleCubin(ptx, {options.ptxas, target, options.level, options.printCommand});
  if (!cubin)
    return cubin.takeError();
  slot.fill(*cubin);
  return addGeneric(std::move(*cubin), std::move(target), options);
}

/// PTX for whatever GPU there is no machine code for. Runs beside other work, too; nothing else is dumped meanwhile.
static Expected<std::string> compileFallback(OwnedModule flame, CodeCache::Slot slot,
                                             const CompileOptions &options) {
  CompileOptions quiet = options;
  if (!options.targets.empty())
    quiet.dump = nullptr;
  if (Error error = optimize(*flame.module, kPtxTarget, quiet))
    return std::move(error);
  Expected<std::string> ptx = emitPTX(*flame.module, kPtxTarget, /*newest=*/false);
  if (!ptx)
    return ptx;
  quiet.writeDump("ptx", kPtxTarget, *ptx);
  slot.fill(*ptx);
  return ptx;
}

//===-- all of them ------------------------------------------------------------------------------===//

template <class T> using Pending = std::future<Expected<T>>;

template <class Function, class... Arguments>
static auto startBeside(Function function, Arguments &&...arguments) {
  return std::async(std::launch::async, function, std::forward<Arguments>(arguments)...);
}

static Expected<Pending<std::string>> startFallback(const LoweredFlame &flame, const CompileOptions &options) {
  CodeCache::Slot slot = openSlot(flame, "ptx", kPtxTarget, options);
  if (slot.code())
    return std::async(std::launch::deferred, [known = *slot.code()] { return Expected<std::string>(known); });
  StageTimer timer(options.timings, "llvm");
  Expected<OwnedModule> made = makeModule(flame, options);
  if (!made)
    return made.takeError();
  return startBeside(compileFallback, std::move(*made), std::move(slot), std::cref(options));
}

/// Makes the PTX of a target and, if that is wanted, starts to assemble it; without a pending result it is not.
static Expected<Pending<ArtefactContents::Code>> startTarget(const LoweredFlame &flame, const std::string &target,
                                                             const CompileOptions &options) {
  CodeCache::Slot slot = openSlot(flame, "cubin", target, options);
  if (slot.code())
    return std::async(std::launch::deferred, addGeneric, *slot.code(), target, std::cref(options));
  Expected<std::string> ptx = compileToPtx(flame, target, options);
  if (!ptx)
    return ptx.takeError();
  if (!options.stopsAfter("cubin"))
    return Pending<ArtefactContents::Code>();
  return startBeside(assemble, std::move(*ptx), target, std::move(slot), std::cref(options));
}

static Error finishFallback(Pending<std::string> fallback, ArtefactContents &contents) {
  Expected<std::string> ptx = fallback.get();
  if (!ptx)
    return ptx.takeError();
  contents.ptx = std::move(*ptx);
  contents.genericPtx = genericPtx().str();
  contents.ptxTarget = kPtxTarget.str();
  return Error::success();
}

static Error finishTarget(Pending<ArtefactContents::Code> assembling, const CompileOptions &options,
                          ArtefactContents &contents) {
  Expected<ArtefactContents::Code> code = assembling.get();
  if (!code)
    return code.takeError();
  options.writeDump("cubin", code->target, code->cubin);
  contents.code.push_back(std::move(*code));
  return Error::success();
}

Error flame::generateCode(const LoweredFlame &flame, const CompileOptions &options, ArtefactContents &contents) {
  Pending<std::string> fallback;
  if (options.wantsArtefact()) {
    Expected<Pending<std::string>> started = startFallback(flame, options);
    if (!started)
      return started.takeError();
    fallback = std::move(*started);
  }
  Error failure = Error::success();
  auto note = [&](Error error) { failure = llvm::joinErrors(std::move(failure), std::move(error)); };
  std::vector<Pending<ArtefactContents::Code>> assembling;
  for (const std::string &target : options.targets) {
    Expected<Pending<ArtefactContents::Code>> started = startTarget(flame, target, options);
    if (!started)
      note(started.takeError());
    else if (started->valid())
      assembling.push_back(std::move(*started));
  }
  if (fallback.valid()) {
    StageTimer timer(options.timings, "fallback");
    note(finishFallback(std::move(fallback), contents));
  }
  StageTimer timer(options.timings, "cubin");
  for (Pending<ArtefactContents::Code> &pending : assembling)
    note(finishTarget(std::move(pending), options, contents));
  return failure;
}
