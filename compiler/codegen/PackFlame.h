// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an animation to packed flame IR: import, all passes on flame IR, and what devices need of
// the result beside code.

#ifndef FLAME_COMPILER_CODEGEN_PACKFLAME_H
#define FLAME_COMPILER_CODEGEN_PACKFLAME_H

#include "abi/Abi.h"
#include "artefact/Manifest.h"
#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"
#include "compiler/codegen/LinkGenome.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace flame {

/// A flame after all passes on flame IR: what code generation starts from and what the runtime must
/// know.
struct PackedFlame {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  abi::BlockLayout layout = {};
  GenomeFacts facts;
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
};

/// Makes a context with every dialect of the compiler loaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Runs the passes that `build` adds and verifies their result; `observer` may be empty. Their
/// errors have gone to the context's diagnostics.
llvm::Error runPipeline(mlir::ModuleOp module, const PipelineOptions &options,
                        void (*build)(mlir::PassManager &, const PipelineOptions &),
                        const PassObserver &observer = {});

/// Runs the stages flame and opt. Errors of passes have gone to the context's diagnostics.
llvm::Expected<PackedFlame> packFlame(mlir::MLIRContext &context, const Animation &animation,
                                      const CompileOptions &options);

/// A track as devices have it: values in its domain. A constant needs none; there and back it would
/// lose its last bits.
rt::FrameTrack packTrack(const Track &track);

/// The palettes of an animation as devices have them: a time for each row of abi::kPaletteSize
/// colours.
void packPalettes(const Animation &animation, std::vector<float> &times,
                  std::vector<abi::PaletteEntry> &colors);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_PACKFLAME_H
