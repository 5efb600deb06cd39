// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that must not outlive the process: temporary files and locks. A signal handler may walk
// the list at any moment, so that an interrupted program leaves nothing behind.

#ifndef FLAME_SUPPORT_TEMPORARYFILES_H
#define FLAME_SUPPORT_TEMPORARYFILES_H

#include <filesystem>
#include <string>
#include <string_view>

namespace flame::rt {

/// A name that no other file has, hidden and beside `target`: "dir/.out.png.flamec-HEX.tmp". Half
/// of the digits are unique among the processes that share the folder, half are a hash of the rest.
std::filesystem::path temporaryName(const std::filesystem::path &target);

/// Whether temporaryName made this name of a file. The hash makes sure that nobody else has by
/// chance.
bool isTemporaryName(std::string_view name);

/// A name in the list.
struct TemporaryFileSlot;

/// Enters a name before the file gets it. Returns null if the name is too long for a file. `lock`
/// is the descriptor of a file that other programs may lock with flock(2), too. Such a file is
/// removed only if no other program has locked it and the name still leads to it.
TemporaryFileSlot *claimTemporaryFile(const std::string &path, int lock = -1);

/// Takes a name out, after the file was removed or has become something that stays.
void releaseTemporaryFile(TemporaryFileSlot *slot);

const char *pathOf(const TemporaryFileSlot &slot);

/// Removes every file of the list. Async-signal-safe; for handlers of signals that end the program.
void removeTemporaryFiles() noexcept;

} // namespace flame::rt

#endif // FLAME_SUPPORT_TEMPORARYFILES_H
