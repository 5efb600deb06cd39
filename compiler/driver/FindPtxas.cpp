// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for ptxas where toolkits put it.

#include "compiler/driver/FindPtxas.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

static std::optional<std::string> findIn(llvm::ArrayRef<llvm::StringRef> folders) {
  auto found = llvm::sys::findProgramByName("ptxas", folders);
  return found ? std::optional(*found) : std::nullopt;
}

std::optional<std::string> flame::findPtxas() {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable); home && *home)
      if (auto found = findIn({std::string(home) + "/bin"}))
        return found;
  if (auto found = findIn({}))
    return found;
  return findIn({"/usr/local/cuda/bin"});
}
