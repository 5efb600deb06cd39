// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames at the limits of size on a GPU: more buckets than 31 bits count, as many rows of blocks as
// a launch may have, and one more than there may be. What does not fit the memory of the GPU at
// hand is skipped.

#include "runtime/frame/GpuRenderer.h"
#include "tests/device/GpuFixture.h"

#include <cmath>
#include <cstdlib>

namespace flame::test {
namespace {

class GpuSizeTest : public GpuTest {
protected:
  /// A frame of the moving flame, which fills the unit square, at its start.
  rt::Result<rt::RenderedFrame> render(const rt::FrameRequest &request) {
    const rt::Artefact artefact = openPrepared("moving.cubin");
    auto renderer = take(rt::GpuRenderer::create(*driver, 0, artefact));
    rt::Progress progress(rt::ProgressMode::None);
    return renderer->render(request, progress, {});
  }

  /// A frame of which the unit square is higher. Its noise depends on the samples per bucket.
  static rt::FrameRequest wideFrame(uint32_t supersample) {
    rt::FrameRequest request;
    request.width = 1472;
    request.height = 368;
    request.supersample = supersample;
    request.estimatorRadius = 0;
    request.quality = 10.0 * supersample * supersample;
    return request;
  }

  static rt::FrameRequest highFrame(uint32_t height) {
    rt::FrameRequest request;
    request.width = 8;
    request.height = height;
    request.supersample = 4;
    request.estimatorRadius = 9;
    request.quality = 50;
    return request;
  }

  static int red(const rt::RenderedFrame &frame, uint32_t x, uint32_t y) {
    return frame.pixels[(size_t(y) * frame.width + x) * 4];
  }
};

TEST_F(GpuSizeTest, BucketsBeyond31BitsAreBucketsLikeOthers) {
  const rt::FrameRequest request = wideFrame(64);
  const rt::Artefact artefact = openPrepared("moving.cubin");
  const abi::FrameGeometry grid = take(rt::planFrame(artefact.manifest(), request)).frame;
  ASSERT_GT(abi::bucketCount(grid), uint64_t(1) << 31);
  const rt::Result<rt::RenderedFrame> large = render(request);
  if (!large && large.error().kind() == rt::ErrorKind::Environment)
    GTEST_SKIP() << large.error().text();
  ASSERT_TRUE(bool(large)) << large.error().str();
  const rt::RenderedFrame small = take(render(wideFrame(8)));
  const uint32_t firstRow =
      uint32_t(((uint64_t(1) << 31) / grid.gridWidth - grid.gutter) / grid.supersample) + 1;
  ASSERT_LT(firstRow, grid.height) << "rows whose buckets are all beyond";
  double ofLarge = 0, ofSmall = 0; // the flame reaches the last row in a few pixels
  for (uint32_t y = firstRow; y < grid.height; ++y)
    for (uint32_t x = 0; x < grid.width; ++x) {
      ofLarge += red(*large, x, y);
      ofSmall += red(small, x, y);
    }
  EXPECT_GT(ofSmall, 500);
  // Finer buckets show its dust of points thinner: 0.6 of 8 buckets per pixel in 64, on an H200.
  EXPECT_GT(ofLarge, 0.4 * ofSmall);
  EXPECT_LT(ofLarge, 1.2 * ofSmall);
}

TEST_F(GpuSizeTest, AsManyRowsOfBlocksAsALaunchHas) {
  const rt::FrameRequest request = highFrame(524260);
  const rt::Artefact artefact = openPrepared("moving.cubin");
  const abi::FrameGeometry grid = take(rt::planFrame(artefact.manifest(), request)).frame;
  EXPECT_EQ(abi::launchPerTile(grid).gridY, abi::kMaxBlockRows);
  const rt::Result<rt::RenderedFrame> frame = render(request);
  if (!frame && frame.error().kind() == rt::ErrorKind::Environment &&
      frame.error().text().find("the frame needs") != std::string::npos)
    GTEST_SKIP() << frame.error().text();
  ASSERT_TRUE(bool(frame)) << frame.error().str();
  EXPECT_GT(red(*frame, grid.width / 2, grid.height / 2), 20);
  EXPECT_EQ(red(*frame, grid.width / 2, 0), red(*frame, grid.width / 2, grid.height - 1));
}

TEST_F(GpuSizeTest, OneMoreIsRefused) {
  rt::FrameRequest wide = wideFrame(1);
  wide.width = 200000;
  wide.height = 4500;
  wide.supersample = 2;
  wide.estimatorRadius = 500;
  for (const rt::FrameRequest &request : {wide, highFrame(524261)}) {
    const rt::Result<rt::RenderedFrame> frame = render(request);
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().kind(), rt::ErrorKind::Usage) << frame.error().text();
  }
}

} // namespace
} // namespace flame::test
