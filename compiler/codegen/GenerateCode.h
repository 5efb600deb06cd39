// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages after flame IR. In: a packed flame. Out: the machine code of every target, generated
// or taken from the cache.

#ifndef FLAME_COMPILER_CODEGEN_GENERATECODE_H
#define FLAME_COMPILER_CODEGEN_GENERATECODE_H

#include "artefact/ArtefactWriter.h"
#include "compiler/codegen/PackFlame.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace flame {

/// A flame in the LLVM dialect, with all other data that its code depends on.
struct LoweredFlame {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  GenomeFacts facts;
  /// Hash of the text of module and facts. Names and values of slots are already gone, so flames of
  /// the same structure have the same identity. Flames with equal identity have equal code.
  std::string identity;
};

/// Runs the stages before code generation, or returns the flame if it exists already. Called only
/// if the cache lacks code.
using LoweredSource = llvm::function_ref<llvm::Expected<const LoweredFlame *>()>;

/// Lowers the module of `packed` for GPUs and takes ownership of it.
llvm::Expected<LoweredFlame> lowerForGpu(PackedFlame &packed, const CompileOptions &options);

/// Adds the code of every target, and PTX for all others, to `contents`. If the last stage comes
/// earlier, only makes dumps. `identity` is the identity of the flame, which need not have been
/// lowered yet.
llvm::Error generateCode(llvm::StringRef identity, LoweredSource flame,
                         const CompileOptions &options, ArtefactContents &contents);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_GENERATECODE_H
