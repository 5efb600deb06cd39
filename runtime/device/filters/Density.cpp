// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of density estimation. They gather: a block owns a tile of 32 x 32 buckets and
// adds up the contributions of other buckets' kernels in a fixed order. No atomics are needed, and
// every run gives the same bytes.
//
// The cost follows the content. The first kernel stores the kernel index of every bucket and the
// widest reach in every tile. For density estimation of pixels (PixelDensity.cpp), which continues
// from there, it also counts the buckets with narrow kernels. In the second kernel a block searches
// only as far as any kernel can reach it and lists the reaching buckets, 256 candidates at a time.
// Each warp walks the part of the list that reaches its own 16 x 8 buckets. Where the flame is
// dense, kernels have a single coefficient and the tile is merely scaled; where it is empty,
// nothing is read.

#include "runtime/shared/Density.h"
#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/PixelDensity.h"
#include "runtime/shared/SpatialFilter.h"

#include <gpuintrin.h>

namespace flame {
namespace {

using abi::Accumulator;

constexpr uint32_t kWarpSize = 32, kWarps = abi::kFinishThreads / kWarpSize;
constexpr uint64_t kAllLanes = 0xffffffff;
constexpr int kTile = abi::kDensityTile;
static_assert(uint64_t(kTile + 2 * abi::kMaxDensityReach) * (kTile + 2 * abi::kMaxDensityReach) <
              uint64_t(1) << 31);

/// A warp gathers 16 x 8 buckets: a lane has one column of 4 rows, two apart.
constexpr int kPatchWidth = 16, kPatchHeight = 8, kRowsPerLane = 4, kRowStep = 2;
constexpr int kPatchesPerRow = kTile / kPatchWidth;
static_assert(kWarps * kPatchWidth * kPatchHeight == kTile * kTile);

/// A bucket whose kernel reaches the tile: its position relative to the tile, and its colour times
/// the kernel's scale.
struct alignas(16) Source {
  float red, green, blue, alpha;
  float x, y, falloff, limit;
};

/// The shared memory of `flame_density_gather`.
struct GatherMemory {
  Source list[abi::kFinishThreads];
  uint32_t warpCounts[kWarps];
  int32_t bound;
};
using SharedGather = FLAME_SHARED GatherMemory;

/// A rectangle of buckets, relative to the tile.
struct Rectangle {
  int x, y, width, height;
};

FLAME_INLINE int tileX() { return int(__gpu_block_id_x()) * kTile; }
FLAME_INLINE int tileY() { return int(__gpu_block_id_y()) * kTile; }

/// Distance of `at` from [start, start + length), 0 inside.
FLAME_INLINE int distanceTo(int at, int start, int length) {
  const int before = start - at, after = at - (start + length - 1);
  return before > 0 ? before : after > 0 ? after : 0;
}

FLAME_INLINE bool reaches(float limit, int x, int y, const Rectangle &area) {
  const float dx = float(distanceTo(x, area.x, area.width));
  const float dy = float(distanceTo(y, area.y, area.height));
  return isCovered(limit, dx * dx, dy * dy);
}

/// The widest reach of any kernel that touches this block's tile; kEmptyTile if there is none.
/// Called by all threads; all get the result.
FLAME_INLINE int reachIntoTile(const abi::DensityArgs &args, SharedGather &memory) {
  const uint32_t thread = __gpu_thread_id_x();
  const int tilesX = int(abi::ceilDivide(args.params.gridWidth, kTile));
  const int tilesY = int(abi::ceilDivide(args.params.gridHeight, kTile));
  const int around = int(abi::ceilDivide(args.params.maxReach, kTile)), side = 2 * around + 1;
  if (thread == 0)
    memory.bound = abi::kEmptyTile;
  __gpu_sync_threads(); // the bound is set
  for (int i = int(thread); i < side * side; i += int(abi::kFinishThreads)) {
    const int dx = i % side - around, dy = i / side - around;
    const int x = int(__gpu_block_id_x()) + dx, y = int(__gpu_block_id_y()) + dy;
    if (x < 0 || y < 0 || x >= tilesX || y >= tilesY)
      continue;
    const int steps = dx * dx > dy * dy ? dx : dy, apart = steps < 0 ? -steps : steps;
    const int nearest = apart > 0 ? (apart - 1) * kTile + 1 : 0;
    const int reach = args.tileReach[y * tilesX + x];
    if (reach >= nearest) // a maximum of integers: the order does not matter
      __scoped_atomic_fetch_max(&memory.bound, reach, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  }
  __gpu_sync_threads(); // the bound is final
  return memory.bound;
}

/// Loads the bucket at a position relative to the tile; returns false if it does not reach the
/// tile.
FLAME_INLINE bool loadSource(const abi::DensityArgs &args, int x, int y, Source &source) {
  const int gridX = tileX() + x, gridY = tileY() + y;
  if (uint32_t(gridX) >= args.params.gridWidth || uint32_t(gridY) >= args.params.gridHeight)
    return false;
  const uint64_t bucket = uint64_t(gridY) * args.params.gridWidth + uint32_t(gridX);
  const uint16_t index = args.kernelIndex[bucket];
  if (index == abi::kNoKernel)
    return false;
  const abi::DensityKernel kernel = args.kernels[index];
  if (!reaches(kernel.limit, x, y, {0, 0, kTile, kTile}))
    return false;
  const Accumulator value = args.scaled[bucket];
  source = {value.red * kernel.scale,
            value.green * kernel.scale,
            value.blue * kernel.scale,
            value.alpha * kernel.scale,
            float(x),
            float(y),
            kernel.falloff,
            kernel.limit};
  return true;
}

/// Appends the sources of all threads to the empty list, in thread order. Called by all threads.
/// Returns the length of the list in all threads; the list is ready for use.
FLAME_INLINE uint32_t listSources(bool keep, const Source &source, SharedGather &memory) {
  const uint32_t lane = __gpu_lane_id(), warp = __gpu_thread_id_x() / kWarpSize;
  const uint32_t votes = uint32_t(__gpu_ballot(kAllLanes, keep));
  if (lane == 0)
    memory.warpCounts[warp] = uint32_t(__builtin_popcount(votes));
  __gpu_sync_threads(); // all counts are written, and no thread reads the old list
  uint32_t before = 0, total = 0;
  for (uint32_t i = 0; i < kWarps; ++i) {
    before += i < warp ? memory.warpCounts[i] : 0;
    total += memory.warpCounts[i];
  }
  if (keep) {
    const uint32_t earlierLanes = votes & ((1u << lane) - 1);
    FLAME_SHARED Source &slot = memory.list[before + uint32_t(__builtin_popcount(earlierLanes))];
    slot.red = source.red, slot.green = source.green, slot.blue = source.blue;
    slot.alpha = source.alpha, slot.x = source.x, slot.y = source.y;
    slot.falloff = source.falloff, slot.limit = source.limit;
  }
  __gpu_sync_threads(); // the list is complete, and the counts may be overwritten
  return total;
}

/// Adds one source to the buckets of a lane: column x, rows y, y + kRowStep, ...
FLAME_INLINE void addSource(FLAME_SHARED const Source &source, float x, float y,
                            Accumulator *sums) {
  const Accumulator color = {source.red, source.green, source.blue, source.alpha};
  const float falloff = source.falloff, limit = source.limit;
  const float dx = x - source.x, dx2 = dx * dx, top = y - source.y;
#pragma clang loop unroll(full)
  for (int row = 0; row < kRowsPerLane; ++row) {
    const float dy = top + float(row * kRowStep), dy2 = dy * dy;
    const float weight = exp2Fast(-falloff * (dx2 + dy2));
    addWeighted(sums[row], isCovered(limit, dx2, dy2) ? weight : 0.0f, color);
  }
}

/// Adds the sources of the list to this warp's patch. Called by all threads.
FLAME_INLINE void addListed(SharedGather &memory, uint32_t count, const Rectangle &patch, float x,
                            float y, Accumulator *sums) {
  for (uint32_t first = 0; first < count; first += kWarpSize) {
    const uint32_t mine = first + __gpu_lane_id();
    bool near = false;
    if (mine < count) {
      FLAME_SHARED const Source &source = memory.list[mine];
      near = reaches(source.limit, int(source.x), int(source.y), patch);
    }
    for (uint32_t votes = uint32_t(__gpu_ballot(kAllLanes, near)); votes; votes &= votes - 1)
      addSource(memory.list[first + uint32_t(__builtin_ctz(votes))], x, y, sums);
  }
}

/// Gathers all sources within `bound` buckets of the tile. Called by all threads.
FLAME_INLINE void gatherTile(const abi::DensityArgs &args, int bound, SharedGather &memory,
                             const Rectangle &patch, float x, float y, Accumulator *sums) {
  const int side = kTile + 2 * bound;
  for (int first = 0; first < side * side; first += int(abi::kFinishThreads)) {
    const int candidate = first + int(__gpu_thread_id_x());
    Source source = {};
    const bool keep = candidate < side * side &&
                      loadSource(args, candidate % side - bound, candidate / side - bound, source);
    addListed(memory, listSources(keep, source, memory), patch, x, y, sums);
  }
}

/// The value of a bucket in a tile that no other bucket reaches.
FLAME_INLINE Accumulator localShare(const abi::DensityArgs &args, uint64_t bucket) {
  const uint16_t index = args.kernelIndex[bucket];
  Accumulator sum = {0, 0, 0, 0};
  if (index != abi::kNoKernel)
    addWeighted(sum, args.kernels[index].scale, args.scaled[bucket]);
  return sum;
}

/// The shared memory of `flame_density_select`.
struct SelectMemory {
  /// Sums of samples along rows of a neighbourhood, for the columns of the tile, and for its rows
  /// plus a margin.
  float rowSums[(kTile + 2 * abi::kMostCountRadius) * kTile];
  int32_t reach;
  uint32_t counts[abi::kNearClasses + 1];
};
using SharedSelect = FLAME_SHARED SelectMemory;

/// Calls `work` with the radius of a neighbourhood, as a constant for supersampling up to 5.
template <class Work> FLAME_INLINE void atRadius(uint32_t radius, const Work &work) {
  switch (radius) {
  case 1:
    return work([] { return 1u; });
  case 2:
    return work([] { return 2u; });
  default:
    return work([=] { return radius; });
  }
}

/// Computes the row sums; buckets outside the grid count as empty. Called by all threads. Does not
/// synchronise.
template <class Radius>
FLAME_INLINE void sumRows(const abi::DensityArgs &args, SharedSelect &memory,
                          const Radius &radiusOf) {
  const abi::DensityParams &params = args.params;
  const uint32_t radius = radiusOf(), rows = kTile + 2 * radius;
  for (uint32_t i = __gpu_thread_id_x(); i < rows * kTile; i += abi::kFinishThreads) {
    const uint32_t x = uint32_t(tileX()) + i % kTile, y = uint32_t(tileY()) + i / kTile - radius;
    float sum = 0;
    if (y < params.gridHeight && x >= radius && x + radius < params.gridWidth) {
      const float *first = args.sampleCounts + uint64_t(y) * params.gridWidth + x - radius;
      for (uint32_t j = 0; j <= 2 * radius; ++j)
        sum += first[j];
    }
    memory.rowSums[i] = sum;
  }
}

/// Same as kernelAt, from row sums. `i`: index of the bucket in the tile.
template <class Radius>
FLAME_INLINE uint16_t selectInTile(const abi::DensityArgs &args, const SharedSelect &memory,
                                   uint32_t x, uint32_t y, uint32_t i, const Radius &radiusOf) {
  if (!isSpread(args.sampleCounts, args.params, x, y))
    return abi::kNoKernel;
  float samples = 0;
  for (uint32_t j = 0; j <= 2 * radiusOf(); ++j)
    samples += memory.rowSums[i + j * kTile];
  return uint16_t(selectKernel(samples, args.kernels, args.params));
}

/// Result of a thread for its buckets.
struct Selected {
  int32_t reach;
  uint64_t counts; ///< one byte per class: a warp has 128 buckets
};
static_assert(kTile * kTile / kWarps < 256 && abi::kNearClasses + 1 == sizeof(Selected::counts));

/// Stores the kernel indices that `select(x, y, i)` returns for the tile. Called by all threads.
template <class Select>
FLAME_INLINE Selected noteKernels(const abi::DensityArgs &args, const Select &select) {
  Selected found = {abi::kEmptyTile, 0};
  for (uint32_t i = __gpu_thread_id_x(); i < uint32_t(kTile * kTile); i += abi::kFinishThreads) {
    const uint32_t x = uint32_t(tileX()) + i % kTile, y = uint32_t(tileY()) + i / kTile;
    if (x >= args.params.gridWidth || y >= args.params.gridHeight)
      continue;
    const uint16_t index = select(x, y, i);
    args.kernelIndex[uint64_t(y) * args.params.gridWidth + x] = index;
    if (index == abi::kNoKernel)
      continue;
    const int32_t reached = args.kernels[index].reach;
    found.reach = reached > found.reach ? reached : found.reach;
    found.counts += uint64_t(1) << 8 * nearClassOf(args.classes, index);
  }
  return found;
}

} // namespace

FLAME_KERNEL void flame_density_select(abi::DensityArgs args) {
  static FLAME_SHARED SelectMemory memory;
  const uint32_t thread = __gpu_thread_id_x();
  if (thread == 0)
    memory.reach = abi::kEmptyTile;
  if (thread <= abi::kNearClasses)
    memory.counts[thread] = 0;
  Selected found;
  if (args.params.stepsPerOctave) {
    __gpu_sync_threads(); // maximum and counts are set
    found = noteKernels(args, [&](uint32_t x, uint32_t y, uint32_t) {
      return kernelAt(args.sampleCounts, args.kernels, args.params, x, y);
    });
  } else {
    atRadius(args.params.countRadius, [&](const auto &radiusOf) {
      sumRows(args, memory, radiusOf);
      __gpu_sync_threads(); // maximum, counts and sums are set
      found = noteKernels(args, [&](uint32_t x, uint32_t y, uint32_t i) {
        return selectInTile(args, memory, x, y, i, radiusOf);
      });
    });
  }
  // Integer operations: their order does not matter.
  if (found.reach > abi::kEmptyTile)
    __scoped_atomic_fetch_max(&memory.reach, found.reach, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  if (args.tileCounts) {
    const uint64_t ofWarp = __gpu_lane_sum_u64(kAllLanes, found.counts);
    if (const uint32_t lane = __gpu_lane_id(); lane <= abi::kNearClasses)
      __scoped_atomic_fetch_add(&memory.counts[lane], uint32_t(ofWarp >> 8 * lane & 0xff),
                                __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  }
  __gpu_sync_threads(); // maximum and counts are final
  const uint32_t tile = __gpu_block_id_y() * __gpu_num_blocks_x() + __gpu_block_id_x();
  if (thread == 0)
    args.tileReach[tile] = memory.reach;
  if (args.tileCounts && thread <= abi::kNearClasses)
    args.tileCounts[tile].buckets[thread] = uint16_t(memory.counts[thread]);
}

FLAME_KERNEL void flame_density_gather(abi::DensityArgs args) {
  static FLAME_SHARED GatherMemory memory;
  const int lane = int(__gpu_lane_id()), warp = int(__gpu_thread_id_x() / kWarpSize);
  const Rectangle patch = {warp % kPatchesPerRow * kPatchWidth,
                           warp / kPatchesPerRow * kPatchHeight, kPatchWidth, kPatchHeight};
  const int x = patch.x + lane % kPatchWidth, y = patch.y + lane / kPatchWidth;
  Accumulator sums[kRowsPerLane] = {};
  const int bound = reachIntoTile(args, memory);
  if (bound > 0)
    gatherTile(args, bound, memory, patch, float(x), float(y), sums);
  const uint32_t gridX = uint32_t(tileX() + x);
#pragma clang loop unroll(full)
  for (int row = 0; row < kRowsPerLane; ++row) {
    const uint32_t gridY = uint32_t(tileY() + y + row * kRowStep);
    if (gridX >= args.params.gridWidth || gridY >= args.params.gridHeight)
      continue;
    const uint64_t bucket = uint64_t(gridY) * args.params.gridWidth + gridX;
    args.result[bucket] = bound == 0 ? localShare(args, bucket) : sums[row];
  }
}

} // namespace flame
