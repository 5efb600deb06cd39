// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The endless order in which artefacts play. Edges of a flock have files named A=B. An edge is
// followed by one that begins with the flame it ended with, if there is one. Otherwise the order of
// the list applies.

#ifndef FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H
#define FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H

#include "support/Result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace flame {

/// The order of play.
class Playlist {
public:
  /// Takes files, and the artefacts (.cubin) of folders in the order of their names. Returns an
  /// Input error if there are none.
  static rt::Result<Playlist> create(const std::vector<std::string> &paths);

  /// Shuffles the list. The same seed gives the same order.
  void shuffle(uint64_t seed);

  /// Returns the next file. The first call returns the first file.
  const std::filesystem::path &next();

  size_t size() const { return files.size(); }

private:
  size_t choose();

  std::vector<std::filesystem::path> files;
  std::vector<unsigned> played; ///< how often each file was played
  size_t last = SIZE_MAX;
};

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H
