// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs of the CUDA toolkit. No shell is involved, so nothing needs quoting, and no file
// is left behind.

#ifndef FLAME_COMPILER_CODEGEN_RUNTOOL_H
#define FLAME_COMPILER_CODEGEN_RUNTOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace flame {

/// What a program that ended by itself left.
struct ToolResult {
  int exitCode = 0;
  std::string standardOutput, standardError;
};

/// Runs `program`, a path or a name to look up in PATH, with `input` on its standard input, and
/// waits until it has ended and nobody can write to its output any more. An error means that it
/// could not be run or died of a signal; a failing exit code is a result.
llvm::Expected<ToolResult>
runTool(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments, llvm::StringRef input);

/// The path of ptxas: in CUDA_HOME, CUDA_PATH, PATH or /usr/local/cuda, in this order.
std::optional<std::string> findPtxas();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_RUNTOOL_H
