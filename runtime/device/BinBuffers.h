// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `split` schedule: a sample is one entry of a log (SplitLog.h), which AccumulateLog.cpp adds up.
//
// A block sorts entries by bin, in buffers in shared memory, and appends what it has of each bin to the bin's log every few
// rounds. Where a buffer or the log is full, the sample is added to its bucket at once, so that nothing is lost.

#ifndef FLAME_RUNTIME_DEVICE_BINBUFFERS_H
#define FLAME_RUNTIME_DEVICE_BINBUFFERS_H

#include "runtime/device/HotSums.h"
#include "runtime/device/PaletteRow.h"

namespace flame {

/// Adds an entry to its bucket.
FLAME_INLINE void addDirectly(const abi::IterateArgs &args, uint32_t bin, uint32_t entry) {
  const uint32_t cell = (entry & kCellMask) >> kCellShift;
  addToWide(args.wide + bucketAt({bin, cell}, args.log.bins), toLevels(sumsOf(entry)));
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

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_BINBUFFERS_H
