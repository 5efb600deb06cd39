// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface between `flamebench sort --cub` and a library built from CubSort.cu.

#ifndef FLAME_TOOLS_FLAMEBENCH_CUBSORT_H
#define FLAME_TOOLS_FLAMEBENCH_CUBSORT_H

#include <stddef.h>
#include <stdint.h>

/// Sorts `count` keys by bits [firstBit, endBit) in a stream of the driver. With a null `memory` it
/// only stores the required size of device memory in `bytes`. Returns a code of the CUDA runtime, 0
/// for success.
using FlameCubSort = int(void *memory, size_t *bytes, const uint32_t *keys, uint32_t *sorted,
                         uint64_t count, unsigned firstBit, unsigned endBit, void *stream);

inline constexpr char kCubSortName[] = "flame_cub_sort";

#endif // FLAME_TOOLS_FLAMEBENCH_CUBSORT_H
