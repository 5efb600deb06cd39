// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of libflamecpu.so, which holds the compiler and the CPU device. It is opened when somebody needs it, once in a
// process, where BundledLibrary.h finds it.

#ifndef FLAME_RUNTIME_FRAME_CPULIBRARY_H
#define FLAME_RUNTIME_FRAME_CPULIBRARY_H

#include "abi/CpuDevice.h"
#include "support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace flame::rt {

/// The functions of abi/CpuDevice.h, wherever they are: in the library, or in the program itself.
struct CpuLibrary {
  decltype(&flame_cpu_version) version;
  decltype(&flame_cpu_open) open;
  decltype(&flame_cpu_render) render;
  decltype(&flame_cpu_compile) compile;
  decltype(&flame_cpu_free_cells) freeCells;
  decltype(&flame_cpu_free_text) freeText;
  decltype(&flame_cpu_close) close;

  /// Loads the library, which must be of kFlameCpuVersion. It is never unloaded: LLVM keeps state for the life of the process.
  static Result<CpuLibrary> load();

  /// Takes over a message of the library.
  Error takeError(ErrorKind kind, char *message) const;
};

/// A text to make an artefact of, by a program that has no compiler in it.
struct TextSource {
  std::string_view
      text; ///< flam3's XML, an animation in JSON, a document of a flock, or the bytes of an artefact
  std::string name = "flame"; ///< what messages call it
  std::string flame; ///< name or index of one flame of several; empty: all of them are key frames
  std::string
      target; ///< "sm_90": code for this GPU where there is ptxas; empty: PTX, which any driver compiles
  bool usesCache = true; ///< code of flames with the same structure, in the user's folder
};

/// What became of one.
struct CompiledText {
  std::vector<std::byte> artefact;
  std::string messages; ///< warnings, line by line, each at its place in the text
};

/// Compiles in process, by libflamecpu.so. The text of an Input error is what the compiler had to say, lines with places.
Result<CompiledText> compileInProcess(const TextSource &source);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_CPULIBRARY_H
