// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two libraries behind libflamepictures.so: OpenImageIO for all formats but AVIF, of which it writes 8 bits only, and libavif.
// Failures are exceptions, as those of OpenImageIO may be; PictureLibrary.cpp makes messages of them.

#ifndef FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H
#define FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H

#include "abi/PictureLibrary.h"

#include <string>

namespace flame::rt {

/// JPEG, TIFF, WebP or OpenEXR as a file.
std::string encodeByImageIo(const FlamePicture &picture);

/// AVIF of 8 or 10 bits as a file.
std::string encodeAvif(const FlamePicture &picture);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H
