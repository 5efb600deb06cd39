// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What linking a genome has in common on both devices.

#ifndef FLAME_COMPILER_CODEGEN_LINKSUPPORT_H
#define FLAME_COMPILER_CODEGEN_LINKSUPPORT_H

#include "compiler/codegen/LinkGenome.h"

#include "llvm/ADT/StringRef.h"

namespace flame {

/// Translates the LLVM dialect to LLVM IR.
llvm::Expected<std::unique_ptr<llvm::Module>> translateFlame(llvm::LLVMContext &context,
                                                             mlir::ModuleOp lowered);

/// Links the library `bitcode` (embedded bytes) into `module`.
llvm::Error linkLibrary(llvm::Module &module, llvm::StringRef bitcode, llvm::StringRef name);

/// Defines constant `name`, which the library reads.
void defineConstant(llvm::Module &module, llvm::StringRef name, uint32_t value);

/// Makes everything internal but `exported`, and drops what the library's own compilation left on functions (target
/// attributes that would keep them from being inlined into each other).
void internalizeAllBut(llvm::Module &module, llvm::ArrayRef<llvm::StringRef> exported);

/// Marks every internal function of `module` to be inlined wherever it is called.
void inlineEverything(llvm::Module &module);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_LINKSUPPORT_H
