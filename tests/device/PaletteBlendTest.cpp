// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours between two entries of a palette. Kernels know them at some steps alone, and the GPU as
// many positions between two steps; on average over the samples of a frame they are right.

#include "tests/device/EachDevice.h"
#include "tests/device/FilledFlame.h"

#include <cmath>

namespace flame::test {
namespace {

class PaletteBlendTest : public EachDevice {
protected:
  PaletteBlendTest() : EachDevice("blended.cubin") {}

  /// The mean level of green in a frame of so many samples.
  double meanLevel(double samples) {
    rt::FrameRequest request;
    request.quality = samples / (double(kFilledSize) * kFilledSize);
    request.wantsHistogram = true;
    const rt::RenderedFrame frame = render(*renderer, request);
    double green = 0, count = 0;
    for (const abi::WideCell &cell : frame.histogram) {
      green += double(cell.green);
      count += double(cell.count);
    }
    return green / count;
  }
};

TEST_P(PaletteBlendTest, IsRightOnAverage) {
  const double position = kBetweenEntries * abi::kPaletteSize;
  const double level = 255 * (position - std::floor(position));
  if (!isGpu()) {
    EXPECT_NEAR(meanLevel(2e7), level, 0.5);
    return;
  }
  for (const rt::Schedule schedule : {rt::Schedule::Direct, rt::Schedule::Split}) {
    SCOPED_TRACE(int(schedule));
    renderer = makeGpu(0, schedule);
    EXPECT_NEAR(meanLevel(2e6), level, 1.5) << "of few blocks, each of which rounds colours once";
    EXPECT_NEAR(meanLevel(5e8), level, 0.5);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, PaletteBlendTest, testing::Values("gpu", "cpu"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace flame::test
