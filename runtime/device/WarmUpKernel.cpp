// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The warm-up kernel: most of the warm-up (flam3: fuse), made by few points
// (runtime/shared/WarmUp.h). It saves its blocks as the iterate kernel does when it suspends them
// (SavedBlock.h). A thread has one point; threads choose xforms and exchange points as in
// Iterate.cpp.

#include "runtime/device/ChooseXform.h"
#include "runtime/device/SavedBlock.h"
#include "runtime/device/StartPoint.h"
#include "runtime/shared/Exchange.h"
#include "runtime/shared/TemporalSample.h"

using namespace flame;
using abi::kWarmUpThreads;
using abi::Point;

static_assert(abi::kPointsPerGroup % kWarmUpThreads == 0);
static_assert((kWarmUpThreads & (kWarmUpThreads - 1)) == 0, "slots wrap by masking");

/// How far apart the choices of neighbouring warps would be without a random factor: a group has
/// fewer warps here than in the iterate kernel.
static constexpr uint32_t kSteps = abi::kGroupThreads / kWarmUpThreads;

/// Saves copies of the thread's point for slots of a group of logical block `block`, and initial
/// random streams for the threads of that block.
FLAME_INLINE void saveTo(const abi::IterateArgs &args, uint32_t block, uint32_t group,
                         const Point &point) {
  SavedBlock &saved = savedBlock(args, block);
  const uint32_t thread = __gpu_thread_id_x();
#pragma unroll
  for (uint32_t slot = 0; slot < abi::kPointsPerGroup; slot += kWarmUpThreads)
    saved.points[group * abi::kPointsPerGroup + slot + thread] = point;
#pragma unroll
  for (uint32_t first = 0; first < abi::kGroupThreads; first += kWarmUpThreads) {
    const uint32_t next = group * abi::kGroupThreads + first + thread;
    const Rng rng = makeRng(args.seed, block, next);
    saved.streams[next] = {rng.s0, rng.s1};
  }
}

/// Makes the rounds before `endRound` of a group of a logical block, the first of
/// firstLogicalBlock.
/// Launch: kWarmUpThreads threads, a block for each group of logical blocks, warmUpBytes of shared
/// memory.
FLAME_KERNEL void flame_warm_up(abi::IterateArgs args) {
  auto *params = (float *)((Point *)flame_shared + kWarmUpThreads);
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kWarpSize, warp = thread / kWarpSize;
  const uint32_t block = args.firstLogicalBlock + __gpu_block_id_x() / abi::kGroups;
  const uint32_t group = __gpu_block_id_x() % abi::kGroups;
  const uint32_t sample = temporalSampleOf(args, block, 1, 0);
  for (uint32_t i = thread; i < args.sharedFloats; i += kWarmUpThreads)
    params[i] = args.params[uint64_t(sample) * args.blockFloats + i];

  Rng rng = makeRng(args.seed, block, abi::kThreads + 1 + group * kWarmUpThreads + thread);
  Rng blockRng = makeRng(args.seed, block, abi::kThreads); // the same in all threads
  Point point;
  float depth = 0; // with kDepth; in the exchange it stands in for the visibility
  startPoint(point, rng);
  // Where the point's slot is, and by how much it moves on: by one step after even rounds, by another after odd ones.
  constexpr uint32_t kSize = sizeof(Point), kOffsets = (kWarmUpThreads - 1) * kSize;
  const uint32_t evenStep = exchangeStep(0, lane) * kWarpSize * kSize;
  const uint32_t oddStep = exchangeStep(1, lane) * kWarpSize * kSize;
  uint32_t offset = thread * kSize, step = evenStep;
  const auto slot = [&] { return (Point *)(flame_shared + offset); };
  const auto choose = [&] {
    const uint32_t position = choicePosition(nextBits(blockRng), choiceIndex(warp * kSteps, group));
    return chooseXform(params + abi::kCumulativeOffset, float(position >> 8) * 0x1p-24f);
  };
  __gpu_sync_threads();
  uint32_t xform = choose();
#pragma clang loop unroll(disable)
  for (uint32_t round = 0; round < args.endRound; ++round) {
    flame_apply_one(xform, params, &point, &depth, &rng);
    replaceBadValue(point, depth, rng);
    if (hasFeature(abi::kDepth))
      point.visibility = depth;
    *slot() = point;
    // There are so few warps that all wait for the slowest: what needs no point is done meanwhile.
    offset = (offset + step) & kOffsets;
    step ^= evenStep ^ oddStep;
    xform = choose();
    __gpu_sync_threads();
    point = *slot();
    if (hasFeature(abi::kDepth))
      depth = point.visibility;
  }
  saveTo(args, block, group, point);
}
