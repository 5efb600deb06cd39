// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flamebench and its kernels (runtime/device/bench/) know of each other.

#ifndef FLAME_ABI_BENCHABI_H
#define FLAME_ABI_BENCHABI_H

#include <stdint.h>

namespace flame::abi {

inline constexpr uint32_t kBenchThreads = 256, kBenchWarp = 32;

/// Independent chains of operations that a thread of the arithmetic kernels works at, and operations of each in a round.
inline constexpr uint32_t kChains = 8, kOpsPerChain = 16;

/// Bytes of a bulk copy, and how many a block has in flight: its shared memory is all of them.
inline constexpr uint32_t kBulkBytes = 2048, kBulksInFlight = 16;

inline constexpr uint32_t kAddsUnrolled = 4;

/// Additions of 1 to cells, `rounds` of each thread. In a round a warp adds to the cells at
///
///   (base + lane * laneStep) mod cells
///
/// where `base` is random, and drawn by each lane for itself if `drawsAlone`.
struct AddArgs {
  void *cells;        ///< zeros; not used by kernels whose cells are in shared memory
  uint64_t *results;  ///< zeros: kAddResults numbers
  uint32_t cellCount; ///< a power of two
  uint32_t rounds;    ///< a multiple of kAddsUnrolled
  uint32_t laneStep, drawsAlone;
};

/// What AddArgs::results holds. `Found` is the sum of what additions returned; where they were atomic it is the same as `Pairs`,
/// the sum of n * (n - 1) / 2 over all words of cells, of which each holds n. `Sum` is that of n.
enum AddResult : uint32_t { kAddFound, kAddSum, kAddPairs, kAddResults };

/// Timed operations on 32-bit words at
///
///   smStep * multiprocessor + warpStep * warp + laneStep * (lane mod laneModulus)
///
/// The first `lanes` of a warp take part. Behind each operation stand `filler` dependent multiply-adds. The first `hammers` warps of
/// each block do the same operation on word 0 and are not timed.
struct StallArgs {
  uint32_t *words;
  uint64_t *results; ///< zeros: kStallResults numbers
  uint32_t smStep, warpStep, laneStep, laneModulus, lanes;
  uint32_t rounds, filler, hammers;
};

/// Over all timed operations of the first lane of each warp: clocks, their squares, how many.
enum StallResult : uint32_t { kStallClocks, kStallSquares, kStallCount, kStallResults };

/// Threads of a block that sorts, keys that it sorts at once, and bits of a key that it may sort by, at most.
inline constexpr uint32_t kSortThreads = 512, kSortTile = 16 * kSortThreads, kMostSortBits = 12;
/// A key that is dropped.
inline constexpr uint32_t kNoKey = UINT32_MAX;

/// A sort of keys by bits [shift, shift + bits). Block b sorts keys [b * keysPerBlock, ...), whole tiles but for the last.
struct SortArgs {
  const uint32_t *keys;
  uint32_t *sorted;
  uint32_t
      *counts; ///< of each bin, of each block; then how many keys of the bin blocks before have
  uint64_t *starts; ///< of each bin in `sorted`, and one more: how many keys there are
  uint64_t count, keysPerBlock;
  uint32_t shift, bits;
  uint32_t gridBlocks; ///< gridDim
};

/// Inputs of a sort.
enum class KeyKind : uint32_t { Uniform, Clustered, Hot, Presorted, Constant, FifthInvalid };

} // namespace flame::abi

#endif // FLAME_ABI_BENCHABI_H
