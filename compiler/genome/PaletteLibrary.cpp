// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/PaletteLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>

namespace flame {

llvm::ArrayRef<llvm::StringLiteral> installedPaletteLibraries() {
  static constexpr llvm::StringLiteral paths[] = {"/usr/share/flam3/flam3-palettes.xml",
                                                  "/usr/local/share/flam3/flam3-palettes.xml"};
  return paths;
}

std::string findPaletteLibrary(llvm::StringRef named,
                               llvm::ArrayRef<llvm::StringLiteral> installed) {
  if (!named.empty())
    return named.str();
  if (const char *variable = std::getenv("flam3_palettes"); variable && *variable)
    return variable;
  const auto *found =
      llvm::find_if(installed, [](llvm::StringRef path) { return llvm::sys::fs::exists(path); });
  return found == installed.end() ? std::string() : found->str();
}

} // namespace flame
