// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU. What it plots is added up by one of two schedules: DirectSums.h, BinBuffers.h.
//
// Without xaos every warp chooses one xform per round for all its points (or one per 32 of them, if
// some xform is rare), which therefore never diverge. Lanes that share their choices for long would
// collapse onto each other, so after every round all points of the group are exchanged through
// shared memory. Each point writes the slot its thread owns, and the thread moves on to another
// slot: the slot read is the slot written next, so that one buffer and one barrier suffice.
//
// A block of the kernel makes one group of a logical block, and a multiprocessor has two, or both groups: then they share the
// palette, the parameters and the buffers of a log, which are twice as large, and wait for each other where these are emptied
// or loaded. Between that each group waits for its own warps alone.
//
// With xaos the next xform depends on the point's last one: points of the same last xform choose
// together and are exchanged with each other (Chains.h). In flames of many xforms each point draws
// from its own row instead, and lanes may diverge; no exchange is needed then.
//
// Reproducible: the histogram depends on the arguments alone, not on the GPU or on how logical blocks are spread.

#include "runtime/device/BinBuffers.h"
#include "runtime/device/ChooseXform.h"
#include "runtime/device/DirectSums.h"
#include "runtime/device/SavedBlock.h"
#include "runtime/device/StartPoint.h"
#include "runtime/device/WarpChains.h"
#include "runtime/shared/Exchange.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/Reseed.h"
#include "runtime/shared/TemporalSample.h"

using namespace flame;
using abi::kPointsPerThread;
using abi::Point;

namespace {

constexpr uint32_t kSlots = abi::kPointsPerGroup, kWarps = abi::kThreads / kWarpSize;
static_assert((kSlots / kWarpSize & (kSlots / kWarpSize - 1)) == 0, "slots wrap by masking");

/// The rounds of a logical block, as one of its warps makes them.
struct Rounds {
  EarlyRounds early;         ///< of the warp
  uint32_t nextSampleChange; ///< round in which the temporal sample may be another one
  uint32_t nextEmptying;     ///< round before which buffers or sums are emptied
  uint32_t nextPause;        ///< the next of these, or the end
};

/// All rounds of a block. Recomputed on each use to save a register.
FLAME_INLINE uint32_t allRounds(const abi::IterateArgs &args, const Rounds &rounds) {
  return args.fuse + args.iterations - rounds.early.early;
}

/// The end of them in this launch.
FLAME_INLINE uint32_t endOf(const abi::IterateArgs &args, const Rounds &rounds) {
  const uint32_t all = allRounds(args, rounds);
  return args.endRound && args.endRound < all ? args.endRound : all;
}

/// The first pause of a block is before its first round, when it loads its first temporal sample.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, uint32_t block) {
  EarlyRounds early = earlyRounds(args, block, threadOfLogicalBlock() / kWarpSize, kWarps);
  if (countsNoneEarly(flame_features))
    early = {0, 1, 0};
  const uint32_t first = args.firstRound;
  const uint32_t every = splits(args) ? args.log.roundsPerFlush : kRoundsPerThreadSum;
  return {early, first, splits(args) || args.hotBits ? first + every : UINT32_MAX, first};
}

/// Empties buffers or sums before they are too full, and behind the last round of a block. Called by all threads, behind a barrier.
FLAME_INLINE void emptySums(const abi::IterateArgs &args, const SharedMemory &shared,
                            uint32_t round, uint32_t end, Rounds &rounds, Sums &local) {
  if (splits(args)) {
    flushBuffers(args, shared, local);
    rounds.nextEmptying = round + args.log.roundsPerFlush;
  } else if (args.hotBits) {
    emptyHotSums(args, shared, /*all=*/round >= end, local);
    rounds.nextEmptying = round + kRoundsPerThreadSum;
  }
}

/// The row of the palettes of a temporal sample.
FLAME_INLINE uint32_t paletteRowOf(const abi::IterateArgs &args, uint32_t sample) {
  return uint32_t(uint64_t(sample) * args.paletteRowCount / args.temporalSamples);
}

/// Copies the parameter block and palette row of temporal sample `sample`. Called by all threads; the first barrier
/// protects what the last rounds still read, the second what is written here.
FLAME_INLINE void loadTemporalSample(const abi::IterateArgs &args, const SharedMemory &shared,
                                     uint32_t block, uint32_t sample, bool isFirst) {
  const uint32_t thread = recomputedThread(), loaded = shared.state->sample,
                 row = paletteRowOf(args, sample);
  if (isSoForWarp(!isFirst && sample == loaded))
    return;
  const float *params = args.params + uint64_t(sample) * args.blockFloats;

  __gpu_sync_threads();
  for (uint32_t i = thread; i < args.sharedFloats; i += blockThreads())
    shared.params[i] = params[i];
  if (isFirst || row != paletteRowOf(args, loaded))
    loadPaletteRow(args, shared, block, row);
  if (thread == 0)
    shared.state->sample = sample;
  __gpu_sync_threads();
}

/// Loads the temporal sample of `round`, if it is another one, and finds out when there may be a new one: what counts early and
/// what counts later are each spread over the block's part of the exposure. Called by all threads.
FLAME_INLINE void followTime(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, uint32_t round, Rounds &rounds) {
  const bool inFuse = round < args.fuse, isOne = inFuse && rounds.early.early == 0;
  const uint32_t first = inFuse ? 0 : args.fuse, end = inFuse ? args.fuse : allRounds(args, rounds);
  const uint32_t shift = isOne ? 31 : args.chunkShift, chunk = (round - first) >> shift;
  const uint32_t chunks = ((end - first - 1) >> shift) + 1;
  loadTemporalSample(args, shared, block, temporalSampleOf(args, block, chunks, chunk),
                     /*isFirst=*/round == args.firstRound);
  const uint32_t next = first + ((chunk + 1) << shift);
  rounds.nextSampleChange = args.temporalSamples == 1 ? UINT32_MAX : next < end ? next : end;
}

/// What is not done in each round, in one place, when no point is in registers. Called by all threads before round
/// Rounds::nextPause, and behind a barrier. Returns whether that is the end.
FLAME_INLINE bool pause(const abi::IterateArgs &args, const SharedMemory &shared, uint32_t block,
                        uint32_t round, Rounds &rounds, Sums &local) {
  const uint32_t end = endOf(args, rounds);
  if (round == rounds.nextEmptying || round >= end)
    emptySums(args, shared, round, end, rounds, local);
  if (round >= end)
    return true;
  if (round == rounds.nextSampleChange)
    followTime(args, shared, block, round, rounds);
  const uint32_t next =
      rounds.nextSampleChange < rounds.nextEmptying ? rounds.nextSampleChange : rounds.nextEmptying;
  rounds.nextPause = next < end ? next : end;
  return false;
}

/// Whether the warp counts in `round`. To be asked in each, in order.
FLAME_INLINE bool counts(const abi::IterateArgs &args, Rounds &rounds, uint32_t round) {
  if (isAblated(abi::kNoPlot))
    return false;
  return round >= args.fuse || countsEarly(rounds.early, round);
}

/// Counts a bad value if it is one. With periodic reseeding bad values count as samples.
FLAME_INLINE void countBadValue(const SharedMemory &shared, bool isBad) {
  if (isBad && !hasFeature(abi::kPeriodicReseed))
    __scoped_atomic_fetch_add(&shared.state->badValues, 1u, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_WRKGRP);
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
                       float depth, float colorShift, bool returns, Sums &local, Rng &rng) {
  Landing landing = land(args, shared, point, depth, rng);
  if (splits(args))
    append<1>(args, shared, &landing, colorShift, local);
  else
    deposit(args, shared, landing, colorShift, returns, local, rng);
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
    (rotate<kPointsPerThread>(arrays), ...);
  }
}

/// Chooses xforms for a warp and applies them: one for all its points, or one per 32 of them when some xform is so rare
/// that the number of its choices, not that of its points, would decide about the noise.
///
/// `bits` are random and the same for the whole block, and `choice` is the warp's (choiceIndex).
/// Choices of a group are spread evenly over [0,1) from a random position on: each of them by
/// itself is as random as any, but together they give every xform its share of the group to within
/// one choice. Points are exchanged in a way that keeps some of them side by side for ever; the
/// random factor sees to it that these, too, go apart.
FLAME_INLINE void applyChosenXforms(const SharedMemory &shared, Point *points, float *depths,
                                    Rng &rng, uint32_t bits, uint32_t choice) {
  uint32_t position = choicePosition(bits, choice);
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
                           const Point *points, const float *depths, float colorShift, Sums &local,
                           Rng &rng) {
  Landing landings[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    landings[p] = land(args, shared, points[p], depths[p], rng);
  if (splits(args)) {
    append<kPointsPerThread>(args, shared, landings, colorShift, local);
  } else {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      deposit(args, shared, landings[p], colorShift, /*returns=*/false, local, rng);
  }
}

/// Handles the points of a round after their xforms: replaces bad values if it `reseeds`, and plots
/// the others if it counts.
FLAME_INLINE void plotAll(const abi::IterateArgs &args, const SharedMemory &shared, Point *points,
                          float *depths, bool reseeds, bool isCounted, float colorShift,
                          bool returns, Sums &local, Rng &rng) {
  const bool hasOneCopy = flame_is_large && hasFeature(abi::kDirectOnly);
  if (__builtin_expect(areSurelyGood(points, depths) & !(isCounted & (returns | hasOneCopy)), 1)) {
    if (isCounted)
      plotGood(args, shared, points, depths, colorShift, local, rng);
    return;
  }
  // The same at length, in one copy for all points. Code that is to be made quickly has no other.
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    const bool bad = replaceBadValue(points[0], depths[0], reseeds, rng);
    if (isCounted) {
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, points[0], depths[0], colorShift, returns, local, rng);
    }
    rotate<kPointsPerThread>(points);
    rotate<kPointsPerThread>(depths);
  }
}

/// By how many warps' slots a thread's first point moves on after `round`. Recomputed on each use
/// to save a register.
FLAME_INLINE uint32_t exchangeStep(uint32_t round) {
  return flame::exchangeStep(round, __gpu_thread_id_x() % kWarpSize);
}

/// The sum of that over all rounds before `round`.
FLAME_INLINE uint32_t exchangeSteps(uint32_t round) {
  const uint32_t lane = recomputedThread() % kWarpSize;
  return (round + 1) / 2 * flame::exchangeStep(0, lane) + round / 2 * flame::exchangeStep(1, lane);
}

/// discardedRoundsAt; 0 without periodic reseeding.
FLAME_INLINE uint32_t discardedRounds(const abi::IterateArgs &args, uint32_t block,
                                      uint32_t round) {
  return hasFeature(abi::kPeriodicReseed) ? discardedRoundsAt(args, block, round) : 0;
}

/// Whether bad values are reseeded in `round`, or in discarded round `made` of `discarded` before
/// it.
FLAME_INLINE bool reseeds(const abi::IterateArgs &args, uint32_t round, uint32_t discarded = 0,
                          uint32_t made = 0) {
  return !hasFeature(abi::kPeriodicReseed) || round < args.fuse || (discarded && made == 0);
}

/// Reseeds all bad values of a thread.
FLAME_INLINE void reseedBadValues(Point *points, float *depths, Rng &rng) {
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    replaceBadValue(points[p], depths[p], /*reseeds=*/true, rng);
}

/// Discarded rounds before round `round` of a block (Reseed.h), and by how many warps' slots points
/// move on in them: in each series as in the rounds from 0 on.
struct PastDiscardedRounds {
  uint32_t rounds, steps;
};
FLAME_INLINE PastDiscardedRounds pastDiscardedRounds(const abi::IterateArgs &args, uint32_t block,
                                                     uint32_t round) {
  if (!hasFeature(abi::kPeriodicReseed) || round <= args.fuse)
    return {0, 0};
  const uint32_t first = discardedRoundsAt(args, block, args.fuse);
  const uint32_t reseeds = reseedsBefore(args, block, round);
  return {first + reseeds * kDiscardedRounds,
          exchangeSteps(first) + reseeds * exchangeSteps(kDiscardedRounds)};
}

/// Whether a block has made all its rounds in an earlier segment: some end sooner than others, and
/// then nothing was saved.
FLAME_INLINE bool hasEnded(const abi::IterateArgs &args, uint32_t block) {
  const uint32_t early = countsNoneEarly(flame_features) ? 0 : earlyRoundsOf(args, block);
  return args.firstRound >= args.fuse + args.iterations - early;
}

/// The slots of a thread: that of its first point, and how far it is from each to the next. They wrap.
struct Slots {
  uint32_t first, step;
};

/// Where a slot is in the exchange.
FLAME_INLINE uint32_t offsetOf(uint32_t slot) {
  return slot * uint32_t(sizeof(Point)) & (kSlots - 1) * uint32_t(sizeof(Point));
}

/// Waits for the threads of a group, and for what they have left in the exchange. Called by all of them.
FLAME_INLINE void waitForGroup(const SharedMemory &shared) {
  __asm__ volatile("bar.sync %0, %1;" ::"r"(shared.group + 1), "n"(abi::kGroupThreads) : "memory");
}

/// The slots of a thread when points have moved on by `steps` warps' slots.
FLAME_INLINE Slots slotsAfter(uint32_t steps) {
  const uint32_t thread = recomputedThread() % abi::kGroupThreads, lane = thread % kWarpSize,
                 warp = thread / kWarpSize;
  const uint32_t moved = steps * kWarpSize;
  return {kWarpSize * kPointsPerThread * warp + lane + moved, kWarpSize + kPointsPerThread * moved};
}

/// Puts the points that a thread begins or resumes with into its slots. Returns its stream.
FLAME_INLINE Rng beginPoints(const abi::IterateArgs &args, const SharedMemory &shared,
                             uint32_t block, Slots slots) {
  const SavedBlock &saved = savedBlock(args, block);
  Rng rng =
      args.firstRound ? resumedStream(saved) : makeRng(args.seed, block, threadOfLogicalBlock());
  uint32_t slot = slots.first;
#pragma clang loop unroll(disable)
  for (uint32_t p = 0; p < kPointsPerThread; ++p, slot += slots.step) {
    const uint32_t offset = offsetOf(slot);
    Point point;
    if (args.firstRound) {
      point = saved.points[savedIndex(shared, offset)];
    } else {
      startPoint(point, rng);
      if (hasFeature(abi::kDepth))
        point.visibility = 0; // it stands in for the depth
    }
    *(Point *)(shared.exchange + offset) = point;
  }
  return rng;
}

/// The stream of the choices of a block, the same in all threads, positioned after the choices
/// already made. Each segment has a stream of its own, so that threads need not skip earlier
/// choices; flames with one schedule never divide a segment, so they start at its beginning.
FLAME_INLINE Rng blockStream(const abi::IterateArgs &args, uint32_t block,
                             uint32_t discardedRounds) {
  constexpr uint32_t kThreadBits = 16;
  static_assert(2 * abi::kThreads <= 1u << kThreadBits, "others are streams of threads");
  Rng rng = makeRng(args.seed, block, (args.choicesFrom << kThreadBits) + abi::kThreads);
  if (hasFeature(abi::kDirectOnly))
    return rng;
#pragma clang loop unroll(disable)
  for (uint32_t round = args.choicesFrom; round < args.firstRound + discardedRounds; ++round)
    nextBits(rng);
  return rng;
}

/// All rounds of one logical block, points exchanged after every round. Called by all threads of the block. The loop is entered
/// where points are in the exchange, so that there is one place for what is done when none is in registers (pause).
FLAME_INLINE void iterateExchanged(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t block, Sums &local) {
  if (args.firstRound && hasEnded(args, block))
    return;
  Point points[kPointsPerThread];
  float depths[kPointsPerThread] =
      {}; // with kDepth; in the exchange they stand in for visibilities
  uint32_t offsets[kPointsPerThread];
  const PastDiscardedRounds pastDiscardedRounds =
      ::pastDiscardedRounds(args, block, args.firstRound);
  const Slots slots = slotsAfter(exchangeSteps(args.firstRound) + pastDiscardedRounds.steps);
  RngWithXformState rng;
  static_cast<Rng &>(rng) = beginPoints(args, shared, block, slots);
  startXformState(rng);
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p)
    offsets[p] = offsetOf(slots.first + p * slots.step);
  Rng blockRng = blockStream(args, block, pastDiscardedRounds.rounds);
  const uint32_t choice = choiceIndex(warpOfBlock(), logicalGroup(shared.group),
                                      hasFeature(abi::kFineChoice) ? kPointsPerThread : 1);
  // Random bits of a round: of the block, and where there are chains of the group.
  auto roundBits = [&]() __attribute__((always_inline)) {
    return nextBits(blockRng) ^ (makesChains() ? logicalGroup(shared.group) * 0x9E3779B9u : 0);
  };

  Rounds rounds = beginRounds(args, block);
  auto apply = [&](uint32_t atRound) __attribute__((always_inline)) {
    if (makesChains())
      applyToChains(shared, atRound, points, depths, rng);
    else
      applyChosenXforms(shared, points, depths, rng, roundBits(), choice);
  };
  auto findSlots = [&](uint32_t slots) __attribute__((always_inline)) {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p)
      offsets[p] = WarpChains::offsetIn(slots, p);
  };
  auto leave = [&](uint32_t atRound) __attribute__((always_inline)) {
    if (makesChains())
      findSlots(WarpChains::slotsOf(shared, atRound));
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      if (isAblated(abi::kNoExchange))
        break;
      if (hasFeature(abi::kDepth))
        points[p].visibility = depths[p];
      *(Point *)(shared.exchange + offsets[p]) = points[p];
    }
  };
  // Finds the slots to which a thread moves on after round `atRound`: with chains behind the
  // barrier, without them before it as well.
  auto moveOn = [&](uint32_t atRound) __attribute__((always_inline)) {
    if (makesChains()) {
      if (WarpChains::exchangeAfter(atRound)) {
        findSlots(WarpChains::moveOn(args, shared, atRound, roundBits()));
      } else { // they were left for what is done behind the barrier
        WarpChains::goOn(args, shared, atRound, roundBits());
        findSlots(WarpChains::slotsOf(shared, atRound));
      }
    } else {
      constexpr uint32_t kSize = sizeof(Point), kOffsets = (kSlots - 1) * kSize;
      const uint32_t step = exchangeStep(atRound) * kWarpSize * kSize;
#pragma unroll
      for (uint32_t p = 0; p < kPointsPerThread; ++p)
        offsets[p] = (offsets[p] + step * (kPointsPerThread * p + 1)) & kOffsets;
    }
  };
  auto take = [&]() __attribute__((always_inline)) {
#pragma unroll
    for (uint32_t p = 0; p < kPointsPerThread; ++p) {
      points[p] = *(const Point *)(shared.exchange + offsets[p]);
      if (hasFeature(abi::kDepth))
        depths[p] = points[p].visibility;
    }
  };
  if (isAblated(abi::kNoExchange))
    take();
  for (uint32_t round = args.firstRound;; ++round) {
    if (__builtin_expect(round == rounds.nextPause, 0) &&
        pause(args, shared, block, round, rounds, local))
      break;
    if (makesChains() && round == args.firstRound)
      findSlots(WarpChains::begin(shared, roundBits()));
    else if (makesChains())
      moveOn(round - 1);
    if (!isAblated(abi::kNoExchange))
      take();
    const uint32_t discarded = discardedRounds(args, block, round);
#pragma clang loop unroll(disable)
    for (uint32_t made = 0; made < discarded; ++made) {
      apply(made);
      if (made == 0)
        reseedBadValues(points, depths, rng);
      leave(made);
      waitForGroup(shared);
      moveOn(made);
      take();
    }
    for (;; ++round) { // chains keep their points in registers where they exchange none
      const bool isCounted = counts(args, rounds, round);
      apply(round);
      const bool pauses = round + 1 == rounds.nextPause;
      if (isAblated(abi::kHalfOfTheRest) && round % 2 && !pauses)
        continue;
      plotAll(args, shared, points, depths, reseeds(args, round), isCounted,
              colorShiftOf(args, block, round), asksIn(args, block, round), local, rng);
      if (!makesChains() || WarpChains::exchangeAfter(round) || pauses ||
          discardedRounds(args, block, round + 1))
        break;
      WarpChains::goOn(args, shared, round, roundBits());
    }
    leave(round);
    if (!makesChains())
      moveOn(round);
    const bool alone = !mayMakeBothGroups() && !isAblated(abi::kNoExchange);
    if (alone || round + 1 == rounds.nextPause) {
      __gpu_sync_threads();
    } else if (!isAblated(abi::kNoExchange)) {
      waitForGroup(shared);
    }
  }
  if (!makesChains() && endOf(args, rounds) == args.endRound)
    suspend(args, shared, block, offsets, rng);
}

/// All rounds of one logical block with xaos, where each point chooses for itself.
FLAME_INLINE void iterateMarkov(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t block, Sums &local) {
  RngWithXformState rng;
  static_cast<Rng &>(rng) = makeRng(args.seed, block, threadOfLogicalBlock());
  startXformState(rng);
  Point points[kPointsPerThread];
  float depths[kPointsPerThread] = {}; // with kDepth
  uint32_t last[kPointsPerThread];
#pragma unroll
  for (uint32_t p = 0; p < kPointsPerThread; ++p) {
    startPoint(points[p], rng);
    last[p] = flame_num_xforms; // none yet: chosen by the plain weights
  }

  Rounds rounds = beginRounds(args, block);
  for (uint32_t round = args.firstRound;; ++round) {
    if (__builtin_expect(round == rounds.nextPause, 0) &&
        pause(args, shared, block, round, rounds, local))
      break;
    const bool isCounted = counts(args, rounds, round), returns = asksIn(args, block, round);
    const uint32_t discarded = discardedRounds(args, block, round);
    uint32_t made = 0;
    auto iterate = [&](Point &point, float &depth, uint32_t &lastXform) {
      const float *row = shared.params + (lastXform == flame_num_xforms
                                              ? abi::kCumulativeOffset
                                              : args.xaosOffset + lastXform * flame_num_xforms);
      const uint32_t xform = chooseXform(row, nextU01(rng));
      flame_apply_one(xform, shared.params, &point, &depth, &rng);
      const bool bad = replaceBadValue(point, depth, reseeds(args, round, discarded, made), rng);
      if (!bad || hasFeature(abi::kPeriodicReseed)) // a value that is replaced is no predecessor
        lastXform = xform;
      if (!isCounted || made < discarded)
        return;
      countBadValue(shared, bad);
      if (!bad)
        plot(args, shared, point, depth, colorShiftOf(args, block, round), returns, local, rng);
    };
    for (; made < discarded; ++made)
      forEachPoint(iterate, points, depths, last);
    forEachPoint(iterate, points, depths, last);
  }
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
/// Launch: kThreads threads, or kGroupThreads and an even number of blocks; as many as are resident, shared memory as the renderer
/// computes it.
FLAME_KERNEL void flame_iterate(abi::IterateArgs args) {
  const SharedMemory shared = layOutSharedMemory(args);
  loadHotTable(args, shared);
  Sums local;
  if (__gpu_thread_id_x() == 0)
    *shared.state = {0, 0, abi::layOutCells(args.gridWidth * args.gridHeight)};
  if (splits(args))
    emptyBuffers(args, shared);
  const uint32_t itemsPerBlock =
      abi::kGroups / blockGroups(); // an item: the groups of a thread block
  for (uint32_t item = args.firstLogicalBlock * itemsPerBlock + __gpu_block_id_x();
       item < args.endLogicalBlock * itemsPerBlock; item += __gpu_num_blocks_x()) {
    const uint32_t block = blockGroups() == 1 ? item / abi::kGroups : item;
    __gpu_sync_threads(); // shared memory is as it is to begin with, and the last block has left its points
    if (hasFeature(abi::kXaos) && !makesChains())
      iterateMarkov(args, shared, block, local);
    else
      iterateExchanged(args, shared, block, local);
  }
  __gpu_sync_threads();
  if (splits(args))
    endChunks(args, shared);
  __gpu_sync_threads();
  if (__gpu_thread_id_x() == 0 && shared.state->badValues)
    __scoped_atomic_fetch_add(args.badValues, uint64_t(shared.state->badValues), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
  addToCounter(args.plotted, local.plotted);
}

FLAME_DEVICE float flame_draw_u01(Rng *rng) { return nextU01(*rng); }
FLAME_DEVICE float flame_draw_u11(Rng *rng) { return nextU11(*rng); }
FLAME_DEVICE float flame_draw_bit(Rng *rng) { return nextBit(*rng); }
FLAME_DEVICE float flame_draw_bell(Rng *rng) { return nextBell(*rng); }
