// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links one LLVM module from the LLVM dialect: translates a lowered flame, links the device library
// into it, and adds the functions through which the library calls the generated xforms.

#ifndef FLAME_COMPILER_CODEGEN_LINKGENOME_H
#define FLAME_COMPILER_CODEGEN_LINKGENOME_H

#include "passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace flame {

/// Facts about a genome, beyond its xforms, that code generation needs.
struct GenomeFacts {
  std::vector<XformBody> bodies; ///< bodies of the standard xforms
  uint32_t features = 0;         ///< abi::Feature bits
  uint32_t xaosOffset = 0;       ///< offset of the cumulative xaos rows, in floats
  bool wantsLittleCode = false;  ///< one copy of the xforms on a GPU, however small they are
};

/// Links the GPU module of a lowered flame: the kernels flame_precalc_blocks and flame_iterate with
/// everything they use. All other symbols are internal; nothing is optimised yet. `library` is
/// bitcode with other kernels to link instead; empty: the default kernels. `ablation` holds
/// abi::Ablation bits, for measurements.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkGpuGenome(llvm::LLVMContext &context, mlir::ModuleOp lowered, const GenomeFacts &facts,
              llvm::StringRef library = {}, uint32_t ablation = 0);

/// Links the CPU module of a lowered flame with `lanes` points per vector: flame_cpu_run and
/// flame_precalc. `library` is bitcode of another skeleton for the same number of lanes to link
/// instead; empty: the engine's.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkCpuGenome(llvm::LLVMContext &context, mlir::ModuleOp lowered, const GenomeFacts &facts,
              unsigned lanes, llvm::StringRef library = {});

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_LINKGENOME_H
