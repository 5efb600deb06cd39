// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB's radix sort as a library that `flamebench sort` compares ours with. It is not part of the
// build, because nothing else needs CUDA's compiler. In the root of the
// sources, build it (one line) and use it:
//
//   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC -I. -o cub-sort.so
//     tools/flamebench/CubSort.cu
//   flamebench sort --cub=./cub-sort.so

#include "tools/flamebench/CubSort.h"

#include <cub/device/device_radix_sort.cuh>

extern "C" __attribute__((visibility("default"))) int
flame_cub_sort(void *memory, size_t *bytes, const uint32_t *keys, uint32_t *sorted, uint64_t count,
               unsigned firstBit, unsigned endBit, void *stream) {
  return int(cub::DeviceRadixSort::SortKeys(memory, *bytes, keys, sorted, count, int(firstBit),
                                            int(endBit), static_cast<cudaStream_t>(stream)));
}
