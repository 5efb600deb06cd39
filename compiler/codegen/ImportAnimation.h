// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an animation to flame IR.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H
#define FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H

#include "compiler/animation/Animation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <vector>

namespace llvm {
class SourceMgr;
}

namespace flame {

/// A flame as IR, and where the values of its slots come from.
struct ImportedAnimation {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::StringMap<const Track *>
      tracks; ///< by slot name; they point into the animation or into `derived`
  std::vector<std::unique_ptr<Track>>
      derived;           ///< coefficients that the animation gives in another form
  uint32_t features = 0; ///< abi::Feature bits that the animation needs
};

/// Builds the module of `animation`, which must outlive the result. Operations carry the locations of the genome text
/// when `sources` owns it.
ImportedAnimation importAnimation(mlir::MLIRContext &context, const Animation &animation,
                                  const llvm::SourceMgr *sources);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTANIMATION_H
