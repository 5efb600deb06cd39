// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation reports failures as diagnostics of the context and continues. A handler turns
// them into an error, so that ptxas never gets wrong PTX.

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

/// The architecture that the optimiser sees. The optimiser queries nothing in which our
/// architectures differ, so its result is the same for all.
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
  // The next level numbers values once more, at a cost quadratic in the number of xforms. ptxas
  // produces the same code from either PTX.
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, architecture, newest ? kNewestPtx : "", options,
                                  Reloc::PIC_, std::nullopt, CodeGenOptLevel::Default));
}

/// True if the xforms of a linked flame are large (LinkGpuGenome.cpp).
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

/// Inlines a kernel into one function. Removes unused library code first, so that it is not copied
/// to every call.
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

/// Removes loads of parameters with known values. Global value numbering searches for the last
/// store before each load through the bodies of all other xforms, which takes more than half of the
/// total time with 97 xforms. In a large flame, whose points take turns, it finds no more than
/// EarlyCSE.
static void addValueNumbering(ModulePassManager &manager, bool forLargeFlame) {
  if (forLargeFlame)
    addToFunctions(manager, EarlyCSEPass(/*UseMemorySSA=*/true));
  else
    addToFunctions(manager, GVNPass());
}

/// The part of LLVM's standard pipeline that makes kernels faster, in its order. Kernels are as
/// fast as after default<O3> for less than two thirds of the time. The passes were selected by
/// omitting each in turn. Without SCCP a third of the kernels spill; without loop rotation and
/// correlated value propagation, variations with loops take up to 10 % longer.
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
      // Neighbouring loads are merged only if the first is known to be aligned. Alignment is not
      // inferred through the cast of a shared memory address to a generic pointer.
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

/// Tells ptxas the launch bounds, so that register allocation permits enough threads per
/// multiprocessor to hide latency.
static void setLaunchBounds(Module &module, StringRef architecture) {
  constexpr unsigned kThreadsPerMultiprocessor = 1024;
  unsigned capability = 0; // 90 for "sm_90a"
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
/// The passes of code generation without two that take a third of its time. Without them kernels
/// are the same or slightly shorter.
class CodegenPasses : public legacy::PassManager {
public:
  void add(Pass *pass) override {
    if (!is_contained(kLeftOut, pass->getPassName()))
      return legacy::PassManager::add(pass);
    ++leftOut;
    delete pass;
  }

  /// True if LLVM still has both passes under these names.
  bool leavesOutAll() const { return leftOut == std::size(kLeftOut); }

private:
  static constexpr StringLiteral kLeftOut[] = {"Straight line strength reduction",
                                               "Nary reassociation"};
  size_t leftOut = 0;
};
} // namespace

Expected<std::string> emitPTX(const Module &optimized, StringRef architecture, bool newest) {
  // Code generation modifies the module, and visits the users of a value in an order that, in a
  // copy, depends only on the text.
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
