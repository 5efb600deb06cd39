// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `flamebench sort --cub` and a library made of CubSort.cu know of each other.

#ifndef FLAME_TOOLS_FLAMEBENCH_CUBSORT_H
#define FLAME_TOOLS_FLAMEBENCH_CUBSORT_H

#include <stddef.h>
#include <stdint.h>

/// Sorts `count` keys by bits [firstBit, endBit), in a stream of the driver. With no `memory` it only says how many `bytes` of
/// device memory it needs. Returns a code of the CUDA runtime, 0 if all is well.
using FlameCubSort = int(void *memory, size_t *bytes, const uint32_t *keys, uint32_t *sorted,
                         uint64_t count, unsigned firstBit, unsigned endBit, void *stream);

inline constexpr char kCubSortName[] = "flame_cub_sort";

#endif // FLAME_TOOLS_FLAMEBENCH_CUBSORT_H
