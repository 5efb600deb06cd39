// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that measure what a GPU can do at best: `flamebench ceilings` relates the rates of real kernels to theirs.

#include "runtime/shared/Deposit.h"
#include "runtime/shared/Rng.h"

#include <gpuintrin.h>

using namespace flame;

/// to[i] = from[i]. Any number of threads and blocks.
FLAME_KERNEL void flame_bench_copy(const abi::Accumulator *from, abi::Accumulator *to,
                                   uint64_t count) {
  const uint64_t stride = uint64_t(__gpu_num_blocks_x()) * __gpu_num_threads_x();
  for (uint64_t i = uint64_t(__gpu_block_id_x()) * __gpu_num_threads_x() + __gpu_thread_id_x();
       i < count; i += stride)
    to[i] = from[i];
}

/// Every thread adds `rounds` deposits to random cells out of `cellCount`, as the iterate kernel does: one atomic
/// addition, whose old value is looked at. `carries` counts additions that carried out of a field.
FLAME_KERNEL void flame_bench_deposit(uint64_t *cells, uint32_t cellCount, uint32_t rounds,
                                      uint64_t seed, uint64_t *carries) {
  Rng rng = makeRng(seed, __gpu_block_id_x(), __gpu_thread_id_x());
  const uint64_t deposit = packDeposit(200, 150, 100, 1);
  uint32_t carriesHere = 0;
  for (uint32_t round = 0; round < rounds; ++round) {
    const uint32_t cell = uint32_t(uint64_t(nextBits(rng)) * cellCount >> 32);
    const uint64_t old =
        __scoped_atomic_fetch_add(cells + cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    carriesHere += carried(old, deposit);
  }
  if (carriesHere)
    __scoped_atomic_fetch_add(carries, uint64_t(carriesHere), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
}
