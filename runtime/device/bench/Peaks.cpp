// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that measure the peak rates of a GPU. `flamebench peaks` compares the rates of real
// kernels with them. Each kernel leaves a result from which the host verifies that all work was
// done.

#include "abi/BenchAbi.h"
#include "runtime/shared/Deposit.h"
#include "runtime/shared/Rng.h"

#include <gpuintrin.h>

using namespace flame;

extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace {

FLAME_INLINE uint64_t threadOfGrid() {
  return uint64_t(__gpu_block_id_x()) * __gpu_num_threads_x() + __gpu_thread_id_x();
}

FLAME_INLINE uint64_t threadsOfGrid() {
  return uint64_t(__gpu_num_blocks_x()) * __gpu_num_threads_x();
}

/// Runs kOpsPerChain operations on each of kChains values, `rounds` times. Thread t stores the last
/// value of chain t mod kChains.
template <class Value, class Operation>
FLAME_INLINE void runChains(Value *results, Value start, uint32_t rounds, Operation operation) {
  Value values[abi::kChains];
#pragma unroll
  for (Value &value : values)
    value = start;
#pragma clang loop unroll(disable)
  for (uint32_t round = 0; round < rounds; ++round)
#pragma unroll
    for (uint32_t i = 0; i < abi::kOpsPerChain; ++i)
#pragma unroll
      for (Value &value : values)
        operation(value);
  Value result = values[0];
#pragma unroll
  for (uint32_t i = 1; i < abi::kChains; ++i)
    result = threadOfGrid() % abi::kChains == i ? values[i] : result;
  results[threadOfGrid()] = result;
}

/// Calls `add` with random cells out of `cellCount` and a deposit.
template <class Add>
FLAME_INLINE void forEachDeposit(uint64_t *cells, uint32_t cellCount, uint32_t rounds, Add add) {
  Rng rng = makeRng(1, __gpu_block_id_x(), __gpu_thread_id_x());
  const uint64_t deposit = packDeposit(200, 150, 100, 1);
  for (uint32_t round = 0; round < rounds; ++round)
    add(cells + uint32_t(uint64_t(nextBits(rng)) * cellCount >> 32), deposit);
}

} // namespace

/// Multiply-adds. With factor 1 and addend 1 the values count them.
FLAME_KERNEL void flame_bench_multiply_add(float *results, float factor, float addend,
                                           uint32_t rounds) {
  runChains(results, 0.0f, rounds, [=](float &value) __attribute__((always_inline)) {
    value = __builtin_fmaf(value, factor, addend);
  });
}

/// Pairs of integer operations, which an assembler cannot fuse. With flip 0 and addend 1 the values
/// count them.
FLAME_KERNEL void flame_bench_integer(uint32_t *results, uint32_t flip, uint32_t addend,
                                      uint32_t rounds) {
  runChains(results, 0u, rounds, [=](uint32_t &value) __attribute__((always_inline)) {
    __asm__ volatile("xor.b32 %0, %0, %1;\n\tadd.u32 %0, %0, %2;"
                     : "+r"(value)
                     : "r"(flip), "r"(addend));
  });
}

/// Powers of two: value = 2^-value, which converges to 0.6411857.
FLAME_KERNEL void flame_bench_special(float *results, uint32_t rounds) {
  runChains(results, 0.0f, rounds, [](float &value) __attribute__((always_inline)) {
    __asm__ volatile("{\n\t.reg .f32 n;\n\tneg.ftz.f32 n, %0;\n\tex2.approx.ftz.f32 %0, n;\n\t}"
                     : "+f"(value));
  });
}

/// to[i] = from[i]. Any number of threads and blocks.
FLAME_KERNEL void flame_bench_copy(const abi::Accumulator *from, abi::Accumulator *to,
                                   uint64_t count) {
  for (uint64_t i = threadOfGrid(); i < count; i += threadsOfGrid())
    to[i] = from[i];
}

/// Sums `count` vectors `rounds` times, bypassing the L1 cache: results[0] is the sum of all first
/// words.
FLAME_KERNEL void flame_bench_read(const uint32_t *from, uint64_t *results, uint64_t count,
                                   uint32_t rounds) {
  uint32_t sum = 0, others = 0;
  for (uint32_t round = 0; round < rounds; ++round)
    for (uint64_t i = threadOfGrid(); i < count; i += threadsOfGrid()) {
      uint32_t a, b, c, d;
      __asm__ volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                       : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                       : "l"((const __attribute__((address_space(1))) uint32_t *)from + 4 * i));
      sum += a;
      others ^= b ^ c ^ d;
    }
  const uint64_t lanes = __gpu_lane_mask();
  const uint64_t all = __gpu_lane_sum_u64(lanes, uint64_t(sum)),
                 rest = __gpu_lane_sum_u64(lanes, uint64_t(others));
  if (__gpu_is_first_in_lane(lanes)) {
    __scoped_atomic_fetch_add(results, all, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_add(results + 1, rest, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
}

/// Copies `pieces` pieces of kBulkBytes each from shared memory to each block's part of `to` by
/// bulk copies, kBulksInFlight at a time. Every word is its index in shared memory. Requires sm_90;
/// on older GPUs it does nothing. Launch: kBenchThreads threads, kBulkBytes * kBulksInFlight bytes
/// of shared memory; `pieces` is a multiple of kBulksInFlight.
FLAME_KERNEL void flame_bench_bulk(uint32_t *to, uint32_t pieces) {
  if (__nvvm_reflect("__CUDA_ARCH") < 900)
    return;
  constexpr uint32_t kWords = abi::kBulkBytes / sizeof(uint32_t);
  auto *words = (FLAME_SHARED uint32_t *)flame_shared;
  for (uint32_t i = __gpu_thread_id_x(); i < kWords * abi::kBulksInFlight; i += abi::kBenchThreads)
    words[i] = i;
  __asm__ volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __gpu_sync_threads();
  if (__gpu_thread_id_x() >= abi::kBulksInFlight)
    return;
  const uint32_t local = __gpu_thread_id_x() * kWords;
  auto *target = (__attribute__((address_space(1))) uint32_t *)to +
                 uint64_t(__gpu_block_id_x()) * pieces * kWords + local;
  for (uint32_t piece = 0; piece < pieces; piece += abi::kBulksInFlight) {
    __asm__ volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"
                     "cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 1;" ::"l"(
                         target + uint64_t(piece) * kWords),
                     "l"(words + local), "r"(abi::kBulkBytes)
                     : "memory");
  }
  __asm__ volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Every thread adds `rounds` deposits to random cells out of `cellCount`, as the iterate kernel
/// does: one atomic addition whose old value is examined. `carries` counts additions that carried
/// out of a field.
FLAME_KERNEL void flame_bench_deposit(uint64_t *cells, uint32_t cellCount, uint32_t rounds,
                                      uint64_t *carries) {
  uint32_t carriesHere = 0;
  forEachDeposit(cells, cellCount, rounds, [&](uint64_t *cell, uint64_t deposit) {
    carriesHere += carried(
        __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE), deposit);
  });
  if (carriesHere)
    __scoped_atomic_fetch_add(carries, uint64_t(carriesHere), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
}

/// Same without examining the old value. This is a separate kernel, because a kernel that
/// alternates both would use the returning addition for both.
FLAME_KERNEL void flame_bench_deposit_silent(uint64_t *cells, uint32_t cellCount, uint32_t rounds) {
  forEachDeposit(cells, cellCount, rounds, [](uint64_t *cell, uint64_t deposit) {
    __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  });
}

/// sum[0] += all cells. Any number of threads and blocks.
FLAME_KERNEL void flame_bench_sum(const uint64_t *cells, uint64_t count, uint64_t *sum) {
  uint64_t local = 0;
  for (uint64_t i = threadOfGrid(); i < count; i += threadsOfGrid())
    local += cells[i];
  const uint64_t lanes = __gpu_lane_mask(), all = __gpu_lane_sum_u64(lanes, local);
  if (__gpu_is_first_in_lane(lanes))
    __scoped_atomic_fetch_add(sum, all, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
