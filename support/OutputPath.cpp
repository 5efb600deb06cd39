// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/OutputPath.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace flame::rt {

namespace fs = std::filesystem;

fs::path resolveOutput(const fs::path &path) {
  std::error_code ignored;
  if (fs::is_symlink(path, ignored))
    if (fs::path resolved = fs::canonical(path, ignored); !resolved.empty())
      return resolved;
  return path;
}

std::optional<FileIdentity> identify(const fs::path &path) {
  struct stat file{};
  if (stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode))
    return std::nullopt;
  return FileIdentity{file.st_dev, file.st_ino};
}

bool isSameFile(const fs::path &a, const fs::path &b) {
  std::error_code failed;
  const bool hasFirst = fs::exists(a, failed), hasSecond = fs::exists(b, failed);
  if (hasFirst && hasSecond)
    return identify(a) && identify(a) == identify(b);
  if (hasFirst || hasSecond || a.empty() || b.empty())
    return false;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, failed), failed);
  const fs::path other = fs::weakly_canonical(fs::absolute(b, failed), failed);
  return !one.empty() && one == other;
}

Error overwriteError(const fs::path &path) {
  return Error(ErrorKind::Usage, "the output '" + path.string() + "' is an input, too",
               "choose another name with -o");
}

Error writeError(const fs::path &path, int code) {
  std::string note;
  if (code == ENOSPC || code == EDQUOT)
    note = "free some space, or write to another disk";
  else if (code == ENOENT)
    note = "create the directory first";
  return Error(ErrorKind::Environment, "cannot write '" + path.string() + "': " + strerror(code),
               note);
}

} // namespace flame::rt
