// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files to pictures and back. Samples become numbers where 1 is white, so that the measure does not
// care how many bits a file has; which code is white depends on who wrote it.

#ifndef FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H
#define FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H

#include "support/Result.h"
#include "tools/flame-cmp/Fidelity.h"

#include <string>
#include <vector>

namespace flame {

/// White of 16-bit files written by flam3, and of ours when they follow its look: 255 * 256.
inline constexpr int kFlam3White = 65280;

struct PictureOptions {
  int white = kFlam3White; ///< code of white in 16-bit files; 8-bit files have 255
  bool alpha = false;      ///< keep alpha as a fourth channel instead of dropping it
};

/// Reads pictures that are to be compared. An unreadable file is an environment error; files that
/// differ in size or in bits per sample are an input error that names the first such file.
rt::Result<std::vector<Picture>> readPictures(const std::vector<std::string> &paths,
                                              const PictureOptions &options);

/// Writes a picture as 8-bit PNG, rounded to the nearest level.
rt::Status writePicture(const std::string &path, const Picture &picture);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H
