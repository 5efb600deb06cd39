// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of a log.

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

/// Entries that a block has room for in each bin: so many that the lanes which copy them have two quads each, and with fewer than
/// the least most of the time is spent with flushing.
static constexpr uint32_t kWantedBuffered = 136, kFewestBuffered = 24;
/// With fewer than so many for each group of the block, bins are made larger than a tile: reading the log once more costs less than
/// flushing more often.
static constexpr uint32_t kComfortablyBuffered = 48;
/// With fewer than so many in blocks of one group, if no bucket is hot, they have both groups of a logical block: to wait for each other
/// when buffers are flushed then costs less than flushing more often.
static constexpr uint32_t kBufferedAlone = 52;
/// Of so many blocks of both groups as are resident, the share from which they are worth it: with fewer, groups that share a
/// multiprocessor would leave others idle. Frames often have some blocks less than there are places, as these make whole chunks.
static constexpr double kBusyShare = 0.75;
/// Bins that each have a block to themselves to be added up: of so many blocks one may be idle, and of so many bins that are wanted
/// there may be one more or fewer.
static constexpr uint32_t kNearlyAll = 25, kNearlyWanted = 8;
/// Bins get equally much but for chance; a flush comes when the mean is this many standard deviations below what there is
/// room for. The few that find their buffer full are added directly. Copies of a point fall into the same bins for a while.
static constexpr double kDeviations = 1.75, kDeviationsOfCopies = 3.5;
/// What the log has beyond the samples that are expected, as some bins have hotter buckets than others; and entries that are
/// missing in the last quad of what is flushed, on average.
static constexpr double kSpareShare = 1.18, kMissingInQuad = 1.5;
/// What bins of a hot bucket get of the mean of others, at most.
static constexpr double kHotLoad = 0.9;
/// Chunks of a bin's log that a block fills in a launch, at least, and quads of a chunk, at most.
static constexpr double kChunksOfBlock = 16;
static constexpr uint32_t kLargestChunk = 256;
/// Quads of a bin's log, at most; those that blocks have asked for in vain are counted beyond.
static constexpr uint32_t kMostQuads = 1u << 31;
/// Looking up whether buckets are hot is worth it if at most this share of the cost is left.
static constexpr double kWorthLookingUp = 0.8;
/// Hot buckets, at most: with more it would take long to find a hash that tells them apart.
static constexpr size_t kMostHotBuckets = 64;
/// Launches in which blocks make their rounds, at most: each takes time to begin, and to add up.
static constexpr double kMostPieces = 32;
/// Rounds between flushes, at most.
static constexpr double kMostRounds = 1024;
/// Samples in the frame to a bucket, from which emptying tiles costs less than adding each sample to its bucket, where the L2 does not hold
/// all cells: without a survey, by which all samples count as seen; with one; and where bins have several tiles, as then most of the cells
/// are in DRAM.
static constexpr double kDensityWorthLog = 3, kKnownDensityWorthLog = 12,
                        kDensityOfTilesWorthLog = 0.9;
/// The same from which bins are for pairs of blocks, which have smaller buffers, and so take longer to write.
static constexpr double kDensityWorthPairs = 4;
/// The share of all samples in the frame up to which they are added one by one: a log takes longer over those outside, too.
static constexpr double kShareWorthLog = 0.08;
/// The share of what is in the frame that the hot table of `direct` has, from which that is quicker (docs/schedules.md has what this comes
/// from): than a log whose buffers hot buckets fill within so many rounds; where cells of a bin are in several tiles, than any.
static constexpr double kShareOfTableBesideHot = 0.48, kShareOfTable = 0.3;
static constexpr uint32_t kFewRoundsPerFlush = 8;
/// The latter where blocks have large buffers, and buckets get at least so many samples in the frame.
static constexpr double kShareOfTableTogether = 0.5, kDensityTogether = 30;
/// What a sample that no buffer has room for costs, in flushes of a buffer: all blocks wait for the same bucket.
static constexpr double kFlushesOfOverflow = 50;
/// Rounds per return: that the rest arrives unseen hardly happens to any cell that is not in the table of hot buckets.
static constexpr uint32_t kRoundsPerReturn = 8;
/// The same where it does happen. Where the table has more than this share of what is in the frame, points linger, and a block adds to one
/// bucket for rounds without asking; it takes longest where the L2 does not hold the cells. A frame that lost samples is made again, which
/// takes longer than all that asking.
static constexpr uint32_t kRoundsPerReturnOfLingering = 4;
static constexpr double kShareOfLingering = 0.5;
/// Buckets, at most, whose cells the L2 holds.
static constexpr uint64_t kBucketsInCache = uint64_t(4) << 20;
/// Hashes that are tried, and for each entry of the table as many buckets outside of the frame.
static constexpr uint32_t kHashes = 256, kOutsideOfPlace = 64;

namespace {

/// The hottest buckets that have bins of their own, and what follows from it.
struct HotChoice {
  std::vector<uint32_t> bins;  ///< of each of them
  uint32_t allBins = 0;        ///< of all of them
  uint32_t bufferBytes = 0;    ///< of any bin
  double meanShare = 0;        ///< of the samples that a bin of others gets
  double greatestShare = 0;    ///< that of the one with the hottest of these
  uint32_t roundsPerFlush = 0; ///< 0: there is no room for so many
  double overflow = 0;         ///< samples of a block that a bin gets too many of in one round

  /// Buffers that are flushed, per round.
  double flushes(uint32_t bins) const {
    return roundsPerFlush ? double(bins + allBins) / roundsPerFlush : HUGE_VAL;
  }

  /// What they cost, and what is added to buckets directly, in flushes of buffers.
  double cost(uint32_t bins) const { return flushes(bins) + kFlushesOfOverflow * overflow; }
};

/// Hot buckets and their hash.
struct HashedBuckets {
  uint32_t factor = 0;
  std::vector<uint32_t> tags, buckets;
};

} // namespace

/// What it is like when the first `count` buckets have bins of their own.
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
    const double wanted = work.hottest[i].share / (kHotLoad * choice.meanShare);
    const auto bucketBins = uint32_t(std::clamp(std::ceil(wanted), 1.0, double(kMostBinsOfOne)));
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
  const double deviations = work.beginsWithCopies ? kDeviationsOfCopies : kDeviations;
  const double fill = buffered - deviations * std::sqrt(buffered);
  const double rounds = fill / (shape.points() * choice.greatestShare);
  choice.roundsPerFlush = uint32_t(std::clamp(rounds, 1.0, kMostRounds));
  choice.overflow = std::max(0.0, 1 - rounds) * choice.greatestShare * shape.points();
  return choice;
}

/// The choice that costs least, or none if it does not save enough.
static HotChoice chooseHot(const SplitWork &work, const SplitRoom &room, const BlockShape &shape,
                           uint32_t bins) {
  const HotChoice none = chooseHot(work, room, shape, bins, 0);
  HotChoice best = none;
  for (size_t count = 1; count <= std::min(work.hottest.size(), kMostHotBuckets); ++count) {
    HotChoice choice = chooseHot(work, room, shape, bins, count);
    if (choice.cost(bins) < best.cost(bins))
      best = std::move(choice);
  }
  return best.cost(bins) <= kWorthLookingUp * none.cost(bins) ? best : none;
}

/// Enters buckets into a table by the hash of `factor`. Fails where two have one entry.
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
  // The other entries get buckets that are outside of the frame: each of the first few, unless the
  // hash is a bad one.
  const uint32_t frame = uint32_t(abi::bucketCount(work.frame));
  const uint32_t end = std::min(frame + kOutsideOfPlace * kHotTags, 1u << kHashedBits);
  size_t left = kHotTags - choice.bins.size();
  for (uint32_t bucket = frame; left && bucket < end; ++bucket)
    if (const uint32_t hash = bucket * factor; !taken[hotTagIndex(hash)]) {
      taken[hotTagIndex(hash)] = true;
      table.tags[hotTagIndex(hash)] = hotTag(hash, 0, 1);
      --left;
    }
  return left == 0;
}

/// A table of all chosen buckets, if one of some hashes tells them apart.
static std::optional<HashedBuckets> hashBuckets(const SplitWork &work, const HotChoice &choice) {
  HashedBuckets table;
  for (uint32_t i = 1; i <= kHashes; ++i)
    if (enter(work, choice, hashFactor(2 * (i * 0x9E3779B1u) + 1), table))
      return table;
  return std::nullopt;
}

/// One bin for each block that adds up, or one for some fewer, if that is about as many as are wanted. 0: it is not, or they would
/// have too many cells.
static uint32_t chooseBinsOfOwn(const abi::FrameGeometry &frame, const SplitRoom &room,
                                uint32_t wanted) {
  const uint32_t fewest = abi::ceilDivide(uint32_t(abi::bucketCount(frame)), room.tileCells);
  const auto isNear = [&](uint32_t bins) {
    return bins >= 2 && bins * kNearlyAll >= room.adders * (kNearlyAll - 1) &&
           bins * kNearlyWanted >= wanted * (kNearlyWanted - 1) &&
           wanted * kNearlyWanted >= bins * (kNearlyWanted - 1);
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

/// How many bins there are: of one tile each if their buffers are comfortable, else for pairs where a GPU has these, else of so few
/// tiles that buffers are comfortable, or of as many as an entry has numbers for. 0: there are too many buckets.
static uint32_t chooseBins(const SplitWork &work, const SplitRoom &room, const BlockShape &shape) {
  const abi::FrameGeometry &frame = work.frame;
  const auto binsFor = [&](uint32_t buffered) {
    return std::min(room.mostBins,
                    shape.bufferBytes / ((buffered + 1) * uint32_t(sizeof(uint32_t))));
  };
  if (const uint32_t bins = chooseBinsOfOwn(frame, room, binsFor(kWantedBuffered)))
    return bins;
  const auto binsOfCells = [&](uint32_t cells, uint32_t fewestBuffered) {
    return binCountFor(frame.gridWidth, frame.gridHeight, cells, binsFor(kWantedBuffered),
                       binsFor(fewestBuffered));
  };
  // Copies of a point fill small buffers at the same time.
  const uint32_t comfortable = kComfortablyBuffered * shape.groups;
  const uint32_t buffered = work.beginsWithCopies ? comfortable : kFewestBuffered;
  const bool mayPair = room.pairCells &&
                       samplesInFrame(work) >= kDensityWorthPairs * double(abi::bucketCount(frame));
  for (uint32_t tiles = 1;; ++tiles) {
    const bool isLast = uint64_t(tiles) * room.tileCells >= kMaxBinCells;
    const uint32_t cells = isLast ? kMaxBinCells : tiles * room.tileCells;
    const uint32_t bins = binsOfCells(cells, isLast ? kFewestBuffered : comfortable);
    if (bins || isLast)
      return bins;
    if (const uint32_t paired = mayPair ? binsOfCells(room.pairCells, buffered) : 0)
      return paired;
  }
}

/// Whether blocks of one group have room enough for so many bins, if any.
static bool hasRoomAlone(const SplitWork &work, const SplitRoom &room, uint32_t bins) {
  return bins && chooseHot(work, room, room.alone, bins, 0).bufferBytes >=
                     kBufferedAlone * sizeof(uint32_t);
}

std::optional<SplitPlan> planSplit(const SplitWork &work, const SplitRoom &room) {
  if (!room.tileCells)
    return std::nullopt;
  SplitPlan plan = {};
  plan.shape = room.alone;
  uint32_t bins = chooseBins(work, room, plan.shape);
  plan.wantsTogether = room.together.grid && !hasRoomAlone(work, room, bins);
  const bool isBusy = work.localBlocks >= kBusyShare * room.together.grid;
  if (plan.wantsTogether && (!bins || isBusy)) {
    plan.shape = room.together;
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
  const double spare = kSpareShare + kMissingInQuad / flushed;
  const double share = log.allBins() * std::max(spare * hot.meanShare,
                                                hot.greatestShare + (spare - 1.1) * hot.meanShare);
  const double bytesPerBlock = double(work.samplesPerBlock) * share * sizeof(uint32_t);
  const uint64_t turns =
      uint64_t(double(room.logBytes) / (bytesPerBlock * plan.shape.logicalBlocks()));
  plan.blocksPerLaunch = uint32_t(
      std::min<uint64_t>(work.blocks, std::max<uint64_t>(turns, 1) * plan.shape.logicalBlocks()));
  const double pieces = std::ceil(bytesPerBlock * plan.blocksPerLaunch / double(room.logBytes));
  if (!(pieces <= kMostPieces))
    return std::nullopt;
  plan.pieces = std::max(1u, uint32_t(pieces));
  constexpr uint64_t kQuadBytes = 4 * sizeof(uint32_t);
  const double quads =
      bytesPerBlock * plan.blocksPerLaunch / plan.pieces / log.allBins() / kQuadBytes;
  // Each block has a chunk that is not full.
  log.chunkQuads = std::bit_floor(
      uint32_t(std::clamp(quads / (kChunksOfBlock * plan.shape.grid), 1.0, double(kLargestChunk))));
  const double chunks = std::ceil(quads / log.chunkQuads) + plan.shape.grid;
  log.binQuads = uint32_t(std::min<double>(kMostQuads, chunks * log.chunkQuads));
  return plan;
}

uint32_t roundsPerReturn(const SplitWork &work) {
  const bool lingers = work.shareInTable > kShareOfLingering * work.shareInFrame;
  return lingers && abi::bucketCount(work.frame) > kBucketsInCache ? kRoundsPerReturnOfLingering
                                                                   : kRoundsPerReturn;
}

/// Whether the buckets of the frame get so few samples that few cells of a tile have any.
static bool isSparse(const SplitWork &work, const SplitPlan &plan) {
  const uint64_t buckets = abi::bucketCount(work.frame);
  if (buckets <= kBucketsInCache)
    return false;
  const double worthLog = isReadAgain(plan) ? kDensityOfTilesWorthLog
                          : work.isSurveyed ? kKnownDensityWorthLog
                                            : kDensityWorthLog;
  return samplesInFrame(work) < worthLog * double(buckets);
}

bool isLogQuicker(const SplitWork &work, const SplitPlan &plan) {
  if (work.shareInFrame <= kShareWorthLog || isSparse(work, plan))
    return false;
  if (isReadAgain(plan)) {
    const bool isDense =
        samplesInFrame(work) >= kDensityTogether * double(abi::bucketCount(work.frame));
    const bool isEasy = plan.wantsTogether && isDense; // all parts of a frame are planned alike
    return work.shareInTable < (isEasy ? kShareOfTableTogether : kShareOfTable) * work.shareInFrame;
  }
  return !plan.log.hotBins || plan.log.roundsPerFlush > kFewRoundsPerFlush ||
         work.shareInTable < kShareOfTableBesideHot * work.shareInFrame;
}

} // namespace flame::rt
