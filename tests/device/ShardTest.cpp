// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame in shards, through the renderers: whatever the number of shards, their histograms add up
// to the frame that is rendered at once, to the byte.

#include "runtime/frame/AdaptiveRenderer.h"
#include "runtime/frame/ProgressiveFrame.h"
#include "runtime/shared/HistogramCell.h"
#include "tests/device/EachDevice.h"
#include "tests/device/MovingFlame.h"

#include <algorithm>
#include <cstring>

namespace flame::test {
namespace {

/// What was added up of some shards.
struct Sum {
  std::vector<rt::PassHistogram> passes;
  std::vector<BlockRange> ranges;
  uint32_t blocks = 0;

  void add(const rt::HistogramPart &part) {
    blocks = part.blocks;
    ranges.insert(ranges.end(), part.ranges.begin(), part.ranges.end());
    if (passes.empty()) {
      passes = part.passes;
      return;
    }
    ASSERT_EQ(passes.size(), part.passes.size());
    for (size_t pass = 0; pass < passes.size(); ++pass) {
      passes[pass].samples += part.passes[pass].samples;
      EXPECT_EQ(passes[pass].schedule, part.passes[pass].schedule);
      ASSERT_EQ(passes[pass].cells.size(), part.passes[pass].cells.size());
      for (size_t i = 0; i < passes[pass].cells.size(); ++i)
        addTotals(passes[pass].cells[i], part.passes[pass].cells[i]);
    }
  }
};

class ShardTest : public EachDevice {
protected:
  ShardTest() : EachDevice("moving.cubin") {}

  static rt::FrameRequest makeRequest(double quality) {
    rt::FrameRequest request;
    request.time = 0.4;
    request.shutter = 0.2;
    request.seed = 11;
    request.quality = quality;
    return request;
  }

  /// Renders the frame in `count` shards, each with another number of threads.
  static Sum addShards(rt::Renderer &renderer, rt::FrameRequest request, uint32_t count) {
    Sum sum;
    for (uint32_t index = 1; index <= count; ++index) {
      request.shard = Shard{index, count};
      request.threads = 1 + index % 3;
      const rt::RenderedFrame frame = render(renderer, request);
      EXPECT_TRUE(frame.pixels.empty());
      sum.add(frame.part.value());
    }
    return sum;
  }

  static void expectWhole(rt::Renderer &renderer, const rt::FrameRequest &request,
                          uint32_t shards) {
    SCOPED_TRACE(std::to_string(shards) + " shards");
    const rt::RenderedFrame whole = render(renderer, request);
    const Sum sum = addShards(renderer, request, shards);
    uint32_t covered = 0;
    for (const BlockRange &range : sum.ranges) {
      EXPECT_EQ(range.first, covered);
      covered = range.end;
    }
    EXPECT_EQ(covered, sum.blocks);
    const rt::RenderedFrame finished = take(renderer.finish(request, sum.passes));
    EXPECT_EQ(finished.samples, whole.samples);
    EXPECT_EQ(finished.pixels, whole.pixels);
  }
};

TEST_P(ShardTest, AddUpToTheFrame) {
  for (uint32_t shards : {1u, 3u, 7u})
    expectWhole(*renderer, makeRequest(600), shards);
}

TEST_P(ShardTest, MayBeMoreThanThereAreBlocks) {
  rt::FrameRequest request = makeRequest(2);
  request.shard = Shard{1, 1};
  const uint32_t blocks = render(*renderer, request).part->blocks;
  request.shard.reset();
  expectWhole(*renderer, request, blocks + 5);
}

TEST_P(ShardTest, ShowTheFrameWhileItIsMade) {
  const rt::FrameRequest request = makeRequest(600);
  const rt::RenderedFrame whole = render(*renderer, request);
  rt::Progress progress(rt::ProgressMode::None);
  std::vector<double> shares;
  const rt::RenderedFrame shown =
      take(rt::renderInSteps(*renderer, request, {}, progress, {}, [&](const auto &picture) {
        shares.push_back(picture.share);
        EXPECT_EQ(picture.frame.pixels.size(), whole.pixels.size());
        return true;
      }));
  EXPECT_GT(shares.size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shown.samples, whole.samples);
  EXPECT_EQ(shown.pixels, whole.pixels);
}

TEST_P(ShardTest, AddUpToAFrameThatEndsWhenItIsGood) {
  rt::FrameRequest request = makeRequest(600);
  request.quality.reset();
  request.stop.noise = 0.001;
  rt::Progress progress(rt::ProgressMode::None);
  rt::AdaptiveRenderer unseen(*renderer, artefact->manifest());
  const rt::RenderedFrame frame = take(unseen.render(request, progress, {}));
  EXPECT_LE(frame.noise.value(), 0.001);
  EXPECT_GT(frame.noise.value(), 0.0008);
  rt::AdaptiveRenderer shown(*renderer, artefact->manifest(),
                             {1e-3, [&](const rt::RenderedFrame &picture) {
                                EXPECT_EQ(picture.pixels.size(), frame.pixels.size());
                                return rt::Status();
                              }});
  EXPECT_EQ(take(shown.render(request, progress, {})).pixels, frame.pixels);
}

TEST_P(ShardTest, GoToMemoryOfTheGpu) {
  rt::FrameRequest request = makeRequest(20);
  rt::Progress progress(rt::ProgressMode::None);
  if (!isGpu()) {
    request.gpuTarget = 4096;
    const auto frame = renderer->render(request, progress, {});
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().kind(), rt::ErrorKind::Usage);
    return;
  }
  const rt::RenderedFrame whole = render(*renderer, request);
  const auto context = take(rt::Context::create(*driver, 0));
  auto target = take(rt::DeviceBuffer<uint8_t>::create(context, whole.pixels.size()));
  request.gpuTarget = uint64_t(target.data());
  EXPECT_TRUE(render(*renderer, request).pixels.empty());
  const auto stream = take(rt::Stream::create(context));
  std::vector<uint8_t> pixels(whole.pixels.size());
  check(target.download(pixels, stream));
  check(stream.synchronize());
  EXPECT_EQ(pixels, whole.pixels);
}

TEST_P(ShardTest, HasFloatsThatPixelsAreRoundedFrom) {
  rt::FrameRequest request = makeRequest(20);
  request.format = rt::kRgba16;
  const rt::RenderedFrame words = render(*renderer, request);
  request.format = rt::kRgbaFloat;
  const rt::RenderedFrame floats = render(*renderer, request);
  ASSERT_EQ(floats.pixels.size(), 2 * words.pixels.size());
  for (size_t i = 0; i < words.pixels.size() / 2; ++i) {
    uint16_t word;
    float number;
    std::memcpy(&word, &words.pixels[2 * i], 2);
    std::memcpy(&number, &floats.pixels[4 * i], 4);
    if (i % 4 == 3)
      ASSERT_EQ(number, 1);
    else
      ASSERT_NEAR(number * 255 * 256, word, 2) << i;
  }
}

TEST_P(ShardTest, AddUpToTheFrameWithASplitLogToo) {
  if (!isGpu())
    GTEST_SKIP() << "the CPU has no schedules";
  const auto split =
      take(rt::GpuRenderer::create(*driver, 0, *artefact, {.schedule = rt::Schedule::Split}));
  expectWhole(*split, makeRequest(600), 5);
}

INSTANTIATE_TEST_SUITE_P(Devices, ShardTest, testing::Values("gpu", "cpu"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace flame::test
