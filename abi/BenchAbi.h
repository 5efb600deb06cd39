// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between flamebench and its kernels (runtime/device/bench/).

#ifndef FLAME_ABI_BENCHABI_H
#define FLAME_ABI_BENCHABI_H

#include <stdint.h>

namespace flame::abi {

inline constexpr uint32_t kBenchThreads = 256, kBenchWarp = 32;

/// Independent chains of operations per thread of the arithmetic kernels, and operations of each
/// chain per round.
inline constexpr uint32_t kChains = 8, kOpsPerChain = 16;

/// Bytes of a bulk copy, and copies that a block has in flight. Together they fill its shared
/// memory.
inline constexpr uint32_t kBulkBytes = 2048, kBulksInFlight = 16;

inline constexpr uint32_t kAddsUnrolled = 4;

/// Additions of 1 to cells, `rounds` per thread. In each round a warp adds to the cells at
///
///   (base + lane * laneStep) mod cells
///
/// where `base` is random. With `drawsAlone` each lane draws a base of its own.
struct AddArgs {
  void *cells;        ///< zeros; not used by kernels with cells in shared memory
  uint64_t *results;  ///< zeros: kAddResults numbers
  uint32_t cellCount; ///< a power of two
  uint32_t rounds;    ///< a multiple of kAddsUnrolled
  uint32_t laneStep, drawsAlone;
};

/// Contents of AddArgs::results. `Found` is the sum of the values that the additions returned.
/// `Sum` is the sum of the final values n of all words of cells, and `Pairs` the sum of n * (n - 1)
/// / 2. If the additions were atomic, `Found` equals `Pairs`.
enum AddResult : uint32_t { kAddFound, kAddSum, kAddPairs, kAddResults };

/// Timed operations on 32-bit words at
///
///   smStep * multiprocessor + warpStep * warp + laneStep * (lane mod laneModulus)
///
/// The first `lanes` lanes of a warp take part. Each operation is followed by `filler` dependent
/// multiply-adds. The first `hammers` warps of each block do the same operation on word 0 and are
/// not timed.
struct StallArgs {
  uint32_t *words;
  uint64_t *results; ///< zeros: kStallResults numbers
  uint32_t smStep, warpStep, laneStep, laneModulus, lanes;
  uint32_t rounds, filler, hammers;
};

/// Sums over all timed operations of the first lane of each warp: clocks, their squares, and their
/// number.
enum StallResult : uint32_t { kStallClocks, kStallSquares, kStallCount, kStallResults };

/// Threads of a sorting block, keys that it sorts at once, and most bits of a key to sort by.
inline constexpr uint32_t kSortThreads = 512, kSortTile = 16 * kSortThreads, kMostSortBits = 12;
/// A key that is dropped.
inline constexpr uint32_t kNoKey = UINT32_MAX;

/// A sort of keys by bits [shift, shift + bits). Block b sorts the keys from b * keysPerBlock on,
/// in whole tiles except for the last.
struct SortArgs {
  const uint32_t *keys;
  uint32_t *sorted;
  /// First the keys per bin and block; then the keys of the bin in the blocks before.
  uint32_t *counts;
  uint64_t *starts; ///< start of each bin in `sorted`, followed by the number of keys
  uint64_t count, keysPerBlock;
  uint32_t shift, bits;
  uint32_t gridBlocks; ///< gridDim
};

/// Kinds of input for a sort.
enum class KeyKind : uint32_t { Uniform, Clustered, Hot, Presorted, Constant, FifthInvalid };

} // namespace flame::abi

#endif // FLAME_ABI_BENCHABI_H
