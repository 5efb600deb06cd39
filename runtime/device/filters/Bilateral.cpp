// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of the bilateral filter, three for each direction. The mathematics is in the
// header, shared with the CPU. In the last kernel a thread has four buckets in a row, whose
// distance is the period of the line pattern, so it reads most neighbours once for all four.

#include "runtime/shared/Bilateral.h"
#include "runtime/device/filters/Tile.h"

using namespace flame;

extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace flame {
namespace {

constexpr int kRow = abi::kBilateralRow;
static_assert(bilateralBytes(abi::kMostBilateralReach) <= 48 << 10, "no launch asks for more");

/// Called by all threads.
FLAME_INLINE BilateralSteps tabulateSteps(const abi::BilateralArgs &args) {
  const int reach = int(args.params.reach), count = BilateralSteps::count(reach);
  auto *distances = (BilateralDistances<kRow> *)flame_shared;
  auto *ways = (GridPoint *)(distances + count);
  for (int i = int(__gpu_thread_id_x()); i < BilateralSteps::wayCount(reach);
       i += int(abi::kBilateralThreads)) {
    ways[i] = wayOf(args.direction, i - reach - BilateralSteps::kBefore);
    if (i < count)
      distances[i] = bilateralDistances<kRow>(args.params, i - reach);
  }
  __gpu_sync_threads();
  return {reach, distances, ways};
}

} // namespace

FLAME_KERNEL void flame_bilateral_blur(abi::BilateralArgs args) {
  forEachLine(args, kBlurReach, [&](uint64_t bucket, const auto &line) {
    args.blurred[bucket] = blurredDensity(args, line);
  });
}

FLAME_KERNEL void flame_bilateral_guide(abi::BilateralArgs args) {
  forEachLine(args, kBlurReach * kGuideStride, [&](uint64_t bucket, const auto &line) {
    args.guide[bucket] = guideOf(args, bucket, line);
  });
}

FLAME_KERNEL void flame_bilateral(abi::BilateralArgs args) {
  const BilateralSteps steps = tabulateSteps(args);
  const GridPoint period = wayOf(args.direction, kBilateralPeriod);
  const GridPoint first = firstOfRow(period, int(__gpu_block_id_x()), int(__gpu_block_id_y()),
                                     int(__gpu_thread_id_x()));
  const auto bucketAfter = [&](int at) {
    const GridPoint way = steps.ways[steps.reach + BilateralSteps::kBefore + at];
    return uint32_t(bucketAt(args.grid, first.x + way.x, first.y + way.y));
  };
  const auto distancesAt = [&](int at) { return steps.distances[steps.reach + at]; };
  abi::Accumulator results[kRow];
  BilateralWalk<kRow, decltype(bucketAfter), decltype(distancesAt)>(args, bucketAfter, distancesAt)
      .run(results);
  for (int i = 0; i < kRow; ++i) {
    const int x = first.x + i * period.x, y = first.y + i * period.y;
    if (x < 0 || x >= int(args.grid.width) || y < 0 || y >= int(args.grid.height))
      continue;
    const uint64_t bucket = uint64_t(y) * args.grid.width + uint32_t(x);
    args.result[bucket] = results[i];
    if (args.resultDensity)
      args.resultDensity[bucket] = results[i].alpha;
  }
}

} // namespace flame
