// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of `flamebench atomics`: the cost of an addition, by type of cell, memory, concurrent
// additions, and whether the old value is returned.
//
// Operations are written in PTX: a compiler may combine the additions of a warp to one word into a
// single one, which would measure something else. Each kernel counts its additions, so the host
// detects lost or missing ones.

#include "abi/BenchAbi.h"
#include "runtime/shared/Rng.h"

#include <gpuintrin.h>

using namespace flame;
using namespace flame::abi;

extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

#define FLAME_GLOBAL __attribute__((address_space(1)))

namespace {

//===-- additions -----------------------------------------------------------------------------===//

// A cell type has a `Word`, the number of words per cell, and two ways to add 1 to each word: `add`
// returns nothing, `fetchAdd` returns the sum of the old values. The pointer type selects device
// memory or the shared memory of a block.

#define FLAME_SCALAR(Name, WordType, Letter, Suffix, One)                                          \
  struct Name {                                                                                    \
    using Word = WordType;                                                                         \
    static constexpr uint32_t kWords = 1;                                                          \
    static FLAME_INLINE void add(FLAME_GLOBAL Word *cell) {                                        \
      __asm__ volatile("red.relaxed.gpu.global.add." Suffix " [%0], " One ";" ::"l"(cell)          \
                       : "memory");                                                                \
    }                                                                                              \
    static FLAME_INLINE uint64_t fetchAdd(FLAME_GLOBAL Word *cell) {                               \
      Word found;                                                                                  \
      __asm__ volatile("atom.relaxed.gpu.global.add." Suffix " %0, [%1], " One ";"                 \
                       : "=" Letter(found)                                                         \
                       : "l"(cell)                                                                 \
                       : "memory");                                                                \
      return uint64_t(found);                                                                      \
    }                                                                                              \
    static FLAME_INLINE void add(FLAME_SHARED Word *cell) {                                        \
      __asm__ volatile("red.relaxed.cta.shared.add." Suffix " [%0], " One ";" ::"l"(cell)          \
                       : "memory");                                                                \
    }                                                                                              \
    static FLAME_INLINE uint64_t fetchAdd(FLAME_SHARED Word *cell) {                               \
      Word found;                                                                                  \
      __asm__ volatile("atom.relaxed.cta.shared.add." Suffix " %0, [%1], " One ";"                 \
                       : "=" Letter(found)                                                         \
                       : "l"(cell)                                                                 \
                       : "memory");                                                                \
      return uint64_t(found);                                                                      \
    }                                                                                              \
  }
FLAME_SCALAR(U32, uint32_t, "r", "u32", "1");
FLAME_SCALAR(U64, uint64_t, "l", "u64", "1");
FLAME_SCALAR(F32, float, "f", "f32", "0f3F800000");
#undef FLAME_SCALAR

/// Several words, each with its own addition.
template <class Scalar, uint32_t words> struct Several {
  using Word = typename Scalar::Word;
  static constexpr uint32_t kWords = words;
  template <class Pointer> static FLAME_INLINE void add(Pointer cell) {
#pragma unroll
    for (uint32_t i = 0; i < words; ++i)
      Scalar::add(cell + i);
  }
  template <class Pointer> static FLAME_INLINE uint64_t fetchAdd(Pointer cell) {
    uint64_t found = 0;
#pragma unroll
    for (uint32_t i = 0; i < words; ++i)
      found += Scalar::fetchAdd(cell + i);
    return found;
  }
};

/// Two floats with one addition. Requires sm_90.
struct F32x2 {
  using Word = float;
  static constexpr uint32_t kWords = 2;
  static FLAME_INLINE void add(FLAME_GLOBAL Word *cell) {
    __asm__ volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %1};" ::"l"(cell), "f"(1.0f)
                     : "memory");
  }
  static FLAME_INLINE uint64_t fetchAdd(FLAME_GLOBAL Word *cell) {
    float a, b;
    __asm__ volatile("atom.relaxed.gpu.global.add.v2.f32 {%0, %1}, [%2], {%3, %3};"
                     : "=f"(a), "=f"(b)
                     : "l"(cell), "f"(1.0f)
                     : "memory");
    return uint64_t(a) + uint64_t(b);
  }
};

/// Four floats with one addition. Requires sm_90.
struct F32x4 {
  using Word = float;
  static constexpr uint32_t kWords = 4;
  static FLAME_INLINE void add(FLAME_GLOBAL Word *cell) {
    __asm__ volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(cell),
                     "f"(1.0f)
                     : "memory");
  }
  static FLAME_INLINE uint64_t fetchAdd(FLAME_GLOBAL Word *cell) {
    float a, b, c, d;
    __asm__ volatile("atom.relaxed.gpu.global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %5, %5, %5};"
                     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                     : "l"(cell), "f"(1.0f)
                     : "memory");
    return uint64_t(a) + uint64_t(b) + uint64_t(c) + uint64_t(d);
  }
};

/// No atomic addition: reads four floats and writes them back with 1 added. Concurrent updates are
/// lost.
struct LoadAddStore {
  using Word = float;
  static constexpr uint32_t kWords = 4;
  static FLAME_INLINE void add(FLAME_GLOBAL Word *cell) {
    float a, b, c, d;
    __asm__ volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                     : "l"(cell)
                     : "memory");
    __asm__ volatile("st.global.cg.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(cell), "f"(a + 1),
                     "f"(b + 1), "f"(c + 1), "f"(d + 1)
                     : "memory");
  }
};

template <class T> FLAME_INLINE void addToResult(uint64_t *result, T value) {
  const uint64_t lanes = __gpu_lane_mask();
  const uint64_t sum = __gpu_lane_sum_u64(lanes, uint64_t(value));
  if (__gpu_is_first_in_lane(lanes))
    __scoped_atomic_fetch_add(result, sum, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/// Adds the contents of words to the results.
template <class Pointer>
FLAME_INLINE void countWords(Pointer words, uint64_t count, uint64_t first, uint64_t step,
                             uint64_t *results) {
  uint64_t sum = 0, pairs = 0;
  for (uint64_t i = first; i < count; i += step) {
    const auto n = uint64_t(words[i]);
    sum += n;
    pairs += n * (n - 1) / 2;
  }
  addToResult(results + kAddSum, sum);
  addToResult(results + kAddPairs, pairs);
}

FLAME_INLINE uint32_t threadOfGrid() {
  return __gpu_block_id_x() * __gpu_num_threads_x() + __gpu_thread_id_x();
}

/// All rounds of a thread. Returns the sum of the old values of its additions.
template <class Cell, bool returns, class Pointer>
FLAME_INLINE uint64_t addAll(const AddArgs &args, Pointer cells) {
  const uint32_t thread = threadOfGrid(), lane = thread % kBenchWarp;
  // A linear congruential generator, whose upper bits are used: it must cost little compared with
  // the addition.
  uint32_t state = uint32_t(splitmix64(args.drawsAlone ? thread : thread - lane));
  const uint32_t offset = lane * args.laneStep;
  uint64_t found = 0;
  for (uint32_t round = 0; round < args.rounds; round += kAddsUnrolled)
#pragma unroll
    for (uint32_t i = 0; i < kAddsUnrolled; ++i) {
      state = state * 747796405u + 2891336453u;
      const uint32_t base = uint32_t(uint64_t(state) * args.cellCount >> 32);
      const Pointer cell = cells + ((base + offset) & (args.cellCount - 1)) * Cell::kWords;
      if constexpr (returns)
        found += Cell::fetchAdd(cell);
      else
        Cell::add(cell);
    }
  return found;
}

template <class Cell, bool returns> FLAME_INLINE void addInDevice(const AddArgs &args) {
  const uint64_t found =
      addAll<Cell, returns>(args, (FLAME_GLOBAL typename Cell::Word *)args.cells);
  if constexpr (returns)
    addToResult(args.results + kAddFound, found);
}

/// Same in the shared memory of each block, which also counts its words.
template <class Cell, bool returns> FLAME_INLINE void addInBlock(const AddArgs &args) {
  using Word = typename Cell::Word;
  auto *cells = (FLAME_SHARED Word *)flame_shared;
  const uint32_t thread = __gpu_thread_id_x(), words = args.cellCount * Cell::kWords;
  for (uint32_t i = thread; i < words; i += kBenchThreads)
    cells[i] = 0;
  __gpu_sync_threads();
  const uint64_t found = addAll<Cell, returns>(args, cells);
  if constexpr (returns)
    addToResult(args.results + kAddFound, found);
  __gpu_sync_threads();
  countWords(cells, words, thread, kBenchThreads, args.results);
}

/// Counts the words in device memory, after the kernels that leave them there.
template <class Word> FLAME_INLINE void countInDevice(const AddArgs &args, uint32_t words) {
  countWords((const Word *)args.cells, uint64_t(args.cellCount) * words, threadOfGrid(),
             uint64_t(__gpu_num_blocks_x()) * __gpu_num_threads_x(), args.results);
}

FLAME_INLINE bool hasVectorAdditions() { return __nvvm_reflect("__CUDA_ARCH") >= 900; }

//===-- waits ---------------------------------------------------------------------------------===//

FLAME_INLINE uint32_t clockNow() {
  uint32_t now;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
  return now;
}

FLAME_INLINE uint32_t multiprocessor() {
  uint32_t id;
  __asm__ volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

/// Waits for `value` by a comparison with a value that never occurs, which the assembler cannot
/// know.
FLAME_INLINE void await(uint32_t value) {
  __asm__ volatile(
      "{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %0, 0xFFFFFFFE;\n\t@p trap;\n\t}" ::"r"(value)
      : "memory");
}

FLAME_INLINE uint32_t load(const uint32_t *word) {
  uint32_t value;
  __asm__ volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                   : "=r"(value)
                   : "l"((const FLAME_GLOBAL uint32_t *)word)
                   : "memory");
  return value;
}

FLAME_INLINE void store(uint32_t *word, uint32_t value) {
  __asm__ volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"((FLAME_GLOBAL uint32_t *)word),
                   "r"(value)
                   : "memory");
}

struct Load {
  static FLAME_INLINE void run(uint32_t *word) { await(load(word)); }
};
struct Store {
  static FLAME_INLINE void run(uint32_t *word) { store(word, 1); }
};
struct LoadStore {
  static FLAME_INLINE void run(uint32_t *word) { store(word, load(word) + 1); }
};
struct Reduce {
  static FLAME_INLINE void run(uint32_t *word) { U32::add((FLAME_GLOBAL uint32_t *)word); }
};
/// Issues `inFlight` atomics, each to its own line, before it waits for the first.
template <uint32_t inFlight> struct Fetch {
  static FLAME_INLINE void run(uint32_t *word) {
    uint32_t found[inFlight];
#pragma unroll
    for (uint32_t i = 0; i < inFlight; ++i)
      found[i] = uint32_t(U32::fetchAdd((FLAME_GLOBAL uint32_t *)word + i * kBenchWarp));
#pragma unroll
    for (uint32_t i = 0; i < inFlight; ++i)
      await(found[i]);
  }
};

template <class Operation> FLAME_INLINE void stall(const StallArgs &args) {
  const uint32_t thread = threadOfGrid(), lane = thread % kBenchWarp;
  if (lane >= args.lanes)
    return;
  const bool hammers = __gpu_thread_id_x() / kBenchWarp < args.hammers;
  uint32_t *word = hammers ? args.words
                           : args.words + args.smStep * multiprocessor() +
                                 args.warpStep * (thread / kBenchWarp) +
                                 args.laneStep * (lane % args.laneModulus);
  uint64_t clocks = 0, squares = 0;
  float fill = float(lane);
  for (uint32_t round = 0; round < args.rounds; ++round) {
    const uint32_t start = clockNow();
    Operation::run(word);
    const uint32_t taken = clockNow() - start;
    clocks += taken;
    squares += uint64_t(taken) * taken;
#pragma clang loop unroll(disable)
    for (uint32_t i = 0; i < args.filler; i += 8)
#pragma unroll
      for (uint32_t j = 0; j < 8; ++j)
        __asm__ volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(fill) : "f"(0.5f));
  }
  await(uint32_t(fill));
  if (hammers || lane)
    return;
  __scoped_atomic_fetch_add(args.results + kStallClocks, clocks, __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_fetch_add(args.results + kStallSquares, squares, __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_fetch_add(args.results + kStallCount, uint64_t(args.rounds), __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
}

} // namespace

// Launch of all these kernels: at most kBenchThreads threads, any number of blocks. Kernels that
// use shared memory: the size of the cells.

#define FLAME_ADDITIONS(name, Cell)                                                                \
  FLAME_KERNEL void flame_bench_red_##name(AddArgs args) { addInDevice<Cell, false>(args); }       \
  FLAME_KERNEL void flame_bench_atom_##name(AddArgs args) { addInDevice<Cell, true>(args); }
#define FLAME_VECTOR_ADDITIONS(name, Cell)                                                         \
  FLAME_KERNEL void flame_bench_red_##name(AddArgs args) {                                         \
    if (hasVectorAdditions())                                                                      \
      addInDevice<Cell, false>(args);                                                              \
  }                                                                                                \
  FLAME_KERNEL void flame_bench_atom_##name(AddArgs args) {                                        \
    if (hasVectorAdditions())                                                                      \
      addInDevice<Cell, true>(args);                                                               \
  }
#define FLAME_BLOCK_ADDITIONS(name, Cell)                                                          \
  FLAME_KERNEL void flame_bench_block_red_##name(AddArgs args) { addInBlock<Cell, false>(args); }  \
  FLAME_KERNEL void flame_bench_block_atom_##name(AddArgs args) { addInBlock<Cell, true>(args); }
#define FLAME_COUNT(name, Word)                                                                    \
  FLAME_KERNEL void flame_bench_count_##name(AddArgs args, uint32_t words) {                       \
    countInDevice<Word>(args, words);                                                              \
  }
#define FLAME_STALL(name, Operation)                                                               \
  FLAME_KERNEL void flame_bench_stall_##name(StallArgs args) { stall<Operation>(args); }

using U32Twice = Several<U32, 2>;
using U32FourTimes = Several<U32, 4>;
using F32FourTimes = Several<F32, 4>;

FLAME_ADDITIONS(u32, U32)
FLAME_ADDITIONS(u64, U64)
FLAME_ADDITIONS(f32, F32)
FLAME_ADDITIONS(2xu32, U32Twice)
FLAME_ADDITIONS(4xf32, F32FourTimes)
FLAME_VECTOR_ADDITIONS(f32x2, F32x2)
FLAME_VECTOR_ADDITIONS(f32x4, F32x4)
FLAME_KERNEL void flame_bench_load_add_store(AddArgs args) {
  addInDevice<LoadAddStore, false>(args);
}

FLAME_BLOCK_ADDITIONS(u32, U32)
FLAME_BLOCK_ADDITIONS(u64, U64)
FLAME_BLOCK_ADDITIONS(f32, F32)
FLAME_BLOCK_ADDITIONS(2xu32, U32Twice)
FLAME_BLOCK_ADDITIONS(4xu32, U32FourTimes)
FLAME_BLOCK_ADDITIONS(4xf32, F32FourTimes)

FLAME_COUNT(u32, uint32_t)
FLAME_COUNT(u64, uint64_t)
FLAME_COUNT(f32, float)

FLAME_STALL(load, Load)
FLAME_STALL(store, Store)
FLAME_STALL(load_store, LoadStore)
FLAME_STALL(red, Reduce)
FLAME_STALL(atom, Fetch<1>)
FLAME_STALL(atom_2, Fetch<2>)
FLAME_STALL(atom_4, Fetch<4>)
FLAME_STALL(atom_8, Fetch<8>)

FLAME_KERNEL void flame_bench_nothing() {}
