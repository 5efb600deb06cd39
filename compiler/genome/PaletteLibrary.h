// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the palette library is. Old flames give only the number of a palette in flam3's library, a file of 701 palettes
// that cannot be part of this project; whoever has flam3 has it.

#ifndef FLAME_COMPILER_GENOME_PALETTELIBRARY_H
#define FLAME_COMPILER_GENOME_PALETTELIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace flame {

/// Where flam3 puts its library when it is installed: as a package, or from its source.
llvm::ArrayRef<llvm::StringLiteral> installedPaletteLibraries();

/// The library to read: `named` by the user; or else what the environment variable flam3_palettes names, as for flam3
/// itself; or else the first of `installed` that is there. Empty if there is none. What was named is not looked at:
/// that it cannot be read is an error where it is read.
std::string
findPaletteLibrary(llvm::StringRef named,
                   llvm::ArrayRef<llvm::StringLiteral> installed = installedPaletteLibraries());

/// What to do when there is none, for messages.
inline constexpr llvm::StringLiteral kPaletteLibraryRemedy =
    "name flam3-palettes.xml with --palettes=FILE or in the environment variable flam3_palettes, "
    "or install it "
    "(package flam3-palette)";

} // namespace flame

#endif // FLAME_COMPILER_GENOME_PALETTELIBRARY_H
