// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JPEG for live display: a frame of 960x540 takes milliseconds, where PNG takes a hundred.

#ifndef FLAME_STUDIO_LIVE_ENCODEJPEG_H
#define FLAME_STUDIO_LIVE_ENCODEJPEG_H

#include "support/Result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace flame::studio {

/// Settings of the encoder.
struct JpegQuality {
  int level = 90; ///< 1 to 100
  /// Keep the full colour resolution. Without it, half the resolution takes half the time.
  bool allColors = true;
};

/// Encodes opaque pixels (RGBA, 8 bits each, row by row) as JPEG.
rt::Result<std::vector<uint8_t>> encodeJpeg(std::span<const uint8_t> rgba, uint32_t width,
                                            uint32_t height, JpegQuality quality);

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_ENCODEJPEG_H
