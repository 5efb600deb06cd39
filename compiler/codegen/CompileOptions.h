// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How to compile: what every stage is told.

#ifndef FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H
#define FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H

#include "compiler/codegen/CodeCache.h"
#include "compiler/codegen/Stages.h"
#include "compiler/codegen/Timings.h"
#include "passes/PipelineOptions.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
}

namespace flame {

/// Sees flame IR, and the name of the pass that made it what it is.
using PassObserver = std::function<void(llvm::StringRef, mlir::ModuleOp)>;

struct CompileOptions {
  std::vector<std::string> targets;     ///< "sm_90", ...; empty means PTX alone
  std::string ptxas;                    ///< path of the assembler; empty when there is none
  unsigned level = 3;                   ///< of LLVM and ptxas, 0 to 3
  FoldMode fold = FoldMode::Structural; ///< see flame-fold-constant-params
  /// For flames that somebody waits for and that change again: the schedule `direct` alone, one copy of the xforms' code for all
  /// points of a thread, and no PTX where there is machine code. Frames may be 7 % slower, large ones more.
  bool quick = false;
  std::vector<std::string> disabledPasses;
  bool shortFunctions = true;     ///< see flame-select-math
  uint32_t ablation = 0;          ///< of abi::Ablation, for measurements
  Stage lastStage = Stage::Cubin; ///< the stage to stop after
  llvm::StringRef library; ///< bitcode to link instead of the kernels, for tests; see LinkGenome.h
  Timings *timings = nullptr; ///< may be null
  CodeCache *cache = nullptr; ///< what is known of flames from before; may be null
  llvm::SourceMgr *sources =
      nullptr;         ///< owns the genome text; messages of passes point into it; may be null
  std::string remarks; ///< print remarks of the passes that this expression matches; empty: none
  /// Called with (stage, target or "", text or bytes) after each stage; may be empty.
  std::function<void(Stage, llvm::StringRef, llvm::StringRef)> dump;
  /// Called with the flame IR as it was imported, then after each pass on it with the name of that; may be empty.
  PassObserver afterPass;
  /// Called with every command line instead of running it; may be empty.
  std::function<void(llvm::StringRef)> printCommand;

  bool stopsAfter(Stage stage) const { return lastStage == stage; }
  /// Someone who asks for a stage in the middle gets that, not a whole artefact.
  bool wantsArtefact() const { return stopsAfter(Stage::Cubin) || targets.empty(); }
  /// Someone who wants to see stages or commands wants them carried out.
  bool usesCache() const { return cache && !dump && !printCommand && wantsArtefact(); }
  void writeDump(Stage stage, llvm::StringRef target, llvm::StringRef text) const {
    if (dump)
      dump(stage, target, text);
  }
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H
