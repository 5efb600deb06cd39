// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoders of libflamepictures.so: OpenImageIO for all formats except AVIF, for which it
// supports only 8 bits, and libavif. Failures are exceptions, as in OpenImageIO; PictureLibrary.cpp
// converts them to messages.

#ifndef FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H
#define FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H

#include "abi/PictureLibrary.h"

#include <string>

namespace flame::rt {

/// Encodes a JPEG, TIFF, WebP or OpenEXR file.
std::string encodeByImageIo(const FlamePicture &picture);

/// Encodes an AVIF file with 8 or 10 bits.
std::string encodeAvif(const FlamePicture &picture);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PICTURES_ENCODEPICTURE_H
