// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the compiler writes its results: completely or not at all. Whoever reads the file meanwhile
// sees the old one, and neither an error nor an interruption leaves half a file behind.

#ifndef FLAME_COMPILER_TEXT_OUTPUT_H
#define FLAME_COMPILER_TEXT_OUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace flame {

/// Replaces the file `path` by `bytes`; "-" is standard output. The bytes go to a temporary name in
/// the same directory, which is then given the name wanted. A symbolic link is followed. What
/// exists and is no ordinary file, such as a pipe or /dev/null, is written directly. The error
/// names the file and the reason.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_OUTPUT_H
