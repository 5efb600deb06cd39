// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is seen of points that have not converged: as much as in flam3, and whatever the seed. Where
// it depends on the seed, whole regions of a slow flame are noisy.

#include "runtime/shared/Fuse.h"
#include "tests/device/ConvergingFlame.h"
#include "tests/device/EachDevice.h"

#include <cmath>

namespace flame::test {
namespace {

class ConvergingTest : public EachDevice {
protected:
  using EachDevice::EachDevice;

  /// The share of the samples that lie outside of the middle `side` pixels.
  double shareOutside(const rt::FrameRequest &request, unsigned side) {
    const rt::RenderedFrame frame = render(*renderer, request);
    const abi::FrameGeometry grid = take(rt::planFrame(artefact->manifest(), request)).frame;
    double outside = 0;
    for (size_t i = 0; i < frame.histogram.size(); ++i) {
      const size_t column = i % grid.gridWidth, row = i / grid.gridWidth;
      const double x = double(column) + 0.5 - grid.gridWidth / 2.0,
                   y = double(row) + 0.5 - grid.gridHeight / 2.0;
      if (std::max(std::abs(x), std::abs(y)) > side / 2.0)
        outside += double(frame.histogram[i].count);
    }
    return outside / double(frame.samples);
  }
};

class EarlySamplesTest : public ConvergingTest {
protected:
  EarlySamplesTest() : ConvergingTest("converging.cubin") {}
};

/// The same flame, which asks for converged points alone.
class ConvergedSamplesTest : public ConvergingTest {
protected:
  ConvergedSamplesTest() : ConvergingTest("converged.cubin") {}
};

constexpr unsigned kMiddle = 8; ///< pixels that points have come to by the end of the fuse

rt::FrameRequest convergingRequest() {
  rt::FrameRequest request;
  request.fuse = 60;
  request.quality = 25e6 / (double(kConvergingSize) * kConvergingSize);
  request.wantsHistogram = true;
  return request;
}

TEST_P(EarlySamplesTest, UnconvergedPointsAreSeenAsInFlam3) {
  rt::FrameRequest request = convergingRequest();
  double expected = 0;
  for (uint32_t round = kEarlyFuse; round < *request.fuse; ++round) {
    const double reach = std::pow(kConvergenceFactor, round + 1),
                 middle = double(kMiddle) / kConvergingSize;
    expected += std::max(0.0, 1 - middle * middle / (reach * reach)) / kSubBatch;
  }
  const double scatter = 1 / std::sqrt(25e6 / kSubBatch); // flam3's: it throws so many points
  for (request.seed = 0; request.seed < 8; ++request.seed)
    EXPECT_NEAR(shareOutside(request, kMiddle) / expected, 1, 3 * scatter)
        << "seed " << request.seed;
}

TEST_P(ConvergedSamplesTest, AreAllThereIsWhereTheFlameSaysSo) {
  rt::FrameRequest request = convergingRequest();
  for (uint32_t fuse : {60, 96, 600}) { // without and with a warm-up kernel
    request.fuse = fuse;
    EXPECT_EQ(shareOutside(request, kMiddle), 0) << "fuse " << fuse;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, EarlySamplesTest, testing::Values("gpu", "cpu"),
                         [](const auto &info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Devices, ConvergedSamplesTest, testing::Values("gpu", "cpu"),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace flame::test
