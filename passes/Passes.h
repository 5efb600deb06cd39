// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of the flame dialect, and the order in which the compiler runs them.

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

/// Adds the passes that optimise imported flame IR, up to and including packing.
void buildOptimizationPipeline(mlir::PassManager &manager, const PipelineOptions &options);
/// Adds the passes from packed flame IR to the LLVM dialect.
void buildLoweringPipeline(mlir::PassManager &manager, const PipelineOptions &options);

/// The passes that may be disabled; the others are needed for correctness.
llvm::ArrayRef<llvm::StringLiteral> optionalPasses();
/// True if `name` is an optional pass.
bool isOptionalPass(llvm::StringRef name);

/// The function body that computes a standard xform.
struct XformBody {
  unsigned index; ///< the xform that owns the body: itself or an earlier one
  unsigned base;  ///< floats to add to the offsets of the body's parameters, a multiple of four
};

/// The bodies of the standard xforms of a packed module, in xform order.
std::vector<XformBody> xformBodies(mlir::ModuleOp module);

} // namespace flame

#endif // FLAME_PASSES_PASSES_H
