// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of the flame dialect and the order in which the compiler runs them.

#ifndef FLAME_PASSES_PASSES_H
#define FLAME_PASSES_PASSES_H

#include "ir/FlameDialect.h"
#include "passes/PipelineOptions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <vector>

namespace flame {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"

/// The passes that make good flame IR out of what was imported: everything up to packing.
void buildOptimizationPipeline(mlir::PassManager &manager, const PipelineOptions &options);
/// The passes from packed flame IR to the LLVM dialect.
void buildLoweringPipeline(mlir::PassManager &manager, const PipelineOptions &options);

/// The passes that may be left out; the others are needed for correctness.
llvm::ArrayRef<llvm::StringLiteral> optionalPasses();
/// Whether `name` is one of them.
bool isOptionalPass(llvm::StringRef name);

/// What computes a standard xform.
struct XformBody {
  unsigned index; ///< the xform whose body it is, itself or an earlier one
  unsigned base;  ///< floats to add to the offsets of the body's parameters, a multiple of four
};

/// The bodies of the standard xforms of a packed module, in their order.
std::vector<XformBody> xformBodies(mlir::ModuleOp module);

} // namespace flame

#endif // FLAME_PASSES_PASSES_H
