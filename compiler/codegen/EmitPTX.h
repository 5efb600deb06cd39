// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a linked LLVM module to PTX.

#ifndef FLAME_COMPILER_CODEGEN_EMITPTX_H
#define FLAME_COMPILER_CODEGEN_EMITPTX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace flame {

/// Runs the optimiser on a linked GPU module. The result is the same for all architectures, and for
/// all levels above 0.
llvm::Error optimizeForGpu(llvm::Module &module, unsigned level);

/// Emits PTX from an optimised module. The PTX depends only on the module's text, not on debug
/// information. With `newest`, uses the newest ISA version that our tools share, for ptxas.
/// Otherwise uses the oldest version that supports `architecture`, so that old drivers can compile
/// it.
llvm::Expected<std::string> emitPTX(const llvm::Module &module, llvm::StringRef architecture,
                                    bool newest);

/// Checks that `architecture` is supported. The error lists the supported ones.
llvm::Error checkArchitecture(llvm::StringRef architecture);

/// The supported architectures, oldest first.
llvm::ArrayRef<llvm::StringLiteral> knownArchitectures();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_EMITPTX_H
