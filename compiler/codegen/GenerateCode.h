// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages behind flame IR: from a packed flame to the machine code of every target, or to what the cache has of it.

#ifndef FLAME_COMPILER_CODEGEN_GENERATECODE_H
#define FLAME_COMPILER_CODEGEN_GENERATECODE_H

#include "artefact/ArtefactWriter.h"
#include "compiler/codegen/PackFlame.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace flame {

/// A flame in the LLVM dialect, and everything else of it that code depends on.
struct LoweredFlame {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  GenomeFacts facts;
  /// The hash of module and facts in writing. The names and values of slots are gone by now, so that flames of one structure have
  /// one identity; flames of one identity have the same code.
  std::string identity;
};

/// The stages before code: makes the flame, or gives the one that it has made. Is asked where the cache lacks code.
using LoweredSource = llvm::function_ref<llvm::Expected<const LoweredFlame *>()>;

/// Lowers the module of `packed` for GPUs, and takes it.
llvm::Expected<LoweredFlame> lowerForGpu(PackedFlame &packed, const CompileOptions &options);

/// Adds the code of every target and the PTX for all others to `contents`, or makes dumps alone when the last stage
/// comes before that. `identity` is that of the flame, which need not have been made.
llvm::Error generateCode(llvm::StringRef identity, LoweredSource flame,
                         const CompileOptions &options, ArtefactContents &contents);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_GENERATECODE_H
