// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel that converts the colours of a frame to the planes of a video. Each thread converts
// one block of pixels that share a chroma sample. The conversion is in a header shared with the
// CPU.

#include "runtime/shared/VideoFormat.h"

#include <gpuintrin.h>

namespace flame {

FLAME_KERNEL void flame_video_planes(abi::VideoArgs args) {
  const uint32_t x = __gpu_block_id_x() * abi::kPixelBlockWidth + __gpu_thread_id_x();
  const uint32_t y = __gpu_block_id_y() * abi::kPixelBlockHeight + __gpu_thread_id_y();
  if (x < abi::videoBlocksX(args) && y < abi::videoBlocksY(args))
    convertBlock(args, x, y);
}

} // namespace flame
