// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeds an XMP packet in complete JPEG, TIFF and WebP files, because OpenImageIO writes only a few
// properties. The formats are in part 3 of the XMP specification; support/PictureTexts.h reads
// them.

#ifndef FLAME_RUNTIME_PICTURES_EMBEDXMP_H
#define FLAME_RUNTIME_PICTURES_EMBEDXMP_H

#include <cstdint>
#include <string>
#include <string_view>

namespace flame::rt {

/// Inserts the packet after the existing application segments. A packet too long for one segment is
/// divided among several.
void embedXmpInJpeg(std::string &file, std::string_view packet);

/// Adds the packet as tag 700 of the only directory of a little-endian file below 4 GB. Removes the
/// date, so that equal pictures give equal files. Leaves other files unchanged.
void embedXmpInTiff(std::string &file, std::string_view packet);

/// Adds the packet as a chunk after the picture, and sets its flag in the extended header, which
/// also records `hasAlpha`.
void embedXmpInWebp(std::string &file, std::string_view packet, uint32_t width, uint32_t height,
                    bool hasAlpha);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PICTURES_EMBEDXMP_H
