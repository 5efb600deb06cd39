// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits on the code of a flame. The time of the passes, LLVM and ptxas grows with the operations
// of its xforms, and a small file can ask for millions of them.

#ifndef FLAME_COMPILER_CODEGEN_CODESIZE_H
#define FLAME_COMPILER_CODEGEN_CODESIZE_H

#include "mlir/IR/BuiltinOps.h"

#include "llvm/Support/Error.h"

namespace flame {

/// The variations of all xforms.
inline constexpr size_t kMaxVariations = 8000;
/// The operations of user-defined variations, counted at each use.
inline constexpr size_t kMaxUserOperations = 300'000;
/// The operations after all passes; xforms that share code count once. A flame at the limit takes
/// about a minute of processor time, and 45 xforms of five variations have a twentieth of it.
inline constexpr size_t kMaxOperations = 150'000;

/// Checks the variations of an imported flame against the first two limits. Fails with an Input
/// error.
llvm::Error checkVariations(mlir::ModuleOp flame);

/// Checks a flame after all passes against kMaxOperations. Fails with an Input error.
llvm::Error checkOperations(mlir::ModuleOp flame);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODESIZE_H
