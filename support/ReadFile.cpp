// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads until the end instead of trusting a size, so that pipes work and a file that grows
// meanwhile does no harm.

#include "support/ReadFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace flame::rt {

static Error readError(const std::filesystem::path &path, const std::string &why) {
  return Error(ErrorKind::Input, "cannot read '" + path.string() + "': " + why);
}

Result<std::vector<std::byte>> readFile(const std::filesystem::path &path, uint64_t maxBytes) {
  FLAME_TRY_ASSIGN(std::optional<std::vector<std::byte>> bytes, readFileIfAny(path, maxBytes));
  if (!bytes)
    return readError(path, strerror(ENOENT));
  return *std::move(bytes);
}

Result<std::optional<std::vector<std::byte>>> readFileIfAny(const std::filesystem::path &path,
                                                            uint64_t maxBytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && (errno == ENOENT || errno == ENOTDIR))
    return std::optional<std::vector<std::byte>>();
  if (!file)
    return readError(path, strerror(errno));
  FLAME_TRY_ASSIGN(std::vector<std::byte> bytes, readOpenFile(file, path, maxBytes));
  return std::optional(std::move(bytes));
}

Result<std::vector<std::byte>> readOpenFile(const Descriptor &file,
                                            const std::filesystem::path &path, uint64_t maxBytes) {
  struct stat info{};
  if (fstat(file.get(), &info) != 0)
    return readError(path, strerror(errno));
  if (S_ISDIR(info.st_mode))
    return readError(path, "it is a directory");

  constexpr size_t kChunk = 1 << 20;
  std::vector<std::byte> bytes;
  size_t used = 0;
  if (info.st_size > 0)
    bytes.resize(static_cast<size_t>(std::min<uint64_t>(info.st_size, maxBytes)) + 1);
  while (true) {
    if (used == bytes.size())
      bytes.resize(used + kChunk);
    ssize_t got = read(file.get(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return readError(path, strerror(errno));
    if (got == 0)
      break;
    used += static_cast<size_t>(got);
    if (used > maxBytes)
      return readError(path, "it is larger than " + std::to_string(maxBytes) + " bytes");
  }
  bytes.resize(used);
  return bytes;
}

} // namespace flame::rt
