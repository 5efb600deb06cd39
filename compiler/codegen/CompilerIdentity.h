// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identity of the compiler, which is part of the key of all cached code.

#ifndef FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H
#define FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H

#include <string>

namespace flame {

/// Identifies the build of the program or library that contains the compiler, including the
/// embedded device libraries and the linked LLVM and MLIR.
const std::string &compilerIdentity();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H
