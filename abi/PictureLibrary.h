// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures in the formats of other libraries: libflamepictures.so, loaded on demand. Programs start
// and install without these libraries. The interface is plain C functions and data, because the two
// sides are built separately.

#ifndef FLAME_ABI_PICTURELIBRARY_H
#define FLAME_ABI_PICTURELIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// Version of everything in this file. Both sides must have the same version.
inline constexpr uint32_t kFlamePicturesVersion = 2;

extern "C" {

/// A remark stored in the picture, UTF-8 without zero bytes.
struct FlamePictureText {
  const char *key, *text;
};

/// A channel beside the colours: one float per pixel, row by row from the top. Only for OpenEXR.
struct FlamePictureLayer {
  const char *channel;
  const float *values;
};

/// A picture to be encoded. A pointer may be null only if its count is 0.
struct FlamePicture {
  const char *format; ///< "jpeg", "tiff", "webp", "avif" or "openexr"
  /// Row by row from the top, in sRGB or as `transfer` says. Alpha is not multiplied in.
  const void *pixels;
  uint32_t width, height;
  uint32_t channels; ///< 3 or 4
  uint32_t bits;     ///< bits per number in `pixels`: 8, 16, or 32 (floats, 1 is white)
  size_t rowBytes;
  uint32_t transfer; ///< 0: sRGB; BT.2020 (AVIF) as in H.273: 16: PQ, 18: HLG
  uint32_t fileBits; ///< bits in the file: AVIF 8 or 10, OpenEXR 16 or 32, other formats as `bits`
  const char *xmp;   ///< the texts as one packet, for formats without texts of their own
  const FlamePictureText *texts;
  size_t textCount;
  const FlamePictureLayer *layers;
  size_t layerCount;
};

/// The bytes of a file. Release them with flame_pictures_free.
struct FlamePictureFile {
  char *bytes;
  size_t size;
};

/// kFlamePicturesVersion of the library. Call it before anything else.
uint32_t flame_pictures_version();

/// Encodes a picture. Returns true and the file, or false and a message. Release the message with
/// flame_pictures_free. May be called from several threads.
bool flame_pictures_encode(const FlamePicture *picture, FlamePictureFile *file, char **message);

void flame_pictures_free(char *bytes);
}

#endif // FLAME_ABI_PICTURELIBRARY_H
