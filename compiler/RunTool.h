// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs of the CUDA toolkit, without a shell.

#ifndef FLAME_COMPILER_RUNTOOL_H
#define FLAME_COMPILER_RUNTOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace flame {

struct ToolResult {
  int exitCode;
  std::string standardOutput, standardError;
};

/// Runs `program` with `input` on its standard input until it ends. An error means that it could not be run or died of
/// a signal; a failing exit code is a result.
llvm::Expected<ToolResult> runTool(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments,
                                   llvm::StringRef input);

/// ptxas in CUDA_HOME, CUDA_PATH, PATH or /usr/local/cuda, in this order.
std::optional<std::string> findPtxas();

} // namespace flame

#endif // FLAME_COMPILER_RUNTOOL_H
