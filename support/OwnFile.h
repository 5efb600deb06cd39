// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that programs of ours made for themselves and remove without being asked: caches, and what
// a killed program left. Only what is surely ours goes. The name says so, what the file begins with
// does where that is known, and the file is an ordinary one of this user, and no link.

#ifndef FLAME_SUPPORT_OWNFILE_H
#define FLAME_SUPPORT_OWNFILE_H

#include "support/Descriptor.h"

#include <filesystem>
#include <string_view>

namespace flame::rt {

/// Opens `path` for reading if it is an ordinary file of this user, and no link. Otherwise no file,
/// and errno. Never waits.
Descriptor openOwnFile(const std::filesystem::path &path);

/// Whether an open file begins with `text`.
bool beginsWith(const Descriptor &file, std::string_view text);

/// Removes `path` if it still is the file that is open.
void removeOwnFile(const std::filesystem::path &path, const Descriptor &file);

} // namespace flame::rt

#endif // FLAME_SUPPORT_OWNFILE_H
