// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames in steps: which shards, in which order, what is shown, and how it ends early. That the
// last picture is the frame is tested on devices, in tests/device/ShardTest.cpp.

#include "runtime/frame/ProgressiveFrame.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::ElementsAre;

/// A renderer of one bucket, whose blocks give one sample each. A picture is the number of its
/// samples.
class CountingRenderer : public Renderer {
public:
  explicit CountingRenderer(uint32_t blocks) : blocks(blocks) {}

  std::string describe() const override { return "a counter"; }
  unsigned framesInFlight() const override { return 1; }

  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned) override {
    if (stop.stop_requested())
      return Error(ErrorKind::Environment, "interrupted");
    const BlockRange range = rangeOf(*request.shard, blocks);
    rendered.push_back(range);
    progress.advance(range.size());
    RenderedFrame frame;
    HistogramPart &part = frame.part.emplace();
    part.blocks = blocks;
    part.gridWidth = part.gridHeight = 1;
    if (range.size())
      part.ranges = {range};
    part.passes = {{range.size(), Schedule::Direct, {{0, 0, 0, range.size()}}}};
    return frame;
  }

  Result<RenderedFrame> finish(const FrameRequest &,
                               const std::vector<PassHistogram> &passes) override {
    RenderedFrame frame;
    frame.samples = passes[0].samples;
    EXPECT_EQ(passes[0].cells[0].count, passes[0].samples);
    return frame;
  }

  std::vector<BlockRange> rendered;

private:
  uint32_t blocks;
};

/// The samples of the pictures that were shown.
std::vector<uint64_t> shown(uint32_t blocks, const ProgressiveSteps &steps) {
  CountingRenderer renderer(blocks);
  Progress progress(ProgressMode::None);
  std::vector<uint64_t> samples;
  const auto frame = renderInSteps(renderer, {}, steps, progress, {}, [&](const auto &picture) {
    samples.push_back(picture.frame.samples);
    EXPECT_DOUBLE_EQ(picture.share, double(picture.frame.samples) / blocks);
    return true;
  });
  EXPECT_TRUE(frame);
  EXPECT_EQ(frame->samples, blocks);
  return samples;
}

TEST(ProgressiveFrameTest, DoublesTheSamplesAndThenGoesOnEvenly) {
  EXPECT_THAT(shown(64, {16, 4}), ElementsAre(4, 8, 16, 32, 48, 64));
  EXPECT_THAT(shown(64, {4, 4}), ElementsAre(16, 32, 48, 64));
  EXPECT_THAT(shown(64, {4, 1}), ElementsAre(16, 32, 64));
  EXPECT_THAT(shown(64, {1, 1}), ElementsAre(64));
}

TEST(ProgressiveFrameTest, ShowsNothingForStepsWithoutBlocks) {
  EXPECT_THAT(shown(1, {64, 8}), ElementsAre(1));
  EXPECT_THAT(shown(3, {64, 8}), ElementsAre(1, 2, 3));
}

TEST(ProgressiveFrameTest, RendersEveryBlockOnceAndInOrder) {
  for (uint32_t blocks : {1u, 7u, 128u, 1000u}) {
    CountingRenderer renderer(blocks);
    Progress progress(ProgressMode::None);
    ASSERT_TRUE(renderInSteps(renderer, {}, {}, progress, {},
                              [](const ProgressivePicture &) { return true; }));
    uint32_t end = 0;
    for (const BlockRange &range : renderer.rendered) {
      EXPECT_EQ(range.first, end);
      end = range.end;
    }
    EXPECT_EQ(end, blocks);
  }
}

TEST(ProgressiveFrameTest, EndsWhenNobodyWantsMore) {
  CountingRenderer renderer(64);
  Progress progress(ProgressMode::None);
  int pictures = 0;
  const auto frame = renderInSteps(renderer, {}, {}, progress, {},
                                   [&](const ProgressivePicture &) { return ++pictures < 2; });
  ASSERT_FALSE(frame);
  EXPECT_EQ(frame.error().text(), "interrupted");
  EXPECT_EQ(pictures, 2);
}

TEST(ProgressiveFrameTest, EndsWhenStopIsRequested) {
  CountingRenderer renderer(64);
  Progress progress(ProgressMode::None);
  std::stop_source stop;
  const auto frame =
      renderInSteps(renderer, {}, {}, progress, stop.get_token(), [&](const ProgressivePicture &) {
        stop.request_stop();
        return true;
      });
  ASSERT_FALSE(frame);
  EXPECT_EQ(frame.error().text(), "interrupted");
}

TEST(ProgressiveFrameTest, TellsAnObserverOfEveryStep) {
  CountingRenderer renderer(64);
  ProgressSink sink = ProgressSink::descriptor(2);
  std::vector<uint64_t> told;
  sink.observe = [&](uint64_t done, uint64_t total) {
    EXPECT_EQ(total, 64u);
    told.push_back(done);
  };
  Progress progress(ProgressMode::None, sink);
  progress.start(64);
  ASSERT_TRUE(renderInSteps(renderer, {}, {4, 4}, progress, {},
                            [](const ProgressivePicture &) { return true; }));
  EXPECT_THAT(told, ElementsAre(16, 32, 48, 64));
}

} // namespace
} // namespace flame::rt
