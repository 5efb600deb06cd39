// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small files, each written completely or not at all.

#include "studio/server/StateFiles.h"

#include "support/AtomicFile.h"
#include "support/ParseJson.h"
#include "support/ReadFile.h"
#include "support/UserFolder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/random.h>

namespace flame::studio {

namespace fs = std::filesystem;

static constexpr uint64_t kMaxBytes = uint64_t(64) << 20;

bool isPlainWord(std::string_view word) {
  auto isFine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !word.empty() && word.size() <= 64 && std::ranges::all_of(word, isFine);
}

fs::path StateFiles::defaultFolder() {
  return rt::userFolder("XDG_STATE_HOME", ".local/state", "flamec/studio");
}

rt::Result<StateFiles> StateFiles::open(fs::path folder) {
  if (folder.empty())
    return StateFiles({});
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!failed)
    fs::permissions(folder, fs::perms::owner_all, failed);
  if (failed)
    return rt::Error(rt::ErrorKind::Environment,
                     "cannot make '" + folder.string() + "': " + failed.message(),
                     "name another folder with --state=DIR, or keep nothing: --no-state");
  return StateFiles(std::move(folder));
}

rt::Result<std::string> StateFiles::makeToken() {
  unsigned char bytes[20];
  if (getrandom(bytes, sizeof(bytes), 0) != ssize_t(sizeof(bytes)))
    return rt::Error(rt::ErrorKind::Environment,
                     std::string("no random numbers: ") + strerror(errno));
  constexpr char kDigits[] = "0123456789abcdef";
  std::string token;
  for (unsigned char byte : bytes) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

rt::Result<std::string> StateFiles::token() const {
  const nlohmann::json known = read("token.json");
  if (known.is_string() && isPlainWord(known.get<std::string>()))
    return known.get<std::string>();
  FLAME_TRY_ASSIGN(std::string made, makeToken());
  FLAME_TRY(write("token.json", made));
  return made;
}

nlohmann::json StateFiles::read(const std::string &name) const {
  if (!keeps())
    return nullptr;
  const rt::Result<std::vector<std::byte>> bytes = rt::readFile(folder / name, kMaxBytes);
  if (!bytes)
    return nullptr;
  const char *start = reinterpret_cast<const char *>(bytes->data());
  auto document = rt::parseJson<nlohmann::json>({start, bytes->size()});
  return document.is_discarded() ? nlohmann::json() : document;
}

rt::Status StateFiles::write(const std::string &name, const nlohmann::json &document) const {
  if (!keeps())
    return {};
  return rt::writeOutput(folder / name,
                         document.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

} // namespace flame::studio
