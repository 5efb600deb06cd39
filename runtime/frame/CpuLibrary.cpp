// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads libflamecpu.so and calls its compiler.

#include "runtime/frame/CpuLibrary.h"

#include "runtime/frame/BundledLibrary.h"

#include <dlfcn.h>

#include <type_traits>

namespace flame::rt {

static constexpr char kLibraryName[] = "libflamecpu.so";

Result<CpuLibrary> CpuLibrary::load() {
  const std::string path = findBundledLibrary(kLibraryName);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error(ErrorKind::Environment,
                 std::string("the CPU device cannot be loaded: ") + dlerror(),
                 bundledLibraryHint(kLibraryName));
  CpuLibrary library;
  auto resolve = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    return function != nullptr;
  };
  const uint32_t version = resolve(library.version, "flame_cpu_version") ? library.version() : 1;
  if (version != kFlameCpuVersion)
    return Error(ErrorKind::Environment,
                 "'" + path + "' is of version " + std::to_string(version) +
                     ", and this program needs version " + std::to_string(kFlameCpuVersion),
                 "install the program and its library together");
  if (!resolve(library.open, "flame_cpu_open") || !resolve(library.render, "flame_cpu_render") ||
      !resolve(library.compile, "flame_cpu_compile") ||
      !resolve(library.freeCells, "flame_cpu_free_cells") ||
      !resolve(library.freeText, "flame_cpu_free_text") ||
      !resolve(library.close, "flame_cpu_close"))
    return Error(ErrorKind::Environment, "'" + path + "' lacks functions",
                 "install the program and its library together");
  return library;
}

Error CpuLibrary::takeError(ErrorKind kind, char *message) const {
  Error error(kind, message ? message : "the CPU device failed");
  freeText(message);
  return error;
}

Result<CompiledText> compileInProcess(const TextSource &source) {
  FLAME_TRY_ASSIGN(const CpuLibrary library, CpuLibrary::load());
  FlameCpuText text = {};
  text.text = source.text.data();
  text.bytes = source.text.size();
  text.name = source.name.c_str();
  text.flame = source.flame.c_str();
  text.target = source.target.c_str();
  text.usesCache = source.usesCache;
  FlameCpuArtefact made = {};
  char *message = nullptr;
  if (const int32_t kind = library.compile(&text, &made, &message))
    return library.takeError(ErrorKind(kind), message);
  CompiledText compiled;
  const auto *bytes = reinterpret_cast<const std::byte *>(made.contents);
  compiled.artefact.assign(bytes, bytes + made.bytes);
  if (message)
    compiled.messages = message;
  library.freeText(made.contents);
  library.freeText(message);
  return compiled;
}

} // namespace flame::rt
