// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures for looking at, small and quickly made: a frame of 960x540 takes milliseconds, where PNG takes a hundred.

#ifndef FLAME_STUDIO_LIVE_ENCODEJPEG_H
#define FLAME_STUDIO_LIVE_ENCODEJPEG_H

#include "support/Result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace flame::studio {

/// Opaque pixels, four bytes each, row by row, as JPEG without loss of colour resolution. `quality` is 1 to 100.
rt::Result<std::vector<uint8_t>> encodeJpeg(std::span<const uint8_t> rgba, uint32_t width,
                                            uint32_t height, int quality);

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_ENCODEJPEG_H
