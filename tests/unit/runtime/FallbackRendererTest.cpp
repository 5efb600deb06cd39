// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU that fails in the middle, and the CPU that goes on; both are fakes.

#include "runtime/frame/FallbackRenderer.h"

#include "tests/unit/runtime/FakeRenderer.h"

#include <gmock/gmock.h>

#include <memory>
#include <thread>
#include <vector>

namespace flame::rt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Error kFault(ErrorKind::Internal, "cuStreamQuery(handle): CUDA_ERROR_ILLEGAL_ADDRESS");
const Error kFull(ErrorKind::Environment, "cannot allocate 8.0 MiB", "choose a smaller --size");

class FallbackRendererTest : public testing::Test {
protected:
  /// `error` comes from the frame of that number on.
  void failFrom(uint64_t frame, const Error &error) {
    gpu->onRender = [=](uint64_t number) -> Status {
      if (number >= frame)
        return error;
      return {};
    };
  }
  Result<RenderedFrame> render(const FrameRequest &request) {
    return renderer.render(request, progress, stop.get_token());
  }

  FakeRenderer *gpu = new FakeRenderer(2);
  FakeRenderer *cpu = nullptr;
  int opened = 0;
  bool hasCpu = true;
  std::vector<std::string> notes;
  Progress progress = Progress(ProgressMode::None);
  std::stop_source stop;
  FallbackRenderer renderer = FallbackRenderer(
      std::unique_ptr<Renderer>(gpu),
      [this]() -> Result<std::unique_ptr<Renderer>> {
        ++opened;
        if (!hasCpu)
          return Error(ErrorKind::Environment, "there is no libflamecpu.so");
        auto made = std::make_unique<FakeRenderer>(1);
        cpu = made.get();
        return std::unique_ptr<Renderer>(std::move(made));
      },
      [this](const std::string &text) { notes.push_back(text); });
};

} // namespace

TEST_F(FallbackRendererTest, LeavesAGpuThatWorksAlone) {
  EXPECT_TRUE(render({}));
  EXPECT_TRUE(renderer.finish({}, {}));
  EXPECT_EQ(renderer.framesInFlight(), 2u);
  EXPECT_EQ(opened, 0);
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(FallbackRendererTest, TheCpuRendersTheFrameThatFailedAndAllThatFollow) {
  failFrom(2, kFull);
  FrameRequest request;
  for (request.frame = 0; request.frame < 5; ++request.frame) {
    const Result<RenderedFrame> frame = render(request);
    ASSERT_TRUE(frame) << frame.error().text();
    EXPECT_EQ(frame->pixels, gpu->frameFor(request).pixels);
  }
  EXPECT_EQ(gpu->rendered, 2);
  EXPECT_EQ(cpu->rendered, 3);
  EXPECT_EQ(opened, 1);
  EXPECT_THAT(notes, ElementsAre("rendering on the CPU: cannot allocate 8.0 MiB"));
}

TEST_F(FallbackRendererTest, AKernelThatFaultsIsNoEnd) {
  failFrom(0, kFault);
  EXPECT_TRUE(render({}));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("ILLEGAL_ADDRESS")));
}

/// Two frames are in flight; the CPU has one.
TEST_F(FallbackRendererTest, FramesInFlightTakeTurns) {
  failFrom(3, kFault);
  std::vector<std::jthread> threads;
  std::atomic<int> good = 0;
  for (unsigned inFlight = 0; inFlight < 2; ++inFlight)
    threads.emplace_back([&, inFlight] {
      FrameRequest request;
      for (request.frame = inFlight; request.frame < 20; request.frame += 2)
        good += bool(renderer.render(request, progress, stop.get_token(), inFlight));
    });
  threads.clear();
  EXPECT_EQ(good, 20);
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(cpu->mostBusy, 1);
  EXPECT_EQ(gpu->rendered + cpu->rendered, 20);
}

/// What nobody could render, what belongs to one device, and what nobody wants any more.
TEST_F(FallbackRendererTest, SomeErrorsStay) {
  for (const ErrorKind kind : {ErrorKind::Input, ErrorKind::Usage}) {
    failFrom(0, Error(kind, "no"));
    EXPECT_EQ(render({}).error().text(), "no");
  }
  failFrom(0, kFault);
  FrameRequest part, onGpu;
  part.shard = Shard{1, 2};
  onGpu.gpuTarget = 4096;
  EXPECT_EQ(render(part).error().text(), kFault.text());
  EXPECT_EQ(render(onGpu).error().text(), kFault.text());
  stop.request_stop();
  EXPECT_FALSE(render({}));
  EXPECT_EQ(opened, 0);
}

TEST_F(FallbackRendererTest, PartsAreOfTheGpuAlsoLater) {
  failFrom(0, kFault);
  EXPECT_TRUE(render({}));
  FrameRequest part;
  part.shard = Shard{1, 2};
  EXPECT_FALSE(render(part));
}

TEST_F(FallbackRendererTest, WithoutACpuBothReasonsAreSaid) {
  hasCpu = false;
  failFrom(0, kFull);
  const Result<RenderedFrame> frame = render({});
  ASSERT_FALSE(frame);
  EXPECT_EQ(frame.error().text(),
            "cannot allocate 8.0 MiB; and on the CPU: there is no libflamecpu.so");
  EXPECT_EQ(frame.error().note(), kFull.note());
}

} // namespace flame::rt
