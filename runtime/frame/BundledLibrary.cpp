// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists the folders in search order.

#include "runtime/frame/BundledLibrary.h"

#include <dlfcn.h>

#include <filesystem>
#include <vector>

namespace flame::rt {

namespace fs = std::filesystem;

static constexpr char kLibraryFolder[] = "flamec";

/// The folder of the library that contains this code; for code linked into a program, the program's
/// folder as far as dladdr knows it. Empty if unknown.
static fs::path libraryFolder() {
  Dl_info info = {};
  if (!dladdr(reinterpret_cast<const void *>(&libraryFolder), &info) || !info.dli_fname)
    return {};
  std::error_code failed;
  const fs::path path = fs::canonical(info.dli_fname, failed);
  return failed ? fs::path() : path.parent_path();
}

std::string findBundledLibrary(const std::string &name) {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed).parent_path();
  const fs::path libraries = libraryFolder();
  std::vector<fs::path> folders = {program, (program / FLAME_LIBRARY_FOLDER).lexically_normal()};
  if (!libraries.empty()) {
    folders.push_back(libraries);
    folders.push_back(libraries / kLibraryFolder);
  }
  for (const fs::path &folder : folders)
    if (fs::exists(folder / name, failed))
      return folder / name;
  return program / name;
}

std::string bundledLibraryHint(const std::string &name) {
  return name + " belongs beside the program or in " + FLAME_LIBRARY_FOLDER + " of its folder";
}

} // namespace flame::rt
