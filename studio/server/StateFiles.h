// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the studio keeps between its runs, in files of the user: the token, what pages were working
// on, stars, exports. A page that reconnects after a restart finds everything as it was.

#ifndef FLAME_STUDIO_SERVER_STATEFILES_H
#define FLAME_STUDIO_SERVER_STATEFILES_H

#include "support/Result.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace flame::studio {

class StateFiles {
public:
  /// The folder, which is made for this user alone; empty: nothing is kept.
  static rt::Result<StateFiles> open(std::filesystem::path folder);
  /// $XDG_STATE_HOME/flamec/studio, or the same in ~/.local/state.
  static std::filesystem::path defaultFolder();
  /// Our own folder in one that the user names, which may hold other files.
  static std::filesystem::path folderIn(const std::filesystem::path &folder) {
    return folder / "flame-studio";
  }

  /// The token of all runs; made when there is none yet.
  rt::Result<std::string> token() const;
  /// A new token.
  static rt::Result<std::string> makeToken();

  /// A document, or null. `name` is a word.
  nlohmann::json read(const std::string &name) const;
  rt::Status write(const std::string &name, const nlohmann::json &document) const;
  /// Where a file of this name is.
  std::filesystem::path path(const std::string &name) const { return folder / name; }
  bool keeps() const { return !folder.empty(); }

private:
  explicit StateFiles(std::filesystem::path folder) : folder(std::move(folder)) {}
  std::filesystem::path folder;
};

/// Whether `word` may be part of a path: letters, digits, hyphens; not long.
bool isPlainWord(std::string_view word);

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_STATEFILES_H
