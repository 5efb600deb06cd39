// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames between a fake renderer and a fake sink: order, bounds, failures, interruptions.

#include "runtime/frame/Replay.h"

#include "tests/unit/runtime/FakeRenderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace flame::rt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Remembers what it got.
class FakeSink : public FrameSink {
public:
  FakeSink(size_t jobs, bool ordered) : existing(jobs), ordered(ordered) {}

  std::vector<bool> existing;
  bool ordered, finished = false;
  std::function<Status(size_t)> onPut;
  std::mutex mutex;
  std::vector<size_t> indices;

  Result<std::vector<bool>> findExisting() override { return existing; }
  bool isOrdered() const override { return ordered; }
  Status put(size_t index, const RenderedFrame &) override {
    if (onPut)
      FLAME_TRY(onPut(index));
    std::lock_guard lock(mutex);
    indices.push_back(index);
    return {};
  }
  Status finish() override {
    finished = true;
    return {};
  }
  std::filesystem::path pathOf(size_t index) const override { return std::to_string(index); }
};

class ReplayTest : public testing::Test {
protected:
  Progress progress{ProgressMode::None};
};

TEST_F(ReplayTest, AnOrderedSinkGetsFramesInOrder) {
  FakeRenderer renderer(3);
  std::vector<double> delays = {0.02, 0.001, 0.005, 0, 0.01, 0, 0.002, 0.02, 0, 0.001};
  renderer.onRender = [&](uint64_t frame) {
    sleepFor(delays[frame % delays.size()]);
    return Status();
  };
  const auto jobs = makeJobs(0, 40);
  FakeSink sink(jobs.size(), true);
  const auto summary = replay(renderer, jobs, sink, progress, {});
  ASSERT_TRUE(summary);
  std::vector<size_t> all(40);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sink.indices, all);
  EXPECT_TRUE(sink.finished);
  EXPECT_EQ(summary->rendered, 40u);
  EXPECT_EQ(summary->samples, 4000u);
  EXPECT_THAT(summary->stages, ElementsAre("iterate", "filter", "write"));
  EXPECT_EQ(summary->times.at("iterate").size(), 40u);
  EXPECT_GT(renderer.mostBusy, 1);
}

TEST_F(ReplayTest, AnyOtherSinkGetsAllFramesOnce) {
  FakeRenderer renderer(2);
  const auto jobs = makeJobs(100, 50);
  FakeSink sink(jobs.size(), false);
  sink.onPut = [](size_t index) {
    sleepFor(index % 7 * 0.001);
    return Status();
  };
  ASSERT_TRUE(replay(renderer, jobs, sink, progress, {.writers = 4}));
  const std::set<size_t> distinct(sink.indices.begin(), sink.indices.end());
  EXPECT_EQ(distinct.size(), 50u);
  EXPECT_EQ(sink.indices.size(), 50u);
}

TEST_F(ReplayTest, KeepsWhatExists) {
  FakeRenderer renderer;
  const auto jobs = makeJobs(0, 10);
  FakeSink sink(jobs.size(), true);
  for (size_t i : {0u, 1u, 4u, 9u})
    sink.existing[i] = true;
  const auto summary = replay(renderer, jobs, sink, progress, {});
  ASSERT_TRUE(summary);
  EXPECT_THAT(sink.indices, ElementsAre(2, 3, 5, 6, 7, 8));
  EXPECT_EQ(summary->kept, 4u);
  EXPECT_EQ(renderer.rendered, 6);
}

TEST_F(ReplayTest, NothingToDoStillCompletesTheSink) {
  FakeRenderer renderer;
  const auto jobs = makeJobs(0, 3);
  FakeSink sink(jobs.size(), true);
  sink.existing.assign(3, true);
  const auto summary = replay(renderer, jobs, sink, progress, {});
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->kept, 3u);
  EXPECT_TRUE(sink.finished);
}

TEST_F(ReplayTest, ASlowSinkBoundsTheFramesInMemory) {
  FakeRenderer renderer(2);
  const auto jobs = makeJobs(0, 30);
  FakeSink sink(jobs.size(), true);
  int most = 0;
  sink.onPut = [&](size_t index) {
    sleepFor(0.004);
    most = std::max(most, renderer.rendered - int(index));
    return Status();
  };
  ASSERT_TRUE(replay(renderer, jobs, sink, progress, {}));
  EXPECT_LE(most, 5); // two in flight and a queue of three
  EXPECT_GE(most, 3);
}

TEST_F(ReplayTest, AFailingFrameIsNamedAndEndsTheRest) {
  FakeRenderer renderer(2);
  renderer.onRender = [](uint64_t frame) -> Status {
    if (frame == 7)
      return Error(ErrorKind::Environment, "out of memory");
    return {};
  };
  const auto jobs = makeJobs(0, 1000);
  FakeSink sink(jobs.size(), true);
  const auto summary = replay(renderer, jobs, sink, progress, {});
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().text(), "frame 7: out of memory");
  EXPECT_LT(renderer.rendered, 20);
  EXPECT_FALSE(sink.finished);
}

TEST_F(ReplayTest, WithoutMemoryItFails) {
  FakeRenderer renderer(2);
  renderer.onRender = [](uint64_t frame) -> Status {
    if (frame == 3)
      throw std::bad_alloc();
    return {};
  };
  const auto jobs = makeJobs(0, 9);
  FakeSink sink(jobs.size(), true);
  const auto result = replay(renderer, jobs, sink, progress, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(result.error().text(), "not enough memory");
}

TEST_F(ReplayTest, AFailingSinkEndsTheRendering) {
  FakeRenderer renderer(2);
  const auto jobs = makeJobs(0, 1000);
  FakeSink sink(jobs.size(), true);
  sink.onPut = [](size_t index) -> Status {
    if (index == 5)
      return Error(ErrorKind::Environment, "disk full");
    return {};
  };
  const auto summary = replay(renderer, jobs, sink, progress, {});
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().text(), "disk full");
  EXPECT_LT(renderer.rendered, 20);
  EXPECT_THAT(sink.indices, ElementsAre(0, 1, 2, 3, 4));
}

std::atomic<bool> stopNow = false;

TEST_F(ReplayTest, AnInterruptionEndsEverything) {
  stopNow = false;
  FakeRenderer renderer(2);
  renderer.onRender = [](uint64_t frame) {
    if (frame == 9)
      stopNow = true;
    return Status();
  };
  const auto jobs = makeJobs(0, 1000);
  FakeSink sink(jobs.size(), true);
  const auto summary =
      replay(renderer, jobs, sink, progress, {.shouldStop = [] { return stopNow.load(); }});
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().text(), "interrupted");
  EXPECT_LT(renderer.rendered, 20);
}

TEST_F(ReplayTest, ReportsEveryFrame) {
  FakeRenderer renderer;
  const auto jobs = makeJobs(5, 4);
  FakeSink sink(jobs.size(), true);
  std::vector<int64_t> numbers;
  ReplayOptions options;
  options.onFrame = [&](const FrameReport &frame) {
    numbers.push_back(frame.number);
    EXPECT_EQ(frame.path, std::to_string(frame.index));
    EXPECT_EQ(frame.times.back().name, "write");
  };
  ASSERT_TRUE(replay(renderer, jobs, sink, progress, options));
  EXPECT_THAT(numbers, ElementsAre(5, 6, 7, 8));
}

} // namespace
} // namespace flame::rt
