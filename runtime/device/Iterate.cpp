// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU, `direct` schedule: one packed 64-bit integer atomic per plotted sample.
//
// Without xaos every warp chooses one xform per round for all its points (or one per 32 of them, if some xform is rare),
// which therefore never diverge. Lanes that share their choices for long would collapse onto each other, so after every
// round all points of the block change places through shared memory. Each point writes the slot its thread owns, and the
// thread moves on to another slot: the slot read is the slot written next, so that one buffer and one barrier per round
// suffice.
//
// With xaos the next xform depends on the point's last one: each point draws from its own row and lanes may diverge;
// no exchange is needed, and the Markov chain is exact.
//
// Reproducible: the histogram depends on the arguments alone, not on the GPU or on how logical blocks are spread.

#include "runtime/device/Genome.h"
#include "runtime/shared/Deposit.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/TemporalSample.h"

#include <gpuintrin.h>

using namespace flame;
using abi::kPointsPerThread;
using abi::Point;

/// Dynamic shared memory: the exchange buffer, the palette row, the parameter block, the table of hot buckets.
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
  Point *exchange;
  uint64_t *packedPalette;
  abi::PaletteEntry *palette;
  float *params;
  uint32_t *hotTags,
      *hotSums; ///< sums of slot s: of red at [s], green, blue and count a table's length further each
};

FLAME_INLINE SharedMemory layOutSharedMemory(const abi::IterateArgs &args) {
  auto *base = (unsigned char *)flame_shared;
  const bool exchanges = !hasFeature(abi::kXaos);
  unsigned char *palette = base + (exchanges ? kSlots * sizeof(Point) : 0);
  const bool fractional = hasFeature(abi::kFractionalDeposit);
  const uint32_t entry = fractional ? sizeof(abi::PaletteEntry) : sizeof(uint64_t);
  auto *params = (float *)(palette + abi::kPaletteSize * entry);
  auto *hot = (uint32_t *)(params + args.sharedFloats);
  const uint32_t slots = 1u << args.hotBits;
  return {(Point *)base, (uint64_t *)palette, (abi::PaletteEntry *)palette, params,
          hot,           hot + slots};
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

/// Copies the parameter block and palette row of temporal sample `sample`. Called by all threads; the first barrier
/// protects what the last rounds still read, the second what is written here.
FLAME_INLINE void loadTemporalSample(const abi::IterateArgs &args, const SharedMemory &shared,
                                     uint32_t sample) {
  const uint32_t row = uint32_t(uint64_t(sample) * args.paletteRowCount / args.temporalSamples);
  const float *params = args.blocks + uint64_t(sample) * args.blockFloats;

  __gpu_sync_threads();
  for (uint32_t i = __gpu_thread_id_x(); i < args.sharedFloats; i += abi::kThreads)
    shared.params[i] = params[i];
  if (hasFeature(abi::kFractionalDeposit)) {
    for (uint32_t i = __gpu_thread_id_x(); i < abi::kPaletteSize; i += abi::kThreads)
      shared.palette[i] = args.paletteRows[row * abi::kPaletteSize + i];
  } else {
    for (uint32_t i = __gpu_thread_id_x(); i < abi::kPaletteSize; i += abi::kThreads)
      shared.packedPalette[i] = args.palette[row * abi::kPaletteSize + i];
  }
  __gpu_sync_threads();
}

/// The rounds of a logical block, as one of its warps makes them.
struct Rounds {
  uint32_t fuse, all;
  EarlyRounds early; ///< of the warp
  uint32_t loaded;   ///< temporal sample
};

/// Loads the first temporal sample of a block. Called by all threads.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block) {
  const EarlyRounds early = earlyRounds(args, block, __gpu_thread_id_x() / kWarpSize, kWarps);
  const uint32_t sample = temporalSampleOf(args, block, 1, 0);
  loadTemporalSample(args, shared, sample);
  return {args.fuse, args.fuse + args.iterations - early.early, early, sample};
}

/// Loads the temporal sample of `round` if it is another one: what counts early and what counts later are each spread over
/// the block's part of the exposure. Called by all threads.
FLAME_INLINE void followTime(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, uint32_t round, Rounds &rounds) {
  if (args.temporalSamples == 1)
    return;
  const bool settles = round < rounds.fuse;
  if (settles ? rounds.early.early == 0 || round < kEarlyFuse
              : (round - rounds.fuse) % abi::kRoundsPerSample != 0)
    return;
  const uint32_t chunks =
      (rounds.all - rounds.fuse + abi::kRoundsPerSample - 1) / abi::kRoundsPerSample;
  const uint32_t sample =
      settles
          ? temporalSampleOf(args, block, rounds.early.unsettled, round - kEarlyFuse)
          : temporalSampleOf(args, block, chunks, (round - rounds.fuse) / abi::kRoundsPerSample);
  if (sample == rounds.loaded)
    return;
  loadTemporalSample(args, shared, sample);
  rounds.loaded = sample;
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

/// The deposit of a sample that is plotted with colour coordinate and visibility as in `plotted`.
FLAME_INLINE uint64_t depositOf(const Point &plotted, const SharedMemory &shared, Rng &rng) {
  if (hasFeature(abi::kLinearPalette)) {
    const PalettePlace place = palettePlace(linearPlace(plotted.color));
    if (!hasFeature(abi::kFractionalDeposit))
      return blendedDeposit(shared.packedPalette[place.index],
                            shared.packedPalette[place.index + 1], place.share,
                            nextBits(rng) >> 24);
    const abi::PaletteEntry entry =
        blendedEntry(shared.palette[place.index], shared.palette[place.index + 1], place.share);
    return fractionalDeposit(entry, plotted.visibility, nextU01(rng));
  }
  const uint32_t index = stepIndex(plotted.color);
  if (!hasFeature(abi::kFractionalDeposit))
    return shared.packedPalette[index];
  return fractionalDeposit(shared.palette[index], plotted.visibility, nextU01(rng));
}

/// A deposit that was added to its packed cell, and may still owe a carry to the wide one.
struct Pending {
  uint64_t old, deposit;
  uint32_t bucket;
};

/// Adds to the exact totals of a bucket.
FLAME_INLINE void addToWide(const abi::IterateArgs &args, uint32_t bucket,
                            const abi::WideCell &totals) {
  const uint64_t fields[4] = {totals.red, totals.green, totals.blue, totals.count};
  uint64_t *wide = &args.wide[bucket].red;
  for (uint32_t i = 0; i < 4; ++i)
    if (fields[i])
      __scoped_atomic_fetch_add(wide + i, fields[i], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/// Pays what a pending deposit owes, as soon as the memory has answered what the cell held before. One without a deposit
/// owes nothing. Nothing is ever lost (see Deposit.h).
FLAME_INLINE void settle(const abi::IterateArgs &args, const Pending &pending) {
  if (__builtin_expect(carried(pending.old, pending.deposit), 0))
    addToWide(args, pending.bucket, owedToWide(pending.old, pending.deposit));
}

/// Adds a deposit to its bucket. Any number of threads may do so at once. To be settled later: whoever asks at once waits
/// for the memory, and a thread has other points to go on with.
FLAME_INLINE Pending addDeposit(const abi::IterateArgs &args, uint32_t bucket, uint64_t deposit) {
  const uint32_t cell = abi::cellOf(bucket, abi::placeCells(args.gridWidth * args.gridHeight));
  const uint64_t old = __scoped_atomic_fetch_add(args.cells + cell, deposit, __ATOMIC_RELAXED,
                                                 __MEMORY_SCOPE_DEVICE);
  return {old, deposit, bucket};
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

/// Moves the sums of hot buckets, and those of the hottest that each thread has for itself, to the histogram. Called by all
/// threads.
FLAME_INLINE void flushHotTable(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint64_t &hottestSums) {
  if (!args.hotBits)
    return;
  if (hottestSums)
    addToSlot(args, shared, hotSlotOf(args.hottest, args.hotBits), unpackCell(hottestSums));
  hottestSums = 0;
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
constexpr uint32_t kRoundsPerHottest = 128;
static_assert(kRoundsPerHottest * kPointsPerThread * 255 <= kColorMask &&
              kRoundsPerHottest * kPointsPerThread < 1u << abi::kCountBits);
static_assert(kRoundsPerFlush % kRoundsPerHottest == 0);

/// Empties sums before they can overflow. Called by all threads after each round, `made` rounds having passed.
FLAME_INLINE void keepHotSumsSmall(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t made, uint64_t &hottestSums) {
  if (!args.hotBits || made % kRoundsPerHottest)
    return;
  if (made % kRoundsPerFlush == 0)
    return flushHotTable(args, shared, hottestSums);
  if (hottestSums)
    addToSlot(args, shared, hotSlotOf(args.hottest, args.hotBits), unpackCell(hottestSums));
  hottestSums = 0;
}

/// Adds a deposit to its thread's or block's sums if its bucket is a hot one. Returns whether it was.
FLAME_INLINE bool addToHotBucket(const abi::IterateArgs &args, const SharedMemory &shared,
                                 uint32_t bucket, uint64_t deposit, uint64_t &hottestSums) {
  if (bucket == args.hottest) {
    hottestSums += deposit;
    return true;
  }
  const uint32_t slot = hotSlotOf(bucket, args.hotBits);
  const abi::WideCell fields = unpackCell(deposit);
  if (shared.hotTags[slot] != bucket ||
      (fields.red | fields.green | fields.blue) > kLargestHotField)
    return false;
  addToSlot(args, shared, slot, fields);
  return true;
}

/// Projects a point and adds its deposit, to be settled, if it is in the frame.
FLAME_INLINE void plot(const abi::IterateArgs &args, const SharedMemory &shared, const Point &point,
                       Pending &pending, uint64_t &hottestSums, Rng &rng) {
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
  const uint64_t deposit = depositOf(plotted, shared, rng);
  if (args.hotBits && addToHotBucket(args, shared, bucket, deposit, hottestSums))
    return;
  pending = addDeposit(args, bucket, deposit);
}

/// Settles the last deposits of all points of a thread.
FLAME_INLINE void settleAll(const abi::IterateArgs &args, const Pending *pending) {
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    settle(args, pending[p]);
}

/// Moves every value one place forward, the first one to the end.
template <typename Value> FLAME_INLINE void rotate(Value *values) {
  const Value first = values[0];
#pragma unroll
  for (uint32_t p = 1; p < kPointsPerThread; ++p)
    values[p - 1] = values[p];
  values[kPointsPerThread - 1] = first;
}

/// Calls `visit` with what a thread's arrays hold of each of its points in turn: by a copy of its code for each or, in a
/// large flame, by one for all. Registers have no index, so that then the arrays rotate, and are back after the last one.
template <typename Visitor, typename... Values>
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
/// `bits` are random and the same for the whole block, whose choices are spread evenly over [0,1) from a random place on:
/// each of them by itself is as random as any, but together they give every xform its share of the block to within one
/// choice. Points change places in a way that keeps some of them side by side for ever; the random factor sees to it that
/// these, too, go apart.
FLAME_INLINE void applyChosenXforms(const SharedMemory &shared, Point *points, Rng &rng,
                                    uint32_t bits) {
  constexpr uint32_t kWarpStep = (1u << 31) / kWarps * 2; // places are in units of 2^-32
  const uint32_t factor = bits >> 27 | 1, warp = __gpu_thread_id_x() / kWarpSize;
  uint32_t place = (bits << 5) + warp * factor * kWarpStep;
  auto choose = [&] {
    return searchCumulative(shared.params + abi::kCumulativeOffset, flame_num_xforms,
                            float(place >> 8) * 0x1p-24f);
  };
  if (hasFeature(abi::kFineChoice)) {
    forEachPoint(
        [&](Point &point) {
          flame_apply_one(choose(), shared.params, &point, &rng);
          place += factor * (kWarpStep / kPointsPerThread);
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

/// All rounds of one logical block, points exchanged after every round. Called by all threads of the block.
FLAME_INLINE uint32_t iterateExchanged(const abi::IterateArgs &args, const SharedMemory &shared,
                                       uint32_t block) {
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kWarpSize, warp = thread / kWarpSize;
  Rng rng = makeRng(args.seed, block, thread);
  Rng blockRng = makeRng(args.seed, block, abi::kThreads); // the same in all threads
  Point points[kPointsPerThread];
  uint32_t slots[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    slots[p] = kWarpSize * (warp * kPointsPerThread + p) + lane;
  }
  const uint32_t oddStep = kWarpSize * lane, evenStep = kWarpSize * (lane + lane / 8 + 1);

  uint64_t hottestSums = 0;
  uint32_t uncounted = 0;
  Rounds rounds = beginRounds(args, shared, block);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(rounds, round);

    applyChosenXforms(shared, points, rng, nextBits(blockRng));
    const uint32_t step = round % 2 ? oddStep : evenStep;
    Pending pending[kPointsPerThread] = {};
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      const bool bad = replaceBadValue(points[p], rng);
      if (isCounted) {
        uncounted += bad;
        if (!bad)
          plot(args, shared, points[p], pending[p], hottestSums, rng);
      }
      shared.exchange[slots[p]] = points[p];
    }
    __gpu_sync_threads();
    settleAll(args, pending);
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      slots[p] = (slots[p] + step * (kPointsPerThread * p + 1)) % kSlots;
      points[p] = shared.exchange[slots[p]];
    }
    keepHotSumsSmall(args, shared, round + 1, hottestSums);
  }
  flushHotTable(args, shared, hottestSums);
  return uncounted;
}

/// All rounds of one logical block with xaos: the next xform of a point follows from its last one.
FLAME_INLINE uint32_t iterateMarkov(const abi::IterateArgs &args, const SharedMemory &shared,
                                    uint32_t block, uint32_t xaosOffset) {
  Rng rng = makeRng(args.seed, block, __gpu_thread_id_x());
  Point points[kPointsPerThread];
  uint32_t last[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    last[p] = flame_num_xforms; // none yet: chosen by the plain weights
  }

  uint64_t hottestSums = 0;
  uint32_t uncounted = 0;
  Rounds rounds = beginRounds(args, shared, block);
  for (uint32_t round = 0; round < rounds.all; ++round) {
    followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(rounds, round);
    auto iterate = [&](Point &point, uint32_t &lastXform) {
      const float *row = shared.params + (lastXform == flame_num_xforms
                                              ? abi::kCumulativeOffset
                                              : xaosOffset + lastXform * flame_num_xforms);
      const uint32_t xform = searchCumulative(row, flame_num_xforms, nextU01(rng));
      flame_apply_one(xform, shared.params, &point, &rng);
      const bool bad = replaceBadValue(point, rng);
      if (!bad) // a bad value does not become the predecessor
        lastXform = xform;
      if (isCounted) {
        uncounted += bad;
        if (!bad) {
          Pending pending = {};
          plot(args, shared, point, pending, hottestSums, rng);
          settle(args, pending);
        }
      }
    };
    forEachPoint(iterate, points, last);
    keepHotSumsSmall(args, shared, round + 1, hottestSums);
  }
  flushHotTable(args, shared, hottestSums);
  return uncounted;
}

} // namespace

/// Iterates logical blocks [firstLogicalBlock + blockIdx, ...) in steps of the grid size up to `lastLogicalBlock`.
/// Launch: kThreads threads, as many blocks as are resident, shared memory as the renderer computes it.
FLAME_KERNEL void flame_iterate(abi::IterateArgs args) {
  const SharedMemory shared = layOutSharedMemory(args);
  loadHotTable(args, shared);
  uint32_t uncounted = 0;
  for (uint32_t block = args.firstLogicalBlock + __gpu_block_id_x(); block < args.endLogicalBlock;
       block += __gpu_num_blocks_x())
    uncounted += hasFeature(abi::kXaos) ? iterateMarkov(args, shared, block, args.xaosOffset)
                                        : iterateExchanged(args, shared, block);
  if (uncounted)
    __scoped_atomic_fetch_add(args.uncounted, uint64_t(uncounted), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
}

FLAME_DEVICE float flame_draw_u01(Rng *rng) { return nextU01(*rng); }
FLAME_DEVICE float flame_draw_u11(Rng *rng) { return nextU11(*rng); }
FLAME_DEVICE float flame_draw_bit(Rng *rng) { return nextBit(*rng); }
