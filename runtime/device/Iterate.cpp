// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU, with either of two schedules.
//
// `direct`: one packed 64-bit integer addition per plotted sample. Additions that return nothing are a third faster than those that return what the cell held, but cannot see a carry. So a
// block asks in every eighth round alone, and empties cells that are an eighth full. Where one overflowed all the same, the
// sum of all counts is too small, and the frame is made again with additions that all return (IterateArgs::unreturned).
//
// `split`: one entry of a log per plotted sample, which AccumulateLog.cpp adds up. A block sorts entries by bin in shared
// memory, and appends what it has of each bin to the bin's log every few rounds. Where a buffer or the log is full, the sample
// is added to its bucket at once, so that nothing is lost.
//
// Without xaos every warp chooses one xform per round for all its points (or one per 32 of them, if some xform is rare),
// which therefore never diverge. Lanes that share their choices for long would collapse onto each other, so after every
// round all points of the block change places through shared memory. Each point writes the slot its thread owns, and the
// thread moves on to another slot: the slot read is the slot written next, so that one buffer and one barrier suffice.
//
// With xaos the next xform depends on the point's last one: each point draws from its own row and lanes may diverge;
// no exchange is needed, and the Markov chain is exact.
//
// Reproducible: the histogram depends on the arguments alone, not on the GPU or on how logical blocks are spread.

#include "runtime/device/Genome.h"
#include "runtime/shared/Deposit.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/Palettes.h"
#include "runtime/shared/SplitLog.h"
#include "runtime/shared/TemporalSample.h"

#include <gpuintrin.h>

using namespace flame;
using abi::kPointsPerThread;
using abi::Point;

/// Dynamic shared memory: see IterateMemory.h.
extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace {

constexpr uint32_t kWarpSize = 32, kWarps = abi::kThreads / kWarpSize;
constexpr uint32_t kSlots = abi::kPointsPerBlock;
static_assert((kSlots / kWarpSize & (kSlots / kWarpSize - 1)) == 0, "slots wrap by masking");

/// Up to this many xforms are searched one after another, more by bisection.
constexpr uint32_t kLinearSearch = 8;

struct SharedMemory {
  unsigned char *exchange; ///< points
  uint64_t *deposits;      ///< of the palette, packed
  uint32_t *colors;        ///< of the palette, as in entries of the log
  abi::PaletteEntry *palette;
  float *params;
  uint32_t *badValues; ///< of the block, which are rare: a register would be for every thread
  uint32_t *hotTags,
      *hotSums; ///< sums of slot s: of red at [s], green, blue and count a table's length further each
  uint32_t *bufferEnds;   ///< of each bin: where its next entry goes, in bytes from `buffers`
  unsigned char *buffers; ///< of the bins
};

FLAME_INLINE SharedMemory layOutSharedMemory(const abi::IterateArgs &args) {
  auto *base = (unsigned char *)flame_shared;
  unsigned char *palette = base + exchangeBytes(flame_features);
  auto *params = (float *)(palette + paletteBytes(flame_features));
  auto *bad = (uint32_t *)(params + args.sharedFloats);
  uint32_t *hot = bad + kBadValueBytes / sizeof(uint32_t);
  const uint32_t slots = 1u << args.hotBits;
  auto *ends = args.hotBits ? hot + kHotWords * slots : hot;
  return {base,
          (uint64_t *)palette,
          (uint32_t *)palette,
          (abi::PaletteEntry *)palette,
          params,
          bad,
          hot,
          hot + slots,
          ends,
          (unsigned char *)ends + bufferBytes(args.log.bins, 0)};
}

/// Whether samples go to the log. With xaos, and where deposits are fractional, they never do.
FLAME_INLINE bool splits(const abi::IterateArgs &args) {
  return !hasFeature(abi::kXaos) && !hasFeature(abi::kFractionalDeposit) && args.log.bins != 0;
}

/// Index of the first of `count` ascending bounds above `u`; the last bound counts as infinite.
FLAME_INLINE uint32_t searchCumulative(const float *bounds, uint32_t count, float u) {
  if (count <= kLinearSearch) {
    uint32_t index = 0;
    for (uint32_t i = 0; i + 1 < count; ++i)
      index += u >= bounds[i];
    return index;
  }
  uint32_t low = 0, high = count - 1;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (u >= bounds[middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The colour of deposit `step` of a row: that of an entry, or between two.
FLAME_INLINE abi::PaletteEntry blendedColorAt(const abi::PaletteEntry *row, uint32_t step) {
  constexpr uint32_t last = abi::kPaletteSize - 1;
  const uint32_t index = step / kDepositsPerEntry < last ? step / kDepositsPerEntry : last;
  const uint32_t next = index < last ? index + 1 : last;
  const uint32_t share = step % kDepositsPerEntry * (kPaletteShares / kDepositsPerEntry);
  return blendedEntry(row[index], row[next], share);
}

/// What levels of a palette row are rounded with: at random from one step to the next, and from block to block evenly (a Kronecker
/// sequence with the powers of 1 / 1.2207), so that the blocks of a frame together round up as often as they should.
struct PaletteDither {
  Rng rng;
  uint32_t block;

  FLAME_INLINE float next(uint32_t level) {
    constexpr uint32_t kSteps[3] = {3518319155, 2882110345, 2360945575};
    return float((nextBits(rng) + block * kSteps[level]) >> 8) * 0x1p-24f;
  }
};

FLAME_INLINE PaletteDither paletteDither(const abi::IterateArgs &args, uint32_t block,
                                         uint32_t row) {
  return {makeRng(args.seed, row, abi::kThreads + 1 + __gpu_thread_id_x()), block};
}

FLAME_INLINE uint64_t roundedDeposit(const abi::PaletteEntry &color, PaletteDither &dither) {
  const uint32_t red = ditheredLevel(color.red, dither.next(0));
  const uint32_t green = ditheredLevel(color.green, dither.next(1));
  const uint32_t blue = ditheredLevel(color.blue, dither.next(2));
  return packDeposit(red, green, blue, 1);
}

/// The colour of an entry of the log.
FLAME_INLINE uint32_t roundedEntry(const abi::PaletteEntry &color, PaletteDither &dither) {
  const float luma = dither.next(0), orange = dither.next(1), green = dither.next(2);
  return entryColor(255 * color.red, 255 * color.green, 255 * color.blue, luma, orange, green);
}

/// The colour of step `step` of a row, as in the log.
FLAME_INLINE uint32_t entryColorAt(const abi::IterateArgs &args, uint32_t row, uint32_t step,
                                   PaletteDither &dither) {
  if (hasFeature(abi::kLinearPalette))
    return roundedEntry(blendedColorAt(args.paletteRows + row * abi::kPaletteSize, step), dither);
  const abi::WideCell levels = unpackCell(args.palette[row * abi::kPaletteSize + step]);
  constexpr float perLevel = 1.0f / 255.0f;
  return roundedEntry({float(uint32_t(levels.red)) * perLevel,
                       float(uint32_t(levels.green)) * perLevel,
                       float(uint32_t(levels.blue)) * perLevel, 1},
                      dither);
}

/// Copies row `row` of the palettes in the form that deposits need. Its rounding has random streams of its own, so that the
/// points are the same with every form. Called by all threads.
FLAME_INLINE void loadPaletteRow(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t block, uint32_t row) {
  const abi::PaletteEntry *entries = args.paletteRows + row * abi::kPaletteSize;
  const uint32_t thread = __gpu_thread_id_x();
  PaletteDither dither = paletteDither(args, block, row);
  const uint32_t steps = hasFeature(abi::kLinearPalette) ? kBlendedDeposits : abi::kPaletteSize;
  if (hasFeature(abi::kFractionalDeposit)) {
    for (uint32_t i = thread; i < abi::kPaletteSize; i += abi::kThreads)
      shared.palette[i] = entries[i];
  } else if (splits(args)) {
#pragma clang loop unroll(disable)
    for (uint32_t i = thread; i < steps; i += abi::kThreads)
      shared.colors[i] = entryColorAt(args, row, i, dither);
  } else if (hasFeature(abi::kLinearPalette)) {
#pragma clang loop unroll(disable)
    for (uint32_t i = thread; i < kBlendedDeposits; i += abi::kThreads)
      shared.deposits[i] = roundedDeposit(blendedColorAt(entries, i), dither);
  } else {
    for (uint32_t i = thread; i < abi::kPaletteSize; i += abi::kThreads)
      shared.deposits[i] = args.palette[row * abi::kPaletteSize + i];
  }
}

/// The rounds of a logical block, as one of its warps makes them.
struct Rounds {
  uint32_t fuse, all;
  EarlyRounds early;    ///< of the warp
  uint32_t sample, row; ///< temporal sample and row of the palettes that are loaded
  uint32_t nextLook;    ///< round in which the temporal sample may be another one
};

/// Copies the parameter block and palette row of temporal sample `sample`. Called by all threads; the first barrier
/// protects what the last rounds still read, the second what is written here.
FLAME_INLINE void loadTemporalSample(const abi::IterateArgs &args, const SharedMemory &shared,
                                     uint32_t block, uint32_t sample, Rounds &rounds) {
  const uint32_t row = uint32_t(uint64_t(sample) * args.paletteRowCount / args.temporalSamples);
  const float *params = args.blocks + uint64_t(sample) * args.blockFloats;

  __gpu_sync_threads();
  for (uint32_t i = __gpu_thread_id_x(); i < args.sharedFloats; i += abi::kThreads)
    shared.params[i] = params[i];
  if (row != rounds.row)
    loadPaletteRow(args, shared, block, row);
  __gpu_sync_threads();
  rounds.sample = sample;
  rounds.row = row;
}

/// Loads the first temporal sample of a block. Called by all threads.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block) {
  const EarlyRounds early = earlyRounds(args, block, __gpu_thread_id_x() / kWarpSize, kWarps);
  Rounds rounds = {args.fuse, args.fuse + args.iterations - early.early, early, 0, UINT32_MAX, 0};
  loadTemporalSample(args, shared, block, temporalSampleOf(args, block, 1, 0), rounds);
  if (args.temporalSamples == 1)
    rounds.nextLook = UINT32_MAX;
  else if (early.early == 0)
    rounds.nextLook = args.fuse;
  return rounds;
}

/// Loads the temporal sample of `round`, which is Rounds::nextLook, if it is another one: what counts early and what counts
/// later are each spread over the block's part of the exposure. Called by all threads.
FLAME_INLINE void followTime(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, uint32_t round, Rounds &rounds) {
  const bool inFuse = round < rounds.fuse;
  const uint32_t length = inFuse ? rounds.fuse : rounds.all - rounds.fuse;
  const uint32_t chunks = (length + abi::kRoundsPerSample - 1) / abi::kRoundsPerSample;
  const uint32_t chunk = (inFuse ? round : round - rounds.fuse) / abi::kRoundsPerSample;
  const uint32_t sample = temporalSampleOf(args, block, chunks, chunk);
  if (sample != rounds.sample)
    loadTemporalSample(args, shared, block, sample, rounds);
  rounds.nextLook = round + abi::kRoundsPerSample;
  if (inFuse && rounds.nextLook > rounds.fuse)
    rounds.nextLook = rounds.fuse;
}

/// Whether the warp counts in `round`. To be asked in each, in order.
FLAME_INLINE bool counts(Rounds &rounds, uint32_t round) {
  return round >= rounds.fuse || countsEarly(rounds.early, round);
}

/// Counts a bad value if it is one.
FLAME_INLINE void countBadValue(const SharedMemory &shared, bool isBad) {
  if (isBad)
    __scoped_atomic_fetch_add(shared.badValues, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// Replaces a bad value by a random point. Returns whether it was one.
FLAME_INLINE bool replaceBadValue(Point &point, Rng &rng) {
  const bool good = __builtin_fabsf(point.x) <= abi::kBadLimit &&
                    __builtin_fabsf(point.y) <= abi::kBadLimit; // false for NaN
  if (!good) {
    point.x = nextU11(rng);
    point.y = nextU11(rng);
  }
  return !good;
}

/// What colour coordinates are placed with in round `round` of block `block`, see blendedStepOf: in eight rounds, or in four, a
/// place between two steps is rounded up as often as it is near the upper one.
FLAME_INLINE float placeUnitOf(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return splits(args) ? 0x1.8p21f + float((block + round) % 4) * 0.25f
                      : 0x1.8p20f + float((block + round) % 8) * 0.125f;
}

/// The element next to a colour coordinate, of a row of kBlendedDeposits elements of 8 bytes, or of 4 with a log. The sum with
/// placeUnit is such that the unit of its last place is one byte of an element: rounded down to a whole number, its last bits are
/// the offset of that element.
template <class Element>
FLAME_INLINE Element blendedStepOf(const Element *row, float color, float placeUnit) {
  constexpr uint32_t kOffsets = (2 * abi::kPaletteSize * kDepositsPerEntry - 1) * sizeof(Element);
  const float position =
      __nvvm_saturate_f(color) * float(abi::kPaletteSize * kDepositsPerEntry) + placeUnit;
  return *(const Element *)((const char *)row +
                            (__builtin_bit_cast(uint32_t, position) & kOffsets));
}

/// What a row has for a colour coordinate.
template <class Element>
FLAME_INLINE Element stepOf(const Element *row, float color, float placeUnit) {
  return hasFeature(abi::kLinearPalette) ? blendedStepOf(row, color, placeUnit)
                                         : row[stepIndex(color)];
}

/// A point in the picture.
struct Landing {
  uint32_t bucket; ///< if it is seen
  float color, visibility;
  bool isSeen;
};

/// The deposit of a sample.
FLAME_INLINE uint64_t depositOf(const Landing &plotted, const SharedMemory &shared, float placeUnit,
                                Rng &rng) {
  if (hasFeature(abi::kFractionalDeposit)) {
    if (!hasFeature(abi::kLinearPalette))
      return fractionalDeposit(shared.palette[stepIndex(plotted.color)], plotted.visibility,
                               nextU01(rng));
    const PalettePosition position = palettePosition(linearPosition(plotted.color));
    const abi::PaletteEntry entry = blendedEntry(
        shared.palette[position.index], shared.palette[position.index + 1], position.share);
    return fractionalDeposit(entry, plotted.visibility, nextU01(rng));
  }
  return stepOf(shared.deposits, plotted.color, placeUnit);
}

/// Adds to the exact totals of a bucket.
FLAME_INLINE void addToWide(const abi::IterateArgs &args, uint32_t bucket,
                            const abi::WideCell &totals) {
  const uint64_t fields[4] = {totals.red, totals.green, totals.blue, totals.count};
  uint64_t *wide = &args.wide[bucket].red;
  for (uint32_t i = 0; i < 4; ++i)
    if (fields[i])
      __scoped_atomic_fetch_add(wide + i, fields[i], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/// The fields of deposits and of their sums as levels: with a log these are of another kind.
FLAME_INLINE abi::WideCell levelsOf(const abi::IterateArgs &args, const abi::WideCell &fields) {
  return splits(args) ? toLevels({fields.red, fields.green, fields.blue, fields.count}) : fields;
}

/// What a thread keeps for itself while it iterates logical blocks.
struct Sums {
  uint64_t hottest = 0; ///< deposits to the hottest bucket
  uint32_t plotted = 0; ///< samples in the frame
  uint32_t flushIn = 0; ///< rounds until the buffers of bins are emptied
};

/// A cell whose count has one of these bits is an eighth full.
constexpr uint64_t kEighthFull = 7ull << 61;

/// Adds a deposit to its bucket. Any number of threads may do so at once. With `returns`, nothing is ever lost (see
/// Deposit.h), and a cell that is an eighth full is emptied.
FLAME_INLINE void addDeposit(const abi::IterateArgs &args, uint32_t bucket, uint64_t deposit,
                             bool returns) {
  const uint32_t index = abi::cellOf(bucket, abi::layOutCells(args.gridWidth * args.gridHeight));
  uint64_t *cell = args.cells + index;
  if (!returns) {
    __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    return;
  }
  const uint64_t old =
      __scoped_atomic_fetch_add(cell, deposit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (__builtin_expect(carried(old, deposit), 0))
    addToWide(args, bucket, carryToWide(old, deposit));
  else if (!hasFeature(abi::kFractionalDeposit) && __builtin_expect((old & kEighthFull) != 0, 0))
    addToWide(args, bucket,
              unpackCell(__scoped_atomic_exchange_n(cell, uint64_t(0), __ATOMIC_RELAXED,
                                                    __MEMORY_SCOPE_DEVICE)));
}

/// Fields of a deposit up to this value may go to the table of hot buckets; a larger one (an opacity far above 1) goes the
/// ordinary way.
constexpr uint32_t kLargestHotField = 8191;
/// Rounds after which sums are moved out of the table, which therefore cannot overflow.
constexpr uint32_t kRoundsPerFlush = 256;
static_assert(uint64_t(kRoundsPerFlush) * abi::kPointsPerBlock * kLargestHotField <= UINT32_MAX);

/// Adds fields to the sums of a hot bucket in shared memory.
FLAME_INLINE void addToSlot(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t slot,
                            const abi::WideCell &fields) {
  const uint32_t values[4] = {uint32_t(fields.red), uint32_t(fields.green), uint32_t(fields.blue),
                              uint32_t(fields.count)};
#pragma unroll
  for (uint32_t i = 0; i < 4; ++i)
    __scoped_atomic_fetch_add(shared.hotSums + (i << args.hotBits) + slot, values[i],
                              __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// Enters the hot buckets into shared memory, with empty sums. Called by all threads.
FLAME_INLINE void loadHotTable(const abi::IterateArgs &args, const SharedMemory &shared) {
  if (!args.hotBits)
    return;
  const uint32_t slots = 1u << args.hotBits;
  for (uint32_t slot = __gpu_thread_id_x(); slot < slots; slot += abi::kThreads) {
    const uint64_t key = args.hotTable[slot];
    shared.hotTags[slot] = key ? uint32_t(key) : kNoBucket;
  }
  for (uint32_t word = __gpu_thread_id_x(); word < 4 * slots; word += abi::kThreads)
    shared.hotSums[word] = 0;
  __gpu_sync_threads();
}

/// Moves what a thread has for the hottest bucket to its slot.
FLAME_INLINE void emptyHottest(const abi::IterateArgs &args, const SharedMemory &shared,
                               Sums &own) {
  if (own.hottest)
    addToSlot(args, shared, hotSetOf(args.threadBucket, args.hotBits), unpackCell(own.hottest));
  own.hottest = 0;
}

/// Moves the block's sums of hot buckets, and each thread's of the hottest one, to the histogram. Called by all
/// threads.
FLAME_INLINE void flushHotTable(const abi::IterateArgs &args, const SharedMemory &shared,
                                Sums &own) {
  if (!args.hotBits)
    return;
  emptyHottest(args, shared, own);
  __gpu_sync_threads(); // all deposits of the block are in
  const uint32_t slots = 1u << args.hotBits;
  for (uint32_t slot = __gpu_thread_id_x(); slot < slots; slot += abi::kThreads) {
    uint32_t *sums = shared.hotSums + slot;
    addToWide(args, shared.hotTags[slot], // if there is anything
              levelsOf(args, {sums[0], sums[slots], sums[2 * slots], sums[3 * slots]}));
    sums[0] = sums[slots] = sums[2 * slots] = sums[3 * slots] = 0;
  }
  __gpu_sync_threads(); // all sums are empty
}

/// A thread sums whole deposits to the hottest bucket in one packed word, which has room for this many rounds.
constexpr uint32_t kRoundsPerThreadSum = 128;
static_assert(kRoundsPerThreadSum * kPointsPerThread * 255 <= kColorMask &&
              kRoundsPerThreadSum * kPointsPerThread < 1u << abi::kCountBits);
static_assert(kRoundsPerFlush % kRoundsPerThreadSum == 0);

/// Empties sums before they can overflow. Called by all threads after each round, `made` rounds having passed.
FLAME_INLINE void keepHotSumsSmall(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t made, Sums &own) {
  if (made % kRoundsPerThreadSum || !args.hotBits)
    return;
  if (made % kRoundsPerFlush == 0)
    return flushHotTable(args, shared, own);
  emptyHottest(args, shared, own);
}

/// The tags of a set, loaded at once.
struct alignas(kHotWays * sizeof(uint32_t)) HotTags {
  uint32_t of[kHotWays];
};

/// Adds a deposit to its thread's or block's sums if its bucket is a hot one. Returns whether it was.
FLAME_INLINE bool addToHotBucket(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t bucket, uint64_t deposit, Sums &own) {
  if (bucket == args.threadBucket) {
    own.hottest += deposit;
    return true;
  }
  const uint32_t set = hotSetOf(bucket, args.hotBits);
  const HotTags tags = *(const HotTags *)(shared.hotTags + set);
  uint32_t way = kHotWays;
#pragma unroll
  for (uint32_t i = 0; i < kHotWays; ++i)
    way = tags.of[i] == bucket ? i : way;
  if (way == kHotWays)
    return false;
  const uint32_t slot = set + way;
  const abi::WideCell fields = unpackCell(deposit);
  if (hasFeature(abi::kFractionalDeposit) &&
      (fields.red | fields.green | fields.blue) > kLargestHotField)
    return false;
  addToSlot(args, shared, slot, fields);
  return true;
}

/// Projects a point.
FLAME_INLINE Landing land(const abi::IterateArgs &args, const SharedMemory &shared,
                          const Point &point, Rng &rng) {
  Point plotted = point;
  flame_apply_final(shared.params, &point, &plotted, &rng);
  if (hasFeature(abi::kFinalXform))
    replaceBadValue(plotted, rng);
  const float *camera = shared.params + abi::kCameraOffset;
  const float x = camera[0] * plotted.x + (camera[1] * plotted.y + camera[2]);
  const float y = camera[3] * plotted.x + (camera[4] * plotted.y + camera[5]);
  // Conversion saturates, so points far away stay outside.
  const uint32_t column = uint32_t(__nvvm_f2i_rm(x)), line = uint32_t(__nvvm_f2i_rm(y));
  const bool isSeen = (column < args.gridWidth) & (line < args.gridHeight) &
                      (!hasFeature(abi::kFractionalDeposit) || plotted.visibility > 0);
  return {line * args.gridWidth + column, plotted.color, plotted.visibility, isSeen};
}

/// Adds the deposit of a sample.
FLAME_INLINE void deposit(const abi::IterateArgs &args, const SharedMemory &shared,
                          const Landing &landing, float placeUnit, bool returns, Sums &own,
                          Rng &rng) {
  if (!landing.isSeen)
    return;
  const uint64_t deposit = depositOf(landing, shared, placeUnit, rng);
  ++own.plotted;
  if (!args.hotBits || !addToHotBucket(args, shared, landing.bucket, deposit, own))
    addDeposit(args, landing.bucket, deposit, returns);
}

/// Adds an entry to its bucket.
FLAME_INLINE void addDirectly(const abi::IterateArgs &args, uint32_t bin, uint32_t entry) {
  const uint32_t cell = (entry & kCellMask) >> kCellShift;
  addToWide(args, bucketAt({bin, cell}, args.log.bins), toLevels(sumsOf(entry)));
}

/// Puts the entries of `count` samples into the buffers of their bins. One step after the other is done for all of them, so that
/// they wait together; for the same reason samples outside the frame count, too, each lane in a word of its own.
template <uint32_t count>
FLAME_INLINE void append(const abi::IterateArgs &args, const SharedMemory &shared,
                         const Landing *landings, float placeUnit, Sums &own) {
  const uint32_t outside = args.log.bins + __gpu_thread_id_x() % kWarpSize;
  uint32_t entries[count], bins[count], at[count];
#pragma unroll
  for (uint32_t p = 0; p < count; ++p) {
    const BinPlace place = binPlaceOf(landings[p].bucket, args.log.bins, args.log.binReciprocal);
    bins[p] = place.bin;
    at[p] =
        __scoped_atomic_fetch_add(shared.bufferEnds + (landings[p].isSeen ? place.bin : outside),
                                  4u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
    entries[p] = stepOf(shared.colors, landings[p].color, placeUnit) | place.cell << kCellShift;
    own.plotted += landings[p].isSeen;
  }
  bool isAnyFull = false;
#pragma unroll
  for (uint32_t p = 0; p < count; ++p) {
    const bool hasRoom = at[p] < (bins[p] + 1) * args.log.bufferBytes;
    if (landings[p].isSeen & hasRoom)
      *(uint32_t *)(shared.buffers + at[p]) = entries[p];
    isAnyFull |= landings[p].isSeen & !hasRoom;
  }
  if (__builtin_expect(!isAnyFull, 1))
    return;
#pragma unroll
  for (uint32_t p = 0; p < count; ++p)
    if (landings[p].isSeen && at[p] >= (bins[p] + 1) * args.log.bufferBytes)
      addDirectly(args, bins[p], entries[p]);
}

/// Adds a sample to its bucket's sums if that is a hot one.
FLAME_INLINE void addIfHot(const abi::IterateArgs &args, const SharedMemory &shared,
                           Landing &landing, float placeUnit, Sums &own) {
  if (!landing.isSeen)
    return;
  const LumaSums sums = sumsOf(stepOf(shared.colors, landing.color, placeUnit));
  const uint64_t deposit =
      packDeposit(uint32_t(sums.luma), uint32_t(sums.orange), uint32_t(sums.green), 1);
  if (addToHotBucket(args, shared, landing.bucket, deposit, own)) {
    ++own.plotted;
    landing.isSeen = false;
  }
}

/// Puts samples where they are summed, with a log.
template <uint32_t count>
FLAME_INLINE void log(const abi::IterateArgs &args, const SharedMemory &shared, Landing *landings,
                      float placeUnit, Sums &own) {
  if (!args.hotBits)
    return append<count>(args, shared, landings, placeUnit, own);
#pragma unroll
  for (uint32_t p = 0; p < count; ++p)
    addIfHot(args, shared, landings[p], placeUnit, own);
  append<count>(args, shared, landings, placeUnit, own);
}

/// Plots a point.
FLAME_INLINE void plot(const abi::IterateArgs &args, const SharedMemory &shared, const Point &point,
                       float placeUnit, bool returns, Sums &own, Rng &rng) {
  Landing landing = land(args, shared, point, rng);
  if (splits(args))
    log<1>(args, shared, &landing, placeUnit, own);
  else
    deposit(args, shared, landing, placeUnit, returns, own, rng);
}

/// Four entries, loaded and stored at once.
typedef uint32_t Quad __attribute__((ext_vector_type(4)));

/// Adds the samples of a quad to their buckets, where the log of their bin is full.
FLAME_INLINE void addQuadDirectly(const abi::IterateArgs &args, uint32_t bin, const Quad &quad) {
#pragma unroll
  for (uint32_t i = 0; i < 4; ++i)
    if ((quad[i] & kCellMask) >> kCellShift != args.log.binCells)
      addDirectly(args, bin, quad[i]);
}

/// Copies `quads` quads, each by one of `kLanes` lanes, two of them at once.
template <uint32_t kLanes>
FLAME_INLINE void copyQuads(const Quad *source, Quad *target, uint32_t quads, uint32_t lane) {
#pragma clang loop unroll(disable)
  for (uint32_t q = lane; q < quads; q += 2 * kLanes) {
    const bool hasOther = q + kLanes < quads;
    const Quad one = source[q];
    Quad other = one;
    if (hasOther)
      other = source[q + kLanes];
    target[q] = one;
    if (hasOther)
      target[q + kLanes] = other;
  }
}

/// What a buffer holds, and where in the log of its bin there is a place for it, in quads.
struct Filled {
  uint32_t quads, place;
};

/// Fills up the last quad of a buffer, finds a place for what it has in the log of its bin, and begins anew.
FLAME_INLINE Filled closeBuffer(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t bin) {
  const abi::SplitLog &log = args.log;
  const uint32_t begin = bin * log.bufferBytes, full = begin + log.bufferBytes;
  uint32_t end = shared.bufferEnds[bin];
  end = end < full ? end : full;
  for (; end % sizeof(Quad); end += 4)
    *(uint32_t *)(shared.buffers + end) = log.binCells << kCellShift;
  shared.bufferEnds[bin] = begin;
  const uint32_t quads = (end - begin) / uint32_t(sizeof(Quad));
  if (quads == 0)
    return {0, 0};
  return {quads, __scoped_atomic_fetch_add(log.ends + bin, quads, __ATOMIC_RELAXED,
                                           __MEMORY_SCOPE_DEVICE)};
}

/// Empties the buffers of all bins. Each warp has every kWarps-th bin; its lanes first find places in the log for one bin each,
/// then each half of them copies one bin after the other. Called by all threads between two barriers.
FLAME_INLINE void flushBuffers(const abi::IterateArgs &args, const SharedMemory &shared) {
  constexpr uint32_t kHalf = kWarpSize / 2, kAllLanes = UINT32_MAX;
  const abi::SplitLog &log = args.log;
  const uint32_t lane = __gpu_thread_id_x() % kWarpSize, warp = __gpu_thread_id_x() / kWarpSize;
  const uint32_t half = lane / kHalf, laneOfHalf = lane % kHalf;
  for (uint32_t first = warp; first < log.bins; first += kWarps * kWarpSize) {
    const uint32_t own = first + lane * kWarps;
    Filled filled = {0, 0};
    if (own < log.bins)
      filled = closeBuffer(args, shared, own);
    __nvvm_bar_warp_sync(kAllLanes);
    const uint32_t count = (log.bins - first + kWarps - 1) / kWarps;
    for (uint32_t i = 0; i < (count < kWarpSize ? count : kWarpSize); i += 2) {
      const uint32_t quads = __nvvm_shfl_sync_idx_i32(kAllLanes, filled.quads, i + half, 31);
      const uint32_t place = __nvvm_shfl_sync_idx_i32(kAllLanes, filled.place, i + half, 31);
      const uint32_t bin = first + (i + half) * kWarps;
      const auto *source = (const Quad *)(shared.buffers + bin * log.bufferBytes);
      auto *target = (Quad *)log.entries + uint64_t(bin) * log.binQuads + place;
      if (__builtin_expect(place + quads <= log.binQuads, 1)) {
        copyQuads<kHalf>(source, target, quads, laneOfHalf);
        continue;
      }
#pragma clang loop unroll(disable)
      for (uint32_t q = laneOfHalf; q < quads; q += kHalf)
        if (place + q < log.binQuads)
          target[q] = source[q];
        else
          addQuadDirectly(args, bin, source[q]);
    }
  }
}

/// Begins with empty buffers. Called by all threads, before a barrier.
FLAME_INLINE void emptyBuffers(const abi::IterateArgs &args, const SharedMemory &shared) {
  for (uint32_t bin = __gpu_thread_id_x(); bin < args.log.bins; bin += abi::kThreads)
    shared.bufferEnds[bin] = bin * args.log.bufferBytes;
}

/// Empties buffers when it is time. Called by all threads after each round.
FLAME_INLINE void keepBuffersEmpty(const abi::IterateArgs &args, const SharedMemory &shared,
                                   Sums &own) {
  if (!splits(args) || --own.flushIn)
    return;
  own.flushIn = args.log.roundsPerFlush;
  flushBuffers(args, shared);
  __gpu_sync_threads();
}

/// Moves every value one place forward, the first one to the end.
template <class Value> FLAME_INLINE void rotate(Value *values) {
  const Value first = values[0];
#pragma unroll
  for (uint32_t p = 1; p < kPointsPerThread; ++p)
    values[p - 1] = values[p];
  values[kPointsPerThread - 1] = first;
}

/// Calls `visit` with what a thread's arrays hold of each of its points in turn: by a copy of its code for each or, in a
/// large flame, by one for all. Registers have no index, so that then the arrays rotate, and are back after the last one.
template <class Visitor, class... Values>
FLAME_INLINE void forEachPoint(Visitor visit, Values *...arrays) {
  if (!flame_is_large) {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      visit(arrays[p]...);
    return;
  }
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    visit(arrays[0]...);
    (rotate(arrays), ...);
  }
}

/// Chooses xforms for a warp and applies them: one for all its points, or one per 32 of them when some xform is so rare
/// that the number of its choices, not that of its points, would decide about the noise.
///
/// `bits` are random and the same for the whole block, whose choices are spread evenly over [0,1) from a random
/// position on: each of them by itself is as random as any, but together they give every xform its share of the block
/// to within one choice. Points change places in a way that keeps some of them side by side for ever; the random factor
/// sees to it that these, too, go apart.
FLAME_INLINE void applyChosenXforms(const SharedMemory &shared, Point *points, Rng &rng,
                                    uint32_t bits) {
  constexpr uint32_t kWarpStep = (1u << 31) / kWarps * 2; // positions are in units of 2^-32
  const uint32_t factor = bits >> 27 | 1, warp = __gpu_thread_id_x() / kWarpSize;
  uint32_t position = (bits << 5) + warp * factor * kWarpStep;
  auto choose = [&] {
    return searchCumulative(shared.params + abi::kCumulativeOffset, flame_num_xforms,
                            float(position >> 8) * 0x1p-24f);
  };
  if (hasFeature(abi::kFineChoice)) {
    forEachPoint(
        [&](Point &point) {
          flame_apply_one(choose(), shared.params, &point, &rng);
          position += factor * (kWarpStep / kPointsPerThread);
        },
        points);
    return;
  }
  const uint32_t xform = choose();
  if (flame_is_large)
    forEachPoint([&](Point &point) { flame_apply_one(xform, shared.params, &point, &rng); },
                 points);
  else
    flame_apply_group(xform, shared.params, points, &rng);
}

FLAME_INLINE void startPoint(Point &point, Rng &rng) {
  point.x = nextU11(rng);
  point.y = nextU11(rng);
  point.color = nextU01(rng);
  point.visibility = 1;
}

/// Whether block `block` asks in `round` what its additions find. Blocks do so in different rounds.
FLAME_INLINE bool asksIn(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return !splits(args) && ((block + round) & args.unreturned) == 0;
}

/// Whether none of a thread's points is a bad value, for sure: a large sum may be one, too.
FLAME_INLINE bool areSurelyGood(const Point *points) {
  float sum = 0;
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    sum += __builtin_fabsf(points[p].x) + __builtin_fabsf(points[p].y);
  return sum <= abi::kBadLimit; // false for NaN
}

/// Plots all points of a thread, of which none is a bad value.
FLAME_INLINE void plotGood(const abi::IterateArgs &args, const SharedMemory &shared,
                           const Point *points, float placeUnit, Sums &own, Rng &rng) {
  Landing landings[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    landings[p] = land(args, shared, points[p], rng);
  if (splits(args)) {
    log<kPointsPerThread>(args, shared, landings, placeUnit, own);
  } else {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      deposit(args, shared, landings[p], placeUnit, /*returns=*/false, own, rng);
  }
}

/// What a round does with points after their xforms: bad values are replaced; if it counts, the others are plotted.
FLAME_INLINE void plotAll(const abi::IterateArgs &args, const SharedMemory &shared, Point *points,
                          bool isCounted, float placeUnit, bool returns, Sums &own, Rng &rng) {
  if (__builtin_expect(areSurelyGood(points) & !(isCounted & returns), 1)) {
    if (isCounted)
      plotGood(args, shared, points, placeUnit, own, rng);
    return;
  }
  // The same at length, in one copy for all points.
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    const bool bad = replaceBadValue(points[0], rng);
    if (isCounted) {
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, points[0], placeUnit, returns, own, rng);
    }
    rotate(points);
  }
}

/// By how many warps' slots a thread's first point moves on after `round`. Worked out anew each time: registers are full.
FLAME_INLINE uint32_t exchangeStep(uint32_t round) {
  const uint32_t lane = __gpu_thread_id_x() % kWarpSize;
  return round % 2 ? lane : lane + lane / 8 + 1;
}

/// All rounds of one logical block, points exchanged after every round. Called by all threads of the block.
FLAME_INLINE void iterateExchanged(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t block, Sums &own) {
  constexpr uint32_t kSize = sizeof(Point), kOffsets = (kSlots - 1) * kSize;
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kWarpSize, warp = thread / kWarpSize;
  Rng rng = makeRng(args.seed, block, thread);
  Rng blockRng = makeRng(args.seed, block, abi::kThreads); // the same in all threads
  Point points[kPointsPerThread];
  uint32_t offsets[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    offsets[p] = (kWarpSize * (warp * kPointsPerThread + p) + lane) * kSize;
  }

  Rounds rounds = beginRounds(args, shared, block);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(rounds, round);
    applyChosenXforms(shared, points, rng, nextBits(blockRng));
    plotAll(args, shared, points, isCounted, placeUnitOf(args, block, round),
            asksIn(args, block, round), own, rng);
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      *(Point *)(shared.exchange + offsets[p]) = points[p];
    __gpu_sync_threads();
    // What needs registers is done now, when points are in none.
    keepBuffersEmpty(args, shared, own);
    keepHotSumsSmall(args, shared, round + 1, own);
    const uint32_t step = exchangeStep(round) * kWarpSize * kSize;
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      offsets[p] = (offsets[p] + step * (kPointsPerThread * p + 1)) & kOffsets;
      points[p] = *(const Point *)(shared.exchange + offsets[p]);
    }
  }
  flushHotTable(args, shared, own);
}

/// All rounds of one logical block with xaos: the next xform of a point follows from its last one.
FLAME_INLINE void iterateMarkov(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block, Sums &own) {
  Rng rng = makeRng(args.seed, block, __gpu_thread_id_x());
  Point points[kPointsPerThread];
  uint32_t last[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    last[p] = flame_num_xforms; // none yet: chosen by the plain weights
  }

  Rounds rounds = beginRounds(args, shared, block);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(rounds, round), returns = asksIn(args, block, round);
    auto iterate = [&](Point &point, uint32_t &lastXform) {
      const float *row = shared.params + (lastXform == flame_num_xforms
                                              ? abi::kCumulativeOffset
                                              : args.xaosOffset + lastXform * flame_num_xforms);
      const uint32_t xform = searchCumulative(row, flame_num_xforms, nextU01(rng));
      flame_apply_one(xform, shared.params, &point, &rng);
      const bool bad = replaceBadValue(point, rng);
      if (!bad) // a bad value does not become the predecessor
        lastXform = xform;
      if (!isCounted)
        return;
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, point, placeUnitOf(args, block, round), returns, own, rng);
    };
    forEachPoint(iterate, points, last);
    keepHotSumsSmall(args, shared, round + 1, own);
  }
  flushHotTable(args, shared, own);
}

/// Adds what all threads of a block counted to a counter of the frame. Called by all threads, when shared memory is no longer
/// used.
FLAME_INLINE void addToCounter(uint64_t *counter, uint32_t count) {
  auto *sum = (uint64_t *)flame_shared;
  if (__gpu_thread_id_x() == 0)
    *sum = 0;
  __gpu_sync_threads();
  __scoped_atomic_fetch_add(sum, uint64_t(count), __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __gpu_sync_threads();
  if (__gpu_thread_id_x() == 0)
    __scoped_atomic_fetch_add(counter, *sum, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

} // namespace

/// Iterates logical blocks [firstLogicalBlock + blockIdx, ...) in steps of the grid size up to `lastLogicalBlock`.
/// Launch: kThreads threads, as many blocks as are resident, shared memory as the renderer computes it.
FLAME_KERNEL void flame_iterate(abi::IterateArgs args) {
  const SharedMemory shared = layOutSharedMemory(args);
  loadHotTable(args, shared);
  Sums own;
  if (__gpu_thread_id_x() == 0)
    *shared.badValues = 0;
  if (splits(args)) {
    emptyBuffers(args, shared);
    own.flushIn = args.log.roundsPerFlush;
  }
  for (uint32_t block = args.firstLogicalBlock + __gpu_block_id_x(); block < args.endLogicalBlock;
       block += __gpu_num_blocks_x()) {
    if (hasFeature(abi::kXaos))
      iterateMarkov(args, shared, block, own);
    else
      iterateExchanged(args, shared, block, own);
  }
  if (splits(args)) {
    __gpu_sync_threads();
    flushBuffers(args, shared);
  }
  __gpu_sync_threads();
  if (__gpu_thread_id_x() == 0 && *shared.badValues)
    __scoped_atomic_fetch_add(args.badValues, uint64_t(*shared.badValues), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
  addToCounter(args.plotted, own.plotted);
}

FLAME_DEVICE float flame_draw_u01(Rng *rng) { return nextU01(*rng); }
FLAME_DEVICE float flame_draw_u11(Rng *rng) { return nextU11(*rng); }
FLAME_DEVICE float flame_draw_bit(Rng *rng) { return nextBit(*rng); }
