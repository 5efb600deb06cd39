// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a whole input file into memory, with a limit so that a wrong path (a device, a disk
// image) is an error instead of an exhausted machine.

#ifndef FLAME_SUPPORT_READFILE_H
#define FLAME_SUPPORT_READFILE_H

#include "support/Descriptor.h"
#include "support/Result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace flame::rt {

/// The bytes of `path`. A file that is missing, unreadable, a directory or larger than `maxBytes`
/// is an input error that names it.
Result<std::vector<std::byte>> readFile(const std::filesystem::path &path, uint64_t maxBytes);

/// The same where there need not be such a file, which others may write and remove meanwhile.
Result<std::optional<std::vector<std::byte>>> readFileIfAny(const std::filesystem::path &path,
                                                            uint64_t maxBytes);

/// What is left to read of an open file; `path` is for messages.
Result<std::vector<std::byte>> readOpenFile(const Descriptor &file,
                                            const std::filesystem::path &path, uint64_t maxBytes);

} // namespace flame::rt

#endif // FLAME_SUPPORT_READFILE_H
