// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames of an animation, through the renderers: what moves is blurred by the exposure, and a frame
// is the same bytes whatever was rendered before it and whatever is rendered beside it.

#include "tests/device/EachDevice.h"
#include "tests/device/MovingFlame.h"

#include <cstring>
#include <thread>

namespace flame::test {
namespace {

/// Enough samples for more than 64 temporal samples on either device.
constexpr double kQuality = 600;

bool sameBytes(const std::vector<abi::WideCell> &a, const std::vector<abi::WideCell> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

/// What the histogram of the moving flame tells.
struct Reading {
  double column;    ///< mean, of all samples
  double red, blue; ///< per sample, 0..1
  double count;
};

class AnimationTest : public EachDevice {
protected:
  AnimationTest() : EachDevice("moving.cubin") {}

  static rt::FrameRequest requestAt(double time, double shutter = 0, uint64_t frame = 0) {
    rt::FrameRequest request;
    request.time = time;
    request.shutter = shutter;
    request.frame = frame;
    request.quality = kQuality;
    request.wantsHistogram = true;
    return request;
  }

  Reading read(const rt::FrameRequest &request) {
    const rt::RenderedFrame frame = render(*renderer, request);
    const abi::FrameGeometry grid = take(rt::planFrame(artefact->manifest(), request)).frame;
    Reading reading = {};
    for (size_t i = 0; i < frame.histogram.size(); ++i) {
      const abi::WideCell &cell = frame.histogram[i];
      reading.count += double(cell.count);
      reading.column += double(cell.count) * (double(i % grid.gridWidth) - grid.gutter);
      reading.red += double(cell.red) / 255;
      reading.blue += double(cell.blue) / 255;
    }
    EXPECT_EQ(reading.count, double(frame.samples)) << "everything is in frame";
    return {reading.column / reading.count, reading.red / reading.count,
            reading.blue / reading.count, reading.count};
  }

  /// Renders two frames in flight at once, several times, and compares with the same frames
  /// rendered alone.
  static void expectSlotsAgree(rt::Renderer &renderer, double quality = kQuality) {
    rt::FrameRequest requests[2] = {requestAt(0.2, 0.1, 1), requestAt(0.7, 0.1, 2)};
    for (rt::FrameRequest &request : requests)
      request.quality = quality;
    const rt::RenderedFrame alone[2] = {render(renderer, requests[0]),
                                        render(renderer, requests[1])};
    for (int round = 0; round < 5; ++round) {
      rt::RenderedFrame together[2];
      {
        std::vector<std::jthread> threads;
        for (unsigned frame = 0; frame < 2; ++frame)
          threads.emplace_back(
              [&, frame] { together[frame] = render(renderer, requests[frame], frame); });
      }
      for (unsigned frame = 0; frame < 2; ++frame) {
        EXPECT_TRUE(sameBytes(together[frame].histogram, alone[frame].histogram));
        EXPECT_EQ(together[frame].pixels, alone[frame].pixels);
      }
    }
  }
};

TEST_P(AnimationTest, InstantsAreSharp) {
  makeColorsExact();
  const Reading start = read(requestAt(0)), middle = read(requestAt(0.5)), end = read(requestAt(1));
  EXPECT_EQ(start.red, 1);
  EXPECT_EQ(start.blue, 0);
  EXPECT_EQ(end.red, 0);
  EXPECT_EQ(end.blue, 1);
  EXPECT_NEAR(middle.red, 0.5, 0.003);
  EXPECT_NEAR(start.column - end.column, kMovingDistance, 0.1);
  EXPECT_NEAR(start.column - middle.column, kMovingDistance / 2, 0.1);
}

/// Levels are rounded in a log, but right on average.
TEST_P(AnimationTest, InstantsHaveTheirColours) {
  const Reading start = read(requestAt(0)), end = read(requestAt(1));
  EXPECT_NEAR(start.red, 1, 0.004);
  EXPECT_NEAR(start.blue, 0, 0.004);
  EXPECT_NEAR(end.red, 0, 0.004);
  EXPECT_NEAR(end.blue, 1, 0.004);
}

TEST_P(AnimationTest, ExposuresAreBlurred) {
  const Reading whole = read(requestAt(0.5, 1)), part = read(requestAt(0.25, 0.5)),
                middle = read(requestAt(0.5)), quarter = read(requestAt(0.25));
  EXPECT_NEAR(whole.red, 0.5, 0.01);
  EXPECT_NEAR(whole.blue, 0.5, 0.01);
  EXPECT_NEAR(whole.column, middle.column, 0.2);
  EXPECT_NEAR(part.red, 0.75, 0.01);
  EXPECT_NEAR(part.column, quarter.column, 0.2);
}

TEST_P(AnimationTest, EveryTemporalSampleIsShown) {
  makeColorsExact();
  rt::FrameRequest request = requestAt(0.5, 1);
  request.temporalSamples = 2; // times 1/4 and 3/4: two pictures, and two palettes
  const rt::RenderedFrame frame = render(*renderer, request);
  double reds[256] = {};
  for (const abi::WideCell &cell : frame.histogram)
    if (cell.count)
      reds[size_t(double(cell.red) / double(cell.count))] += double(cell.count);
  double low = 0, high = 0;
  for (int level = 0; level < 256; ++level)
    (level < 128 ? low : high) += reds[level];
  EXPECT_NEAR(low / (low + high), 0.5, 0.2);
  EXPECT_GT(reds[191] + reds[192], 0) << "buckets of the first instant alone: three quarters red";
  EXPECT_GT(reds[63] + reds[64], 0) << "of the second";
}

TEST_P(AnimationTest, FramesDoNotDependOnOtherFrames) {
  const rt::FrameRequest request = requestAt(0.3, 0.1, 3);
  const rt::RenderedFrame alone = render(*renderer, request);
  render(*renderer, requestAt(0.4, 0.1, 4));
  rt::FrameRequest other = requestAt(0.5, 0.2, 5);
  other.supersample = 2;
  other.estimatorRadius = 5;
  render(*renderer, other);
  const rt::RenderedFrame again = render(*renderer, request);
  EXPECT_TRUE(sameBytes(alone.histogram, again.histogram));
  EXPECT_EQ(alone.pixels, again.pixels);
  EXPECT_FALSE(sameBytes(alone.histogram, render(*renderer, requestAt(0.3, 0.1, 4)).histogram))
      << "every frame has random numbers of its own";
}

TEST_P(AnimationTest, JitterMovesTheCameraEvenly) {
  rt::FrameRequest request = requestAt(0.5);
  const Reading sharp = read(request);
  request.jitter = 1;
  EXPECT_NEAR(read(request).column, sharp.column, 0.2);
  EXPECT_FALSE(
      sameBytes(render(*renderer, requestAt(0.5)).histogram, render(*renderer, request).histogram));
}

TEST_P(AnimationTest, SlotsDoNotDisturbEachOther) {
  if (renderer->framesInFlight() < 2)
    GTEST_SKIP() << "this device renders one frame at a time";
  constexpr uint64_t kMemoryForOne = 2 << 20;
  expectSlotsAgree(*renderer);
  expectSlotsAgree(*makeGpu(kMemoryForOne));
}

// The pilot run of one takes place while the log of the other is added up, and they share the
// memory of that log.
TEST_P(AnimationTest, FramesWithAPilotDoNotDisturbEachOther) {
  if (!isGpu())
    GTEST_SKIP() << "only GPUs have pilot runs";
  constexpr double kWithPilot = 1.2 * (uint64_t(1) << 28) / (kMovingSize * kMovingSize);
  expectSlotsAgree(*renderer, kWithPilot);
}

TEST_P(AnimationTest, FramesBeyondTheMemoryAreRefusedWithARemedy) {
  if (!isGpu())
    GTEST_SKIP() << "only GPUs have a budget";
  auto small = makeGpu(1 << 18);
  rt::Progress progress(rt::ProgressMode::None);
  const rt::Result<rt::RenderedFrame> frame = small->render(requestAt(0), progress, {}, 0);
  ASSERT_FALSE(frame);
  EXPECT_NE(frame.error().text().find("may be used"), std::string::npos) << frame.error().text();
  EXPECT_NE(frame.error().note().find("--memory"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Devices, AnimationTest, testing::Values("gpu", "cpu"),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace flame::test
