// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/OwnFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace flame::rt {

Descriptor openOwnFile(const std::filesystem::path &path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (file &&
      (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())) {
    file.close();
    errno = EPERM;
  }
  return file;
}

bool beginsWith(const Descriptor &file, std::string_view text) {
  std::string start(text.size(), '\0');
  return pread(file.get(), start.data(), start.size(), 0) == ssize_t(text.size()) && start == text;
}

void removeOwnFile(const std::filesystem::path &path, const Descriptor &file) {
  struct stat opened{}, named{};
  if (fstat(file.get(), &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
      opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
    unlink(path.c_str());
}

} // namespace flame::rt
