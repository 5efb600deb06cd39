// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of density estimation combined with the spatial filter.
// runtime/shared/PixelDensity.h has the maths; flame_density_select has chosen the kernels of
// buckets. They gather: a block owns a tile of 32 x 16 pixels, keeps their sums in registers and
// adds in a fixed order. No atomics are needed, and every run gives the same bytes.
//
// Buckets with narrow kernels are added first, by offset. A warp has 32 x 4 pixels, a lane one
// column of 4. The warp loads a row of buckets into shared memory, separated by phase, because the
// lanes' pixels are several buckets apart: this way they read adjacent words. For each offset a
// lane reads one bucket and adds it to its 4 pixels.
//
// All other buckets are then added by kernel. A block lists the buckets around it that reach it,
// some at a time, and each warp walks the part of the list that reaches its own 16 x 8 pixels.
// There are two lists: a warp that has walked one starts filling the next.
//
// A first kernel chooses the method per tile and sorts tiles by cost; blocks process them in that
// order.

#include "runtime/shared/PixelDensity.h"

#include <gpuintrin.h>

namespace flame {
namespace {

using abi::Accumulator;

constexpr uint32_t kWarpSize = 32, kWarps = abi::kPixelTileThreads / kWarpSize;
constexpr uint64_t kAllLanes = 0xffffffff;
constexpr int kTileWidth = int(abi::kPixelTileWidth), kTileHeight = int(abi::kPixelTileHeight);

/// An accumulator, or any four numbers, read in one access.
using Channels = float __attribute__((vector_size(16)));
using Words = int32_t __attribute__((vector_size(16)));

FLAME_INLINE Channels channelsOf(const Accumulator &accumulator) {
  return Channels{accumulator.red, accumulator.green, accumulator.blue, accumulator.alpha};
}
FLAME_INLINE Accumulator accumulatorOf(Channels channels) {
  return {channels[0], channels[1], channels[2], channels[3]};
}

/// Calls `work` with the supersampling as a constant.
template <class Work> FLAME_INLINE void atScale(uint32_t supersample, const Work &work) {
  static_assert(abi::kLeastPixelScale == 2 && abi::kMostPixelScale == 4);
  switch (supersample) {
  case 2:
    return work.template operator()<2>();
  case 3:
    return work.template operator()<3>();
  default:
    return work.template operator()<4>();
  }
}

//===-- choice of the method -----------------------------------------------------------------===//

/// Statistics of a block's tile.
struct TileChoice {
  uint32_t counts[abi::kNearClasses + 1]; ///< surrounding buckets that may reach it, by class
  int32_t reach;                          ///< widest reach of any of them; kEmptyTile: none
};
using SharedChoice = FLAME_SHARED TileChoice;

/// Visits the tiles of density estimation around a tile of pixels. Called by all threads; `choice`
/// is ready for use afterwards.
FLAME_INLINE void countAround(const abi::PixelDensityArgs &args, const TileBuckets &under,
                              SharedChoice &choice) {
  constexpr int kTile = int(abi::kDensityTile);
  const uint32_t thread = __gpu_thread_id_x();
  if (thread <= abi::kNearClasses)
    choice.counts[thread] = 0;
  if (thread == 0)
    choice.reach = abi::kEmptyTile;
  __gpu_sync_threads(); // the counts are set
  const int most = int(args.maxReach);
  const int tilesX = int(abi::ceilDivide(args.frame.gridWidth, abi::kDensityTile));
  const int tilesY = int(abi::ceilDivide(args.frame.gridHeight, abi::kDensityTile));
  const int left = under.x > most ? (under.x - most) / kTile : 0;
  const int top = under.y > most ? (under.y - most) / kTile : 0;
  const int lastX = (under.x + under.width - 1 + most) / kTile;
  const int lastY = (under.y + under.height - 1 + most) / kTile;
  const int right = lastX < tilesX ? lastX : tilesX - 1;
  const int bottom = lastY < tilesY ? lastY : tilesY - 1;
  const int columns = right - left + 1, tiles = columns * (bottom - top + 1);
  for (int i = int(thread); i < tiles; i += int(abi::kPixelTileThreads)) {
    const int x = left + i % columns, y = top + i / columns;
    const int steps = stepsBetween(under, x, y), tile = y * tilesX + x;
    const int reach = args.tileReach[tile];
    if (reach < steps)
      continue;
    // Integer operations: their order does not matter.
    __scoped_atomic_fetch_max(&choice.reach, reach, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
    for (uint32_t j = 0; j <= abi::kNearClasses; ++j)
      if (const uint32_t count = args.tileCounts[tile].buckets[j];
          count && mayReach(j, reach, steps))
        __scoped_atomic_fetch_add(&choice.counts[j], count, __ATOMIC_RELAXED,
                                  __MEMORY_SCOPE_WRKGRP);
  }
  __gpu_sync_threads(); // the counts are final
}

/// A tile: its number and position.
struct Tile {
  uint32_t number;
  int x, y;
};

FLAME_INLINE Tile tileOf(const abi::PixelDensityArgs &args, uint32_t number) {
  const uint32_t columns = abi::pixelTilesX(args.frame);
  return {number, int(number % columns), int(number / columns)};
}

template <int kScale>
FLAME_INLINE TileBuckets bucketsUnder(const abi::PixelDensityArgs &args, const Tile &tile) {
  return tileBuckets<kScale>(tile.x, tile.y, args.filterWidth, args.filterOffset);
}

/// Appends a tile to an order. The position among tiles of the same weight does not matter.
FLAME_INLINE void append(const abi::PixelDensityArgs &args, const abi::TileOrder &order,
                         uint32_t weight, uint32_t tile) {
  const uint32_t slot =
      __scoped_atomic_fetch_add(&order.counts[weight], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  order.tiles[weight * abi::pixelTiles(args.frame) + slot] = tile;
}

/// Finds the tile of this block; returns false past the end of the order.
FLAME_INLINE bool takeTile(const abi::PixelDensityArgs &args, const abi::TileOrder &order,
                           Tile &tile) {
  uint32_t before = 0;
  for (uint32_t weight = abi::kTileWeights; weight-- > 0;) {
    const uint32_t count = order.counts[weight], slot = __gpu_block_id_x() - before;
    if (slot < count) {
      tile = tileOf(args, order.tiles[weight * abi::pixelTiles(args.frame) + slot]);
      return true;
    }
    before += count;
  }
  return false;
}

template <int kScale>
FLAME_INLINE void planTile(const abi::PixelDensityArgs &args, SharedChoice &choice) {
  const Tile tile = tileOf(args, __gpu_block_id_x());
  countAround(args, bucketsUnder<kScale>(args, tile), choice);
  if (__gpu_thread_id_x() != 0)
    return;
  const int nearClass = chooseClass<kScale>(choice.counts, int(args.filterWidth));
  uint32_t listed = 0;
  for (int i = nearClass + 1; i <= int(abi::kNearClasses); ++i)
    listed += choice.counts[i];
  args.plans[tile.number] = {nearClass, choice.reach};
  append(args, args.nearOrder, uint32_t(nearClass - kNoClass), tile.number);
  if (listed > 0)
    append(args, args.listOrder, weightOf(listed), tile.number);
}

//===-- by offset -----------------------------------------------------------------------------===//

/// Rows of pixels of a lane.
constexpr int kNearRows = 4;
static_assert(kWarps * kNearRows == kTileHeight && kTileWidth == int(kWarpSize));

/// Steps of one pixel width, for the widest kernels and filter.
template <int kScale>
constexpr int kMostSteps = (2 * kNearest + int(abi::kMostPixelFilter) + kScale - 1) / kScale;
/// Buckets of one phase in a row, and slots for them. The slots are padded so that neighbouring
/// buckets are in different banks.
template <int kScale> constexpr int kPhaseBuckets = kTileWidth - 1 + kMostSteps<kScale>;
template <int kScale>
constexpr int kPhaseSlots =
    kPhaseBuckets<kScale> + (8 / kScale + 8 - kPhaseBuckets<kScale> % 8) % 8;
constexpr int kRowSlots = 4 * kPhaseSlots<4>;
static_assert(kRowSlots >= 3 * kPhaseSlots<3> && kRowSlots >= 2 * kPhaseSlots<2>);

/// Bits of a kernel index in one number.
constexpr int kKernelBits = 4, kKernelMask = (1 << kKernelBits) - 1;

/// A row of buckets. Buckets that are not added by offset are dark. The last bits of each
/// accumulator hold its kernel index, relative to the table, so that both are read in one access.
struct NearRow {
  Words buckets[kRowSlots];
};
using SharedRow = FLAME_SHARED NearRow;

/// Stores a kernel index in the last bits of red and alpha, which changes them by at most 2^-19 of
/// their value.
FLAME_INLINE Words withKernel(Channels channels, uint32_t kernel) {
  static_assert(abi::kNearKernels == 1 << 2 * kKernelBits);
  Words words = __builtin_bit_cast(Words, channels);
  words[0] = (words[0] & ~kKernelMask) | (int32_t(kernel) & kKernelMask);
  words[3] = (words[3] & ~kKernelMask) | int32_t(kernel >> kKernelBits);
  return words;
}
FLAME_INLINE uint32_t kernelIn(Words bucket) {
  return uint32_t((bucket[3] & kKernelMask) << kKernelBits | (bucket[0] & kKernelMask));
}

/// Loads the buckets from `begin` to `end` of the row that starts at (left, y) of the grid. A dark
/// bucket gets the kernel index of a nearby bucket, so it causes no additional memory reads;
/// `usual` carries that index. Returns false if all buckets are dark. Called by all lanes, each
/// with the same `row`.
template <int kScale>
FLAME_INLINE bool loadRow(const abi::PixelDensityArgs &args, uint32_t first, int left, int y,
                          int begin, int end, SharedRow &row, uint32_t &usual) {
  constexpr int kLoads = (kScale * kPhaseBuckets<kScale> + int(kWarpSize) - 1) / int(kWarpSize);
  const bool isInside = uint32_t(y) < args.frame.gridHeight;
  const uint64_t start = uint64_t(uint32_t(y)) * args.frame.gridWidth;
  uint32_t kernels[kLoads], anyVotes = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < kLoads; ++i) {
    const int column = i * int(kWarpSize) + int(__gpu_lane_id());
    const uint32_t x = uint32_t(left + column);
    const bool isThere = isInside && column >= begin && column < end && x < args.frame.gridWidth;
    kernels[i] = isThere ? args.kernelIndex[start + x] : abi::kNoKernel;
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < kLoads; ++i) {
    const int column = i * int(kWarpSize) + int(__gpu_lane_id());
    const bool isTaken = kernels[i] >= first && kernels[i] != abi::kNoKernel;
    Channels channels = {0, 0, 0, 0};
    if (isTaken)
      channels = channelsOf(args.scaled[start + uint32_t(left + column)]);
    const uint32_t votes = uint32_t(__gpu_ballot(kAllLanes, isTaken));
    anyVotes |= votes;
    if (votes)
      usual =
          __gpu_shuffle_idx_u32(kAllLanes, uint32_t(__builtin_ctz(votes)), kernels[i], kWarpSize) -
          args.nearFirst;
    if (column >= begin && column < end) {
      const int slot = column % kScale * kPhaseSlots<kScale> + column / kScale;
      row.buckets[slot] = withKernel(channels, isTaken ? kernels[i] - args.nearFirst : usual);
    }
  }
  return anyVotes != 0;
}

/// Adds a row of buckets to rows kFirst to kEnd - 1 of a lane's pixels, for the steps [begin, end).
/// `table`: coefficients of all rows, starting at the first step. `reaches(k)`: true if row k is
/// reached. Called by all lanes.
template <int kScale, int kFirst, int kEnd, class Reaches>
FLAME_INLINE void addRow(const SharedRow &row, const float *table, int begin, int end,
                         const Reaches &reaches, Accumulator *sums) {
  for (int step = begin; step < end; ++step, table += kScale * int(abi::kNearKernels)) {
#pragma clang loop unroll(full)
    for (int phase = 0; phase < kScale; ++phase) {
      const Words bucket = row.buckets[phase * kPhaseSlots<kScale> + step + int(__gpu_lane_id())];
      const Accumulator accumulator = accumulatorOf(__builtin_bit_cast(Channels, bucket));
      const float *local = table + kernelIn(bucket);
#pragma clang loop unroll(full)
      for (int k = kFirst; k < kEnd; ++k) {
        constexpr int kNearPixelRow = kScale * int(abi::kNearSide * abi::kNearKernels);
        const float weight =
            reaches(k) ? local[phase * int(abi::kNearKernels) - k * kNearPixelRow] : 0.0f;
        addWeighted(sums[k], weight, accumulator);
      }
    }
  }
}

/// Adds the buckets up to a class to a lane's column of pixels, whose first is (x, y). Called by
/// all lanes.
template <int kScale>
FLAME_INLINE void addNear(const abi::PixelDensityArgs &args, int nearClass, int x, int y,
                          SharedRow &row, Accumulator *sums) {
  const int lane = int(__gpu_lane_id()), reach = abi::kNearReaches[nearClass];
  const uint32_t first = firstNear(args.classes, nearClass);
  const int span = spanOf(reach, int(args.filterWidth));
  const int left = int(args.filterOffset) + kScale * (x - lane) - reach;
  const int top = int(args.filterOffset) + kScale * y - reach;
  uint32_t usual = 0;
  for (int j = 0; j < span + kScale * (kNearRows - 1); ++j) {
    const int cut = uncovered<kScale>(reach, int(args.filterWidth), j, kNearRows);
    const int begin = cut / kScale, end = (span - cut + kScale - 1) / kScale;
    __gpu_sync_lane(kAllLanes); // no lane reads the previous row
    const bool isDark = !loadRow<kScale>(args, first, left, top + j, kScale * begin,
                                         kScale * (kTileWidth - 1 + end), row, usual);
    if (isDark)
      continue;
    __gpu_sync_lane(kAllLanes); // the row is loaded
    const float *table = args.byOffset + nearEntry(kScale * begin - reach, j - reach);
    const auto reaches = [=](int k) { return uint32_t(j - k * kScale) < uint32_t(span); };
    // Most rows reach all pixels, or only the upper or lower half; these cases need no test in the
    // loop.
    if (j >= kScale * (kNearRows - 1) && j < span)
      addRow<kScale, 0, kNearRows>(row, table, begin, end, [](int) { return true; }, sums);
    else if (j < kScale * kNearRows / 2)
      addRow<kScale, 0, kNearRows / 2>(row, table, begin, end, reaches, sums);
    else if (j >= span + kScale * (kNearRows / 2 - 1))
      addRow<kScale, kNearRows / 2, kNearRows>(row, table, begin, end, reaches, sums);
    else
      addRow<kScale, 0, kNearRows>(row, table, begin, end, reaches, sums);
  }
}

struct NearMemory {
  NearRow rows[kWarps];
};

template <int kScale>
FLAME_INLINE void nearTile(const abi::PixelDensityArgs &args, FLAME_SHARED NearMemory &memory) {
  Tile tile;
  if (!takeTile(args, args.nearOrder, tile))
    return;
  const int warp = int(__gpu_thread_id_x() / kWarpSize);
  const int x = tile.x * kTileWidth + int(__gpu_lane_id());
  const int y = tile.y * kTileHeight + warp * kNearRows;
  const int nearClass = args.plans[tile.number].nearClass;
  Accumulator sums[kNearRows] = {};
  if (nearClass != kNoClass)
    addNear<kScale>(args, nearClass, x, y, memory.rows[warp], sums);
  if (uint32_t(x) >= args.frame.width)
    return;
#pragma clang loop unroll(full)
  for (int k = 0; k < kNearRows; ++k)
    if (uint32_t(y + k) < args.frame.height)
      args.result[uint64_t(uint32_t(y + k)) * args.frame.width + uint32_t(x)] = sums[k];
}

//===-- by kernel -----------------------------------------------------------------------------===//

/// Pixels of a warp: a lane has one column of 4 rows, two apart.
constexpr int kPatchWidth = 16, kPatchHeight = 8, kRowsPerLane = 4, kRowStep = 2;
constexpr int kPatchesPerRow = kTileWidth / kPatchWidth;
static_assert(int(kWarps) * kPatchWidth * kPatchHeight == kTileWidth * kTileHeight);
/// Candidates per lane, and listed buckets per warp, before lists are walked. With smaller lists,
/// warps synchronise more often; with larger ones, warps with few buckets wait for those with many.
/// The remaining memory serves as a cache for coefficients.
constexpr uint32_t kCandidates = 8, kWarpList = 64;

/// Buckets that reach the tile. Each warp lists the buckets that it found.
struct ListMemory {
  Channels accumulators[kWarps * kWarpList];
  Words buckets[kWarps * kWarpList]; ///< ListedBucket
  uint32_t counts[kWarps];
  uint32_t isDone[kWarps]; ///< the warp has no candidates left
};
/// Two lists, so that a warp may start the next one while others still walk the last one.
struct ListMemories {
  ListMemory lists[2];
};
using SharedList = FLAME_SHARED ListMemory;

/// A rectangle of buckets of the grid.
struct Rectangle {
  int left, top, right, bottom;
};

/// The buckets from which the tile may be reached.
FLAME_INLINE Rectangle aroundTile(const abi::PixelDensityArgs &args, const TileBuckets &under,
                                  int reach) {
  const int right = under.x + under.width + reach, bottom = under.y + under.height + reach;
  const int gridWidth = int(args.frame.gridWidth), gridHeight = int(args.frame.gridHeight);
  return {under.x > reach ? under.x - reach : 0, under.y > reach ? under.y - reach : 0,
          right < gridWidth ? right : gridWidth, bottom < gridHeight ? bottom : gridHeight};
}

/// The candidates of a lane. A warp has a quarter of the rows, in pieces of the warp's width. Each
/// warp starts at a different piece, so that a list reaches all parts of the tile and its warps
/// have about the same work.
struct Candidates {
  int left, right;          ///< columns of all candidates, starting at the lane's column
  int pieces, first, piece; ///< pieces per row, the warp's first piece, and the current one
  int y, bottom;

  FLAME_INLINE Candidates(const Rectangle &around, int warp) {
    const int rows = (around.bottom - around.top + int(kWarps) - 1) / int(kWarps);
    left = around.left + int(__gpu_lane_id()), right = around.right;
    pieces = (around.right - around.left + int(kWarpSize) - 1) / int(kWarpSize);
    first = piece = warp * pieces / int(kWarps);
    y = around.top + warp * rows;
    bottom = y + rows < around.bottom ? y + rows : around.bottom;
  }
  /// True if no lane has candidates left.
  FLAME_INLINE bool isAtEnd() const { return y >= bottom; }
  FLAME_INLINE void advance() {
    piece = piece + 1 < pieces ? piece + 1 : 0;
    y += piece == first ? 1 : 0;
  }
  FLAME_INLINE int x() const { return left + piece * int(kWarpSize); }
  FLAME_INLINE uint64_t bucket(const abi::PixelDensityArgs &args) const {
    return uint64_t(uint32_t(y)) * args.frame.gridWidth + uint32_t(x());
  }
  /// The kernel of the current candidate.
  FLAME_INLINE uint32_t kernel(const abi::PixelDensityArgs &args) const {
    return x() < right && y < bottom ? args.kernelIndex[bucket(args)] : abi::kNoKernel;
  }
};

/// Appends a candidate to the warp's list, of length `count`, if its kernel index is below `end`
/// and it reaches the tile. Returns the new length. Called by all lanes.
template <int kScale>
FLAME_INLINE uint32_t listBucket(const abi::PixelDensityArgs &args, const TileBuckets &under,
                                 uint32_t end, const Candidates &candidate, uint32_t kernel,
                                 uint32_t count, SharedList &memory) {
  const int filterWidth = int(args.filterWidth);
  const int x = candidate.x() - under.x, y = candidate.y - under.y;
  bool isListed = kernel < end;
  abi::PixelKernel local = {0, 0};
  if (isListed) {
    local = args.pixelKernels[kernel];
    isListed =
        reachesPatch<kScale>(x, y, local.reach, filterWidth, {0, 0, kTileWidth, kTileHeight});
  }
  const uint32_t votes = uint32_t(__gpu_ballot(kAllLanes, isListed));
  if (isListed) {
    const uint32_t warp = __gpu_thread_id_x() / kWarpSize;
    const uint32_t earlier = uint32_t(__builtin_popcount(votes & ((1u << __gpu_lane_id()) - 1)));
    const uint32_t slot = warp * kWarpList + count + earlier;
    const ListedBucket listed = listedBucket<kScale>(local, filterWidth, x, y);
    memory.accumulators[slot] = channelsOf(args.scaled[candidate.bucket(args)]);
    memory.buckets[slot] = Words{listed.entry, listed.columns, listed.rows, listed.offsets};
  }
  return count + uint32_t(__builtin_popcount(votes));
}

FLAME_INLINE ListedBucket listedAt(const SharedList &memory, uint32_t slot) {
  const Words words = memory.buckets[slot];
  return {words[0], words[1], words[2], words[3]};
}

/// Adds the lists of all warps to a lane's pixels, (x, y) and those below. Called by all threads.
template <int kScale>
FLAME_INLINE void addListed(const abi::PixelDensityArgs &args, const SharedList &memory,
                            const Patch &patch, int x, int y, Accumulator *sums) {
  const int filterWidth = int(args.filterWidth);
  for (uint32_t warp = 0; warp < kWarps; ++warp)
    for (uint32_t first = 0, count = memory.counts[warp]; first < count; first += kWarpSize) {
      const uint32_t start = warp * kWarpList + first, mine = first + __gpu_lane_id();
      bool isNear = false;
      if (mine < count) {
        const ListedBucket listed = listedAt(memory, start + __gpu_lane_id());
        const int reach = (highOf(listed.rows) - filterWidth) / 2;
        isNear = reachesPatch<kScale>(lowOf(listed.offsets), highOf(listed.offsets), reach,
                                      filterWidth, patch);
      }
      for (uint32_t votes = uint32_t(__gpu_ballot(kAllLanes, isNear)); votes; votes &= votes - 1) {
        const uint32_t slot = start + uint32_t(__builtin_ctz(votes));
        const Accumulator accumulator = accumulatorOf(memory.accumulators[slot]);
        const PixelColumn column = columnOf<kScale>(args.byKernel, listedAt(memory, slot), x, y);
#pragma clang loop unroll(full)
        for (int k = 0; k < kRowsPerLane; ++k)
          addWeighted(sums[k], coefficientBelow<kScale>(column, k * kRowStep), accumulator);
      }
    }
}

template <int kScale>
FLAME_INLINE void listTile(const abi::PixelDensityArgs &args, FLAME_SHARED ListMemories &memories) {
  const uint32_t warp = __gpu_thread_id_x() / kWarpSize;
  const int lane = int(__gpu_lane_id());
  Tile tile;
  if (!takeTile(args, args.listOrder, tile))
    return;
  const TileBuckets under = bucketsUnder<kScale>(args, tile);
  const abi::TilePlan plan = args.plans[tile.number];
  const uint32_t end = firstNear(args.classes, plan.nearClass);
  const Rectangle around = aroundTile(args, under, plan.reach);
  const Patch patch = {int(warp) % kPatchesPerRow * kPatchWidth,
                       int(warp) / kPatchesPerRow * kPatchHeight, kPatchWidth, kPatchHeight};
  const int x = patch.x + lane % kPatchWidth, y = patch.y + lane / kPatchWidth;
  Accumulator sums[kRowsPerLane] = {};
  Candidates candidate(around, int(warp));
  uint32_t kernel = candidate.kernel(args);
  bool isLast = false;
  for (uint32_t list = 0; !isLast; list ^= 1) {
    SharedList &memory = memories.lists[list];
    uint32_t count = 0;
    for (uint32_t i = 0; i < kCandidates && !candidate.isAtEnd() && count + kWarpSize <= kWarpList;
         ++i) {
      // The load of the next kernel index overlaps with this candidate.
      const Candidates present = candidate;
      const uint32_t local = kernel;
      candidate.advance();
      kernel = candidate.kernel(args);
      count = listBucket<kScale>(args, under, end, present, local, count, memory);
    }
    if (lane == 0) {
      memory.counts[warp] = count;
      memory.isDone[warp] = candidate.isAtEnd();
    }
    __gpu_sync_threads(); // this list is complete, and no thread reads the other one
    isLast = true;
    for (uint32_t i = 0; i < kWarps; ++i)
      isLast = isLast && memory.isDone[i];
    addListed<kScale>(args, memory, patch, x, y, sums);
  }
  const int pixelX = tile.x * kTileWidth + x, pixelY = tile.y * kTileHeight + y;
  if (uint32_t(pixelX) >= args.frame.width)
    return;
#pragma clang loop unroll(full)
  for (int k = 0; k < kRowsPerLane; ++k)
    if (const uint32_t row = uint32_t(pixelY + k * kRowStep); row < args.frame.height)
      addWeighted(args.result[uint64_t(row) * args.frame.width + uint32_t(pixelX)], 1, sums[k]);
}

} // namespace

//===-- kernels -------------------------------------------------------------------------------===//

FLAME_KERNEL void flame_pixel_kernels(abi::PixelDensityArgs args) {
  const uint32_t kernel = __gpu_block_id_x();
  atScale(args.frame.supersample, [&]<int kScale>() {
    const abi::PixelKernel &local = args.pixelKernels[kernel];
    const uint32_t entries = kernelEntries<kScale>(local.reach, int(args.filterWidth));
    const uint32_t first = __gpu_block_id_y() * abi::kFinishThreads + __gpu_thread_id_x();
    for (uint32_t i = first; i < entries; i += abi::kPixelKernelParts * abi::kFinishThreads)
      args.byKernel[local.first + i] = kernelEntry<kScale>(args, kernel, i);
  });
}

FLAME_KERNEL void flame_near_kernels(abi::PixelDensityArgs args) {
  const uint32_t column = __gpu_block_id_x(), row = __gpu_block_id_y();
  const uint32_t kernel = args.nearFirst + __gpu_thread_id_x();
  if (kernel >= args.kernelCount)
    return;
  atScale(args.frame.supersample, [&]<int kScale>() {
    args.byOffset[(row * abi::kNearSide + column) * abi::kNearKernels + __gpu_thread_id_x()] =
        nearCoefficient<kScale>(args, kernel, int(column), int(row));
  });
}

FLAME_KERNEL void flame_pixel_plan(abi::PixelDensityArgs args) {
  static FLAME_SHARED TileChoice choice;
  atScale(args.frame.supersample, [&]<int kScale>() { planTile<kScale>(args, choice); });
}

FLAME_KERNEL void flame_pixel_near(abi::PixelDensityArgs args) {
  // 72 registers: with the natural 84 there would be too few warps to hide memory latency.
  FLAME_LAUNCH_BOUNDS(abi::kPixelTileThreads, 7);
  static FLAME_SHARED NearMemory memory;
  atScale(args.frame.supersample, [&]<int kScale>() { nearTile<kScale>(args, memory); });
}

FLAME_KERNEL void flame_pixel_list(abi::PixelDensityArgs args) {
  static FLAME_SHARED ListMemories memories;
  atScale(args.frame.supersample, [&]<int kScale>() { listTile<kScale>(args, memories); });
}

} // namespace flame
