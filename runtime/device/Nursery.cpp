// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most of the fuse, made by few points (runtime/shared/Nursery.h). What it leaves behind is what blocks of the iterate kernel leave
// that rest (Resting.h). A thread has one point; they choose xforms and change places as in Iterate.cpp.

#include "runtime/device/ChooseXform.h"
#include "runtime/device/Resting.h"
#include "runtime/device/StartPoint.h"
#include "runtime/shared/Exchange.h"
#include "runtime/shared/TemporalSample.h"

using namespace flame;
using abi::kNurseryThreads;
using abi::Point;

static_assert(abi::kPointsPerGroup % kNurseryThreads == 0);
static_assert((kNurseryThreads & (kNurseryThreads - 1)) == 0, "slots wrap by masking");

/// How far apart the choices of neighbouring warps would be without a random factor: they are fewer than those of the iterate kernel.
static constexpr uint32_t kSteps = abi::kGroupThreads / kNurseryThreads;

/// Leaves the thread's point to slots of a group of logical block `block`, and streams for threads of that to begin with.
FLAME_INLINE void leaveTo(const abi::IterateArgs &args, uint32_t block, uint32_t group,
                          const Point &point) {
  RestingBlock &resting = restingBlock(args, block);
  const uint32_t thread = __gpu_thread_id_x();
#pragma unroll
  for (uint32_t slot = 0; slot < abi::kPointsPerGroup; slot += kNurseryThreads)
    resting.points[group * abi::kPointsPerGroup + slot + thread] = point;
#pragma unroll
  for (uint32_t first = 0; first < abi::kGroupThreads; first += kNurseryThreads) {
    const uint32_t next = group * abi::kGroupThreads + first + thread;
    const Rng rng = makeRng(args.seed, block, next);
    resting.streams[next] = {rng.s0, rng.s1};
  }
}

/// Makes the rounds before `restRound` of a group of a logical block, the first of firstLogicalBlock.
/// Launch: kNurseryThreads threads, a block for each group of logical blocks, nurseryBytes of shared memory.
FLAME_KERNEL void flame_nursery(abi::IterateArgs args) {
  auto *params = (float *)((Point *)flame_shared + kNurseryThreads);
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kWarpSize, warp = thread / kWarpSize;
  const uint32_t block = args.firstLogicalBlock + __gpu_block_id_x() / abi::kGroups;
  const uint32_t group = __gpu_block_id_x() % abi::kGroups;
  const uint32_t sample = temporalSampleOf(args, block, 1, 0);
  for (uint32_t i = thread; i < args.sharedFloats; i += kNurseryThreads)
    params[i] = args.blocks[uint64_t(sample) * args.blockFloats + i];

  Rng rng = makeRng(args.seed, block, abi::kThreads + 1 + group * kNurseryThreads + thread);
  Rng blockRng = makeRng(args.seed, block, abi::kThreads); // the same in all threads
  Point point;
  float depth = 0; // with kDepth; in the exchange it stands in for the visibility
  startPoint(point, rng);
  // Where the point's slot is, and by how much it moves on: by one step after even rounds, by another after odd ones.
  constexpr uint32_t kSize = sizeof(Point), kOffsets = (kNurseryThreads - 1) * kSize;
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
  for (uint32_t round = 0; round < args.restRound; ++round) {
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
  leaveTo(args, block, group, point);
}
