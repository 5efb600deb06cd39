// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures in the formats of other libraries: libflamepictures.so, loaded when one is asked for, so that the programs that load it
// start and are installed without these libraries. Plain C functions and data, because two sides that were built apart meet here.

#ifndef FLAME_ABI_PICTURELIBRARY_H
#define FLAME_ABI_PICTURELIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// Version of everything in this file. Both sides are to be of one.
inline constexpr uint32_t kFlamePicturesVersion = 2;

extern "C" {

/// A remark that the picture carries, UTF-8 without zero bytes.
struct FlamePictureText {
  const char *key, *text;
};

/// A channel beside the colours, one float per pixel, row by row from the top. Only for OpenEXR.
struct FlamePictureLayer {
  const char *channel;
  const float *values;
};

/// A picture to be encoded. Nothing is null but what has a count of 0.
struct FlamePicture {
  const char *format; ///< "jpeg", "tiff", "webp", "avif" or "openexr"
  const void *
      pixels; ///< row by row from the top, as a screen shows them (sRGB) or `transfer` says, alpha not multiplied in
  uint32_t width, height;
  uint32_t channels; ///< 3 or 4
  uint32_t bits;     ///< of the pixels: 8, 16, or 32 (floats, 1 is white)
  size_t rowBytes;
  uint32_t transfer; ///< 0: as screens show them; of BT.2020 (AVIF): 16: PQ, 18: HLG, as in H.273
  uint32_t fileBits; ///< of the file: AVIF 8 or 10, OpenEXR 16 or 32, others those of the pixels
  const char *xmp;   ///< the texts as one packet, for formats that hold no texts
  const FlamePictureText *texts;
  size_t textCount;
  const FlamePictureLayer *layers;
  size_t layerCount;
};

/// The bytes of a file, released by flame_pictures_free.
struct FlamePictureFile {
  char *bytes;
  size_t size;
};

/// kFlamePicturesVersion of the library. To be asked before anything else.
uint32_t flame_pictures_version();

/// Encodes a picture. Returns true and the file, or false and a message, which is released by flame_pictures_free. May be called
/// from several threads.
bool flame_pictures_encode(const FlamePicture *picture, FlamePictureFile *file, char **message);

void flame_pictures_free(char *bytes);
}

#endif // FLAME_ABI_PICTURELIBRARY_H
