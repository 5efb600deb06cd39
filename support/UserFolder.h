// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Location of files that programs keep for a user, by the XDG base directory specification.

#ifndef FLAME_SUPPORT_USERFOLDER_H
#define FLAME_SUPPORT_USERFOLDER_H

#include <filesystem>

namespace flame::rt {

/// `subpath` in the folder that the environment variable names or, if that is not an absolute path,
/// in `fallback` of $HOME. Empty without either.
std::filesystem::path userFolder(const char *variable, const std::filesystem::path &fallback,
                                 const std::filesystem::path &subpath);

} // namespace flame::rt

#endif // FLAME_SUPPORT_USERFOLDER_H
