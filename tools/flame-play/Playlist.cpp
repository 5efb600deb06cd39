// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists the files and chooses the next one.

#include "tools/flame-play/Playlist.h"

#include <algorithm>
#include <random>
#include <tuple>

namespace flame {

using namespace rt;
namespace fs = std::filesystem;

static constexpr char kExtension[] = ".cubin";

Result<Playlist> Playlist::create(const std::vector<std::string> &paths) {
  Playlist list;
  for (const std::string &path : paths) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
      list.files.emplace_back(path);
      continue;
    }
    const size_t first = list.files.size();
    for (const fs::directory_entry &entry : fs::directory_iterator(path, failed))
      if (entry.path().extension() == kExtension)
        list.files.push_back(entry.path());
    if (failed)
      return Error(ErrorKind::Input, "cannot read '" + path + "': " + failed.message());
    std::sort(list.files.begin() + ptrdiff_t(first), list.files.end());
  }
  if (list.files.empty())
    return Error(ErrorKind::Input, "there is no artefact to play",
                 "make some: 'flamec FLAME -o FOLDER/FLAME.cubin'");
  list.played.resize(list.files.size());
  return list;
}

void Playlist::shuffle(uint64_t seed) { std::ranges::shuffle(files, std::mt19937_64(seed)); }

/// The first of the two flames in the name of an edge; empty for files that are not edges.
static std::string beginOf(const fs::path &file) {
  const std::string stem = file.stem().string();
  const size_t equals = stem.find('=');
  return equals == std::string::npos ? "" : stem.substr(0, equals);
}

static std::string endOf(const fs::path &file) {
  const std::string stem = file.stem().string();
  const size_t equals = stem.find('=');
  return equals == std::string::npos ? "" : stem.substr(equals + 1);
}

/// Prefers, among the least played files, one that joins the last file. Otherwise takes the least
/// played file. Ties go to the first one after the last file.
size_t Playlist::choose() {
  if (last == SIZE_MAX)
    return 0;
  const std::string end = endOf(files[last]);
  const unsigned least = *std::ranges::min_element(played);
  auto rank = [&](size_t index) {
    const bool joins = !end.empty() && beginOf(files[index]) == end && played[index] == least;
    return std::tuple(!joins, played[index], (index + files.size() - last - 1) % files.size());
  };
  size_t best = 0;
  for (size_t i = 1; i < files.size(); ++i)
    if (rank(i) < rank(best))
      best = i;
  return best;
}

const fs::path &Playlist::next() {
  last = choose();
  ++played[last];
  return files[last];
}

} // namespace flame
