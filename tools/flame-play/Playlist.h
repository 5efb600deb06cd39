// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which artefact is played after which, for ever. Edges of a flock, whose files are named A=B, follow each other where there is one
// that begins with the flame that the last one ended with; otherwise it goes on in the order of the list.

#ifndef FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H
#define FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H

#include "support/Result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace flame {

/// What is to be played after what.
class Playlist {
public:
  /// Files, and the artefacts (.cubin) of folders in the order of their names. An Input error if there are none.
  static rt::Result<Playlist> create(const std::vector<std::string> &paths);

  /// Plays in another order each time; the same seed gives the same.
  void shuffle(uint64_t seed);

  /// The next one. The first call gives the first.
  const std::filesystem::path &next();

  size_t size() const { return files.size(); }

private:
  size_t choose();

  std::vector<std::filesystem::path> files;
  std::vector<unsigned> played; ///< how often
  size_t last = SIZE_MAX;
};

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_PLAYLIST_H
