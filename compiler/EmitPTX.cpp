// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a linked LLVM module to PTX. Code generation reports what it cannot do as diagnostics of the context and goes
// on; a handler turns these into an error, so that no half-right PTX reaches ptxas.

#include "compiler/EmitPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"

using namespace llvm;
using namespace flame;

/// The newest PTX ISA that LLVM emits and ptxas 12.9 and later read.
static constexpr StringLiteral kNewestPtx = "+ptx88";

static constexpr StringLiteral kArchitectures[] = {"sm_75", "sm_80",  "sm_86",  "sm_87", "sm_89",
                                                   "sm_90", "sm_100", "sm_103", "sm_120"};

ArrayRef<StringLiteral> flame::knownArchitectures() { return kArchitectures; }

Error flame::checkArchitecture(StringRef architecture) {
  if (is_contained(kArchitectures, architecture))
    return Error::success();
  return createStringError("unknown target '" + architecture + "': expected one of " +
                           join(knownArchitectures(), ", ") + ", native or ptx");
}

static Expected<std::unique_ptr<TargetMachine>> makeMachine(StringRef architecture, bool newest) {
  static const bool initialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialized;
  const Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Fast;
  // At the level above, code generation numbers values once more, at a cost that grows with the square of the number of
  // xforms; what ptxas makes of either PTX is the same.
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, architecture, newest ? kNewestPtx : "", options,
                                  Reloc::PIC_, std::nullopt, CodeGenOptLevel::Default));
}

static OptimizationLevel levelOf(unsigned level) {
  switch (level) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

/// Global value numbering looks for the last store before each load of a parameter, through the bodies of all other
/// xforms: more than half of all time for 97 of them. In a large flame, whose points take turns, it finds nothing that
/// EarlyCSE has not found.
static void skipWhatLargeFlamesNeedNot(const Module &module,
                                       PassInstrumentationCallbacks &callbacks) {
  const GlobalVariable *isLarge = module.getNamedGlobal("flame_is_large");
  if (isLarge && isLarge->hasInitializer() && isLarge->getInitializer()->isOneValue())
    callbacks.registerShouldRunOptionalPassCallback(
        [](StringRef pass, Any) { return pass != GVNPass::name(); });
}

Error flame::optimizeForGpu(Module &module, StringRef architecture, unsigned level) {
  Expected<std::unique_ptr<TargetMachine>> machine = makeMachine(architecture, true);
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassInstrumentationCallbacks callbacks;
  skipWhatLargeFlamesNeedNot(module, callbacks);
  PassBuilder passes(machine->get(), PipelineTuningOptions(), std::nullopt, &callbacks);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  // Neighbouring loads are merged only if the first is known to be aligned, which nobody finds out through the cast that
  // makes a generic pointer of the shared memory's address.
  passes.registerOptimizerLastEPCallback(
      [](ModulePassManager &manager, OptimizationLevel, ThinOrFullLTOPhase) {
        FunctionPassManager functionPasses;
        functionPasses.addPass(InferAddressSpacesPass());
        functionPasses.addPass(InferAlignmentPass());
        manager.addPass(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
      });
  const OptimizationLevel wanted = levelOf(level);
  ModulePassManager manager = wanted == OptimizationLevel::O0
                                  ? passes.buildO0DefaultPipeline(wanted)
                                  : passes.buildPerModuleDefaultPipeline(wanted);
  manager.run(module, modules);
  return Error::success();
}

namespace {
/// Collects error diagnostics of code generation.
struct ErrorCollector : DiagnosticHandler {
  explicit ErrorCollector(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error) {
      raw_string_ostream stream(errors);
      DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream << '\n';
    }
    return true;
  }
  std::string &errors;
};
} // namespace

Expected<std::string> flame::emitPTX(Module &module, StringRef architecture, bool newest) {
  Expected<std::unique_ptr<TargetMachine>> machine = makeMachine(architecture, newest);
  if (!machine)
    return machine.takeError();
  std::string errors;
  module.getContext().setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
  SmallString<0> text;
  raw_svector_ostream stream(text);
  legacy::PassManager manager;
  if ((*machine)->addPassesToEmitFile(manager, stream, nullptr, CodeGenFileType::AssemblyFile))
    return createStringError("LLVM cannot emit PTX");
  manager.run(module);
  if (!errors.empty())
    return createStringError("code generation failed: " + errors);
  return std::string(text);
}
