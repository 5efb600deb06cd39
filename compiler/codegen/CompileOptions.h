// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of a compilation, shared by all stages.

#ifndef FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H
#define FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H

#include "compiler/codegen/CodeCache.h"
#include "compiler/codegen/Stages.h"
#include "compiler/codegen/Timings.h"
#include "passes/PipelineOptions.h"

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
}
namespace mlir {
class ModuleOp;
}

namespace flame {

/// Receives flame IR and the name of the pass that produced it.
using PassObserver = std::function<void(llvm::StringRef, mlir::ModuleOp)>;

struct CompileOptions {
  std::vector<std::string> targets;     ///< "sm_90", ...; empty: only PTX
  std::string ptxas;                    ///< path of the assembler; empty if there is none
  unsigned level = 3;                   ///< optimisation level of LLVM and ptxas, 0 to 3
  FoldMode fold = FoldMode::Structural; ///< see flame-fold-constant-params
  /// Minimises compile time, for interactive editing. Restricts the code to the schedule `direct`
  /// and to one copy of the xforms for all points of a thread, and omits PTX where machine code
  /// exists. Frames may be 7 % slower, large ones more.
  bool quick = false;
  std::vector<std::string> disabledPasses;
  bool shortFunctions = true;     ///< see flame-select-math
  uint32_t ablation = 0;          ///< abi::Ablation bits, for measurements
  Stage lastStage = Stage::Cubin; ///< stop after this stage
  llvm::StringRef library; ///< bitcode to link instead of the kernels, for tests; see LinkGenome.h
  Timings *timings = nullptr; ///< may be null
  CodeCache *cache = nullptr; ///< code and facts of earlier flames; may be null
  /// Owner of the genome text, into which messages of passes point; may be null.
  llvm::SourceMgr *sources = nullptr;
  std::string remarks; ///< print remarks of passes that match this expression; empty: none
  /// Called with (stage, target or "", text or bytes) after each stage; may be empty.
  std::function<void(Stage, llvm::StringRef, llvm::StringRef)> dump;
  /// Called with the imported flame IR, then after each pass on it with the name of that pass; may
  /// be empty.
  PassObserver afterPass;
  /// Called with every command line instead of running it; may be empty.
  std::function<void(llvm::StringRef)> printCommand;

  bool stopsAfter(Stage stage) const { return lastStage == stage; }
  /// A request for an intermediate stage yields only that stage, not a complete artefact.
  bool wantsArtefact() const { return stopsAfter(Stage::Cubin) || targets.empty(); }
  /// Dumps and printed commands require that the stages really run.
  bool usesCache() const { return cache && !dump && !printCommand && wantsArtefact(); }
  void writeDump(Stage stage, llvm::StringRef target, llvm::StringRef text) const {
    if (dump)
      dump(stage, target, text);
  }
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_COMPILEOPTIONS_H
