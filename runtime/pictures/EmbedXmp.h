// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packet of XMP in complete files of JPEG, TIFF and WebP: OpenImageIO writes only the few properties that it knows. The formats
// stand in part 3 of the specification of XMP; support/PictureTexts.h reads them.

#ifndef FLAME_RUNTIME_PICTURES_EMBEDXMP_H
#define FLAME_RUNTIME_PICTURES_EMBEDXMP_H

#include <cstdint>
#include <string>
#include <string_view>

namespace flame::rt {

/// Behind the application segments that are there; a packet that is too long for one segment is divided among several.
void embedXmpInJpeg(std::string &file, std::string_view packet);

/// As tag 700 of the only directory of a little-endian file below 4 GB, which loses its date: equal pictures are equal files. A file
/// of another kind stays as it is.
void embedXmpInTiff(std::string &file, std::string_view packet);

/// As a chunk behind the picture, with the header that announces it. `hasAlpha` is said there, too.
void embedXmpInWebp(std::string &file, std::string_view packet, uint32_t width, uint32_t height,
                    bool hasAlpha);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PICTURES_EMBEDXMP_H
