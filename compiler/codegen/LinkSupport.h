// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of linking that GPU and CPU share.

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

/// Makes every symbol internal except `exported`. Also removes function attributes from the
/// library's own compilation, because different target attributes would prevent inlining.
void internalizeAllBut(llvm::Module &module, llvm::ArrayRef<llvm::StringRef> exported);

/// Marks every internal function of `module` for inlining at every call.
void inlineEverything(llvm::Module &module);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_LINKSUPPORT_H
