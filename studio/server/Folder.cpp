// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the parts of a name before it opens anything. Does not follow symbolic links out of the
// folder.

#include "studio/server/Folder.h"

#include "studio/model/GenomeModel.h"
#include "support/AtomicFile.h"
#include "support/ContentHash.h"
#include "support/ReadFile.h"

#include <algorithm>
#include <set>

namespace flame::studio {

namespace fs = std::filesystem;
using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

static constexpr uint64_t kMaxFileBytes = uint64_t(64) << 20;
/// Maximum depth of nested folders.
static constexpr int kMaxDepth = 6;

static bool isFlameFile(const fs::path &path) {
  const std::string extension = path.extension().string();
  return extension == ".flame" || extension == ".flam3" || extension == ".xml" ||
         extension == ".json";
}

rt::Result<fs::path> Folder::locate(const std::string &name) const {
  const fs::path relative = fs::path(name).lexically_normal();
  const bool leadsOut = relative.empty() || relative.is_absolute() || *relative.begin() == ".." ||
                        name.find('\0') != name.npos;
  if (leadsOut || !isFlameFile(relative))
    return Error(ErrorKind::Input, "'" + name + "' is no name of a file of flames in this folder",
                 "names end in .flame, .flam3, .xml or .json");
  std::error_code failed;
  fs::path full = root / relative;
  const fs::path real = fs::weakly_canonical(full, failed);
  const fs::path home = fs::weakly_canonical(root, failed);
  const auto [end, ignored] = std::ranges::mismatch(home, real);
  if (failed || end != home.end())
    return Error(ErrorKind::Input, "'" + name + "' leads out of the folder");
  return full;
}

rt::Result<std::string> Folder::read(const std::string &name) const {
  FLAME_TRY_ASSIGN(const fs::path path, locate(name));
  FLAME_TRY_ASSIGN(const std::vector<std::byte> bytes, rt::readFile(path, kMaxFileBytes));
  return std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

rt::Status Folder::write(const std::string &name, std::string_view text, bool replaces) const {
  FLAME_TRY_ASSIGN(const fs::path path, locate(name));
  std::error_code failed;
  if (!replaces && fs::exists(path, failed))
    return Error(ErrorKind::Input, "there is a file '" + name + "' already");
  fs::create_directories(path.parent_path(), failed);
  return rt::writeOutput(path, text);
}

std::vector<std::string> Folder::list(size_t limit) const {
  std::vector<std::string> names;
  std::error_code failed;
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied,
                                         failed);
  for (; !failed && entry != fs::recursive_directory_iterator() && names.size() < limit;
       entry.increment(failed)) {
    const bool isHidden = entry->path().filename().string().starts_with('.');
    if (entry->is_directory(failed) && (isHidden || entry.depth() >= kMaxDepth))
      entry.disable_recursion_pending();
    else if (!isHidden && entry->is_regular_file(failed) && isFlameFile(entry->path()))
      names.push_back(entry->path().lexically_relative(root).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

static json variationsOf(const Genome &genome) {
  std::set<std::string> names;
  for (const Xform &xform : genome.xforms)
    for (const VariationUse &use : xform.variations)
      if (use.weight != 0 && !xform.fromSymmetry)
        names.insert(use.info->name.str());
  return names;
}

json Folder::describe(const std::string &name) const {
  const rt::Result<std::string> text = read(name);
  if (!text)
    return {{{"file", name}, {"error", text.error().text()}}};
  const ModelReading reading = readText(*text, name);
  const bool isOtherJson = reading.genomes.empty() && name.ends_with(".json");
  if (isOtherJson) // some other JSON file
    return json::array();
  if (reading.genomes.empty())
    return {{{"file", name},
             {"error", reading.messages.empty() ? "no flame" : reading.messages.front().text}}};
  const std::string stamp = rt::contentHash(*text).hex().substr(0, 12);
  json entries = json::array();
  for (size_t i = 0; i < reading.genomes.size(); ++i) {
    const Genome &genome = reading.genomes[i];
    entries.push_back({{"file", name},
                       {"index", i},
                       {"name", genome.name},
                       {"nick", genome.nick},
                       {"xforms", genome.xforms.size()},
                       {"variations", variationsOf(genome)},
                       {"stamp", stamp}});
  }
  return entries;
}

} // namespace flame::studio
