// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame in shards, through the renderers: whatever the number of shards, their histograms add up to the frame that is
// rendered at once, to the byte.

#include "runtime/shared/HistogramCell.h"
#include "tests/device/EachDevice.h"
#include "tests/device/MovingFlame.h"

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
