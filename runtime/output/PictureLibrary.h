// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes picture formats other than PNG through libflamepictures.so. The library is opened on first
// use, so programs start faster and work without it.

#ifndef FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H
#define FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H

#include "runtime/output/Image.h"

namespace flame::rt {

/// Checks that the library can be loaded. The error names the missing file and its package.
Status checkPictureLibrary();

/// Encodes a picture as a file of `format`, a name of abi/PictureLibrary.h, with `fileBits` bits
/// per channel.
Result<std::vector<std::byte>> encodeByLibrary(const char *format, uint32_t fileBits,
                                               const ImageView &image, const ImageOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H
