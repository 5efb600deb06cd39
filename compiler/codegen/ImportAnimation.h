// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates an animation to flame IR.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H
#define FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H

#include "compiler/animation/Animation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>

namespace llvm {
class SourceMgr;
}

namespace flame {

/// A flame as IR.
struct ImportedAnimation {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  uint32_t features = 0; ///< abi::Feature bits that the animation needs
};

/// Builds the module of `animation`. If `sources` owns the genome text, operations carry locations
/// in it.
ImportedAnimation importAnimation(mlir::MLIRContext &context, const Animation &animation,
                                  const llvm::SourceMgr *sources);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H
