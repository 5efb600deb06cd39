// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an output goes, and whether two names mean the same file.

#ifndef FLAME_SUPPORT_OUTPUTPATH_H
#define FLAME_SUPPORT_OUTPUTPATH_H

#include "support/Result.h"

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace flame::rt {

/// The file that writing to `path` replaces: what a symbolic link points at, else `path` itself.
std::filesystem::path resolveOutput(const std::filesystem::path &path);

/// What tells a regular file from all others, through links of both kinds.
struct FileIdentity {
  uint64_t device, number;
  auto operator<=>(const FileIdentity &) const = default;
};

/// Nothing for what does not exist or is not a regular file.
std::optional<FileIdentity> identify(const std::filesystem::path &path);

/// Whether two names are those of one file, or would be if they existed. Links of both kinds are seen through. What is not a
/// regular file, such as a pipe or /dev/null, is the same as nothing.
bool isSameFile(const std::filesystem::path &a, const std::filesystem::path &b);

/// A Usage error: `path` is an output, and something that was read.
Error overwriteError(const std::filesystem::path &path);

/// An Environment error: `path` cannot be written, for the reason that `code` (errno) gives.
Error writeError(const std::filesystem::path &path, int code);

} // namespace flame::rt

#endif // FLAME_SUPPORT_OUTPUTPATH_H
