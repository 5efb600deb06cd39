// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game on the GPU. Samples are added up by one of two schedules: DirectSums.h or
// BinBuffers.h.
//
// Without xaos, every warp chooses one xform per round for all its points, or one per 32 points if
// some xform is rare, so its lanes never diverge. Lanes that share their choices for long would
// collapse onto each other. Therefore all points of a group are exchanged through shared memory
// after every round. A thread writes each point to a slot and then reads another slot. The slot
// that it reads is the slot that it writes next, so one buffer and one barrier suffice.
//
// A thread block makes either one group of a logical block, or both groups. A block with both
// groups shares the palette, the parameters, and twice as large log buffers between them; the
// groups synchronise when these are emptied or loaded. In between, each group synchronises only its
// own warps.
//
// With xaos, the next xform depends on the point's last one. Points with the same last xform choose
// together and are exchanged with each other (Chains.h). In flames with many xforms, each point
// instead draws from its own row, lanes may diverge, and no exchange is needed.
//
// Reproducible: the histogram depends only on the arguments, not on the GPU or the distribution of
// logical blocks.

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

/// Schedule of the rounds of a logical block, for one of its warps.
struct Rounds {
  EarlyRounds early;         ///< of the warp
  uint32_t nextSampleChange; ///< next round with a possible change of the temporal sample
  uint32_t nextEmptying;     ///< round before which buffers or sums are emptied
  uint32_t nextPause;        ///< the smallest of these and the last round
};

/// Number of rounds of a block. Recomputed on each use to save a register.
FLAME_INLINE uint32_t allRounds(const abi::IterateArgs &args, const Rounds &rounds) {
  return args.fuse + args.iterations - rounds.early.early;
}

/// Last round of the block in this launch, exclusive.
FLAME_INLINE uint32_t endOf(const abi::IterateArgs &args, const Rounds &rounds) {
  const uint32_t all = allRounds(args, rounds);
  return args.endRound && args.endRound < all ? args.endRound : all;
}

/// The first pause is before the first round, to load the first temporal sample.
FLAME_INLINE Rounds beginRounds(const abi::IterateArgs &args, uint32_t block) {
  EarlyRounds early = earlyRounds(args, block, threadOfLogicalBlock() / kWarpSize, kWarps);
  if (countsNoneEarly(flame_features))
    early = {0, 1, 0};
  const uint32_t first = args.firstRound;
  const uint32_t every = splits(args) ? args.log.roundsPerFlush : kRoundsPerThreadSum;
  return {early, first, splits(args) || args.hotBits ? first + every : UINT32_MAX, first};
}

/// Empties buffers or sums before they overflow, and after the last round of a block. Called by all
/// threads after a barrier.
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

/// Palette row of a temporal sample.
FLAME_INLINE uint32_t paletteRowOf(const abi::IterateArgs &args, uint32_t sample) {
  return uint32_t(uint64_t(sample) * args.paletteRowCount / args.temporalSamples);
}

/// Copies the parameter block and palette row of temporal sample `sample`. Called by all threads.
/// The first barrier waits for reads of earlier rounds, the second for the writes here.
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

/// Loads the temporal sample of `round` if it differs from the current one, and computes the next
/// possible change. Early counted rounds and later ones are each spread over the block's part of
/// the exposure. Called by all threads.
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

/// Collects the work that is not done in every round, while no point is in registers. Called by all
/// threads before round Rounds::nextPause, after a barrier. Returns true at the end of the block.
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

/// True if the warp counts samples in `round`. Must be called for every round, in order.
FLAME_INLINE bool counts(const abi::IterateArgs &args, Rounds &rounds, uint32_t round) {
  if (isAblated(abi::kNoPlot))
    return false;
  return round >= args.fuse || countsEarly(rounds.early, round);
}

/// Counts a bad value. With periodic reseeding, bad values count as samples.
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

/// Calls `visit` for each of a thread's points in turn. Small flames get a copy of its code per
/// point, large flames one copy for all. Registers cannot be indexed, so in a large flame the
/// arrays rotate instead; after the last point they are in their original order.
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

/// Chooses xforms for a warp and applies them. The warp makes one choice for all its points, or one
/// per 32 points if some xform is so rare that the number of choices, not of points, would
/// determine the noise.
///
/// `bits` are random and equal for the whole block; `choice` is the warp's index (choiceIndex). The
/// choices of a group are spread evenly over [0,1) from a random start: each choice by itself is
/// uniformly random, but together they give every xform its share of the group to within one
/// choice. The exchange keeps some points side by side forever; the random factor separates these,
/// too.
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

/// Applies the chosen xform of each chain of a warp.
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

/// True if block `block` uses returning additions in `round`. The rounds differ between blocks.
FLAME_INLINE bool asksIn(const abi::IterateArgs &args, uint32_t block, uint32_t round) {
  return !splits(args) && ((block + round) & args.unreturned) == 0;
}

/// True only if none of the thread's points is a bad value; a large sum of good values also gives
/// false.
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

/// Plots all points of a thread, none of which is a bad value.
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

/// Handles the points of a round after their xforms: replaces bad values if `reseeds`, and plots
/// the others if `isCounted`.
FLAME_INLINE void plotAll(const abi::IterateArgs &args, const SharedMemory &shared, Point *points,
                          float *depths, bool reseeds, bool isCounted, float colorShift,
                          bool returns, Sums &local, Rng &rng) {
  const bool hasOneCopy = flame_is_large && hasFeature(abi::kDirectOnly);
  if (__builtin_expect(areSurelyGood(points, depths) & !(isCounted & (returns | hasOneCopy)), 1)) {
    if (isCounted)
      plotGood(args, shared, points, depths, colorShift, local, rng);
    return;
  }
  // The general case, in one copy for all points. Flames that are optimised for compile time use
  // only this one.
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

/// Number of warp-sized steps by which a thread's first point moves on after `round`. Recomputed on
/// each use to save a register.
FLAME_INLINE uint32_t exchangeStep(uint32_t round) {
  return flame::exchangeStep(round, __gpu_thread_id_x() % kWarpSize);
}

/// Sum of exchangeStep over all rounds before `round`.
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

/// Number of discarded rounds before round `round` of a block (Reseed.h), and the warp-sized steps
/// by which points move on in them. Each series of discarded rounds moves points as rounds 0, 1,
/// ... do.
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

/// True if a block made all its rounds in an earlier segment. Some blocks end sooner than others;
/// they save no state.
FLAME_INLINE bool hasEnded(const abi::IterateArgs &args, uint32_t block) {
  const uint32_t early = countsNoneEarly(flame_features) ? 0 : earlyRoundsOf(args, block);
  return args.firstRound >= args.fuse + args.iterations - early;
}

/// The slots of a thread: the slot of its first point and the distance from one to the next, modulo
/// the number of slots.
struct Slots {
  uint32_t first, step;
};

/// Byte offset of a slot in the exchange.
FLAME_INLINE uint32_t offsetOf(uint32_t slot) {
  return slot * uint32_t(sizeof(Point)) & (kSlots - 1) * uint32_t(sizeof(Point));
}

/// Synchronises the threads of a group, including their writes to the exchange. Called by all of
/// them.
FLAME_INLINE void waitForGroup(const SharedMemory &shared) {
  __asm__ volatile("bar.sync %0, %1;" ::"r"(shared.group + 1), "n"(abi::kGroupThreads) : "memory");
}

/// The slots of a thread after points have moved on by `steps` warp-sized steps.
FLAME_INLINE Slots slotsAfter(uint32_t steps) {
  const uint32_t thread = recomputedThread() % abi::kGroupThreads, lane = thread % kWarpSize,
                 warp = thread / kWarpSize;
  const uint32_t moved = steps * kWarpSize;
  return {kWarpSize * kPointsPerThread * warp + lane + moved, kWarpSize + kPointsPerThread * moved};
}

/// Puts a thread's initial or resumed points into its slots. Returns its random stream.
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
        point.visibility = 0; // holds the depth
    }
    *(Point *)(shared.exchange + offset) = point;
  }
  return rng;
}

/// The random stream of a block's choices, equal in all threads and positioned after the choices
/// already made. Each segment has its own stream, so threads need not skip earlier choices. Flames
/// with one schedule never divide a segment and start at its beginning.
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

/// All rounds of one logical block, with points exchanged after every round. Called by all threads
/// of the block. The loop starts while points are in the exchange, so that pause() is in one place,
/// where no point is in registers.
FLAME_INLINE void iterateExchanged(const abi::IterateArgs &args, const SharedMemory &shared,
                                   uint32_t block, Sums &local) {
  if (args.firstRound && hasEnded(args, block))
    return;
  Point points[kPointsPerThread];
  // only with kDepth; in the exchange they replace visibilities
  float depths[kPointsPerThread] = {};
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
  // Random bits of a round: per block, or per group with chains.
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
  // Finds the slots to which a thread moves on after round `atRound`. With chains this must follow
  // the barrier; without them it may precede it.
  auto moveOn = [&](uint32_t atRound) __attribute__((always_inline)) {
    if (makesChains()) {
      if (WarpChains::exchangeAfter(atRound)) {
        findSlots(WarpChains::moveOn(args, shared, atRound, roundBits()));
      } else { // points were written only for the pause
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
    for (;; ++round) { // chains keep their points in registers between exchanges
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
    last[p] = flame_num_xforms; // no last xform: use the plain weights
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
      if (!bad || hasFeature(abi::kPeriodicReseed)) // a replaced value is no predecessor
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

/// Adds the counts of all threads of a block to a counter of the frame. Called by all threads after
/// the last use of shared memory.
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

/// Iterates logical blocks [firstLogicalBlock, endLogicalBlock). Thread blocks take one item each
/// (a logical block, or one group of it) in steps of the grid size. Launch: kThreads threads, or
/// kGroupThreads and an even number of blocks; as many blocks as are resident; shared memory as
/// computed by the renderer.
FLAME_KERNEL void flame_iterate(abi::IterateArgs args) {
  const SharedMemory shared = layOutSharedMemory(args);
  loadHotTable(args, shared);
  Sums local;
  if (__gpu_thread_id_x() == 0)
    *shared.state = {0, 0, abi::layOutCells(args.gridWidth * args.gridHeight)};
  if (splits(args))
    emptyBuffers(args, shared);
  // an item is the groups of a thread block
  const uint32_t itemsPerBlock = abi::kGroups / blockGroups();
  for (uint32_t item = args.firstLogicalBlock * itemsPerBlock + __gpu_block_id_x();
       item < args.endLogicalBlock * itemsPerBlock; item += __gpu_num_blocks_x()) {
    const uint32_t block = blockGroups() == 1 ? item / abi::kGroups : item;
    // shared memory is initialised, and the previous item has left the exchange
    __gpu_sync_threads();
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
