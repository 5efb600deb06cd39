// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The warm-up kernel makes most of the warm-up (flam3: fuse) with few points
// (runtime/shared/WarmUp.h). It saves its blocks in the format of suspended blocks (SavedBlock.h).
// A thread has one point. Threads choose xforms and exchange points as in Iterate.cpp.

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

/// Distance between the choices of neighbouring warps before the random factor is applied. A group
/// has fewer warps here than in the iterate kernel.
static constexpr uint32_t kSteps = abi::kGroupThreads / kWarmUpThreads;

/// Saves copies of the thread's point to slots of a group of logical block `block`, and initial
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

/// Makes the rounds before `endRound` of one group of a logical block, starting with
/// firstLogicalBlock.
/// Launch: kWarmUpThreads threads, one block for each group of logical blocks, warmUpBytes of
/// shared memory.
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
  float depth = 0; // only with kDepth; in the exchange it replaces the visibility
  startPoint(point, rng);
  // Offset of the point's slot, and the step by which it moves on: one step after even rounds,
  // another after odd ones.
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
    // With so few warps, all wait for the slowest; work that needs no point is done before the
    // barrier.
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
