// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the compiler writes its results: complete under their final name, or not at all.

#ifndef FLAME_COMPILER_OUTPUT_H
#define FLAME_COMPILER_OUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace flame {

/// Writes `bytes` to a temporary name beside `path` and renames it; "-" is standard output. What exists and is no
/// ordinary file, such as a pipe, is written directly. Nothing is left behind on failure.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

} // namespace flame

#endif // FLAME_COMPILER_OUTPUT_H
