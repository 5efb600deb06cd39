// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that a page may open and save: those of one folder and of the folders inside it. A name is relative to it and never
// leads out of it.

#ifndef FLAME_STUDIO_SERVER_FOLDER_H
#define FLAME_STUDIO_SERVER_FOLDER_H

#include "support/Result.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace flame::studio {

class Folder {
public:
  explicit Folder(std::filesystem::path root) : root(std::move(root)) {}

  const std::filesystem::path &path() const { return root; }
  /// Where a file of this name is, which need not be there. An Input error if the name leads elsewhere or is none.
  rt::Result<std::filesystem::path> locate(const std::string &name) const;
  rt::Result<std::string> read(const std::string &name) const;
  /// Replaces a file only with `replaces`.
  rt::Status write(const std::string &name, std::string_view text, bool replaces) const;

  /// Names of all files of flames, sorted; not more than `limit`.
  std::vector<std::string> list(size_t limit) const;
  /// What is in a file: {"file", "index", "name", "variations", "xforms", "stamp"} for each flame, or {"file", "error"}. `stamp`
  /// changes with the file.
  nlohmann::json describe(const std::string &name) const;

private:
  std::filesystem::path root;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_FOLDER_H
