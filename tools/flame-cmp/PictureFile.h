// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes picture files. Samples become numbers where 1 is white, so the measure does not
// depend on the bit depth. The code of white depends on the program that wrote the file.

#ifndef FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H
#define FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H

#include "support/Result.h"
#include "tools/flame-cmp/Fidelity.h"

#include <string>
#include <vector>

namespace flame {

/// White in 16-bit files of flam3, and of ours with the flam3 look: 255 * 256.
inline constexpr int kFlam3White = 65280;

struct PictureOptions {
  int white = kFlam3White; ///< code of white in 16-bit files; 8-bit files have 255
  bool alpha = false;      ///< keep alpha as a fourth channel instead of dropping it
};

/// Reads pictures to compare. An unreadable file is an Environment error. Files of different sizes
/// or bit depths are an Input error that names the first such file.
rt::Result<std::vector<Picture>> readPictures(const std::vector<std::string> &paths,
                                              const PictureOptions &options);

/// Writes a picture as 8-bit PNG, rounded to the nearest level.
rt::Status writePicture(const std::string &path, const Picture &picture);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_PICTUREFILE_H
