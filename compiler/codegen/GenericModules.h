// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The genome-independent kernels, which were compiled when the project was built and travel in every artefact.

#ifndef FLAME_COMPILER_CODEGEN_GENERICMODULES_H
#define FLAME_COMPILER_CODEGEN_GENERICMODULES_H

#include "compiler/codegen/AssembleCubin.h"

namespace flame {

/// Their machine code for `options.target`: what the build made, or assembled now for a target it did not know.
llvm::Expected<std::string> genericCubin(const AssembleOptions &options);

/// Their PTX, for any GPU from compute capability 8.0 on, packed (artefact/PackedText.h).
llvm::StringRef packedGenericPtx();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_GENERICMODULES_H
