// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locates the palette library. Old flames give only a palette number in flam3's library, a file of
// 701 palettes. The library comes with flam3 and cannot be part of this project.

#ifndef FLAME_COMPILER_GENOME_PALETTELIBRARY_H
#define FLAME_COMPILER_GENOME_PALETTELIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace flame {

/// The paths where flam3 installs its library, from a package or from source.
llvm::ArrayRef<llvm::StringLiteral> installedPaletteLibraries();

/// Returns the library to read: `named` by the user; else the value of the environment variable
/// flam3_palettes, as in flam3; else the first existing path of `installed`. Empty if there is
/// none. A named path is not checked here; the reader reports an unreadable file.
std::string
findPaletteLibrary(llvm::StringRef named,
                   llvm::ArrayRef<llvm::StringLiteral> installed = installedPaletteLibraries());

/// Advice for messages about a missing library.
inline constexpr llvm::StringLiteral kPaletteLibraryRemedy =
    "name flam3-palettes.xml with --palettes=FILE or in the environment variable flam3_palettes, "
    "or install it "
    "(package flam3-palette)";

} // namespace flame

#endif // FLAME_COMPILER_GENOME_PALETTELIBRARY_H
