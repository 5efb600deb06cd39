// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output paths: the file behind a path, and whether two names mean the same file.

#ifndef FLAME_SUPPORT_OUTPUTPATH_H
#define FLAME_SUPPORT_OUTPUTPATH_H

#include "support/Result.h"

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace flame::rt {

/// The file that writing to `path` replaces: the target of a symbolic link, else `path` itself.
std::filesystem::path resolveOutput(const std::filesystem::path &path);

/// Identifies a regular file, through links of both kinds.
struct FileIdentity {
  uint64_t device, number;
  auto operator<=>(const FileIdentity &) const = default;
};

/// Nothing if `path` does not exist or is not a regular file.
std::optional<FileIdentity> identify(const std::filesystem::path &path);

/// True if two names denote one file, or would if they existed. Follows links of both kinds. A path
/// that is not a regular file, such as a pipe or /dev/null, is never the same as another.
bool isSameFile(const std::filesystem::path &a, const std::filesystem::path &b);

/// A Usage error: the output `path` was also read as input.
Error overwriteError(const std::filesystem::path &path);

/// An Environment error: `path` cannot be written, for the reason in `code` (errno).
Error writeError(const std::filesystem::path &path, int code);

} // namespace flame::rt

#endif // FLAME_SUPPORT_OUTPUTPATH_H
