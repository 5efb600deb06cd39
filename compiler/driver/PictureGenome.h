// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame in a picture: flamerun writes the genome into the texts of its pictures, flam3 into
// those of PNG files, and a picture can be opened as the flame that it shows.

#ifndef FLAME_COMPILER_DRIVER_PICTUREGENOME_H
#define FLAME_COMPILER_DRIVER_PICTUREGENOME_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace flame {

/// Whether these are the first bytes of a picture in a format that flamerun writes.
bool looksLikePicture(llvm::StringRef content);

/// The genome in a picture: a document of any kind that flamec reads. Nothing if the file is
/// damaged before it, or has none. The pixels are not looked at.
std::optional<std::string> genomeOfPicture(llvm::StringRef content);

/// The buffer of the SourceMgr of `diags` that is to be read: that of the genome, if `buffer` is a
/// picture, else `buffer` itself. Nothing if the picture has none, which has been reported.
std::optional<unsigned> openPicture(unsigned buffer, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_PICTUREGENOME_H
