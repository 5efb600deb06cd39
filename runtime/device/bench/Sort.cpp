// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix sort by a few bits, in one pass, that drops invalid keys. A log of samples would need it
// before its buckets can be added up one after another. It has three stages:
//
//   count     counts the keys of each bin in each block
//   place     computes where the keys of each bin begin in the result, and of each block in it
//   scatter   sorts tiles of keys in shared memory and writes the keys of each bin contiguously
//
// The order of keys within a bin is not stable and differs between runs, because positions in a
// tile come from atomic additions. Keys are read twice and written once, 12 bytes in all.

#include "abi/BenchAbi.h"
#include "runtime/shared/Rng.h"

#include <gpuintrin.h>

using namespace flame;
using namespace flame::abi;

extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace {

constexpr uint32_t kAllLanes = UINT32_MAX, kWarps = kSortThreads / kBenchWarp;
constexpr uint32_t kKeysPerThread = kSortTile / kSortThreads;

FLAME_INLINE uint32_t binOf(const SortArgs &args, uint32_t key) {
  return key >> args.shift & ((1u << args.bits) - 1);
}

/// Adds 1 to the count of the key's bin if the key is valid. Returns the old count. If a whole warp
/// has keys of one bin, which would queue up, one lane adds for all. Called by whole warps.
FLAME_INLINE uint32_t countKey(const SortArgs &args, uint32_t *counts, uint32_t key) {
  const uint32_t lane = __gpu_thread_id_x() % kBenchWarp, bin = binOf(args, key);
  const uint32_t first = __nvvm_shfl_sync_idx_i32(kAllLanes, bin, 0, 31);
  if (__nvvm_vote_all_sync(kAllLanes, key != kNoKey && bin == first)) {
    uint32_t before = 0;
    if (lane == 0)
      before = __scoped_atomic_fetch_add(counts + bin, kBenchWarp, __ATOMIC_RELAXED,
                                         __MEMORY_SCOPE_WRKGRP);
    return __nvvm_shfl_sync_idx_i32(kAllLanes, before, 0, 31) + lane;
  }
  return key == kNoKey
             ? 0
             : __scoped_atomic_fetch_add(counts + bin, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// Calls `visit` with the first key of each tile of this block.
template <class Visitor> FLAME_INLINE void forEachTile(const SortArgs &args, Visitor visit) {
  const uint64_t begin = __gpu_block_id_x() * args.keysPerBlock;
  const uint64_t end =
      begin + args.keysPerBlock < args.count ? begin + args.keysPerBlock : args.count;
  for (uint64_t tile = begin; tile < end; tile += kSortTile)
    visit(tile, end);
}

/// Loads a thread's keys of a tile; those past the end are invalid.
FLAME_INLINE void loadKeys(const SortArgs &args, uint64_t tile, uint64_t end, uint32_t *keys) {
#pragma unroll
  for (uint32_t i = 0; i < kKeysPerThread; ++i) {
    const uint64_t at = tile + i * kSortThreads + __gpu_thread_id_x();
    keys[i] = at < end ? args.keys[at] : kNoKey;
  }
}

FLAME_INLINE void clear(uint32_t *words, uint32_t count) {
  for (uint32_t i = __gpu_thread_id_x(); i < count; i += kSortThreads)
    words[i] = 0;
}

/// The sum of `value` over the lanes up to this one. Called by whole warps.
FLAME_INLINE uint32_t sumOfWarpUpTo(uint32_t value) {
  const uint32_t lane = __gpu_thread_id_x() % kBenchWarp;
#pragma unroll
  for (uint32_t step = 1; step < kBenchWarp; step *= 2) {
    const uint32_t other = __nvvm_shfl_sync_up_i32(kAllLanes, value, step, 0);
    value += lane >= step ? other : 0;
  }
  return value;
}

/// The sum of `value` over all earlier threads of the block. `sums` are kWarps words of shared
/// memory. Called by all threads.
FLAME_INLINE uint32_t sumOfBlockBefore(uint32_t value, uint32_t *sums) {
  const uint32_t lane = __gpu_thread_id_x() % kBenchWarp, warp = __gpu_thread_id_x() / kBenchWarp;
  const uint32_t upTo = sumOfWarpUpTo(value);
  if (lane == kBenchWarp - 1)
    sums[warp] = upTo;
  __gpu_sync_threads();
  uint32_t before = upTo - value;
  for (uint32_t i = 0; i < warp; ++i)
    before += sums[i];
  __gpu_sync_threads();
  return before;
}

/// Replaces counts by their exclusive prefix sums. Called by all threads; ends with a barrier.
FLAME_INLINE void sumCounts(uint32_t *counts, uint32_t count, uint32_t *sums) {
  const uint32_t each = (count + kSortThreads - 1) / kSortThreads;
  const uint32_t first = __gpu_thread_id_x() * each;
  uint32_t local = 0;
  for (uint32_t i = first; i < first + each && i < count; ++i)
    local += counts[i];
  uint32_t before = sumOfBlockBefore(local, sums);
  for (uint32_t i = first; i < first + each && i < count; ++i) {
    const uint32_t here = counts[i];
    counts[i] = before;
    before += here;
  }
  __gpu_sync_threads();
}

} // namespace

/// Launch: kSortThreads threads, SortArgs::blocks blocks, a word of shared memory for each bin.
FLAME_KERNEL void flame_bench_sort_count(SortArgs args) {
  auto *counts = (uint32_t *)flame_shared;
  const uint32_t bins = 1u << args.bits;
  clear(counts, bins);
  __gpu_sync_threads();
  forEachTile(args, [&](uint64_t tile, uint64_t end) {
    uint32_t keys[kKeysPerThread];
    loadKeys(args, tile, end, keys);
#pragma unroll
    for (uint32_t key : keys)
      countKey(args, counts, key);
  });
  __gpu_sync_threads();
  for (uint32_t bin = __gpu_thread_id_x(); bin < bins; bin += kSortThreads)
    args.counts[uint64_t(bin) * args.gridBlocks + __gpu_block_id_x()] = counts[bin];
}

/// Launch: kSortThreads threads, one block per bin. Leaves the number of keys of the bin in
/// `starts`.
FLAME_KERNEL void flame_bench_sort_place(SortArgs args) {
  auto *sums = (uint32_t *)flame_shared;
  uint32_t *counts = args.counts + uint64_t(__gpu_block_id_x()) * args.gridBlocks;
  uint64_t all = 0;
  for (uint32_t first = 0; first < args.gridBlocks; first += kSortThreads) {
    const uint32_t block = first + __gpu_thread_id_x();
    const uint32_t local = block < args.gridBlocks ? counts[block] : 0;
    const uint32_t before = sumOfBlockBefore(local, sums);
    if (block < args.gridBlocks)
      counts[block] = uint32_t(all) + before;
    if (__gpu_thread_id_x() == kSortThreads - 1)
      sums[kWarps] = before + local;
    __gpu_sync_threads();
    all += sums[kWarps];
  }
  if (__gpu_thread_id_x() == 0)
    args.starts[__gpu_block_id_x()] = all;
}

/// Launch: kSortThreads threads, one block. Turns key counts into positions.
FLAME_KERNEL void flame_bench_sort_starts(SortArgs args) {
  auto *sums = (uint32_t *)flame_shared;
  const uint32_t bins = 1u << args.bits;
  uint64_t all = 0;
  for (uint32_t first = 0; first < bins; first += kSortThreads) {
    const uint32_t bin = first + __gpu_thread_id_x();
    const uint32_t local = bin < bins ? uint32_t(args.starts[bin]) : 0;
    const uint32_t before = sumOfBlockBefore(local, sums);
    if (bin < bins)
      args.starts[bin] = all + before;
    if (__gpu_thread_id_x() == kSortThreads - 1)
      sums[kWarps] = before + local;
    __gpu_sync_threads();
    all += sums[kWarps];
  }
  if (__gpu_thread_id_x() == 0)
    args.starts[bins] = all;
}

/// Launch: kSortThreads threads, SortArgs::blocks blocks; shared memory for three words per bin, a
/// tile of keys, and kWarps + 1 words.
FLAME_KERNEL void flame_bench_sort_scatter(SortArgs args) {
  const uint32_t bins = 1u << args.bits;
  auto *next = (uint32_t *)flame_shared; // position of the next key of each bin
  uint32_t *tileStarts = next + bins, *tileCounts = tileStarts + bins;
  uint32_t *tileKeys = tileCounts + bins, *sums = tileKeys + kSortTile;
  for (uint32_t bin = __gpu_thread_id_x(); bin < bins; bin += kSortThreads)
    next[bin] = uint32_t(args.starts[bin]) +
                args.counts[uint64_t(bin) * args.gridBlocks + __gpu_block_id_x()];
  forEachTile(args, [&](uint64_t tile, uint64_t end) {
    uint32_t keys[kKeysPerThread], ranks[kKeysPerThread];
    clear(tileCounts, bins);
    loadKeys(args, tile, end, keys);
    __gpu_sync_threads();
#pragma unroll
    for (uint32_t i = 0; i < kKeysPerThread; ++i)
      ranks[i] = countKey(args, tileCounts, keys[i]);
    __gpu_sync_threads();
    for (uint32_t bin = __gpu_thread_id_x(); bin < bins; bin += kSortThreads)
      tileStarts[bin] = tileCounts[bin];
    __gpu_sync_threads();
    sumCounts(tileStarts, bins, sums);
#pragma unroll
    for (uint32_t i = 0; i < kKeysPerThread; ++i)
      if (keys[i] != kNoKey)
        tileKeys[tileStarts[binOf(args, keys[i])] + ranks[i]] = keys[i];
    __gpu_sync_threads();
    const uint32_t held = tileStarts[bins - 1] + tileCounts[bins - 1];
    for (uint32_t at = __gpu_thread_id_x(); at < held; at += kSortThreads) {
      const uint32_t key = tileKeys[at], bin = binOf(args, key);
      args.sorted[next[bin] + (at - tileStarts[bin])] = key;
    }
    __gpu_sync_threads();
    for (uint32_t bin = __gpu_thread_id_x(); bin < bins; bin += kSortThreads)
      next[bin] += tileCounts[bin];
  });
}

/// Sets keys[i] for all i below `count`. Launch: any number of threads and blocks.
FLAME_KERNEL void flame_bench_sort_input(uint32_t *keys, uint64_t count, KeyKind kind) {
  const uint64_t step = uint64_t(__gpu_num_blocks_x()) * __gpu_num_threads_x();
  for (uint64_t i = uint64_t(__gpu_block_id_x()) * __gpu_num_threads_x() + __gpu_thread_id_x();
       i < count; i += step) {
    const uint64_t random = splitmix64(i);
    const uint32_t low = uint32_t(random), high = uint32_t(random >> 32);
    // A uniform number, its square, and its fourth power: few or very few samples are large.
    const uint32_t square = uint32_t(uint64_t(high) * high >> 32),
                   fourth = uint32_t(uint64_t(square) * square >> 32);
    uint32_t key = high;
    if (kind == KeyKind::Clustered)
      key = low & 1 ? high : square;
    else if (kind == KeyKind::Hot) // scrambled, so that a hot key is one bin and not a range
      key = uint32_t(splitmix64(fourth >> 8) >> 32);
    else if (kind == KeyKind::Presorted)
      key = uint32_t((i << 32) / count);
    else if (kind == KeyKind::Constant)
      key = 0x12345678;
    else if (kind == KeyKind::FifthInvalid)
      key = low % 5 ? high : kNoKey;
    keys[i] = key;
  }
}

/// results[0] += number of keys; results[1] += a hash sum of the keys, which identifies the
/// multiset up to chance; results[2] += keys whose bin is below that of the previous key. Invalid
/// keys do not count, and do not occur in sorted keys.
FLAME_KERNEL void flame_bench_sort_check(const uint32_t *keys, uint64_t count, uint32_t shift,
                                         uint32_t bits, uint64_t *results) {
  const uint32_t mask = (1u << bits) - 1;
  uint64_t valid = 0, mixed = 0, falls = 0;
  const uint64_t step = uint64_t(__gpu_num_blocks_x()) * __gpu_num_threads_x();
  for (uint64_t i = uint64_t(__gpu_block_id_x()) * __gpu_num_threads_x() + __gpu_thread_id_x();
       i < count; i += step) {
    const uint32_t key = keys[i];
    if (key == kNoKey)
      continue;
    valid += 1;
    mixed += splitmix64(key);
    falls += i && (keys[i - 1] >> shift & mask) > (key >> shift & mask);
  }
  const uint64_t lanes = __gpu_lane_mask();
  const uint64_t sums[] = {__gpu_lane_sum_u64(lanes, valid), __gpu_lane_sum_u64(lanes, mixed),
                           __gpu_lane_sum_u64(lanes, falls)};
  if (__gpu_is_first_in_lane(lanes))
#pragma unroll
    for (uint32_t i = 0; i < 3; ++i)
      __scoped_atomic_fetch_add(results + i, sums[i], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
