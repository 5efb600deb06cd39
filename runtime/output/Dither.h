// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts floats to 8 bits without banding: a value between two levels becomes one or the other at
// random, with the right mean.

#ifndef FLAME_RUNTIME_OUTPUT_DITHER_H
#define FLAME_RUNTIME_OUTPUT_DITHER_H

#include "runtime/output/Image.h"

namespace flame::rt {

/// The pixels of a float picture in 8 bits, rows without padding. The random choice depends only on
/// `seed` and the position in the picture. Black and white stay unchanged.
std::vector<uint8_t> dithered(const ImageView &image, uint64_t seed);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_DITHER_H
