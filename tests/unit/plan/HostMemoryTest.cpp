// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What frames take of the host, and what is refused before it is asked for.

#include "runtime/plan/HostMemory.h"

#include "runtime/frame/CpuRenderer.h"
#include "tests/unit/runtime/TestManifest.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::HasSubstr;

class HostMemoryTest : public testing::Test {
protected:
  HostMemoryTest() {
    manifest.duration = 0;
    manifest.frame.width = 60'000;
    manifest.frame.height = 60'000;
    manifest.frame.supersample = 1;
    manifest.frame.estimatorRadius = 0;
    manifest.frame.passes = FrameDefaults::kMaxPasses;
    manifest.frame.quality = 1;
  }

  FramePlan plan() {
    Result<FramePlan> planned = planFrame(manifest, {});
    EXPECT_TRUE(planned) << planned.error().text();
    return *std::move(planned);
  }

  Manifest manifest = testManifest();
};

TEST_F(HostMemoryTest, CountsAllPassesIn64Bits) {
  const FramePlan frame = plan();
  EXPECT_GE(histogramBytes(frame), 3'600'000'000ull * FrameDefaults::kMaxPasses * 32);
  EXPECT_GE(finishBytes(frame), 3'600'000'000ull * (16 + 16 + 4));
  EXPECT_GE(renderBytes(frame), 3'600'000'000ull * (32 + 8 + 16));
  EXPECT_LT(renderBytes(frame), histogramBytes(frame));
}

TEST_F(HostMemoryTest, AShardKeepsTheHistogramsOfAllPasses) {
  FrameRequest request;
  request.shard = Shard{1, 2};
  const Result<FramePlan> shard = planFrame(manifest, request);
  ASSERT_TRUE(shard);
  EXPECT_GT(renderBytes(*shard), histogramBytes(*shard));
}

TEST_F(HostMemoryTest, SaysWhatWasWantedAndHelps) {
  const FramePlan frame = plan();
  const Status limited = checkHostMemory(frame, uint64_t(3) << 30, uint64_t(2) << 30);
  ASSERT_FALSE(limited);
  EXPECT_EQ(limited.error().kind(), ErrorKind::Environment);
  EXPECT_THAT(limited.error().text(),
              HasSubstr("not enough memory: a frame of 256 passes over 60002x60002 buckets needs "
                        "3.0 GiB, and 2.0 GiB may be used"));
  EXPECT_THAT(limited.error().note(), HasSubstr("fewer 'passes', or a larger --memory"));
  EXPECT_TRUE(checkHostMemory(frame, uint64_t(2) << 30, uint64_t(2) << 30));
}

TEST_F(HostMemoryTest, WithoutALimitTheMachineIsOne) {
  EXPECT_TRUE(checkHostMemory(plan(), 1 << 20, 0));
  const Status refused = checkHostMemory(plan(), uint64_t(1) << 60, 0);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("are free"));
}

TEST_F(HostMemoryTest, TheCpuFinishesNoHistogramsOfAnotherFrame) {
  manifest.frame.width = manifest.frame.height = 8;
  manifest.frame.passes = 3;
  const size_t buckets = abi::bucketCount(plan().frame);
  const auto histograms = [](size_t passes, size_t cells) {
    return std::vector<PassHistogram>(passes,
                                      {1, Schedule::Direct, std::vector<abi::WideCell>(cells)});
  };
  EXPECT_TRUE(finishOnCpu(manifest, {}, histograms(3, buckets)));
  for (const auto &[passes, cells] :
       {std::pair<size_t, size_t>(0, 0), {2, buckets}, {3, buckets - 1}}) {
    const Result<RenderedFrame> made = finishOnCpu(manifest, {}, histograms(passes, cells));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind(), ErrorKind::Internal);
  }
}

TEST_F(HostMemoryTest, TheCpuTakesNoMoreThanItMay) {
  manifest.frame.width = manifest.frame.height = 8;
  manifest.frame.passes = 1;
  FrameRequest request;
  request.memory = 1000;
  const std::vector<PassHistogram> histogram = {
      {1, Schedule::Direct, std::vector<abi::WideCell>(abi::bucketCount(plan().frame))}};
  const Result<RenderedFrame> made = finishOnCpu(manifest, request, histogram);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind(), ErrorKind::Environment);
}

} // namespace
} // namespace flame::rt
