// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libflamepictures.so, which writes pictures beside PNG: opened when one is asked for, so that a program starts without it and can
// do without it.

#ifndef FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H
#define FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H

#include "runtime/output/Image.h"

namespace flame::rt {

/// Whether the library can be loaded; the error says what is missing and the package that has it.
Status checkPictureLibrary();

/// A picture as a file of `format`, a name of abi/PictureLibrary.h, whose channels have `fileBits` bits.
Result<std::vector<std::byte>> encodeByLibrary(const char *format, uint32_t fileBits,
                                               const ImageView &image, const ImageOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_PICTURELIBRARY_H
