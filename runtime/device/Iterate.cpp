// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU. What it plots is added up by one of two schedules: DirectSums.h, BinBuffers.h.
//
// Without xaos every warp chooses one xform per round for all its points (or one per 32 of them, if some xform is rare),
// which therefore never diverge. Lanes that share their choices for long would collapse onto each other, so after every
// round all points of the block change places through shared memory. Each point writes the slot its thread owns, and the
// thread moves on to another slot: the slot read is the slot written next, so that one buffer and one barrier suffice.
//
// With xaos the next xform depends on the point's last one: points of the same last xform choose together and change places with
// each other (Chains.h). In flames of many xforms each point draws from its own row instead, and lanes may diverge; no exchange
// is needed then.
//
// Reproducible: the histogram depends on the arguments alone, not on the GPU or on how logical blocks are spread.

#include "runtime/device/BinBuffers.h"
#include "runtime/device/ChooseXform.h"
#include "runtime/device/DirectSums.h"
#include "runtime/device/Resting.h"
#include "runtime/device/StartPoint.h"
#include "runtime/device/WarpChains.h"
#include "runtime/shared/Exchange.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/LostPoints.h"
#include "runtime/shared/TemporalSample.h"

using namespace flame;
using abi::kPointsPerThread;
using abi::Point;

namespace {

constexpr uint32_t kSlots = abi::kPointsPerBlock;
static_assert((kSlots / kWarpSize & (kSlots / kWarpSize - 1)) == 0, "slots wrap by masking");

/// The rounds of a logical block, as one of its warps makes them.
struct Rounds {
  uint32_t end;         ///< of this launch
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

/// The rounds of a block in all. Worked out anew each time: registers are full.
FLAME_INLINE uint32_t allRounds(const abi::IterateArgs &args, const Rounds &rounds) {
  return args.fuse + args.iterations - rounds.early.early;
}

/// Loads the first temporal sample of a block. Called by all threads.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block) {
  EarlyRounds early = earlyRounds(args, block, __gpu_thread_id_x() / kWarpSize, kWarps);
  if (countsNoneEarly(flame_features))
    early = {0, 1, 0};
  Rounds rounds = {0, early, 0, UINT32_MAX, args.firstRound};
  const uint32_t all = allRounds(args, rounds);
  rounds.end = args.restRound && args.restRound < all ? args.restRound : all;
  loadTemporalSample(args, shared, block, temporalSampleOf(args, block, 1, 0), rounds);
  if (args.temporalSamples == 1)
    rounds.nextLook = UINT32_MAX;
  else if (early.early == 0 && args.firstRound < args.fuse)
    rounds.nextLook = args.fuse;
  return rounds;
}

/// Loads the temporal sample of `round`, which is Rounds::nextLook, if it is another one: what counts early and what counts
/// later are each spread over the block's part of the exposure. Called by all threads.
FLAME_INLINE void followTime(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, uint32_t round, Rounds &rounds) {
  const bool inFuse = round < args.fuse;
  const uint32_t first = inFuse ? 0 : args.fuse, end = inFuse ? args.fuse : allRounds(args, rounds);
  const uint32_t chunks = ((end - first - 1) >> args.chunkShift) + 1;
  const uint32_t chunk = (round - first) >> args.chunkShift;
  const uint32_t sample = temporalSampleOf(args, block, chunks, chunk);
  if (sample != rounds.sample)
    loadTemporalSample(args, shared, block, sample, rounds);
  const uint32_t next = first + ((chunk + 1) << args.chunkShift);
  rounds.nextLook = next < end ? next : end;
}

/// Whether the warp counts in `round`. To be asked in each, in order.
FLAME_INLINE bool counts(const abi::IterateArgs &args, Rounds &rounds, uint32_t round) {
  if (isAblated(abi::kNoPlot))
    return false;
  return round >= args.fuse || countsEarly(rounds.early, round);
}

/// Counts a bad value if it is one. Points that are lost count as samples.
FLAME_INLINE void countBadValue(const SharedMemory &shared, bool isBad) {
  if (isBad && !hasFeature(abi::kLosesPoints))
    __scoped_atomic_fetch_add(shared.badValues, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// Projects a point.
FLAME_INLINE Landing land(const abi::IterateArgs &args, const SharedMemory &shared,
                          const Point &point, float depth, Rng &rng) {
  Point plotted = point;
  flame_apply_final(shared.params, &point, &depth, &plotted, &rng);
  if (hasFeature(abi::kFinalXform))
    replaceBadValue(plotted, rng);
  const float *camera = shared.params + abi::kCameraOffset;
  const float x = camera[0] * plotted.x + (camera[1] * plotted.y + camera[2]);
  const float y = camera[3] * plotted.x + (camera[4] * plotted.y + camera[5]);
  // Conversion saturates, so points far away stay outside.
  const uint32_t column = uint32_t(__nvvm_f2i_rm(x)), line = uint32_t(__nvvm_f2i_rm(y));
  const bool mayHide = hasFeature(abi::kFractionalDeposit) || hasFeature(abi::kHides);
  const bool isSeen =
      (column < args.gridWidth) & (line < args.gridHeight) & (!mayHide || plotted.visibility > 0);
  return {line * args.gridWidth + column, plotted.color, plotted.visibility, isSeen};
}

/// Plots a point.
FLAME_INLINE void plot(const abi::IterateArgs &args, const SharedMemory &shared, const Point &point,
                       float depth, float placeUnit, bool returns, Sums &own, Rng &rng) {
  Landing landing = land(args, shared, point, depth, rng);
  if (splits(args))
    append<1>(args, shared, &landing, placeUnit, own);
  else
    deposit(args, shared, landing, placeUnit, returns, own, rng);
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
FLAME_INLINE void applyChosenXforms(const SharedMemory &shared, Point *points, float *depths,
                                    Rng &rng, uint32_t bits) {
  uint32_t position = choicePosition(bits, __gpu_thread_id_x() / kWarpSize);
  auto choose = [&] {
    return chooseXform(shared.params + abi::kCumulativeOffset, float(position >> 8) * 0x1p-24f);
  };
  if (hasFeature(abi::kFineChoice)) {
    forEachPoint(
        [&](Point &point, float &depth) {
          flame_apply_one(choose(), shared.params, &point, &depth, &rng);
          position += choiceFactor(bits) * (kChoiceStep / kPointsPerThread);
        },
        points, depths);
    return;
  }
  const uint32_t xform = choose();
  if (flame_is_large)
    forEachPoint([&](Point &point,
                     float &depth) { flame_apply_one(xform, shared.params, &point, &depth, &rng); },
                 points, depths);
  else
    flame_apply_group(xform, shared.params, points, depths, &rng);
}

/// Applies to each chain of a warp the xform that it has chosen.
FLAME_INLINE void applyToChains(const SharedMemory &shared, uint32_t round, Point *points,
                                float *depths, Rng &rng) {
  uint32_t left = WarpChains::xformsOf(shared, round);
  forEachPoint(
      [&](Point &point, float &depth) {
        flame_apply_one(left & 255, shared.params, &point, &depth, &rng);
        left >>= 8;
      },
      points, depths);
}

/// Whether block `block` asks in `round` what its additions find. Blocks do so in different rounds.
FLAME_INLINE bool asksIn(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return !splits(args) && ((block + round) & args.unreturned) == 0;
}

/// Whether none of a thread's points is a bad value, for sure: a large sum may be one, too.
FLAME_INLINE bool areSurelyGood(const Point *points, const float *depths) {
  float sum = 0;
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    sum += __builtin_fabsf(points[p].x) + __builtin_fabsf(points[p].y);
    if (hasFeature(abi::kDepth))
      sum += __builtin_fabsf(depths[p]);
  }
  return sum <= abi::kBadLimit; // false for NaN
}

/// Plots all points of a thread, of which none is a bad value.
FLAME_INLINE void plotGood(const abi::IterateArgs &args, const SharedMemory &shared,
                           const Point *points, const float *depths, float placeUnit, Sums &own,
                           Rng &rng) {
  Landing landings[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    landings[p] = land(args, shared, points[p], depths[p], rng);
  if (splits(args)) {
    append<kPointsPerThread>(args, shared, landings, placeUnit, own);
  } else {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      deposit(args, shared, landings[p], placeUnit, /*returns=*/false, own, rng);
  }
}

/// What a round does with points after their xforms: bad values are replaced, where points may be lost only if it `throwsAnew`;
/// if it counts, the others are plotted.
FLAME_INLINE void plotAll(const abi::IterateArgs &args, const SharedMemory &shared, Point *points,
                          float *depths, bool throwsAnew, bool isCounted, float placeUnit,
                          bool returns, Sums &own, Rng &rng) {
  if (__builtin_expect(areSurelyGood(points, depths) & !(isCounted & returns), 1)) {
    if (isCounted)
      plotGood(args, shared, points, depths, placeUnit, own, rng);
    return;
  }
  // The same at length, in one copy for all points.
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    const bool bad = replaceBadValue(points[0], depths[0], throwsAnew, rng);
    if (isCounted) {
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, points[0], depths[0], placeUnit, returns, own, rng);
    }
    rotate(points);
    rotate(depths);
  }
}

/// By how many warps' slots a thread's first point moves on after `round`. Worked out anew each time: registers are full.
FLAME_INLINE uint32_t exchangeStep(uint32_t round) {
  return flame::exchangeStep(round, __gpu_thread_id_x() % kWarpSize);
}

/// The sum of that over all rounds before `round`.
FLAME_INLINE uint32_t exchangeSteps(uint32_t round) {
  return (round + 1) / 2 * exchangeStep(0) + round / 2 * exchangeStep(1);
}

/// silentRoundsAt, in flames that lose points.
FLAME_INLINE uint32_t silentRounds(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return hasFeature(abi::kLosesPoints) ? silentRoundsAt(args, block, round) : 0;
}

/// Whether bad values start afresh in `round`, or in silent round `made` of `silent` before it.
FLAME_INLINE bool throwsAnew(const abi::IterateArgs &args, uint32_t round, uint32_t silent = 0,
                             uint32_t made = 0) {
  return !hasFeature(abi::kLosesPoints) || round < args.fuse || (silent && made == 0);
}

/// Lets all bad values of a thread start afresh.
FLAME_INLINE void throwBadValues(Point *points, float *depths, Rng &rng) {
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    replaceBadValue(points[p], depths[p], /*throwsAnew=*/true, rng);
}

/// Silent rounds before round `round` of a block (LostPoints.h), and by how many warps' slots points move on in them: in each
/// series as in the rounds from 0 on.
struct SilentPast {
  uint32_t rounds, steps;
};
FLAME_INLINE SilentPast silentPast(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  if (!hasFeature(abi::kLosesPoints) || round <= args.fuse)
    return {0, 0};
  const uint32_t first = silentRoundsAt(args, block, args.fuse);
  const uint32_t checks = checksBefore(args, block, round);
  return {first + checks * kSilentRounds,
          exchangeSteps(first) + checks * exchangeSteps(kSilentRounds)};
}

/// Whether a block that goes on made all its rounds before: some end sooner than others, and have left nothing behind.
FLAME_INLINE bool hasEnded(const abi::IterateArgs &args, uint32_t block) {
  const uint32_t early = countsNoneEarly(flame_features) ? 0 : earlyRoundsOf(args, block);
  return args.firstRound >= args.fuse + args.iterations - early;
}

/// The points that a thread begins with, or goes on with, those of its slots. Returns its stream.
FLAME_INLINE Rng beginPoints(const abi::IterateArgs &args, uint32_t block, const uint32_t *offsets,
                             Point *points, float *depths) {
  if (args.firstRound && !hasEnded(args, block))
    return wake(args, block, offsets, points, depths);
  Rng rng = makeRng(args.seed, block, __gpu_thread_id_x());
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    startPoint(points[p], rng);
  return rng;
}

/// The stream of the choices of a block, the same in all threads, behind those that it made. Legs begin with streams of their own, as
/// all threads would go over what came before; and legs that are never in pieces are at the beginning of one.
FLAME_INLINE Rng blockStream(const abi::IterateArgs &args, uint32_t block, uint32_t silentRounds) {
  constexpr uint32_t kThreadBits = 16;
  static_assert(2 * abi::kThreads <= 1u << kThreadBits, "others are streams of threads");
  Rng rng = makeRng(args.seed, block, (args.choicesFrom << kThreadBits) + abi::kThreads);
  if (hasFeature(abi::kDirectOnly))
    return rng;
#pragma clang loop unroll(disable)
  for (uint32_t round = args.choicesFrom; round < args.firstRound + silentRounds; ++round)
    nextBits(rng);
  return rng;
}

/// All rounds of one logical block, points exchanged after every round. Called by all threads of the block.
FLAME_INLINE void iterateExchanged(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t block, Sums &own) {
  constexpr uint32_t kSize = sizeof(Point), kOffsets = (kSlots - 1) * kSize;
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kWarpSize, warp = thread / kWarpSize;
  Point points[kPointsPerThread];
  float depths[kPointsPerThread] =
      {}; // with kDepth; in the exchange they stand in for visibilities
  uint32_t offsets[kPointsPerThread];
  const SilentPast silentPast = ::silentPast(args, block, args.firstRound);
  const uint32_t moved = (exchangeSteps(args.firstRound) + silentPast.steps) * kWarpSize;
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    offsets[p] =
        (kWarpSize * (warp * kPointsPerThread + p) + lane + moved * (kPointsPerThread * p + 1)) *
            kSize &
        kOffsets;
  RememberingRng rng;
  static_cast<Rng &>(rng) = beginPoints(args, block, offsets, points, depths);
  startMemory(rng);
  Rng blockRng = blockStream(args, block, silentPast.rounds);

  Rounds rounds = beginRounds(args, shared, block);
  if (makesChains())
    WarpChains::begin(shared, nextBits(blockRng));
  auto apply = [&](uint32_t turn) __attribute__((always_inline)) {
    if (makesChains())
      applyToChains(shared, turn, points, depths, rng);
    else
      applyChosenXforms(shared, points, depths, rng, nextBits(blockRng));
  };
  auto findSlots = [&](uint32_t slots) __attribute__((always_inline)) {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      offsets[p] = WarpChains::offsetIn(slots, p);
  };
  // Points move on as after round `turn`.
  auto exchange = [&](uint32_t turn) __attribute__((always_inline)) {
    if (makesChains()) {
      if (WarpChains::exchangeAfter(turn)) {
        findSlots(WarpChains::moveOn(args, shared, turn, nextBits(blockRng)));
      } else { // they were left for what is done behind the barrier
        WarpChains::goOn(args, shared, turn, nextBits(blockRng));
        findSlots(WarpChains::slotsOf(shared, turn));
      }
    } else {
      const uint32_t step = exchangeStep(turn) * kWarpSize * kSize;
#pragma unroll
      for (uint32_t p = 0; p < kPointsPerThread; ++p)
        offsets[p] = (offsets[p] + step * (kPointsPerThread * p + 1)) & kOffsets;
    }
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      points[p] = *(const Point *)(shared.exchange + offsets[p]);
      if (hasFeature(abi::kDepth))
        depths[p] = points[p].visibility;
    }
  };
  auto leave = [&](uint32_t turn) __attribute__((always_inline)) {
    if (makesChains())
      findSlots(WarpChains::slotsOf(shared, turn));
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      if (isAblated(abi::kNoExchange))
        break;
      if (hasFeature(abi::kDepth))
        points[p].visibility = depths[p];
      *(Point *)(shared.exchange + offsets[p]) = points[p];
    }
  };
  for (uint32_t round = args.firstRound; round < rounds.end; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(args, rounds, round);
    const uint32_t silent = silentRounds(args, block, round);
#pragma clang loop unroll(disable)
    for (uint32_t made = 0; made < silent; ++made) {
      apply(made);
      if (made == 0)
        throwBadValues(points, depths, rng);
      leave(made);
      __gpu_sync_threads();
      exchange(made);
    }
    apply(round);
    if (isAblated(abi::kHalfOfRest) && round % 2)
      continue;
    plotAll(args, shared, points, depths, throwsAnew(args, round), isCounted,
            placeUnitOf(args, block, round), asksIn(args, block, round), own, rng);
    if (makesChains() && !WarpChains::exchangeAfter(round) && !flushesNow(args, own)) {
      WarpChains::goOn(args, shared, round, nextBits(blockRng));
      own.flushIn -= splits(args);
      continue;
    }
    leave(round);
    if (flushesNow(args, own))
      prepareFlush(args);
    if (!isAblated(abi::kNoExchange) || flushesNow(args, own))
      __gpu_sync_threads();
    // What needs registers is done now, when points are in none.
    keepBuffersEmpty(args, shared, own);
    keepHotSumsSmall(args, shared, round + 1, own);
    if (isAblated(abi::kNoExchange))
      continue;
    exchange(round);
  }
  if (!makesChains() && rounds.end == args.restRound)
    rest(args, shared, block, offsets, rng);
  flushHotTable(args, shared, own);
}

/// All rounds of one logical block with xaos, where each point chooses for itself.
FLAME_INLINE void iterateMarkov(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block, Sums &own) {
  RememberingRng rng;
  static_cast<Rng &>(rng) = makeRng(args.seed, block, __gpu_thread_id_x());
  startMemory(rng);
  Point points[kPointsPerThread];
  float depths[kPointsPerThread] = {}; // with kDepth
  uint32_t last[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    last[p] = flame_num_xforms; // none yet: chosen by the plain weights
  }

  Rounds rounds = beginRounds(args, shared, block);
  for (uint32_t round = args.firstRound; round < rounds.end; ++round) {
    if (round == rounds.nextLook)
      followTime(args, shared, block, round, rounds);
    const bool isCounted = counts(args, rounds, round), returns = asksIn(args, block, round);
    const uint32_t silent = silentRounds(args, block, round);
    uint32_t made = 0;
    auto iterate = [&](Point &point, float &depth, uint32_t &lastXform) {
      const float *row = shared.params + (lastXform == flame_num_xforms
                                              ? abi::kCumulativeOffset
                                              : args.xaosOffset + lastXform * flame_num_xforms);
      const uint32_t xform = chooseXform(row, nextU01(rng));
      flame_apply_one(xform, shared.params, &point, &depth, &rng);
      const bool bad = replaceBadValue(point, depth, throwsAnew(args, round, silent, made), rng);
      if (!bad || hasFeature(abi::kLosesPoints)) // a value that is replaced is no predecessor
        lastXform = xform;
      if (!isCounted || made < silent)
        return;
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, point, depth, placeUnitOf(args, block, round), returns, own, rng);
    };
    for (; made < silent; ++made)
      forEachPoint(iterate, points, depths, last);
    forEachPoint(iterate, points, depths, last);
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
    if (hasFeature(abi::kXaos) && !makesChains())
      iterateMarkov(args, shared, block, own);
    else
      iterateExchanged(args, shared, block, own);
  }
  if (splits(args)) {
    prepareFlush(args);
    __gpu_sync_threads();
    flushBuffers(args, shared, own);
    endChunks(args, shared);
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
FLAME_DEVICE float flame_draw_bell(Rng *rng) { return nextBell(*rng); }
