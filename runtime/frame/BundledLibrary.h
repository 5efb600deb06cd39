// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the shared libraries that belong to flamec and are opened on first use. The search covers
// the folder of the running program and its install location (cmake/FlameInstall.cmake). If this
// code is itself part of a library, it also covers that library's folder and the folder `flamec` in
// there.

#ifndef FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H
#define FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H

#include <string>

namespace flame::rt {

/// Returns the path of the library, or the path beside the program if the library is not found.
std::string findBundledLibrary(const std::string &name);

/// Describes, for error messages, where the library belongs.
std::string bundledLibraryHint(const std::string &name);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H
