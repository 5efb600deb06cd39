// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the GPU does with the bilateral filter beyond what the CPU does: buckets in rows that share
// what they read. Whether the filter itself is right is FilterTest.cpp's matter.

#include "runtime/shared/Bilateral.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace flame::rt {
namespace {

constexpr int kRow = abi::kBilateralRow;
constexpr abi::GridSize kGrid = {101, 67};

TEST(BilateralTest, EveryBucketHasOneThread) {
  abi::FrameGeometry frame = {};
  frame.gridWidth = kGrid.width;
  frame.gridHeight = kGrid.height;
  const abi::LaunchShape shape = abi::launchPerShearedTile(frame);
  for (const abi::Direction &direction : abi::kBilateralDirections) {
    const GridPoint period = wayOf(direction, kBilateralPeriod);
    std::vector<int> threads(size_t(kGrid.width) * kGrid.height);
    for (uint32_t tileY = 0; tileY < shape.gridY; ++tileY)
      for (uint32_t tileX = 0; tileX < shape.gridX; ++tileX)
        for (uint32_t thread = 0; thread < shape.threadsX; ++thread) {
          const GridPoint first = firstOfRow(period, int(tileX), int(tileY), int(thread));
          for (int i = 0; i < kRow; ++i) {
            const int x = first.x + i * period.x, y = first.y + i * period.y;
            if (x >= 0 && x < int(kGrid.width) && y >= 0 && y < int(kGrid.height))
              ++threads[size_t(y) * kGrid.width + size_t(x)];
          }
        }
    EXPECT_EQ(threads, std::vector<int>(threads.size(), 1)) << direction.x << ", " << direction.y;
  }
}

/// Accumulators of which a part are empty, and what goes with it.
struct Scene {
  std::vector<abi::Accumulator> accumulators;
  std::vector<abi::BilateralGuide> guide;
  abi::BilateralArgs args = {};

  Scene() {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> uniform;
    for (size_t i = 0; i < size_t(kGrid.width) * kGrid.height; ++i) {
      const float density = uniform(random) < 0.2f ? 0 : 100 * uniform(random);
      const auto channel = [&] { return density * uniform(random); };
      accumulators.push_back({channel(), channel(), channel(), density});
      guide.push_back({std::sqrt(density), 2 / (density + 20 * uniform(random) + 1)});
    }
    args.accumulators = accumulators.data();
    args.guide = guide.data();
    args.grid = kGrid;
    args.params = {.spatial = 0.02f,
                   .color = 3,
                   .density = 0.1f,
                   .densityPower = 0.5f,
                   .gradient = 2,
                   .perSample = 1 / 255.0f,
                   .reach = 15,
                   .blur = {}};
  }
};

TEST(BilateralTest, RowsGetWhatEachBucketGetsAlone) {
  Scene scene;
  const auto distancesAt = [&](int at) { return bilateralDistances<kRow>(scene.args.params, at); };
  for (const abi::Direction &direction : abi::kBilateralDirections) {
    scene.args.direction = direction;
    const GridPoint period = wayOf(direction, kBilateralPeriod);
    for (int y = 0; y < int(kGrid.height); y += 3)
      for (int x = -12; x < int(kGrid.width); x += 5) {
        const BoundedLine line = {kGrid, direction, x, y};
        abi::Accumulator row[kRow];
        BilateralWalk<kRow, BoundedLine, decltype(distancesAt)>(scene.args, line, distancesAt)
            .run(row);
        for (int i = 0; i < kRow; ++i) {
          const GridPoint at = {x + i * period.x, y + i * period.y};
          if (at.x < 0 || at.x >= int(kGrid.width) || at.y < 0 || at.y >= int(kGrid.height))
            continue;
          const abi::Accumulator alone =
              bilateral(scene.args, BoundedLine{kGrid, direction, at.x, at.y});
          EXPECT_FLOAT_EQ(row[i].red, alone.red) << at.x << ", " << at.y;
          EXPECT_FLOAT_EQ(row[i].green, alone.green);
          EXPECT_FLOAT_EQ(row[i].blue, alone.blue);
          EXPECT_FLOAT_EQ(row[i].alpha, alone.alpha);
        }
      }
  }
}

// Whether a bucket has any density changes what its neighbours are worth to it, and a GPU has no
// denormal numbers.
TEST(BilateralTest, DensityThatAGpuTakesForNoneIsNone) {
  EXPECT_EQ(exp2Fast(-126), 0x1p-126f);
  EXPECT_EQ(exp2Fast(-126.5f), 0);
  Scene dark, denormal;
  const size_t bucket = 30 * size_t(kGrid.width) + 50;
  dark.accumulators[bucket] = {0, 0, 0, 0};
  denormal.accumulators[bucket] = {0, 0x1p-140f, 0, 0x1p-130f};
  const abi::Direction across = {1, 0};
  dark.args.direction = denormal.args.direction = across;
  const BoundedLine line = {kGrid, across, 50, 30};
  const abi::Accumulator a = bilateral(dark.args, line), b = bilateral(denormal.args, line);
  EXPECT_GT(a.alpha, 0);
  EXPECT_FLOAT_EQ(a.alpha, b.alpha);
  EXPECT_FLOAT_EQ(a.green, b.green);
}

} // namespace
} // namespace flame::rt
