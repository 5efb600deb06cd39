// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tells programs apart that made something: for the keys of what is kept of it. A version is not enough, since two
// builds of one version may make different things, and nobody remembers to count up a number.

#ifndef FLAME_SUPPORT_BUILDIDENTITY_H
#define FLAME_SUPPORT_BUILDIDENTITY_H

#include <filesystem>
#include <string>

namespace flame::rt {

/// Tells the program or shared library that holds `address`, of a function of its own say, from every other build of it,
/// wherever it is installed and whenever: its GNU build-id, the hash that the linker took of all of it, in hexadecimal. Of
/// one without, fileIdentity. Takes microseconds.
std::string buildIdentity(const void *address);

/// A file as it was last written: path, size and time.
std::string fileIdentity(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_SUPPORT_BUILDIDENTITY_H
