// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a GPU adds up the samples of a frame: `direct`, each to its bucket in global memory, or `split`, through a log
// that is sorted by bins of buckets while it is written (runtime/shared/SplitLog.h). docs/schedules.md compares them.

#ifndef FLAME_RUNTIME_PLAN_SCHEDULE_H
#define FLAME_RUNTIME_PLAN_SCHEDULE_H

#include "abi/Abi.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flame::rt {

/// What a user may ask for. Where the other one is impossible, frames are made with `direct`.
enum class Schedule { Auto, Direct, Split };

/// The schedule of a name: auto, direct, split.
std::optional<Schedule> findSchedule(std::string_view name);

/// Blocks of the iterate kernel.
struct BlockShape {
  /// Groups of a logical block that each makes: one, or both, which then share its buffers.
  uint32_t groups = 1;
  uint32_t grid = 0;        ///< blocks that are resident at once; 0: there are none of this shape
  uint32_t bufferBytes = 0; ///< shared memory of each that a log may have, beside everything else

  uint32_t threads() const { return groups * abi::kGroupThreads; }
  uint32_t points() const { return groups * abi::kPointsPerGroup; }
  /// Logical blocks that are resident at once.
  uint32_t logicalBlocks() const { return std::max(1u, grid * groups / abi::kGroups); }
};

/// What a GPU has for the log of a flame.
struct SplitRoom {
  uint32_t tileCells; ///< cells that fit the shared memory of a multiprocessor; 0: too few
  uint32_t pairCells; ///< cells that fit that of two, which share them by words; 0: they can't
  uint32_t mostBins;
  BlockShape singleGroup; ///< blocks of one group
  BlockShape bothGroups;  ///< blocks of both, where a multiprocessor has as many groups of them
  uint64_t logBytes;      ///< device memory
  uint32_t adders;        ///< blocks that add up at once

  /// The cells of a tile of a bin that has so many: all where a multiprocessor or a pair has room for them, else equally many.
  uint32_t tileOf(uint32_t binCells) const {
    return binCells <= pairCells ? binCells
                                 : abi::ceilDivide(binCells, abi::ceilDivide(binCells, tileCells));
  }
  /// Whether pairs add up its bins.
  bool isPaired(const abi::SplitLog &log) const { return log.tileCells > tileCells; }
};

/// A bucket, and which share of all samples it gets.
struct HotBucket {
  uint32_t bucket;
  double share;
};

/// What is to be added up.
struct SplitWork {
  abi::FrameGeometry frame;
  uint32_t blocks;                ///< logical ones of the frame
  uint32_t localBlocks;           ///< those that are made here: fewer of a shard
  uint64_t samplesPerBlock;       ///< of a logical block
  bool hasPilot = false;          ///< the pilot run has measured the members below
  double shareInFrame = 1;        ///< of all samples; 1 if nobody knows
  double shareInTable = 0;        ///< of all samples: in the buckets of the hot table of `direct`
  std::vector<HotBucket> hottest; ///< some of the hottest buckets, these first
  bool beginsWithCopies = false;  ///< many points are copies that have hardly parted (WarmUp.h)
};

/// How a frame is split: the sizes in a SplitLog, whose addresses are null, what its tables hold, and how much is logged before it
/// is added up.
struct SplitPlan {
  abi::SplitLog log;
  bool wantsBothGroups; ///< buffers of blocks of one group would be small, on this GPU
  BlockShape shape;     ///< of the blocks that iterate
  bool isPaired;        ///< pairs of blocks add up a bin, by flame_accumulate_pairs
  std::vector<uint32_t> hotTags, hotBuckets; ///< as SplitLog has them
  uint32_t blocksPerLaunch;                  ///< logical ones
  uint32_t pieces; ///< launches in which these blocks make their rounds, suspended in between
};

/// Whether the log is read several times, since the cells of a bin do not fit a multiprocessor.
inline bool isReadAgain(const SplitPlan &plan) { return plan.isPaired || plan.log.tiles() > 1; }

/// Plans a log, or none: where the frame has too many buckets for bins that a block has buffers for, or there is hardly any memory.
/// Hot buckets get bins of their own if buffers are flushed less often for it.
std::optional<SplitPlan> planSplit(const SplitWork &work, const SplitRoom &room);

/// Whether `plan` is expected to take less time than adding each sample to its bucket. A log is not worth it where little is in the
/// frame, where most cells of a large frame get hardly any samples, or where the table of hot buckets has most of what is seen.
bool isLogQuicker(const SplitWork &work, const SplitPlan &plan);

/// Additions of `direct` return what cells held in one round of so many, a power of two: cells are emptied when they are an eighth full.
uint32_t roundsPerReturn(const SplitWork &work);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_SCHEDULE_H
