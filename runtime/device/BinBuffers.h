// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `split` schedule: each sample becomes an entry of a log (SplitLog.h), which AccumulateLog.cpp
// adds up later.
//
// A block sorts entries by bin in buffers in shared memory, and every few rounds appends each
// buffer to the log of its bin. If a buffer or the log is full, the sample is added directly to its
// bucket, so no sample is lost.

#ifndef FLAME_RUNTIME_DEVICE_BINBUFFERS_H
#define FLAME_RUNTIME_DEVICE_BINBUFFERS_H

#include "runtime/device/PaletteRow.h"
#include "runtime/device/Rotate.h"
#include "runtime/device/Sums.h"
#include "runtime/shared/SplitLog.h"

namespace flame {

/// Adds an entry to its bucket.
FLAME_INLINE void addDirectly(const abi::IterateArgs &args, uint32_t bin, uint32_t entry) {
  const uint32_t bucket = bin < args.log.bins ? bucketAt({bin, cellOfEntry(entry)}, args.log.bins)
                                              : args.log.hotBuckets[bin - args.log.bins];
  addToWide(args.wide + bucket, toLevels(sumsOf(entry)));
}

/// Samples outside the frame go to a separate buffer per lane, after the buffers of the bins. It is
/// never stored. Its end starts so far below its beginning that it is never full at the next flush.
inline constexpr int32_t kFarBelow = 1 << 24;

/// Offset at which buffer `index` begins: the buffer of a bin, or after those the buffer of a lane.
FLAME_INLINE int32_t beginOfBuffer(const abi::IterateArgs &args, uint32_t index) {
  return int32_t(index * args.log.bufferBytes) - (index < args.log.allBins() ? 0 : kFarBelow);
}

/// Empties buffer `index`.
FLAME_INLINE void emptyBufferOf(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t index) {
  shared.bufferEnds[index] = beginOfBuffer(args, index);
}

/// Returns the hot bin of a bucket, or `bin` if the bucket is not hot.
FLAME_INLINE uint32_t hotBinOr(const abi::IterateArgs &args, const SharedMemory &shared,
                               uint32_t bucket, uint32_t bin) {
  const uint32_t hash = bucket * args.log.hotFactor;
  const uint32_t tag = shared.splitTags[hotTagIndex(hash)];
  return hasHash(tag, hash) ? args.log.bins + hotBinOf(tag, __gpu_thread_id_x()) : bin;
}

/// Puts the entries of `count` samples into the buffers of their bins. Each step runs for all
/// samples before the next one, so their latencies overlap. For the same reason samples outside the
/// frame have buffers, too.
template <uint32_t count>
FLAME_INLINE void append(const abi::IterateArgs &args, const SharedMemory &shared,
                         const Landing *landings, float colorShift, Sums &local) {
  const uint32_t outside = args.log.allBins() + __gpu_thread_id_x() % kWarpSize;
  const uint32_t lessBins = 0u - args.log.bins, lessBytes = 0u - args.log.bufferBytes;
  const int32_t room = int32_t(args.log.bufferBytes);
  uint32_t entries[count], indices[count], ends[count];
#pragma unroll
  for (uint32_t p = 0; p < count; ++p) {
    const uint32_t cell = cellOfBucket(landings[p].bucket, args.log.binReciprocal);
    indices[p] = landings[p].isSeen ? cell * lessBins + landings[p].bucket : outside;
    // The bits of the colour and of the cell are disjoint.
    entries[p] = cell + stepOf(shared.colors, landings[p].color, colorShift);
  }
  if (args.log.hotBins) {
#pragma unroll
    for (uint32_t p = 0; p < count; ++p)
      if (landings[p].isSeen)
        indices[p] = hotBinOr(args, shared, landings[p].bucket, indices[p]);
  }
#pragma unroll
  for (uint32_t p = 0; p < count; ++p)
    ends[p] = uint32_t(__scoped_atomic_fetch_add(shared.bufferEnds + indices[p], 4,
                                                 __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP));
  int32_t fullest = -1;
#pragma unroll
  for (uint32_t p = 0; p < count; ++p) {
    const int32_t used = int32_t(indices[p] * lessBytes + ends[p]);
    if (landings[p].isSeen & (used < room))
      *(uint32_t *)(shared.buffers + ends[p]) = entries[p];
    fullest = used > fullest ? used : fullest;
  }
  if (__builtin_expect(fullest < room, 1))
    return;
#pragma unroll
  for (uint32_t p = 0; p < count; ++p)
    if (int32_t(indices[p] * lessBytes + ends[p]) >= room) {
      addDirectly(args, indices[p], entries[p]);
      ++local.plotted;
    }
}

/// Adds the samples of a quad directly to their buckets, when the log of their bin is full.
FLAME_INLINE void addQuadDirectly(const abi::IterateArgs &args, uint32_t bin, const Quad &quad) {
  uint32_t entries[4] = {quad[0], quad[1], quad[2], quad[3]};
#pragma clang loop unroll(disable)
  for (uint32_t i = 0; i < 4; ++i) {
    if (cellOfEntry(entries[0]) != args.log.binCells)
      addDirectly(args, bin, entries[0]);
    rotate<4>(entries);
  }
}

/// The contents of a buffer in quads, and their place in the log of its bin. The first `left` quads
/// go to the rest of the block's current chunk, the others to a new chunk.
struct Filled {
  uint32_t quads, left;
  uint32_t firstQuad;      ///< log position of quad 0 in the current chunk, modulo 2^32
  uint32_t otherFirstQuad; ///< same for the new chunk

  FLAME_INLINE uint32_t quadOf(uint32_t q) const {
    return q + (q < left ? firstQuad : otherFirstQuad);
  }
  /// True if all quads fit in a log of `binQuads` quads, a multiple of the chunk size.
  FLAME_INLINE bool fits(uint32_t binQuads) const {
    const bool isInThis = quads && left, isInOther = quads > left;
    return !(isInThis & (firstQuad >= binQuads)) & !(isInOther & (quadOf(quads - 1) >= binQuads));
  }
};

/// Number of quads left in the block's chunk from `quad` on; 0 at the end of the chunk.
FLAME_INLINE uint32_t leftInChunk(const abi::SplitLog &log, uint32_t quad) {
  return (0u - quad) & (log.chunkQuads - 1);
}

/// Pads the last quad of a buffer, reserves quads in the log of its bin, and empties the buffer.
/// Blocks reserve whole chunks of the log, because a reservation takes long.
FLAME_INLINE Filled closeBuffer(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t bin, Sums &local) {
  const abi::SplitLog &log = args.log;
  const uint32_t begin = bin * log.bufferBytes, full = begin + log.bufferBytes;
  uint32_t end = uint32_t(shared.bufferEnds[bin]);
  end = end < full ? end : full;
  local.plotted += (end - begin) / uint32_t(sizeof(uint32_t));
  for (; end % sizeof(Quad); end += 4)
    *(uint32_t *)(shared.buffers + end) = log.binCells;
  emptyBufferOf(args, shared, bin);
  const uint32_t quads = (end - begin) / uint32_t(sizeof(Quad));
  const uint32_t quad = shared.nextQuads[bin], left = leftInChunk(log, quad);
  if (quads <= left) {
    shared.nextQuads[bin] = quad + quads;
    return {quads, left, quad, quad};
  }
  const uint32_t missing = quads - left;
  const uint32_t taken = (missing + log.chunkQuads - 1) & (0u - log.chunkQuads);
  const uint32_t next =
      __scoped_atomic_fetch_add(log.ends + bin, taken, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  shared.nextQuads[bin] = next + missing;
  return {quads, left, quad, next - left};
}

FLAME_INLINE const Quad *bufferOf(const abi::IterateArgs &args, const SharedMemory &shared,
                                  uint32_t bin) {
  return (const Quad *)(shared.buffers + bin * args.log.bufferBytes);
}

FLAME_INLINE Quad *logOf(const abi::IterateArgs &args, uint32_t bin) {
  return (Quad *)args.log.entries + uint64_t(bin) * args.log.binQuads;
}

/// Lanes that copy the buffer of one bin, and quads that each lane has in flight. Both are small,
/// so all lanes are busy.
inline constexpr uint32_t kCopyLanes = 8, kCopiedAtOnce = 2;

/// Stores the quads of a buffer that fit in the log, and adds the entries of the others to their
/// buckets.
FLAME_INLINE void storeFittingEntries(const abi::IterateArgs &args, const SharedMemory &shared,
                                      uint32_t bin, const Filled &filled) {
  const Quad *source = bufferOf(args, shared, bin);
  Quad *target = logOf(args, bin);
#pragma clang loop unroll(disable)
  for (uint32_t q = 0; q < filled.quads; ++q)
    if (const uint32_t quad = filled.quadOf(q); quad < args.log.binQuads)
      target[quad] = source[q];
    else
      addQuadDirectly(args, bin, source[q]);
}

/// Stores the part of a buffer that belongs to lane `lane` of kCopyLanes. All quads fit in the log.
FLAME_INLINE void storeTogether(const abi::IterateArgs &args, const SharedMemory &shared,
                                uint32_t bin, const Filled &filled, uint32_t lane) {
  const Quad *source = bufferOf(args, shared, bin);
  Quad *target = logOf(args, bin);
#pragma clang loop unroll(disable)
  for (uint32_t first = lane; first < filled.quads; first += kCopiedAtOnce * kCopyLanes) {
    Quad copied[kCopiedAtOnce];
#pragma unroll
    for (uint32_t i = 0; i < kCopiedAtOnce; ++i)
      if (const uint32_t q = first + i * kCopyLanes; i == 0 || q < filled.quads)
        copied[i] = source[q];
#pragma unroll
    for (uint32_t i = 0; i < kCopiedAtOnce; ++i)
      if (const uint32_t q = first + i * kCopyLanes; i == 0 || q < filled.quads)
        target[filled.quadOf(q)] = copied[i];
  }
}

/// Empties the buffers of all bins. Consecutive bins belong to different warps. The lanes of a warp
/// first reserve log space for one bin each, and then copy a few bins at a time.
FLAME_INLINE void copyBuffers(const abi::IterateArgs &args, const SharedMemory &shared,
                              Sums &local) {
  const uint32_t bins = args.log.allBins();
  const uint32_t thread = recomputedThread(), lane = thread % kWarpSize, warp = thread / kWarpSize;
#pragma clang loop unroll(disable)
  for (uint32_t first = warp; first < bins; first += blockWarps() * kWarpSize) {
    Filled filled = {};
    if (const uint32_t bin = first + lane * blockWarps(); bin < bins) {
      filled = closeBuffer(args, shared, bin, local);
      if (__builtin_expect(!filled.fits(args.log.binQuads), 0)) {
        storeFittingEntries(args, shared, bin, filled);
        filled.quads = 0;
      }
    }
    __nvvm_bar_warp_sync(kAllLanes);
#pragma clang loop unroll(disable)
    for (uint32_t from = 0; from < kWarpSize && first + from * blockWarps() < bins;
         from += kWarpSize / kCopyLanes) {
      const uint32_t owner = from + lane / kCopyLanes;
      const Filled other = {ofLane(filled.quads, owner), ofLane(filled.left, owner),
                            ofLane(filled.firstQuad, owner), ofLane(filled.otherFirstQuad, owner)};
      storeTogether(args, shared, first + owner * blockWarps(), other, lane % kCopyLanes);
    }
  }
}

/// Empties all buffers. Called by all threads after a barrier; ends with a barrier.
FLAME_INLINE void flushBuffers(const abi::IterateArgs &args, const SharedMemory &shared,
                               Sums &local) {
  if (const uint32_t thread = recomputedThread(); thread < kWarpSize)
    emptyBufferOf(args, shared, args.log.allBins() + thread);
  copyBuffers(args, shared, local);
  __gpu_sync_threads();
}

/// Initialises the buffers. Called by all threads before a barrier.
FLAME_INLINE void emptyBuffers(const abi::IterateArgs &args, const SharedMemory &shared) {
  for (uint32_t i = __gpu_thread_id_x(); i < args.log.allBins() + kWarpSize; i += blockThreads())
    emptyBufferOf(args, shared, i);
  for (uint32_t i = __gpu_thread_id_x(); i < args.log.allBins(); i += blockThreads())
    shared.nextQuads[i] = 0;
  if (!args.log.hotBins)
    return;
  for (uint32_t i = __gpu_thread_id_x(); i < kHotTags; i += blockThreads())
    shared.splitTags[i] = args.log.hotTags[i];
}

/// Fills the rest of each chunk with empty entries. Called by all threads after the last flush.
FLAME_INLINE void endChunks(const abi::IterateArgs &args, const SharedMemory &shared) {
  const uint32_t lane = __gpu_thread_id_x() % kWarpSize, warp = __gpu_thread_id_x() / kWarpSize;
  const uint32_t none = args.log.binCells;
  for (uint32_t bin = warp; bin < args.log.allBins(); bin += blockWarps()) {
    const uint32_t quad = shared.nextQuads[bin], left = leftInChunk(args.log, quad);
    if (quad >= args.log.binQuads)
      continue;
#pragma clang loop unroll(disable)
    for (uint32_t q = lane; q < left; q += kWarpSize)
      logOf(args, bin)[quad + q] = Quad{none, none, none, none};
  }
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_BINBUFFERS_H
