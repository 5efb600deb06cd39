// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The genome-independent kernels. They are compiled when the project is built, and every artefact
// contains them.

#ifndef FLAME_COMPILER_CODEGEN_GENERICMODULES_H
#define FLAME_COMPILER_CODEGEN_GENERICMODULES_H

#include "compiler/codegen/AssembleCubin.h"

namespace flame {

/// Their machine code for `options.target`: the one from the build, or assembled now for a target
/// that the build did not cover.
llvm::Expected<std::string> genericCubin(const AssembleOptions &options);

/// Their PTX, for any GPU of compute capability 8.0 or higher, packed (artefact/PackedText.h).
llvm::StringRef packedGenericPtx();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_GENERICMODULES_H
