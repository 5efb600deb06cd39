// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PTX to machine code, by running ptxas.

#ifndef FLAME_COMPILER_CODEGEN_ASSEMBLECUBIN_H
#define FLAME_COMPILER_CODEGEN_ASSEMBLECUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace flame {

struct AssembleOptions {
  std::string ptxas;  ///< path of the program
  std::string target; ///< "sm_90"
  unsigned level = 3; ///< 0 to 3
  /// Called with the command line instead of running it; may be empty.
  std::function<void(llvm::StringRef)> printCommand;
};

/// The cubin of `ptx`. A ptxas that fails, or leaves something else, is an Environment error with
/// its log, where the PTX was kept, and the command to repeat it.
llvm::Expected<std::string> assembleCubin(llvm::StringRef ptx, const AssembleOptions &options);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_ASSEMBLECUBIN_H
