// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifies the program that made something, for the keys of caches. A version number does not
// suffice: two builds of one version may give different results.

#ifndef FLAME_SUPPORT_BUILDIDENTITY_H
#define FLAME_SUPPORT_BUILDIDENTITY_H

#include <filesystem>
#include <string>

namespace flame::rt {

/// Distinguishes the program or shared library that contains `address` (of a function, for example)
/// from every other build of it, independent of where and when it is installed. The result is its
/// GNU build-id in hexadecimal, the linker's hash of its contents; without a build-id, it is
/// fileIdentity. Takes microseconds.
std::string buildIdentity(const void *address);

/// Identifies a version of a file: path, size and time of the last write.
std::string fileIdentity(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_SUPPORT_BUILDIDENTITY_H
