// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation and the spatial filter in one step: the functions that the GPU's kernels are
// made of, tile by tile, against the two steps in double.

#include "runtime/shared/PixelDensity.h"
#include "runtime/plan/FilterPlan.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace flame::rt {
namespace {

struct Case {
  uint32_t supersample;
  DensitySettings density;
  bool hasEdges;
  const char *shape;
  double filter; ///< radius
  uint32_t width, height;
};

std::ostream &operator<<(std::ostream &out, const Case &c) {
  return out << "supersample " << c.supersample << ", radius " << c.density.radius << " to "
             << c.density.minimum << ", curve " << c.density.curve
             << (c.hasEdges ? ", edges, " : ", ") << c.shape << " " << c.filter << ", " << c.width
             << "x" << c.height;
}

/// A random frame: dense to the right, thin to the left, and with empty buckets in between.
class PixelDensity : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    const Case &c = GetParam();
    filters.density = *(c.hasEdges ? makeEdgeDensityTable(c.density, c.supersample)
                                   : makeDensityTable(c.density, c.supersample));
    filters.spatial = *makeSpatialFilter(*findSpatialKernel(c.shape), c.filter, c.supersample);
    filters.plan = planFilters(FilterChain::flam3(), 1, true);
    setPixelDensity(filters, c.supersample);
    ASSERT_TRUE(filters.pixelDensity.isActive());
    frame = *makeFrameGeometry(c.width, c.height, c.supersample, filters.spatial.width(),
                               c.density.radius);
    params = densityParams(filters.density, frame);
    makeAccumulators();
    if (c.supersample == 2)
      makeTables<2>();
    else if (c.supersample == 3)
      makeTables<3>();
    else
      makeTables<4>();
  }

  void makeAccumulators() {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform;
    const size_t buckets = abi::bucketCount(frame);
    sampleCounts.resize(buckets);
    accumulators.resize(buckets);
    kernels.resize(buckets);
    for (size_t i = 0; i < buckets; ++i) {
      const double mean = std::pow(10, -1.5 + 5.0 * double(i % frame.gridWidth) / frame.gridWidth);
      if (uniform(random) < 0.5)
        sampleCounts[i] = float(std::poisson_distribution<int>(mean)(random));
      if (sampleCounts[i] > 0)
        accumulators[i] = {float(uniform(random)), 0, 0, float(std::log1p(sampleCounts[i]))};
    }
    for (uint32_t y = 0; y < frame.gridHeight; ++y)
      for (uint32_t x = 0; x < frame.gridWidth; ++x)
        kernels[size_t(y) * frame.gridWidth + x] =
            kernelAt(sampleCounts.data(), filters.density.kernels.data(), params, x, y);
  }

  template <int kScale> void makeTables() {
    filterX.assign(filters.spatial.x.begin(), filters.spatial.x.end());
    filterY.assign(filters.spatial.y.begin(), filters.spatial.y.end());
    byKernel.assign(filters.pixelDensity.entries, NAN);
    byOffset.assign(abi::kNearEntries, NAN);
    args = pixelDensityArgs(filters, frame);
    args.kernels = filters.density.kernels.data();
    args.pixelKernels = filters.pixelDensity.kernels.data();
    args.filterX = filterX.data();
    args.filterY = filterY.data();
    args.byKernel = byKernel.data();
    args.byOffset = byOffset.data();
    for (uint32_t kernel = 0; kernel < args.kernelCount; ++kernel) {
      const abi::PixelKernel &entry = args.pixelKernels[kernel];
      for (uint32_t i = 0; i < kernelEntries<kScale>(entry.reach, int(args.filterWidth)); ++i)
        byKernel[entry.first + i] = kernelEntry<kScale>(args, kernel, i);
    }
    for (uint32_t kernel = args.nearFirst; kernel < args.kernelCount; ++kernel)
      for (uint32_t i = 0; i < abi::kNearSide * abi::kNearSide; ++i)
        byOffset[i * abi::kNearKernels + kernel - args.nearFirst] =
            nearCoefficient<kScale>(args, kernel, int(i % abi::kNearSide), int(i / abi::kNearSide));
  }

  /// Density estimation, bucket by bucket.
  std::vector<double> estimated() const {
    std::vector<double> result(accumulators.size());
    for (size_t i = 0; i < accumulators.size(); ++i) {
      if (kernels[i] == abi::kNoKernel)
        continue;
      const abi::DensityKernel &kernel = filters.density.kernels[kernels[i]];
      const int x = int(i % frame.gridWidth), y = int(i / frame.gridWidth);
      for (int dy = -kernel.reach; dy <= kernel.reach; ++dy)
        for (int dx = -kernel.reach; dx <= kernel.reach; ++dx) {
          const bool isInGrid =
              uint32_t(x + dx) < frame.gridWidth && uint32_t(y + dy) < frame.gridHeight;
          if (isInGrid && isCovered(kernel.limit, float(dx * dx), float(dy * dy)))
            result[size_t(y + dy) * frame.gridWidth + size_t(x + dx)] +=
                double(accumulators[i].alpha) * kernel.scale *
                std::exp2(-double(kernel.falloff) * (dx * dx + dy * dy));
        }
    }
    return result;
  }

  /// The spatial filter of them.
  double filtered(const std::vector<double> &buckets, uint32_t x, uint32_t y) const {
    const size_t width = filters.spatial.width(),
                 offset = filterOffset(frame, filters.spatial.width());
    const size_t left = offset + size_t(x) * frame.supersample;
    const size_t top = offset + size_t(y) * frame.supersample;
    double sum = 0;
    for (size_t j = 0; j < width; ++j)
      for (size_t i = 0; i < width; ++i)
        sum += filters.spatial.x[i] * filters.spatial.y[j] *
               buckets[(top + j) * frame.gridWidth + left + i];
    return sum;
  }

  /// What a bucket counts in a pixel, by offset or by kernel.
  template <int kScale>
  double coefficient(const TileBuckets &under, size_t bucket, bool isNear, int pixelX,
                     int pixelY) const {
    const int x = int(bucket % frame.gridWidth) - under.x;
    const int y = int(bucket / frame.gridWidth) - under.y;
    const uint32_t kernel = kernels[bucket];
    if (isNear) {
      const int column = x - kScale * pixelX, row = y - kScale * pixelY;
      const bool isInTable = column >= -kNearest && row >= -kNearest &&
                             column < int(args.filterWidth) + kNearest &&
                             row < int(args.filterWidth) + kNearest;
      return isInTable ? byOffset[size_t(nearEntry(column, row)) + kernel - args.nearFirst] : 0;
    }
    const abi::PixelKernel &entry = args.pixelKernels[kernel];
    const ListedBucket listed = listedBucket<kScale>(entry, int(args.filterWidth), x, y);
    const PixelColumn found = columnOf<kScale>(byKernel.data(), listed, pixelX, 0);
    const double result = coefficientBelow<kScale>(found, pixelY);
    const Patch whole = {0, 0, int(abi::kPixelTileWidth), int(abi::kPixelTileHeight)};
    const Patch alone = {pixelX, pixelY, 1, 1};
    if (result != 0) {
      EXPECT_TRUE(reachesPatch<kScale>(x, y, entry.reach, int(args.filterWidth), whole));
      EXPECT_TRUE(reachesPatch<kScale>(x, y, entry.reach, int(args.filterWidth), alone));
    }
    return result;
  }

  /// Buckets around a tile that may reach it, by class, as blocks count them.
  std::array<uint32_t, abi::kNearClasses + 1> count(const TileBuckets &under) const {
    const abi::LaunchShape tiles = abi::launchPerTile(frame);
    std::array<uint32_t, abi::kNearClasses + 1> counts = {};
    for (uint32_t y = 0; y < tiles.gridY; ++y)
      for (uint32_t x = 0; x < tiles.gridX; ++x) {
        std::array<uint32_t, abi::kNearClasses + 1> entry = {};
        int reach = abi::kEmptyTile;
        for (uint32_t i = 0; i < abi::kDensityTile * abi::kDensityTile; ++i) {
          const uint32_t bucketX = x * abi::kDensityTile + i % abi::kDensityTile;
          const uint32_t bucketY = y * abi::kDensityTile + i / abi::kDensityTile;
          if (bucketX >= frame.gridWidth || bucketY >= frame.gridHeight)
            continue;
          const uint16_t kernel = kernels[size_t(bucketY) * frame.gridWidth + bucketX];
          if (kernel == abi::kNoKernel)
            continue;
          ++entry[nearClassOf(args.classes, kernel)];
          reach = std::max(reach, args.kernels[kernel].reach);
        }
        const int steps = stepsBetween(under, int(x), int(y));
        for (uint32_t i = 0; i <= abi::kNearClasses; ++i)
          counts[i] += mayReach(i, reach, steps) ? entry[i] : 0;
      }
    return counts;
  }

  /// Compares all pixels of all tiles; `choose(counts)` is the class of each of them.
  template <int kScale, class Choose> void compare(const Choose &choose) {
    const std::vector<double> buckets = estimated();
    const uint32_t columns = abi::pixelTilesX(frame);
    for (uint32_t tile = 0; tile < abi::pixelTiles(frame); ++tile) {
      const int tileX = int(tile % columns), tileY = int(tile / columns);
      const TileBuckets under =
          tileBuckets<kScale>(tileX, tileY, args.filterWidth, args.filterOffset);
      const auto counts = count(under);
      const uint32_t first = firstNear(args.classes, choose(counts));
      for (uint32_t pixel = 0; pixel < abi::kPixelTileWidth * abi::kPixelTileHeight; ++pixel) {
        const int x = int(pixel % abi::kPixelTileWidth), y = int(pixel / abi::kPixelTileWidth);
        const uint32_t pixelX = uint32_t(tileX) * abi::kPixelTileWidth + uint32_t(x);
        const uint32_t pixelY = uint32_t(tileY) * abi::kPixelTileHeight + uint32_t(y);
        if (pixelX >= frame.width || pixelY >= frame.height || (pixelX + pixelY) % 3)
          continue; // a third of them will do
        double sum = 0, scale = 0;
        for (size_t i = 0; i < accumulators.size(); ++i) {
          if (kernels[i] == abi::kNoKernel)
            continue;
          const double share =
              accumulators[i].alpha * coefficient<kScale>(under, i, kernels[i] >= first, x, y);
          if (share != 0)
            ASSERT_GT(counts[nearClassOf(args.classes, kernels[i])], 0u);
          sum += share;
          scale += std::abs(share);
        }
        ASSERT_NEAR(sum, filtered(buckets, pixelX, pixelY), 1e-6 * scale + 1e-12)
            << pixelX << ", " << pixelY << ", kernels by offset from " << first;
      }
    }
  }
  template <class Choose> void compareAll(const Choose &choose) {
    switch (GetParam().supersample) {
    case 2:
      return compare<2>(choose);
    case 3:
      return compare<3>(choose);
    default:
      return compare<4>(choose);
    }
  }

  FrameFilters filters;
  abi::FrameGeometry frame = {};
  abi::DensityParams params = {};
  abi::PixelDensityArgs args = {};
  std::vector<float> sampleCounts, filterX, filterY, byKernel, byOffset;
  std::vector<abi::Accumulator> accumulators;
  std::vector<uint16_t> kernels;
};

TEST_P(PixelDensity, IsThatOfTwoSteps) {
  compareAll([&](const auto &counts) {
    const int width = int(args.filterWidth);
    return GetParam().supersample == 2   ? chooseClass<2>(counts, width)
           : GetParam().supersample == 3 ? chooseClass<3>(counts, width)
                                         : chooseClass<4>(counts, width);
  });
}

TEST_P(PixelDensity, IsTheSameWhateverTheClass) {
  for (int nearClass : {kNoClass, 0, 3, int(abi::kNearClasses) - 1})
    compareAll([&](const auto &) { return nearClass; });
}

INSTANTIATE_TEST_SUITE_P(Frames, PixelDensity,
                         testing::Values(Case{4, {11, 0, 0.4}, false, "gaussian", 0.5, 37, 19},
                                         Case{4, {9, 0, 0.4}, true, "gaussian", 0.5, 21, 17},
                                         Case{4, {3, 1, 0.7}, false, "hamming", 1, 33, 18},
                                         Case{4, {2, 0, 0.4}, false, "gaussian", 0, 34, 5},
                                         Case{3, {5, 0.5, 0.6}, false, "lanczos2", 0.75, 35, 20},
                                         Case{3, {6, 0, 0.4}, true, "box", 0.2, 20, 23},
                                         Case{2, {9, 0, 0.25}, false, "bspline", 1.25, 40, 22},
                                         Case{2, {4, 0, 0.4}, false, "box", 0.1, 33, 17},
                                         Case{2, {7, 0, 0.5}, true, "catrom", 2, 40, 15}));

//===-- who takes it --------------------------------------------------------------------------===//

PixelDensityTable tableOf(const DensitySettings &density, uint32_t supersample,
                          const char *shape = "gaussian", double filter = 0.5,
                          bool hasEdges = false) {
  return makePixelDensityTable(*(hasEdges ? makeEdgeDensityTable(density, supersample)
                                          : makeDensityTable(density, supersample)),
                               *makeSpatialFilter(*findSpatialKernel(shape), filter, supersample),
                               supersample);
}

TEST(PixelDensityTableTest, IsForSupersamplingOf2To4) {
  EXPECT_FALSE(tableOf({9, 0, 0.4}, 1).isActive());
  EXPECT_TRUE(tableOf({9, 0, 0.4}, 2).isActive());
  EXPECT_TRUE(tableOf({9, 0, 0.4}, 4).isActive());
  EXPECT_FALSE(tableOf({9, 0, 0.4}, 5).isActive());
  EXPECT_FALSE(tableOf({0, 0, 0.4}, 4).isActive()); // there is no density estimation
}

TEST(PixelDensityTableTest, HasALimitOfWidth) {
  EXPECT_TRUE(tableOf({9, 0, 0.4}, 4, "hamming", 1).isActive());     // 26 buckets
  EXPECT_FALSE(tableOf({9, 0, 0.4}, 4, "hamming", 1.25).isActive()); // 32
  EXPECT_FALSE(tableOf({9, 0, 0.4}, 4, "mitchell_smooth").isActive());
  EXPECT_TRUE(tableOf({30, 0, 0.4}, 4).isActive()); // 62 pixels
  EXPECT_FALSE(tableOf({32, 0, 0.4}, 4).isActive());
}

TEST(PixelDensityTableTest, HasALimitOfMemory) {
  EXPECT_TRUE(tableOf({28, 0, 1}, 4).isActive());
  EXPECT_LE(tableOf({28, 0, 1}, 4).entries, 32u << 20);
  const DensityTable many = [] {
    DensityTable made = *makeDensityTable({28, 0, 0.4}, 4);
    made.kernels.insert(made.kernels.begin(), 1000, made.kernels.front());
    return made;
  }();
  const SpatialFilter spatial = *makeSpatialFilter(*findSpatialKernel("gaussian"), 0.5, 4);
  EXPECT_FALSE(makePixelDensityTable(many, spatial, 4).isActive());
}

TEST(PixelDensityTableTest, TheMoreATileListsTheEarlierItIs) {
  EXPECT_EQ(weightOf(1), 0u);
  EXPECT_EQ(weightOf(2), 1u);
  EXPECT_EQ(weightOf(1000), 9u);
  EXPECT_EQ(weightOf(UINT32_MAX), abi::kTileWeights - 1);
}

/// What a lane skips of a row is 0 in all of its pixels.
TEST(PixelDensityTableTest, CutsOffNothingThatIsCovered) {
  constexpr int kScale = 4, kPixels = 4, kWidth = 8;
  for (const int reach : abi::kNearReaches) {
    const float limit = float((reach + 1) * (reach + 1)); // that of no kernel is larger
    int most = 0;
    for (int row = 0; row < spanOf(reach, kWidth) + kScale * (kPixels - 1); ++row) {
      const int cut = uncovered<kScale>(reach, kWidth, row, kPixels);
      most = std::max(most, cut);
      for (int i = 0; i < cut; ++i) // columns of the row, as far from the filter on the right
        for (int pixel = 0; pixel < kPixels; ++pixel)
          for (int j = 0; j < kWidth; ++j) {
            const int dx = reach - i, dy = row - reach - kScale * pixel - j;
            ASSERT_FALSE(std::abs(dy) <= reach && isCovered(limit, float(dx * dx), float(dy * dy)))
                << "reach " << reach << ", row " << row << ", column " << i;
          }
    }
    EXPECT_EQ(most, reach - std::min(reach, int(std::sqrt(2 * reach + 1.0)))); // in the first row
  }
}

/// The widest Gaussians are so flat that all their taps are small.
TEST(PixelDensityTableTest, NeedsKernelsThatGetNoWider) {
  EXPECT_TRUE(tableOf({18, 0, 0.4}, 4, "gaussian", 0.5, true).isActive());
  EXPECT_FALSE(tableOf({27, 0, 0.4}, 4, "gaussian", 0.5, true).isActive());
}

TEST(PixelDensityTableTest, ClassesHoldTheLastKernels) {
  for (const bool hasEdges : {false, true}) {
    const PixelDensityTable table = tableOf({11, 0, 0.2}, 4, "gaussian", 0.5, hasEdges);
    ASSERT_TRUE(table.isActive());
    const size_t count = table.kernels.size();
    EXPECT_LE(count - table.nearFirst, abi::kNearKernels);
    EXPECT_EQ(table.nearFirst, table.classes.first[abi::kNearClasses - 1]);
    for (uint32_t i = 0; i < abi::kNearClasses; ++i) {
      const size_t first = table.classes.first[i];
      if (first < count)
        EXPECT_LE(table.kernels[first].reach, abi::kNearReaches[i]);
      if (first > 0 && count - first < abi::kNearKernels)
        EXPECT_GT(table.kernels[first - 1].reach, abi::kNearReaches[i]);
      for (uint32_t kernel : {0u, uint32_t(count) - 1})
        EXPECT_EQ(nearClassOf(table.classes, kernel) <= i, kernel >= first) << i;
    }
  }
}

TEST(PixelDensityTableTest, DensityIsNextToPixels) {
  const auto spreads = [](const char *chain, uint32_t passes = 1, bool estimates = true) {
    return planFilters(*FilterChain::parse(chain), passes, estimates).spreadsToPixels();
  };
  EXPECT_TRUE(spreads("logscale,de,spatial,colorclip"));
  EXPECT_TRUE(
      spreads("logscale,edgede,spatial,colorclip", 3)); // the sum of the passes is in between
  EXPECT_TRUE(spreads("bilateral,logscale,de,spatial,colorclip"));
  EXPECT_FALSE(spreads("logscale,de,spatial,colorclip", 1, false));
  EXPECT_FALSE(spreads("logscale,spatial,colorclip"));
  EXPECT_FALSE(spreads("logscale,de,colorclip"));
  EXPECT_FALSE(spreads("logscale,de,colorclip,spatial"));
  EXPECT_FALSE(spreads("logscale,de,haloclip,spatial"));
}

TEST(PixelDensityTableTest, OtherFiltersKeepTheirMemory) {
  EXPECT_EQ(planFilters(FilterChain::flam3(), 1, true).sparesWithDensity, 0u);
  EXPECT_EQ(planFilters(FilterChain::flam3(), 1, true).spares, 1u);
  const FilterPlan plan =
      planFilters(*FilterChain::parse("bilateral,logscale,de,spatial,colorclip"), 1, true);
  EXPECT_EQ(plan.sparesWithDensity, 2u);
}

} // namespace
} // namespace flame::rt
