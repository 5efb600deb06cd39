// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How those of our programs begin that LLVM is a part of, whose own ways to end a program they do without.

#ifndef FLAME_TOOLS_LLVMPROGRAM_H
#define FLAME_TOOLS_LLVMPROGRAM_H

#include "support/AtomicFile.h"
#include "tools/CommandLine.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace flame {

/// Temporary files go with the program, however it ends; without memory it ends as `endWithoutMemory` says; and messages that
/// cannot be printed are lost, without another exit code.
inline void beginLlvmProgram(const char *name) {
  rt::AtomicFile::removeAllOnSignals();
  endWithoutMemory(name);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { outOfMemory(); });
  llvm::errs(); // so that it is destroyed, which is when it would complain, after the following
  std::atexit([] { llvm::errs().clear_error(); });
}

} // namespace flame

#endif // FLAME_TOOLS_LLVMPROGRAM_H
