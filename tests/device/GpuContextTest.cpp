// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renderers are used by programs that use the GPU themselves.

#include "tests/device/GpuFixture.h"

#include "runtime/frame/GpuRenderer.h"
#include "runtime/frame/Progress.h"

namespace flame::test {
namespace {

using rt::CUcontext, rt::CUDA_SUCCESS;

CUcontext currentOf(const rt::Driver &driver) {
  CUcontext current = nullptr;
  EXPECT_EQ(driver.cuCtxGetCurrent(&current), CUDA_SUCCESS);
  return current;
}

TEST_F(GpuTest, RenderersLeaveTheCurrentContextAsItIs) {
  const rt::Artefact artefact = openPrepared("moving.cubin");
  const CUcontext original = currentOf(*driver);
  ASSERT_NE(original, nullptr);
  rt::FrameRequest request;
  request.width = request.height = 64;
  request.quality = 10;
  for (const CUcontext before : {original, CUcontext(nullptr)}) {
    ASSERT_EQ(driver->cuCtxSetCurrent(before), CUDA_SUCCESS);
    auto renderer = take(rt::GpuRenderer::create(*driver, 0, artefact, {}));
    EXPECT_EQ(currentOf(*driver), before) << "made";
    rt::Progress progress(rt::ProgressMode::None);
    take(renderer->render(request, progress, {}));
    EXPECT_EQ(currentOf(*driver), before) << "used";
    renderer.reset();
    EXPECT_EQ(currentOf(*driver), before) << "gone";
  }
  check(context->makeCurrent());
}

} // namespace
} // namespace flame::test
