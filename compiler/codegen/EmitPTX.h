// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a linked LLVM module to PTX, and from PTX to machine code.

#ifndef FLAME_COMPILER_CODEGEN_EMITPTX_H
#define FLAME_COMPILER_CODEGEN_EMITPTX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace flame {

/// Runs the optimiser on a linked GPU module: the same for all architectures, and for all levels above 0.
llvm::Error optimizeForGpu(llvm::Module &module, unsigned level);

/// The PTX of an optimised module, which depends on nothing that is not in its text, such as debug information. `newest` asks for the
/// newest ISA version our tools share, for ptxas; otherwise the oldest that `architecture` has, so that old drivers can still compile it.
llvm::Expected<std::string> emitPTX(const llvm::Module &module, llvm::StringRef architecture,
                                    bool newest);

/// Checks that `architecture` is one we can compile for. The error lists those we can.
llvm::Error checkArchitecture(llvm::StringRef architecture);

/// The architectures flamec accepts, oldest first.
llvm::ArrayRef<llvm::StringLiteral> knownArchitectures();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_EMITPTX_H
