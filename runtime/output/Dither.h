// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From floats to 8 bits without bands: what is between two levels becomes one or the other by chance, so often that the mean is right.

#ifndef FLAME_RUNTIME_OUTPUT_DITHER_H
#define FLAME_RUNTIME_OUTPUT_DITHER_H

#include "runtime/output/Image.h"

namespace flame::rt {

/// The pixels of a picture of floats in 8 bits, rows without padding. Chance comes of `seed` and of the place in the picture alone. Black
/// and white stay what they are.
std::vector<uint8_t> dithered(const ImageView &image, uint64_t seed);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_DITHER_H
