// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/UserFolder.h"

#include <cstdlib>

namespace fs = std::filesystem;

fs::path flame::rt::userFolder(const char *variable, const fs::path &fallback,
                               const fs::path &subpath) {
  if (const char *folder = std::getenv(variable); folder && fs::path(folder).is_absolute())
    return folder / subpath;
  if (const char *home = std::getenv("HOME"); home && fs::path(home).is_absolute())
    return home / fallback / subpath;
  return {};
}
