// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text to an artefact in memory, in one call: what flamec does with a file, for programs that have the compiler in them and
// render what comes out. Neither files nor standard output are touched, but for the code cache.

#ifndef FLAME_COMPILER_DRIVER_COMPILETEXT_H
#define FLAME_COMPILER_DRIVER_COMPILETEXT_H

#include "compiler/codegen/CodeCache.h"
#include "compiler/driver/InputReader.h"
#include "support/Result.h"

#include <string>
#include <string_view>

namespace flame {

/// What to make of a text.
struct CompileTextOptions {
  std::string name = "flame"; ///< what messages call the text
  InputOptions input;         ///< which flame, how to read it, how to animate it
  /// "sm_90": machine code for this GPU, if there is ptxas and it knows this one. Otherwise, or empty: PTX, which the driver
  /// compiles.
  std::string target;
  CodeCache *cache = nullptr; ///< may be null
};

/// An artefact, and what the compiler said about the text.
struct TextArtefact {
  std::string bytes;
  std::string messages; ///< warnings, line by line, each at its place in the text; mostly empty
};

/// Compiles. The text of an Input error is what the compiler said: lines with places, and the words meant. May be called from
/// several threads at once.
rt::Result<TextArtefact> compileText(std::string_view text, const CompileTextOptions &options);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILETEXT_H
