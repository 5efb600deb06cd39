// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU, `direct` schedule: one packed 64-bit integer addition per plotted sample.
//
// Additions that return nothing are a third faster than those that return what the cell held, but cannot see a carry. So a
// block asks in every eighth round alone, and empties cells that are an eighth full. Where one overflowed all the same, the
// sum of all counts is too small, and the frame is made again with additions that all return (IterateArgs::unreturned).
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
  abi::PaletteEntry *palette;
  float *params;
  uint32_t *hotTags,
      *hotSums; ///< sums of slot s: of red at [s], green, blue and count a table's length further each
};

FLAME_INLINE SharedMemory layOutSharedMemory(const abi::IterateArgs &args) {
  auto *base = (unsigned char *)flame_shared;
  unsigned char *palette = base + exchangeBytes(flame_features);
  auto *params = (float *)(palette + paletteBytes(flame_features));
  auto *hot = (uint32_t *)(params + args.sharedFloats);
  const uint32_t slots = 1u << args.hotBits;
  return {base, (uint64_t *)palette, (abi::PaletteEntry *)palette, params, hot, hot + slots};
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

/// The deposit of a colour between two entries, each level rounded at random.
FLAME_INLINE uint64_t blendedDepositAt(const abi::PaletteEntry *row, uint32_t step, Rng &rng) {
  constexpr uint32_t last = abi::kPaletteSize - 1;
  const uint32_t index = step / kDepositsPerEntry < last ? step / kDepositsPerEntry : last;
  const uint32_t next = index < last ? index + 1 : last;
  const uint32_t share = step % kDepositsPerEntry * (kPaletteShares / kDepositsPerEntry);
  return packEntryDithered(blendedEntry(row[index], row[next], share), rng);
}

/// Copies row `row` of the palettes in the form that deposits need. Called by all threads.
FLAME_INLINE void loadPaletteRow(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t row, Rng &rng) {
  const abi::PaletteEntry *entries = args.paletteRows + row * abi::kPaletteSize;
  const uint32_t thread = __gpu_thread_id_x();
  if (hasFeature(abi::kFractionalDeposit)) {
    for (uint32_t i = thread; i < abi::kPaletteSize; i += abi::kThreads)
      shared.palette[i] = entries[i];
  } else if (hasFeature(abi::kLinearPalette)) {
#pragma clang loop unroll(disable)
    for (uint32_t i = thread; i < kBlendedDeposits; i += abi::kThreads)
      shared.deposits[i] = blendedDepositAt(entries, i, rng);
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
                                     uint32_t sample, Rounds &rounds, Rng &rng) {
  const uint32_t row = uint32_t(uint64_t(sample) * args.paletteRowCount / args.temporalSamples);
  const float *params = args.blocks + uint64_t(sample) * args.blockFloats;

  __gpu_sync_threads();
  for (uint32_t i = __gpu_thread_id_x(); i < args.sharedFloats; i += abi::kThreads)
    shared.params[i] = params[i];
  if (row != rounds.row)
    loadPaletteRow(args, shared, row, rng);
  __gpu_sync_threads();
  rounds.sample = sample;
  rounds.row = row;
}

/// Loads the first temporal sample of a block. Called by all threads.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block, Rng &rng) {
  const EarlyRounds early = earlyRounds(args, block, __gpu_thread_id_x() / kWarpSize, kWarps);
  Rounds rounds = {args.fuse, args.fuse + args.iterations - early.early, early, 0, UINT32_MAX, 0};
  loadTemporalSample(args, shared, temporalSampleOf(args, block, 1, 0), rounds, rng);
  if (args.temporalSamples == 1)
    rounds.nextLook = UINT32_MAX;
  else if (early.early == 0)
    rounds.nextLook = args.fuse;
  return rounds;
}

/// Loads the temporal sample of `round`, which is Rounds::nextLook, if it is another one: what counts early and what counts
/// later are each spread over the block's part of the exposure. Called by all threads.
FLAME_INLINE void followTime(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, uint32_t round, Rounds &rounds, Rng &rng) {
  const bool inFuse = round < rounds.fuse;
  const uint32_t length = inFuse ? rounds.fuse : rounds.all - rounds.fuse;
  const uint32_t chunks = (length + abi::kRoundsPerSample - 1) / abi::kRoundsPerSample;
  const uint32_t chunk = (inFuse ? round : round - rounds.fuse) / abi::kRoundsPerSample;
  const uint32_t sample = temporalSampleOf(args, block, chunks, chunk);
  if (sample != rounds.sample)
    loadTemporalSample(args, shared, sample, rounds, rng);
  rounds.nextLook = round + abi::kRoundsPerSample;
  if (inFuse && rounds.nextLook > rounds.fuse)
    rounds.nextLook = rounds.fuse;
}

/// Whether the warp counts in `round`. To be asked in each, in order.
FLAME_INLINE bool counts(Rounds &rounds, uint32_t round) {
  return round >= rounds.fuse || countsEarly(rounds.early, round);
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

/// What colour coordinates are placed with in round `round` of block `block`, see blendedDepositOf: in eight rounds a place
/// between two deposits is rounded up as often as it is near the upper one.
FLAME_INLINE float placeUnitOf(uint32_t block, uint32_t round) {
  return 0x1.8p20f + float((block + round) % 8) * 0.125f;
}

/// The packed deposit next to a colour coordinate, of a row of kBlendedDeposits. The sum is between 2^20 and 2^21, so that the
/// unit of its last place is an eighth: rounded down to a whole number, its last bits are the offset of that deposit.
FLAME_INLINE uint64_t blendedDepositOf(const uint64_t *deposits, float color, float placeUnit) {
  constexpr uint32_t kOffsets = (2 * abi::kPaletteSize * kDepositsPerEntry - 1) * 8;
  const float position =
      __nvvm_saturate_f(color) * float(abi::kPaletteSize * kDepositsPerEntry) + placeUnit;
  return *(const uint64_t *)((const char *)deposits +
                             (__builtin_bit_cast(uint32_t, position) & kOffsets));
}

/// The deposit of a sample that is plotted with colour coordinate and visibility as in `plotted`.
FLAME_INLINE uint64_t depositOf(const Point &plotted, const SharedMemory &shared, float placeUnit,
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
  return hasFeature(abi::kLinearPalette)
             ? blendedDepositOf(shared.deposits, plotted.color, placeUnit)
             : shared.deposits[stepIndex(plotted.color)];
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

/// What a thread keeps for itself while it iterates logical blocks.
struct Sums {
  uint64_t hottest = 0; ///< deposits to the hottest bucket
  uint32_t bad = 0;     ///< bad values
  uint32_t plotted = 0; ///< samples in the frame
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
              {sums[0], sums[slots], sums[2 * slots], sums[3 * slots]});
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

/// Projects a point and adds its deposit if it is in the frame.
FLAME_INLINE void plot(const abi::IterateArgs &args, const SharedMemory &shared, const Point &point,
                       float placeUnit, bool returns, Sums &own, Rng &rng) {
  Point plotted = point;
  flame_apply_final(shared.params, &point, &plotted, &rng);
  if (hasFeature(abi::kFinalXform))
    replaceBadValue(plotted, rng);
  if (hasFeature(abi::kFractionalDeposit) && !(plotted.visibility > 0))
    return;
  const float *camera = shared.params + abi::kCameraOffset;
  const float x = camera[0] * plotted.x + (camera[1] * plotted.y + camera[2]);
  const float y = camera[3] * plotted.x + (camera[4] * plotted.y + camera[5]);
  // Conversion saturates, so points far away stay outside.
  const uint32_t column = uint32_t(__nvvm_f2i_rm(x)), line = uint32_t(__nvvm_f2i_rm(y));
  if (!((column < args.gridWidth) & (line < args.gridHeight)))
    return;
  const uint32_t bucket = line * args.gridWidth + column;
  const uint64_t deposit = depositOf(plotted, shared, placeUnit, rng);
  ++own.plotted;
  if (!args.hotBits || !addToHotBucket(args, shared, bucket, deposit, own))
    addDeposit(args, bucket, deposit, returns);
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
  return ((block + round) & args.unreturned) == 0;
}

/// Whether none of a thread's points is a bad value, for sure: a large sum may be one, too.
FLAME_INLINE bool areSurelyGood(const Point *points) {
  float sum = 0;
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    sum += __builtin_fabsf(points[p].x) + __builtin_fabsf(points[p].y);
  return sum <= abi::kBadLimit; // false for NaN
}

/// What a round does with points after their xforms: bad values are replaced; if it counts, the others are plotted.
FLAME_INLINE void plotAll(const abi::IterateArgs &args, const SharedMemory &shared, Point *points,
                          bool isCounted, float placeUnit, bool returns, Sums &own, Rng &rng) {
  if (__builtin_expect(areSurelyGood(points) & !(isCounted & returns), 1)) {
    if (!isCounted)
      return;
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      plot(args, shared, points[p], placeUnit, /*returns=*/false, own, rng);
    return;
  }
  // The same at length, in one copy for all points.
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    const bool bad = replaceBadValue(points[0], rng);
    if (isCounted) {
      own.bad += bad;
      if (!bad)
        plot(args, shared, points[0], placeUnit, returns, own, rng);
    }
    rotate(points);
  }
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
  const uint32_t oddStep = kWarpSize * lane * kSize,
                 evenStep = kWarpSize * (lane + lane / 8 + 1) * kSize;
  uint32_t step = evenStep;

  Rounds rounds = beginRounds(args, shared, block, rng);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds, rng);
    const bool isCounted = counts(rounds, round);
    applyChosenXforms(shared, points, rng, nextBits(blockRng));
    plotAll(args, shared, points, isCounted, placeUnitOf(block, round), asksIn(args, block, round),
            own, rng);
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      *(Point *)(shared.exchange + offsets[p]) = points[p];
    __gpu_sync_threads();
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      offsets[p] = (offsets[p] + step * (kPointsPerThread * p + 1)) & kOffsets;
      points[p] = *(const Point *)(shared.exchange + offsets[p]);
    }
    step = oddStep + evenStep - step;
    keepHotSumsSmall(args, shared, round + 1, own);
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

  Rounds rounds = beginRounds(args, shared, block, rng);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds, rng);
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
      own.bad += bad;
      if (!bad)
        plot(args, shared, point, placeUnitOf(block, round), returns, own, rng);
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
  for (uint32_t block = args.firstLogicalBlock + __gpu_block_id_x(); block < args.endLogicalBlock;
       block += __gpu_num_blocks_x()) {
    if (hasFeature(abi::kXaos))
      iterateMarkov(args, shared, block, own);
    else
      iterateExchanged(args, shared, block, own);
  }
  if (own.bad)
    __scoped_atomic_fetch_add(args.badValues, uint64_t(own.bad), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
  __gpu_sync_threads();
  addToCounter(args.plotted, own.plotted);
}

FLAME_DEVICE float flame_draw_u01(Rng *rng) { return nextU01(*rng); }
FLAME_DEVICE float flame_draw_u11(Rng *rng) { return nextU11(*rng); }
FLAME_DEVICE float flame_draw_bit(Rng *rng) { return nextBit(*rng); }
