// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared memory of a block of the iterate kernel (IterateMemory.h), and what a flame keeps in it.

#ifndef FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H
#define FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H

#include "runtime/device/Genome.h"
#include "runtime/shared/HotBins.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"

#include <gpuintrin.h>

/// Dynamic shared memory: see IterateMemory.h.
extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace flame {

inline constexpr uint32_t kWarpSize = 32;

/// The number of a thread, recomputed on each use: values derived from it would otherwise stay in
/// registers for all rounds.
FLAME_INLINE uint32_t recomputedThread() {
  uint32_t thread;
  __asm__ volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
  return thread;
}

/// Whether blocks may make both groups of a logical block.
FLAME_INLINE bool mayMakeBothGroups() {
  return abi::mostGroups(uint32_t(__nvvm_reflect("__CUDA_ARCH"))) == abi::kGroups;
}

/// Threads of this block, its warps, and the groups of a logical block that it makes.
FLAME_INLINE uint32_t blockThreads() {
  return mayMakeBothGroups() ? __gpu_num_threads_x() : abi::kGroupThreads;
}
FLAME_INLINE uint32_t blockWarps() { return blockThreads() / kWarpSize; }
FLAME_INLINE uint32_t blockGroups() { return blockThreads() / abi::kGroupThreads; }

inline constexpr uint32_t kAllLanes = UINT32_MAX;

/// What a lane of a warp has.
FLAME_INLINE uint32_t ofLane(uint32_t value, uint32_t lane) {
  return uint32_t(__nvvm_shfl_sync_idx_i32(kAllLanes, int(value), int(lane), 31));
}

/// What is so for all threads of a warp or for none. A vote tells ptxas that they stay together. Where it cannot see that of what comes
/// from shared memory, it may give each thread a register for the number of the block and all else that they have in common.
FLAME_INLINE bool isSoForWarp(bool isSo) { return __nvvm_vote_any_sync(kAllLanes, isSo); }

/// The number of the warp. It comes from one lane, so that ptxas knows that all have the same, and keeps what follows from it in
/// registers of the warp.
FLAME_INLINE uint32_t warpOfBlock() {
  return mayMakeBothGroups() ? ofLane(recomputedThread() / kWarpSize, 0)
                             : __gpu_thread_id_x() / kWarpSize;
}

/// Of the logical block, the group that a group of this block is. Blocks of one group are in a grid of an even number of them.
FLAME_INLINE uint32_t logicalGroup(uint32_t group) {
  return blockGroups() == 1 ? __gpu_block_id_x() % abi::kGroups : group;
}

/// The number of a thread in its logical block.
FLAME_INLINE uint32_t threadOfLogicalBlock() {
  return recomputedThread() + (blockGroups() == 1 ? logicalGroup(0) * abi::kGroupThreads : 0);
}

/// What a block keeps for all its threads: each would need a register for it.
struct BlockState {
  uint32_t badValues; ///< how many there were
  uint32_t sample;    ///< temporal sample that is loaded
  abi::CellLayout cells;
};
static_assert(sizeof(BlockState) == kBlockStateBytes);

struct SharedMemory {
  uint32_t group;          ///< of this block, that the warp belongs to
  unsigned char *exchange; ///< points of the group
  ChainTables *chains;     ///< where there are chains; of the group
  uint64_t *deposits;      ///< of the palette, packed
  uint32_t *colors;        ///< of the palette, as in entries of the log
  abi::PaletteEntry *palette;
  float *params;
  BlockState *state;
  HotSet *hotSets;        ///< of the table of hot buckets
  int32_t *bufferEnds;    ///< of each bin: where its next entry goes, in bytes from `buffers`
  uint32_t *nextQuads;    ///< of each bin: where in its log the block goes on, in quads
  unsigned char *buffers; ///< of the bins
  uint32_t *splitTags;    ///< of buckets with bins of their own
};

FLAME_INLINE SharedMemory layOutSharedMemory(const abi::IterateArgs &args) {
  auto *base = (unsigned char *)flame_shared;
  unsigned char *palette = base + exchangeBytes(flame_features, flame_num_xforms);
  auto *params = (float *)(palette + paletteBytes(flame_features));
  auto *state = (BlockState *)(params + args.sharedFloats);
  auto *hot = (unsigned char *)(state + 1);
  auto *ends = (int32_t *)(hot + hotTableBytes(args.hotBits));
  auto *nextQuads = (uint32_t *)ends + bufferEnds(args.log.allBins());
  unsigned char *buffers = (unsigned char *)ends + bufferBytes(args.log.allBins(), 0);
  auto *splitTags = (uint32_t *)(buffers + args.log.allBins() * args.log.bufferBytes);
  auto *second = (unsigned char *)(splitTags + (args.log.hotBins ? kHotTags : 0));
  const uint32_t group = mayMakeBothGroups() ? warpOfBlock() / (abi::kGroupThreads / kWarpSize) : 0;
  unsigned char *exchange = group ? second : base;
  return {group,
          exchange,
          (ChainTables *)(exchange + kSlotBytes),
          (uint64_t *)palette,
          (uint32_t *)palette,
          (abi::PaletteEntry *)palette,
          params,
          state,
          (HotSet *)hot,
          ends,
          nextQuads,
          buffers,
          splitTags};
}

/// Whether points make chains; with xaos and without them each chooses for itself.
FLAME_INLINE bool makesChains() { return flame::makesChains(flame_features, flame_num_xforms); }

/// Whether a flame may have a log.
FLAME_INLINE bool maySplit() { return flame::maySplit(flame_features, flame_num_xforms); }

/// Whether samples go to the log.
FLAME_INLINE bool splits(const abi::IterateArgs &args) { return maySplit() && args.log.bins != 0; }

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H
