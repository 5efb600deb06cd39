// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a text to an artefact in memory, in one call, as flamec does with a file. Intended for
// programs that contain the compiler and render the result. Touches neither files nor standard
// output, except the code cache.

#ifndef FLAME_COMPILER_DRIVER_COMPILETEXT_H
#define FLAME_COMPILER_DRIVER_COMPILETEXT_H

#include "compiler/codegen/CodeCache.h"
#include "compiler/driver/InputReader.h"
#include "support/Result.h"

#include <string>
#include <string_view>

namespace flame {

/// Options for compiling a text.
struct CompileTextOptions {
  std::string name = "flame"; ///< name of the text in messages
  InputOptions input;         ///< which flame, how to read it, how to animate it
  /// A GPU architecture such as "sm_90": machine code for it if there is a ptxas that supports it.
  /// Otherwise, or if empty: PTX, which the driver compiles.
  std::string target;
  CodeCache *cache = nullptr; ///< may be null
};

/// An artefact, and the compiler's messages about the text.
struct TextArtefact {
  std::string bytes;
  std::string messages; ///< warnings, one per line, with locations in the text; mostly empty
};

/// Compiles `text`. The message of an Input error is the compiler's output: lines with locations
/// and suggestions. Several threads may call this at once.
rt::Result<TextArtefact> compileText(std::string_view text, const CompileTextOptions &options);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILETEXT_H
