// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/OutputPath.h"

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

bool isSameFile(const fs::path &a, const fs::path &b) {
  std::error_code failed;
  const fs::file_status first = fs::status(a, failed), second = fs::status(b, failed);
  if (fs::exists(first) && fs::exists(second))
    return fs::is_regular_file(first) && fs::equivalent(a, b, failed) && !failed;
  if (fs::exists(first) || fs::exists(second) || a.empty() || b.empty())
    return false;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, failed), failed);
  const fs::path other = fs::weakly_canonical(fs::absolute(b, failed), failed);
  return !one.empty() && one == other;
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
