// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared memory of a block of the iterate kernel. IterateMemory.h computes its size.

#ifndef FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H
#define FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H

#include "runtime/device/Genome.h"
#include "runtime/shared/HotBins.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"

#include <gpuintrin.h>

/// Dynamic shared memory (IterateMemory.h).
extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace flame {

inline constexpr uint32_t kWarpSize = 32;

/// The index of a thread, recomputed on each use. Values derived from a stored index would stay in
/// registers for all rounds.
FLAME_INLINE uint32_t recomputedThread() {
  uint32_t thread;
  __asm__ volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
  return thread;
}

/// True if a thread block may make both groups of a logical block.
FLAME_INLINE bool mayMakeBothGroups() {
  return abi::mostGroups(uint32_t(__nvvm_reflect("__CUDA_ARCH"))) == abi::kGroups;
}

/// Threads and warps of this block, and the number of groups of a logical block that it makes.
FLAME_INLINE uint32_t blockThreads() {
  return mayMakeBothGroups() ? __gpu_num_threads_x() : abi::kGroupThreads;
}
FLAME_INLINE uint32_t blockWarps() { return blockThreads() / kWarpSize; }
FLAME_INLINE uint32_t blockGroups() { return blockThreads() / abi::kGroupThreads; }

inline constexpr uint32_t kAllLanes = UINT32_MAX;

/// The value of `value` in lane `lane`.
FLAME_INLINE uint32_t ofLane(uint32_t value, uint32_t lane) {
  return uint32_t(__nvvm_shfl_sync_idx_i32(kAllLanes, int(value), int(lane), 31));
}

/// Returns `isSo`, which is the same in all threads of a warp. The vote tells ptxas that the
/// threads stay together. ptxas cannot see this for values from shared memory, and could otherwise
/// use a register per thread for the block index and other common values.
FLAME_INLINE bool isSoForWarp(bool isSo) { return __nvvm_vote_any_sync(kAllLanes, isSo); }

/// The index of the warp in its block. It is taken from one lane, so that ptxas knows that it is
/// uniform and keeps derived values in uniform registers.
FLAME_INLINE uint32_t warpOfBlock() {
  return mayMakeBothGroups() ? ofLane(recomputedThread() / kWarpSize, 0)
                             : __gpu_thread_id_x() / kWarpSize;
}

/// The group of the logical block that group `group` of this block makes. A grid of one-group
/// blocks has an even number of them.
FLAME_INLINE uint32_t logicalGroup(uint32_t group) {
  return blockGroups() == 1 ? __gpu_block_id_x() % abi::kGroups : group;
}

/// The index of a thread in its logical block.
FLAME_INLINE uint32_t threadOfLogicalBlock() {
  return recomputedThread() + (blockGroups() == 1 ? logicalGroup(0) * abi::kGroupThreads : 0);
}

/// Values that a block keeps once for all threads, instead of in a register of each.
struct BlockState {
  uint32_t badValues; ///< number of bad values
  uint32_t sample;    ///< currently loaded temporal sample
  abi::CellLayout cells;
};
static_assert(sizeof(BlockState) == kBlockStateBytes);

struct SharedMemory {
  uint32_t group;          ///< the warp's group in this block
  unsigned char *exchange; ///< points of the group
  ChainTables *chains;     ///< of the group; only with chains
  uint64_t *deposits;      ///< packed, from the palette
  uint32_t *colors;        ///< from the palette, in the format of log entries
  abi::PaletteEntry *palette;
  float *params;
  BlockState *state;
  HotSet *hotSets;        ///< table of hot buckets
  int32_t *bufferEnds;    ///< per bin: offset of the next entry in `buffers`, in bytes
  uint32_t *nextQuads;    ///< per bin: the block's next quad in its log
  unsigned char *buffers; ///< entries of all bins
  uint32_t *splitTags;    ///< tags of buckets with hot bins
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

/// True if points form chains. Otherwise, with xaos, each point chooses for itself.
FLAME_INLINE bool makesChains() { return flame::makesChains(flame_features, flame_num_xforms); }

/// True if the flame may have a log.
FLAME_INLINE bool maySplit() { return flame::maySplit(flame_features, flame_num_xforms); }

/// True if samples go to the log.
FLAME_INLINE bool splits(const abi::IterateArgs &args) { return maySplit() && args.log.bins != 0; }

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_SHAREDMEMORY_H
