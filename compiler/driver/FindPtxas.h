// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locates the assembler of the CUDA toolkit.

#ifndef FLAME_COMPILER_DRIVER_FINDPTXAS_H
#define FLAME_COMPILER_DRIVER_FINDPTXAS_H

#include <optional>
#include <string>

namespace flame {

/// The path of ptxas. Searches CUDA_HOME, CUDA_PATH, PATH and /usr/local/cuda, in this order.
std::optional<std::string> findPtxas();

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_FINDPTXAS_H
