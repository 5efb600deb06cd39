// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common start of the programs that contain LLVM. It replaces LLVM's own ways of ending a program.

#ifndef FLAME_TOOLS_LLVMPROGRAM_H
#define FLAME_TOOLS_LLVMPROGRAM_H

#include "support/AtomicFile.h"
#include "tools/CommandLine.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace flame {

/// Removes temporary files however the program ends, and makes failed allocations end it as
/// `endWithoutMemory` describes. Messages that cannot be printed are lost and do not change the
/// exit code.
inline void beginLlvmProgram(const char *name) {
  rt::AtomicFile::removeAllOnSignals();
  endWithoutMemory(name);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { outOfMemory(); });
  // Constructs llvm::errs() before the handler is registered. Its destructor then runs after the
  // handler and finds no error.
  llvm::errs();
  std::atexit([] { llvm::errs().clear_error(); });
}

} // namespace flame

#endif // FLAME_TOOLS_LLVMPROGRAM_H
