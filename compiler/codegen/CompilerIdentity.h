// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who compiles: part of the key of all code that is kept.

#ifndef FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H
#define FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H

#include <string>

namespace flame {

/// Tells apart all builds of the program or library that holds the compiler, the libraries for devices that it embeds and
/// the LLVM and MLIR that it is linked with.
const std::string &compilerIdentity();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_COMPILERIDENTITY_H
