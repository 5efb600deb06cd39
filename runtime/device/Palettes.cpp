// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the working palettes of a frame on the GPU.

#include "runtime/shared/Palettes.h"

#include <gpuintrin.h>

using namespace flame;

/// Launch: rowCount blocks of any number of threads.
FLAME_KERNEL void flame_palettes(abi::PaletteArgs args) {
  for (uint32_t index = __gpu_thread_id_x(); index < abi::kPaletteSize;
       index += __gpu_num_threads_x())
    makePaletteEntry(args, __gpu_block_id_x(), index);
}
