// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels that end a frame: the spatial filter, the local steps after it, and the
// conversion to a pixel format. A thread has one pixel.

#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/LocalFilters.h"
#include "runtime/shared/SpatialFilter.h"

#include <gpuintrin.h>

namespace flame {

using abi::Accumulator;

/// Computes the colour of this thread's pixel; returns false outside the image.
static FLAME_INLINE bool pixelColor(const abi::StoreArgs &args, uint64_t &pixel,
                                    Accumulator &color) {
  const uint32_t x = __gpu_block_id_x() * abi::kPixelBlockWidth + __gpu_thread_id_x();
  const uint32_t y = __gpu_block_id_y() * abi::kPixelBlockHeight + __gpu_thread_id_y();
  if (x >= args.frame.width || y >= args.frame.height)
    return false;
  const uint32_t column = args.filterOffset + x * args.frame.supersample;
  const uint32_t row = args.filterOffset + y * args.frame.supersample;
  const Accumulator *corner = args.buckets + uint64_t(row) * args.frame.gridWidth + column;
  const Accumulator accumulator =
      args.taps
          ? tapped(corner, args.frame.gridWidth, args.taps, args.filterWidth)
          : filtered(corner, args.frame.gridWidth, args.filterX, args.filterY, args.filterWidth);
  color = clampedColor(afterLocal(accumulator, args.then), args.then.tone.brightest);
  pixel = uint64_t(y) * args.frame.width + x;
  return true;
}

FLAME_KERNEL void flame_store8(abi::StoreArgs args) {
  uint64_t pixel;
  Accumulator color;
  if (pixelColor(args, pixel, color))
    static_cast<Pixel8 *>(args.pixels)[pixel] = pixel8(color, args.then.tone);
}

FLAME_KERNEL void flame_store16(abi::StoreArgs args) {
  uint64_t pixel;
  Accumulator color;
  if (pixelColor(args, pixel, color))
    static_cast<Pixel16 *>(args.pixels)[pixel] = pixel16(color, args.then.tone);
}

FLAME_KERNEL void flame_store_color(abi::StoreArgs args) {
  uint64_t pixel;
  Accumulator color;
  if (pixelColor(args, pixel, color))
    static_cast<Accumulator *>(args.pixels)[pixel] = color;
}

} // namespace flame
