// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the libraries are that belong to our programs and are opened when somebody needs them: beside the running program, where they
// are installed (cmake/FlameInstall.cmake), and, for libraries that this code is a part of, beside these and in the folder `flamec`
// beside these.

#ifndef FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H
#define FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H

#include <string>

namespace flame::rt {

/// The path of the library; that beside the program if it is nowhere.
std::string findBundledLibrary(const std::string &name);

/// Where it belongs, for people.
std::string bundledLibraryHint(const std::string &name);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_BUNDLEDLIBRARY_H
