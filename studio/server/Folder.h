// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that a page may open and save: those in one folder and its subfolders. Names are
// relative to the folder and cannot lead out of it.

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
  /// Returns the path of a file, which need not exist. Returns an Input error if the name is not
  /// valid or leads out of the folder.
  rt::Result<std::filesystem::path> locate(const std::string &name) const;
  rt::Result<std::string> read(const std::string &name) const;
  /// Writes a file. Replaces an existing one only if `replaces` is set.
  rt::Status write(const std::string &name, std::string_view text, bool replaces) const;

  /// Returns the names of all flame files, sorted, at most `limit` of them.
  std::vector<std::string> list(size_t limit) const;
  /// Describes a file: {"file", "index", "name", "variations", "xforms", "stamp"} for each flame,
  /// or {"file", "error"}. `stamp` changes with the file.
  nlohmann::json describe(const std::string &name) const;

private:
  std::filesystem::path root;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_FOLDER_H
