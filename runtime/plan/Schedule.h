// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a GPU adds up the samples of a frame. `direct` adds each sample to its bucket in global
// memory. `split` writes samples to a log that is sorted by bins of buckets while it is written
// (runtime/shared/SplitLog.h). docs/schedules.md compares them.

#ifndef FLAME_RUNTIME_PLAN_SCHEDULE_H
#define FLAME_RUNTIME_PLAN_SCHEDULE_H

#include "abi/Abi.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flame::rt {

/// The schedule that a user asks for. If `split` is impossible, frames are made with `direct`.
enum class Schedule { Auto, Direct, Split };

/// The schedule of a name: auto, direct, split.
std::optional<Schedule> findSchedule(std::string_view name);

/// Shape of the blocks of the iterate kernel.
struct BlockShape {
  /// Groups of a logical block per thread block: one, or both, which then share its buffers.
  uint32_t groups = 1;
  uint32_t grid = 0;        ///< blocks resident at once; 0: there are no blocks of this shape
  uint32_t bufferBytes = 0; ///< shared memory per block that is left for a log

  uint32_t threads() const { return groups * abi::kGroupThreads; }
  uint32_t points() const { return groups * abi::kPointsPerGroup; }
  /// Logical blocks resident at once.
  uint32_t logicalBlocks() const { return std::max(1u, grid * groups / abi::kGroups); }
};

/// Resources of a GPU for the log of a flame.
struct SplitRoom {
  uint32_t tileCells; ///< cells that fit the shared memory of a multiprocessor; 0: too few
  /// Cells that fit two multiprocessors, which divide them by words; 0: not possible.
  uint32_t pairCells;
  uint32_t mostBins;
  BlockShape singleGroup; ///< blocks of one group
  BlockShape bothGroups;  ///< blocks of both groups, where as many groups fit a multiprocessor
  uint64_t logBytes;      ///< device memory for the log
  uint32_t adders;        ///< blocks that add up at once

  /// Cells of a tile of a bin with `binCells` cells: all if a multiprocessor or a pair has room for
  /// them, else equal parts.
  uint32_t tileOf(uint32_t binCells) const {
    return binCells <= pairCells ? binCells
                                 : abi::ceilDivide(binCells, abi::ceilDivide(binCells, tileCells));
  }
  /// True if pairs of blocks add up its bins.
  bool isPaired(const abi::SplitLog &log) const { return log.tileCells > tileCells; }
};

/// A bucket and its share of all samples.
struct HotBucket {
  uint32_t bucket;
  double share;
};

/// The work to be planned.
struct SplitWork {
  abi::FrameGeometry frame;
  uint32_t blocks;                ///< logical blocks of the frame
  uint32_t localBlocks;           ///< logical blocks made here: fewer in a shard
  uint64_t samplesPerBlock;       ///< samples of a logical block
  bool hasPilot = false;          ///< the pilot run has measured the members below
  double shareInFrame = 1;        ///< share of samples within the frame; 1 if unknown
  double shareInTable = 0;        ///< share of samples in the hot table of `direct`
  std::vector<HotBucket> hottest; ///< some of the hottest buckets, hottest first
  bool beginsWithCopies = false;  ///< many points are copies that have hardly parted (WarmUp.h)
};

/// The plan of a split frame: the sizes of a SplitLog (its addresses are null), the contents of its
/// tables, and how much is logged before it is added up.
struct SplitPlan {
  abi::SplitLog log;
  bool wantsBothGroups; ///< on this GPU, buffers of blocks of one group would be small
  BlockShape shape;     ///< shape of the iterating blocks
  bool isPaired;        ///< pairs of blocks add up a bin, by flame_accumulate_pairs
  std::vector<uint32_t> hotTags, hotBuckets; ///< tables of the SplitLog
  uint32_t blocksPerLaunch;                  ///< logical blocks per launch
  uint32_t pieces; ///< launches in which these blocks make their rounds, suspended in between
};

/// True if the log is read several times because the cells of a bin do not fit a multiprocessor.
inline bool isReadAgain(const SplitPlan &plan) { return plan.isPaired || plan.log.tiles() > 1; }

/// Plans a log. Returns none if the frame has too many buckets for the bins that a block can
/// buffer, or if there is hardly any memory. Hot buckets get bins of their own if buffers are then
/// flushed less often.
std::optional<SplitPlan> planSplit(const SplitWork &work, const SplitRoom &room);

/// True if `plan` is expected to take less time than adding each sample to its bucket. A log does
/// not pay off if few samples are in the frame, if most cells of a large frame get hardly any
/// samples, or if the table of hot buckets takes most of the samples.
bool isLogQuicker(const SplitWork &work, const SplitPlan &plan);

/// With `direct`, additions return the previous contents of cells in one round of this many, a
/// power of two. Cells are emptied when they are an eighth full.
uint32_t roundsPerReturn(const SplitWork &work);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_SCHEDULE_H
