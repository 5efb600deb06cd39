// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an animation to an artefact: the stages of the compiler, in order. Every stage has a name; it is the value of
// --emit, the suffix of dumps and the label of timers.
//
//   flame   imported flame IR
//   opt     after all passes on flame IR, parameters packed
//   llvm    linked with the device library and optimised, per target
//   ptx     per target
//   cubin   assembled by ptxas, per target
//
// The artefact holds the last stage of every target and what a runtime needs beside the code.

#ifndef FLAME_COMPILER_COMPILATION_H
#define FLAME_COMPILER_COMPILATION_H

#include "compiler/Animation.h"
#include "compiler/ArtefactWriter.h"
#include "compiler/CodeCache.h"
#include "compiler/ImportAnimation.h"
#include "compiler/LinkGenome.h"
#include "compiler/Timings.h"
#include "passes/Passes.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace flame {

/// How to compile.
struct CompileOptions {
  std::vector<std::string> targets; ///< "sm_90", ...; empty means PTX alone
  std::string ptxas;                ///< path of the assembler; empty when there is none
  unsigned level = 3;               ///< of LLVM and ptxas, 0 to 3
  std::string fold = "structural";  ///< see flame-fold-constant-params
  std::vector<std::string> disabledPasses;
  std::string lastStage = "cubin"; ///< the stage to stop after
  llvm::StringRef library; ///< bitcode to link instead of the kernels, for tests; see LinkGenome.h
  Timings *timings = nullptr; ///< may be null
  CodeCache *cache = nullptr; ///< code of flames of the same structure; may be null
  llvm::SourceMgr *sources =
      nullptr;         ///< owns the genome text; messages of passes point into it; may be null
  std::string remarks; ///< print remarks of the passes that this expression matches; empty: none
  /// Called with (stage, target or "", text or bytes) after each stage; may be empty.
  std::function<void(llvm::StringRef, llvm::StringRef, llvm::StringRef)> dump;
  /// Called with every command line instead of running it; may be empty.
  std::function<void(llvm::StringRef)> printCommand;

  bool stopsAfter(llvm::StringRef stage) const;
  /// Someone who asks for a stage in the middle gets that, not a whole artefact.
  bool wantsArtefact() const;
  void writeDump(llvm::StringRef stage, llvm::StringRef target, llvm::StringRef text) const;
};

/// The names of the stages, in order.
llvm::ArrayRef<llvm::StringLiteral> stageNames();

/// A flame after all passes on flame IR: what code generation starts from and what the runtime must know.
struct PackedFlame {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  abi::BlockLayout layout = {};
  GenomeFacts facts;
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
};

/// Makes a context with every dialect of the compiler loaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Runs the passes that `build` adds and verifies their result. Their errors have gone to the context's diagnostics.
llvm::Error runPipeline(mlir::ModuleOp module, const PipelineOptions &options,
                        void (*build)(mlir::PassManager &, const PipelineOptions &));

/// Runs the stages flame and opt. Errors of passes have gone to the context's diagnostics.
llvm::Expected<PackedFlame> packFlame(mlir::MLIRContext &context, const Animation &animation,
                                      const CompileOptions &options);

/// The palettes of an animation as devices have them: a time for each row of abi::kPaletteSize colours.
void packPalettes(const Animation &animation, std::vector<float> &times,
                  std::vector<abi::PaletteEntry> &colors);

/// Runs all stages and returns what an artefact holds, texts and manifest included. `genome` is the text the animation
/// came from. With an earlier `lastStage` only dumps are made and the code is empty.
llvm::Expected<ArtefactContents> compile(const Animation &animation, llvm::StringRef genome,
                                         const CompileOptions &options);

} // namespace flame

#endif // FLAME_COMPILER_COMPILATION_H
