// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU kernels of the bilateral filter, three for each direction. The mathematics is in the header, shared with the CPU.
// In the last one a thread has four buckets in a row, as many steps from each other as their ways repeat after, so that it
// reads most neighbours once for all four.

#include "runtime/shared/Bilateral.h"
#include "runtime/device/filters/Tile.h"

namespace flame {
namespace {

constexpr int kRow = abi::kBilateralRow;
constexpr int kMostSteps = 2 * abi::kMostBilateralReach + 1;
/// Steps to what a walk reads: one before the first neighbour, up to the last one of the last bucket, and two after it.
constexpr int kFurther = 1 + kBilateralPeriod * (kRow - 1) + 2;

/// What all buckets want to know of the steps, from the lowest number on.
struct StepTable {
  float distances[kMostSteps];       ///< distanceTerm
  Place ways[kMostSteps + kFurther]; ///< from one step before on
};

/// Called by all threads.
FLAME_INLINE void fillTable(const abi::BilateralArgs &args, FLAME_SHARED StepTable &table) {
  const int reach = int(args.params.reach), steps = 2 * reach + 1;
  for (int i = int(__gpu_thread_id_x()); i < steps + kFurther; i += int(abi::kFinishThreads)) {
    const Place way = wayOf(args.direction, i - reach - 1);
    table.ways[i].x = way.x;
    table.ways[i].y = way.y;
    if (i < steps)
      table.distances[i] = distanceTerm(args.params, i - reach);
  }
  __gpu_sync_threads();
}

} // namespace

FLAME_KERNEL void flame_bilateral_blur(abi::BilateralArgs args) {
  forEachLine(args, kBlurReach, [&](uint64_t bucket, const auto &line) {
    args.blurred[bucket] = blurredDensity(args, line);
  });
}

FLAME_KERNEL void flame_bilateral_guide(abi::BilateralArgs args) {
  forEachLine(args, kBlurReach * kStrideOfGuide, [&](uint64_t bucket, const auto &line) {
    args.guide[bucket] = guideOf(args, bucket, line);
  });
}

FLAME_KERNEL void flame_bilateral(abi::BilateralArgs args) {
  static FLAME_SHARED StepTable table;
  fillTable(args, table);
  const Place period = wayOf(args.direction, kBilateralPeriod);
  const Place first = firstOfRow(period, int(__gpu_block_id_x()), int(__gpu_block_id_y()),
                                 int(__gpu_thread_id_x()));
  const int reach = int(args.params.reach);
  const auto bucketAfter = [&](int steps) {
    FLAME_SHARED const Place &way = table.ways[reach + 1 + steps];
    return uint32_t(bucketAt(args.grid, first.x + way.x, first.y + way.y));
  };
  const auto distanceAt = [&](int steps) { return table.distances[reach + steps]; };
  abi::Accumulator results[kRow];
  BilateralWalk<kRow, decltype(bucketAfter), decltype(distanceAt)>(args, bucketAfter, distanceAt)
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
