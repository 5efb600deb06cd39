// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a linked LLVM module to PTX. Code generation reports what it cannot do as diagnostics of the context and goes
// on; a handler turns these into an error, so that no half-right PTX reaches ptxas.

#include "compiler/codegen/EmitPTX.h"

#include "abi/Abi.h"
#include "compiler/text/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace flame {

/// The newest PTX ISA that LLVM emits and ptxas 12.9 and later read.
static constexpr StringLiteral kNewestPtx = "+ptx88";

/// What the optimiser is told. It asks for nothing in which our architectures differ: its result is the same for all.
static constexpr StringLiteral kAnyArchitecture = "sm_80";

static constexpr StringLiteral kArchitectures[] = {"sm_75", "sm_80",  "sm_86",  "sm_87", "sm_89",
                                                   "sm_90", "sm_100", "sm_103", "sm_120"};

ArrayRef<StringLiteral> knownArchitectures() { return kArchitectures; }

Error checkArchitecture(StringRef architecture) {
  if (is_contained(kArchitectures, architecture))
    return Error::success();
  return makeError(rt::ErrorKind::Usage, "unknown target '" + architecture.str() +
                                             "': expected one of " +
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

/// Whether the xforms of a linked flame are many (LinkGpuGenome.cpp).
static bool isLarge(const Module &module) {
  const GlobalVariable *large = module.getNamedGlobal("flame_is_large");
  return large && large->hasInitializer() && large->getInitializer()->isOneValue();
}

template <class... Passes>
static void addToFunctions(ModulePassManager &manager, Passes &&...passes) {
  FunctionPassManager functionPasses;
  (functionPasses.addPass(std::forward<Passes>(passes)), ...);
  manager.addPass(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
}

template <class... Passes> static auto inLoops(bool usesMemorySSA, Passes &&...passes) {
  LoopPassManager loopPasses;
  (loopPasses.addPass(std::forward<Passes>(passes)), ...);
  return createFunctionToLoopPassAdaptor(std::move(loopPasses), usesMemorySSA);
}

static SimplifyCFGOptions earlyBranches() {
  return SimplifyCFGOptions().convertSwitchRangeToICmp(true);
}

static SimplifyCFGOptions lateBranches() {
  return earlyBranches()
      .forwardSwitchCondToPhi(true)
      .convertSwitchToArithmetic(true)
      .convertSwitchToLookupTable(true)
      .needCanonicalLoops(false)
      .hoistCommonInsts(true)
      .sinkCommonInsts(true);
}

/// Makes a kernel one function. What the flame does not need of the library goes before anything is copied to where it is
/// called.
static void addInlining(ModulePassManager &manager) {
  manager.addPass(GlobalDCEPass());
  addToFunctions(manager, LowerExpectIntrinsicPass(), SimplifyCFGPass(),
                 SROAPass(SROAOptions::ModifyCFG));
  manager.addPass(IPSCCPPass());
  manager.addPass(GlobalDCEPass());
  addToFunctions(manager, InstCombinePass(), SimplifyCFGPass(earlyBranches()));
  manager.addPass(AlwaysInlinerPass());
  manager.addPass(GlobalDCEPass());
}

/// Removes loads of parameters whose values are known. Global value numbering looks for the last store before each load,
/// through the bodies of all other xforms: more than half of all time for 97 of them. In a large flame, whose points take
/// turns, it finds nothing that EarlyCSE does not find.
static void addValueNumbering(ModulePassManager &manager, bool forLargeFlame) {
  if (forLargeFlame)
    addToFunctions(manager, EarlyCSEPass(/*UseMemorySSA=*/true));
  else
    addToFunctions(manager, GVNPass());
}

/// What LLVM's standard pipeline does to kernels, in its order and without what makes them no quicker: these are as quick as after
/// default<O3>, for less than two thirds of the effort. Which passes these are was found by leaving out one after the other; without SCCP a third of the
/// kernels spill, and without rotating loops and propagating what conditions tell, variations with loops take up to a tenth longer.
static void addKernelPasses(ModulePassManager &manager, bool forLargeFlame) {
  addInlining(manager);
  addToFunctions(manager, SROAPass(SROAOptions::ModifyCFG), EarlyCSEPass(/*UseMemorySSA=*/true),
                 CorrelatedValuePropagationPass(), SimplifyCFGPass(earlyBranches()),
                 InstCombinePass(), SimplifyCFGPass(earlyBranches()),
                 inLoops(true, LoopRotatePass(), LICMPass(LICMOptions())),
                 inLoops(false, LoopFullUnrollPass()), SROAPass(SROAOptions::ModifyCFG));
  addValueNumbering(manager, forLargeFlame);
  addToFunctions(manager, SCCPPass(), inLoops(true, LICMPass(LICMOptions())));
  manager.addPass(GlobalOptPass());
  addToFunctions(
      manager, SimplifyCFGPass(lateBranches()), InstCombinePass(),
      inLoops(true, LICMPass(LICMOptions())),
      // Neighbouring loads are merged only if the first is known to be aligned, which nobody finds out
      // through the cast that makes a generic pointer of the shared memory's address.
      InferAddressSpacesPass(), InferAlignmentPass());
}

Error optimizeForGpu(Module &module, unsigned level) {
  Expected<std::unique_ptr<TargetMachine>> machine = makeMachine(kAnyArchitecture, true);
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder passes(machine->get());
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager manager;
  if (level == 0)
    manager = passes.buildO0DefaultPipeline(OptimizationLevel::O0);
  else
    addKernelPasses(manager, isLarge(module));
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

/// Tells ptxas how kernels are launched, so that registers allow as many threads per multiprocessor as hide the latency.
static void setLaunchBounds(Module &module, StringRef architecture) {
  constexpr unsigned kThreadsPerMultiprocessor = 1024;
  unsigned capability = 0; // 90 of "sm_90a"
  StringRef number = architecture;
  number.consume_front("sm_");
  number.consumeInteger(10, capability);
  const std::pair<StringRef, unsigned> kernels[] = {
      {"flame_iterate", abi::mostGroups(10 * capability) * abi::kGroupThreads},
      {"flame_warm_up", abi::kWarmUpThreads}};
  for (auto [name, threads] : kernels)
    if (Function *kernel = module.getFunction(name)) {
      kernel->addFnAttr("nvvm.maxntid", std::to_string(threads));
      kernel->addFnAttr("nvvm.minctasm", std::to_string(kThreadsPerMultiprocessor / threads));
    }
}

namespace {
/// The passes of code generation, but for two that take a third of its time: kernels are the same without them, or a little shorter.
class CodegenPasses : public legacy::PassManager {
public:
  void add(Pass *pass) override {
    if (!is_contained(kLeftOut, pass->getPassName()))
      return legacy::PassManager::add(pass);
    ++leftOut;
    delete pass;
  }

  /// Whether LLVM still has them under these names.
  bool leavesOutAll() const { return leftOut == std::size(kLeftOut); }

private:
  static constexpr StringLiteral kLeftOut[] = {"Straight line strength reduction",
                                               "Nary reassociation"};
  size_t leftOut = 0;
};
} // namespace

Expected<std::string> emitPTX(const Module &optimized, StringRef architecture, bool newest) {
  // Code generation changes a module, and asks for the users of a value in an order that a copy has from its text alone.
  const std::unique_ptr<Module> module = CloneModule(optimized);
  setLaunchBounds(*module, architecture);
  Expected<std::unique_ptr<TargetMachine>> machine = makeMachine(architecture, newest);
  if (!machine)
    return machine.takeError();
  std::string errors;
  LLVMContext &context = module->getContext();
  std::unique_ptr<DiagnosticHandler> previous = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
  const scope_exit restore([&] { context.setDiagnosticHandler(std::move(previous)); });
  SmallString<0> text;
  raw_svector_ostream stream(text);
  CodegenPasses manager;
  if ((*machine)->addPassesToEmitFile(manager, stream, nullptr, CodeGenFileType::AssemblyFile))
    return createStringError("LLVM cannot emit PTX");
  assert(manager.leavesOutAll() && "LLVM has other passes now");
  manager.run(*module);
  if (!errors.empty())
    return createStringError("code generation failed: " + errors);
  return std::string(text);
}

} // namespace flame
