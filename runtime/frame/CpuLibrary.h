// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of libflamecpu.so, which holds the compiler and the CPU device. The library is
// opened on first use, once per process, at the path that BundledLibrary.h finds.

#ifndef FLAME_RUNTIME_FRAME_CPULIBRARY_H
#define FLAME_RUNTIME_FRAME_CPULIBRARY_H

#include "abi/CpuDevice.h"
#include "support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace flame::rt {

/// The functions of abi/CpuDevice.h, either from the library or linked into the program.
struct CpuLibrary {
  decltype(&flame_cpu_version) version;
  decltype(&flame_cpu_open) open;
  decltype(&flame_cpu_render) render;
  decltype(&flame_cpu_compile) compile;
  decltype(&flame_cpu_free_cells) freeCells;
  decltype(&flame_cpu_free_text) freeText;
  decltype(&flame_cpu_close) close;

  /// Loads the library, whose version must be kFlameCpuVersion. It is never unloaded, because LLVM
  /// keeps state for the life of the process.
  static Result<CpuLibrary> load();

  /// Copies a message of the library into an error and frees it.
  Error takeError(ErrorKind kind, char *message) const;
};

/// Source text that a program without a compiler turns into an artefact.
struct TextSource {
  /// flam3 XML, a JSON animation, a flock document, or the bytes of an artefact.
  std::string_view text;
  std::string name = "flame"; ///< name used in messages
  std::string flame; ///< name or index of one of several flames; empty: all of them are key frames
  /// "sm_90": code for this GPU if ptxas is available; empty: PTX, which any driver compiles.
  std::string target;
  /// Reuse cached code of flames with the same structure (user's cache folder).
  bool usesCache = true;
};

/// Result of compileInProcess.
struct CompiledText {
  std::vector<std::byte> artefact;
  std::string messages; ///< warnings, one per line, each with its location in the text
};

/// Compiles in process, through libflamecpu.so. The text of an Input error is the compiler's
/// output: lines with locations.
Result<CompiledText> compileInProcess(const TextSource &source);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_CPULIBRARY_H
