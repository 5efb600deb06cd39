// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the LLVM dialect to one LLVM module: translates a lowered flame, links the device library into it and adds the
// few functions by which the library reaches the generated xforms.

#ifndef FLAME_COMPILER_CODEGEN_LINKGENOME_H
#define FLAME_COMPILER_CODEGEN_LINKGENOME_H

#include "passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace flame {

/// What code generation needs to know of a genome beyond its xforms.
struct GenomeFacts {
  std::vector<XformBody> bodies; ///< of the standard xforms
  uint32_t features = 0;         ///< abi::Feature bits
  uint32_t xaosOffset = 0;       ///< of the cumulative rows, in floats
  bool wantsLittleCode = false;  ///< one copy of the xforms on a GPU, however small they are
};

/// The GPU module of a lowered flame: kernels flame_precalc_blocks and flame_iterate with everything they use, all else
/// internal. Not optimised yet. `library` is bitcode with other kernels to link instead; empty: these. `ablation`, of
/// abi::Ablation, is for measurements.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkGpuGenome(llvm::LLVMContext &context, mlir::ModuleOp lowered, const GenomeFacts &facts,
              llvm::StringRef library = {}, uint32_t ablation = 0);

/// The CPU module of a lowered flame with `lanes` points per vector: flame_cpu_run and flame_precalc. `library` is
/// bitcode of another skeleton to link instead, for as many lanes; empty: the engine's.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkCpuGenome(llvm::LLVMContext &context, mlir::ModuleOp lowered, const GenomeFacts &facts,
              unsigned lanes, llvm::StringRef library = {});

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_LINKGENOME_H
