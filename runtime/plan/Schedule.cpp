// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans logs from measured costs; the constants below hold the measurements.

#include "runtime/plan/Schedule.h"

#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/SplitLog.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace flame::rt {

std::optional<Schedule> findSchedule(std::string_view name) {
  if (name == "auto")
    return Schedule::Auto;
  if (name == "direct")
    return Schedule::Direct;
  if (name == "split")
    return Schedule::Split;
  return std::nullopt;
}

/// Entries in the buffer of a bin. The target gives each copying lane two quads; below the minimum,
/// flushing takes most of the time.
static constexpr uint32_t kTargetBufferEntries = 136, kMinBufferEntries = 24;
/// With fewer entries per group of the block, bins are made larger than a tile: one more pass over
/// the log costs less than more frequent flushes.
static constexpr uint32_t kComfortableBufferEntries = 48;
/// With fewer entries in blocks of one group, if no bucket is hot, blocks have both groups of a
/// logical block. Groups then wait for each other at a flush, which costs less than more frequent
/// flushes.
static constexpr uint32_t kSingleGroupBufferEntries = 52;
/// The least share of the resident blocks of both groups that must have work. With fewer, groups
/// that share a multiprocessor would leave other multiprocessors idle. Frames often have slightly
/// fewer blocks than are resident, because blocks make whole chunks.
static constexpr double kMinOccupancy = 0.75;
/// If there is about one bin per accumulating block, allow 1 in 25 blocks to idle and the bin count
/// to be off by 1 in 8.
static constexpr uint32_t kIdleBlockTolerance = 25, kBinCountTolerance = 8;
/// Bins get equal numbers of entries, apart from chance. A flush comes when the mean is this many
/// standard deviations below the room of a buffer. The few samples that find their buffer full are
/// added directly. Copies of a point fall into the same bins for a while, so they need more
/// deviations.
static constexpr double kFlushDeviations = 1.75, kCopyFlushDeviations = 3.5;
/// Room of the log relative to the expected samples, because some bins have hotter buckets than
/// others; and the mean number of unused entries in the last quad of a flush.
static constexpr double kLogHeadroom = 1.18, kMeanQuadPadding = 1.5;
/// The greatest load of the bins of a hot bucket, relative to the mean of the other bins.
static constexpr double kMaxHotBinLoad = 0.9;
/// The fewest chunks of a bin's log that a block fills in a launch, and the most quads of a chunk.
static constexpr double kMinChunksPerBlock = 16;
static constexpr uint32_t kMaxChunkQuads = 256;
/// Most quads of a bin's log. Requests of blocks that did not fit are counted beyond it.
static constexpr uint32_t kMaxBinQuads = 1u << 31;
/// Looking up hot buckets is worth it if it leaves at most this share of the cost.
static constexpr double kMaxLookupCostShare = 0.8;
/// Most hot buckets. With more it would take long to find a hash that separates them.
static constexpr size_t kMaxHotBuckets = 64;
/// Most launches in which blocks make their rounds: each has a start-up cost, and one for adding
/// up.
static constexpr double kMaxPieces = 32;
/// The most rounds between flushes.
static constexpr double kMaxRoundsPerFlush = 1024;
/// Samples in the frame per bucket from which a log costs less than adding each sample to its
/// bucket, if the L2 does not hold all cells: without a pilot run, when all samples count as
/// visible; with one; and if bins have several tiles, because most of the cells are then in DRAM.
static constexpr double kMinLogDensity = 3, kMinLogDensityWithPilot = 12, kMinTiledLogDensity = 0.9;
/// The same for bins of pairs of blocks, which have smaller buffers and therefore take longer to
/// write.
static constexpr double kMinPairDensity = 4;
/// Up to this share of samples in the frame, samples are added one by one: a log also spends time
/// on samples outside the frame.
static constexpr double kMinLogShare = 0.08;
/// Share of the frame's samples in the hot table of `direct` from which `direct` is quicker
/// (docs/schedules.md has the measurements): quicker than a log that hot buckets make flush within
/// kFewRoundsPerFlush rounds, and quicker than any log whose bins have several tiles.
static constexpr double kHotLogTableShare = 0.48, kTiledLogTableShare = 0.3;
static constexpr uint32_t kFewRoundsPerFlush = 8;
/// kTiledLogTableShare for blocks with large buffers, from this number of samples in the frame per
/// bucket on.
static constexpr double kLargeBufferTableShare = 0.5, kLargeBufferDensity = 30;
/// The cost of a sample that finds its buffer full, in flushes of a buffer: all blocks wait for the
/// same bucket.
static constexpr double kOverflowCost = 50;
/// Rounds per return. A cell outside the table of hot buckets hardly ever overflows undetected in
/// the other rounds.
static constexpr uint32_t kRoundsPerReturn = 8;
/// The same for flames whose points linger: those with more than this share of the frame's samples
/// in the table, if the L2 does not hold the cells. There a block adds to one bucket for several
/// rounds without a return. A frame that lost samples is made again, which takes longer than all
/// the returns.
static constexpr uint32_t kLingeringRoundsPerReturn = 4;
static constexpr double kLingeringTableShare = 0.5;
/// The most buckets whose cells the L2 holds.
static constexpr uint64_t kBucketsInCache = uint64_t(4) << 20;
/// Number of hashes to try, and number of buckets outside the frame to try for each entry of the
/// table.
static constexpr uint32_t kHashCount = 256, kOutsideBucketsPerEntry = 64;

namespace {

/// The hottest buckets that have bins of their own, and the consequences of that choice.
struct HotChoice {
  std::vector<uint32_t> bins;  ///< bins of each of them
  uint32_t allBins = 0;        ///< bins of all of them
  uint32_t bufferBytes = 0;    ///< buffer of any bin
  double meanShare = 0;        ///< share of the samples in a bin of other buckets
  double greatestShare = 0;    ///< share in the bin with the hottest of the other buckets
  uint32_t roundsPerFlush = 0; ///< 0: there is no room for this many bins
  double overflow = 0;         ///< samples of a block beyond the room of a bin in one round

  /// Buffers flushed per round.
  double flushes(uint32_t bins) const {
    return roundsPerFlush ? double(bins + allBins) / roundsPerFlush : HUGE_VAL;
  }

  /// The cost of flushes and of directly added samples, in flushes of buffers.
  double cost(uint32_t bins) const { return flushes(bins) + kOverflowCost * overflow; }
};

/// Hot buckets and their hash.
struct HashedBuckets {
  uint32_t factor = 0;
  std::vector<uint32_t> tags, buckets;
};

} // namespace

/// The choice in which the first `count` buckets have bins of their own.
static HotChoice chooseHot(const SplitWork &work, const SplitRoom &room, const BlockShape &shape,
                           uint32_t bins, size_t count) {
  HotChoice choice;
  double rest = std::clamp(work.shareInFrame, 1e-3, 1.0);
  for (size_t i = 0; i < count; ++i)
    rest -= work.hottest[i].share;
  choice.meanShare = std::max(rest, 1e-4) / bins;
  choice.greatestShare =
      choice.meanShare + (count < work.hottest.size() ? work.hottest[count].share : 0);
  for (size_t i = 0; i < count; ++i) {
    const double wanted = work.hottest[i].share / (kMaxHotBinLoad * choice.meanShare);
    const auto bucketBins =
        uint32_t(std::clamp(std::ceil(wanted), 1.0, double(kMaxBinsPerHotBucket)));
    choice.bins.push_back(std::bit_ceil(bucketBins));
    choice.allBins += choice.bins.back();
    choice.greatestShare =
        std::max(choice.greatestShare, work.hottest[i].share / choice.bins.back());
  }
  const uint32_t fixed = splitBytes(bins + choice.allBins, choice.allBins, 0);
  if (fixed >= shape.bufferBytes || bins + choice.allBins > room.mostBins)
    return choice;
  choice.bufferBytes = (shape.bufferBytes - fixed) / (bins + choice.allBins) / 16 * 16;
  const size_t entries = choice.bufferBytes / sizeof(uint32_t);
  const auto buffered = double(entries);
  const double deviations = work.beginsWithCopies ? kCopyFlushDeviations : kFlushDeviations;
  const double fill = buffered - deviations * std::sqrt(buffered);
  const double rounds = fill / (shape.points() * choice.greatestShare);
  choice.roundsPerFlush = uint32_t(std::clamp(rounds, 1.0, kMaxRoundsPerFlush));
  choice.overflow = std::max(0.0, 1 - rounds) * choice.greatestShare * shape.points();
  return choice;
}

/// The cheapest choice, or none if it does not save enough.
static HotChoice chooseHot(const SplitWork &work, const SplitRoom &room, const BlockShape &shape,
                           uint32_t bins) {
  const HotChoice none = chooseHot(work, room, shape, bins, 0);
  HotChoice best = none;
  for (size_t count = 1; count <= std::min(work.hottest.size(), kMaxHotBuckets); ++count) {
    HotChoice choice = chooseHot(work, room, shape, bins, count);
    if (choice.cost(bins) < best.cost(bins))
      best = std::move(choice);
  }
  return best.cost(bins) <= kMaxLookupCostShare * none.cost(bins) ? best : none;
}

/// Enters buckets into a table by the hash of `factor`. Fails if two buckets share an entry.
static bool enter(const SplitWork &work, const HotChoice &choice, uint32_t factor,
                  HashedBuckets &table) {
  std::vector<bool> taken(kHotTags);
  table = {factor, std::vector<uint32_t>(kHotTags), {}};
  for (size_t i = 0; i < choice.bins.size(); ++i) {
    const uint32_t bucket = work.hottest[i].bucket, hash = bucket * factor;
    if (taken[hotTagIndex(hash)])
      return false;
    taken[hotTagIndex(hash)] = true;
    table.tags[hotTagIndex(hash)] = hotTag(hash, uint32_t(table.buckets.size()), choice.bins[i]);
    table.buckets.insert(table.buckets.end(), choice.bins[i], bucket);
  }
  // The other entries get buckets outside the frame. Each takes one of the first few, unless the
  // hash is bad.
  const uint32_t frame = uint32_t(abi::bucketCount(work.frame));
  const uint32_t end = std::min(frame + kOutsideBucketsPerEntry * kHotTags, 1u << kHashedBits);
  size_t left = kHotTags - choice.bins.size();
  for (uint32_t bucket = frame; left && bucket < end; ++bucket)
    if (const uint32_t hash = bucket * factor; !taken[hotTagIndex(hash)]) {
      taken[hotTagIndex(hash)] = true;
      table.tags[hotTagIndex(hash)] = hotTag(hash, 0, 1);
      --left;
    }
  return left == 0;
}

/// A table of all chosen buckets, if one of the tried hashes separates them.
static std::optional<HashedBuckets> hashBuckets(const SplitWork &work, const HotChoice &choice) {
  HashedBuckets table;
  for (uint32_t i = 1; i <= kHashCount; ++i)
    if (enter(work, choice, hashFactor(2 * (i * 0x9E3779B1u) + 1), table))
      return table;
  return std::nullopt;
}

/// One bin per accumulating block, or for slightly fewer blocks, if that is about the wanted number
/// of bins. 0: it is not, or bins would have too many cells.
static uint32_t chooseOneBinPerBlock(const abi::FrameGeometry &frame, const SplitRoom &room,
                                     uint32_t wanted) {
  const uint32_t fewest = abi::ceilDivide(uint32_t(abi::bucketCount(frame)), room.tileCells);
  const auto isNear = [&](uint32_t bins) {
    return bins >= 2 && bins * kIdleBlockTolerance >= room.adders * (kIdleBlockTolerance - 1) &&
           bins * kBinCountTolerance >= wanted * (kBinCountTolerance - 1) &&
           wanted * kBinCountTolerance >= bins * (kBinCountTolerance - 1);
  };
  for (uint32_t bins = std::min(room.adders, room.mostBins); bins >= fewest && isNear(bins); --bins)
    if (mayHaveBins(frame.gridWidth, frame.gridHeight, bins))
      return bins;
  return 0;
}

/// Samples in the frame.
static double samplesInFrame(const SplitWork &work) {
  return work.shareInFrame * double(work.blocks) * double(work.samplesPerBlock);
}

/// The number of bins. They have one tile each if their buffers are comfortable. Else they are for
/// pairs of blocks, if the GPU supports them; else they have the fewest tiles with comfortable
/// buffers, or as many cells as an entry can number. 0: there are too many buckets.
static uint32_t chooseBins(const SplitWork &work, const SplitRoom &room, const BlockShape &shape) {
  const abi::FrameGeometry &frame = work.frame;
  const auto binsFor = [&](uint32_t buffered) {
    return std::min(room.mostBins,
                    shape.bufferBytes / ((buffered + 1) * uint32_t(sizeof(uint32_t))));
  };
  if (const uint32_t bins = chooseOneBinPerBlock(frame, room, binsFor(kTargetBufferEntries)))
    return bins;
  const auto binsOfCells = [&](uint32_t cells, uint32_t fewestBuffered) {
    return binCountFor(frame.gridWidth, frame.gridHeight, cells, binsFor(kTargetBufferEntries),
                       binsFor(fewestBuffered));
  };
  // Copies of a point fill small buffers at the same time.
  const uint32_t comfortable = kComfortableBufferEntries * shape.groups;
  const uint32_t buffered = work.beginsWithCopies ? comfortable : kMinBufferEntries;
  const bool mayPair =
      room.pairCells && samplesInFrame(work) >= kMinPairDensity * double(abi::bucketCount(frame));
  for (uint32_t tiles = 1;; ++tiles) {
    const bool isLast = uint64_t(tiles) * room.tileCells >= kMaxBinCells;
    const uint32_t cells = isLast ? kMaxBinCells : tiles * room.tileCells;
    const uint32_t bins = binsOfCells(cells, isLast ? kMinBufferEntries : comfortable);
    if (bins || isLast)
      return bins;
    if (const uint32_t paired = mayPair ? binsOfCells(room.pairCells, buffered) : 0)
      return paired;
  }
}

/// True if there are bins and blocks of one group have enough room for them.
static bool hasRoomInSingleGroup(const SplitWork &work, const SplitRoom &room, uint32_t bins) {
  return bins && chooseHot(work, room, room.singleGroup, bins, 0).bufferBytes >=
                     kSingleGroupBufferEntries * sizeof(uint32_t);
}

std::optional<SplitPlan> planSplit(const SplitWork &work, const SplitRoom &room) {
  if (!room.tileCells)
    return std::nullopt;
  SplitPlan plan = {};
  plan.shape = room.singleGroup;
  uint32_t bins = chooseBins(work, room, plan.shape);
  plan.wantsBothGroups = room.bothGroups.grid && !hasRoomInSingleGroup(work, room, bins);
  const bool isBusy = work.localBlocks >= kMinOccupancy * room.bothGroups.grid;
  if (plan.wantsBothGroups && (!bins || isBusy)) {
    plan.shape = room.bothGroups;
    bins = chooseBins(work, room, plan.shape);
  }
  if (!bins)
    return std::nullopt;
  HotChoice hot = chooseHot(work, room, plan.shape, bins);
  std::optional<HashedBuckets> table;
  if (hot.allBins)
    table = hashBuckets(work, hot);
  if (hot.allBins && !table)
    hot = chooseHot(work, room, plan.shape, bins, 0);
  abi::SplitLog &log = plan.log;
  log.bins = bins;
  log.hotBins = hot.allBins;
  if (table) {
    log.hotFactor = table->factor;
    plan.hotTags = std::move(table->tags);
    plan.hotBuckets = std::move(table->buckets);
  }
  log.binReciprocal = binReciprocalOf(bins);
  log.binCells = abi::ceilDivide(uint32_t(abi::bucketCount(work.frame)), bins);
  log.tileCells = room.tileOf(log.binCells);
  plan.isPaired = room.isPaired(log);
  log.bufferBytes = hot.bufferBytes;
  log.roundsPerFlush = hot.roundsPerFlush;

  const double flushed = hot.meanShare * hot.roundsPerFlush * plan.shape.points();
  const double spare = kLogHeadroom + kMeanQuadPadding / flushed;
  const double share = log.allBins() * std::max(spare * hot.meanShare,
                                                hot.greatestShare + (spare - 1.1) * hot.meanShare);
  const double bytesPerBlock = double(work.samplesPerBlock) * share * sizeof(uint32_t);
  const uint64_t waves =
      uint64_t(double(room.logBytes) / (bytesPerBlock * plan.shape.logicalBlocks()));
  plan.blocksPerLaunch = uint32_t(
      std::min<uint64_t>(work.blocks, std::max<uint64_t>(waves, 1) * plan.shape.logicalBlocks()));
  const double pieces = std::ceil(bytesPerBlock * plan.blocksPerLaunch / double(room.logBytes));
  if (!(pieces <= kMaxPieces))
    return std::nullopt;
  plan.pieces = std::max(1u, uint32_t(pieces));
  constexpr uint64_t kQuadBytes = 4 * sizeof(uint32_t);
  const double quads =
      bytesPerBlock * plan.blocksPerLaunch / plan.pieces / log.allBins() / kQuadBytes;
  // Each block has one chunk that is not full.
  log.chunkQuads = std::bit_floor(uint32_t(
      std::clamp(quads / (kMinChunksPerBlock * plan.shape.grid), 1.0, double(kMaxChunkQuads))));
  const double chunks = std::ceil(quads / log.chunkQuads) + plan.shape.grid;
  log.binQuads = uint32_t(std::min<double>(kMaxBinQuads, chunks * log.chunkQuads));
  return plan;
}

uint32_t roundsPerReturn(const SplitWork &work) {
  const bool lingers = work.shareInTable > kLingeringTableShare * work.shareInFrame;
  return lingers && abi::bucketCount(work.frame) > kBucketsInCache ? kLingeringRoundsPerReturn
                                                                   : kRoundsPerReturn;
}

/// True if the buckets of the frame get so few samples that few cells of a tile have any.
static bool isSparse(const SplitWork &work, const SplitPlan &plan) {
  const uint64_t buckets = abi::bucketCount(work.frame);
  if (buckets <= kBucketsInCache)
    return false;
  const double worthLog = isReadAgain(plan) ? kMinTiledLogDensity
                          : work.hasPilot   ? kMinLogDensityWithPilot
                                            : kMinLogDensity;
  return samplesInFrame(work) < worthLog * double(buckets);
}

bool isLogQuicker(const SplitWork &work, const SplitPlan &plan) {
  if (work.shareInFrame <= kMinLogShare || isSparse(work, plan))
    return false;
  if (isReadAgain(plan)) {
    const bool isDense =
        samplesInFrame(work) >= kLargeBufferDensity * double(abi::bucketCount(work.frame));
    const bool isEasy = plan.wantsBothGroups && isDense; // all shards of a frame are planned alike
    return work.shareInTable <
           (isEasy ? kLargeBufferTableShare : kTiledLogTableShare) * work.shareInFrame;
  }
  return !plan.log.hotBins || plan.log.roundsPerFlush > kFewRoundsPerFlush ||
         work.shareInTable < kHotLogTableShare * work.shareInFrame;
}

} // namespace flame::rt
