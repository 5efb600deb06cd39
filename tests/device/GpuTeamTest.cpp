// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several GPUs: whether they make frames in turn or one together, the bytes are those of one GPU. A
// machine with one GPU plays three with it.

#include "runtime/frame/GpuTeam.h"
#include "tests/device/EachDevice.h"
#include "tests/device/MovingFlame.h"

#include <cstring>

namespace flame::test {
namespace {

using Division = rt::GpuTeam::Division;

class GpuTeamTest : public EachDevice {
protected:
  GpuTeamTest() : EachDevice("moving.cubin") {}

  std::unique_ptr<rt::GpuTeam> makeTeam(Division division, rt::Schedule schedule) const {
    const int gpus = int(take(driver->devices()).size());
    std::vector<rt::GpuChoice> choices;
    for (int i = 0; i < 3; ++i)
      choices.push_back({i % gpus, artefact.get()});
    return take(rt::GpuTeam::create(*driver, choices, {.schedule = schedule}, division));
  }

  static rt::FrameRequest makeRequest(double time) {
    rt::FrameRequest request;
    request.time = time;
    request.shutter = 0.2;
    request.seed = 11;
    request.quality = isSmall ? 50 : 600; // blocks for all of them
    request.wantsHistogram = true;
    return request;
  }

  static void expectSame(const rt::RenderedFrame &frame, const rt::RenderedFrame &expected) {
    EXPECT_EQ(frame.samples, expected.samples);
    EXPECT_EQ(frame.pixels, expected.pixels);
    ASSERT_EQ(frame.histogram.size(), expected.histogram.size());
    EXPECT_EQ(memcmp(frame.histogram.data(), expected.histogram.data(),
                     expected.histogram.size() * sizeof(abi::WideCell)),
              0);
  }
};

TEST_P(GpuTeamTest, TogetherMakesTheFrameOfOne) {
  for (rt::Schedule schedule : {rt::Schedule::Direct, rt::Schedule::Split}) {
    const auto one = take(rt::GpuRenderer::create(*driver, 0, *artefact, {.schedule = schedule}));
    const auto team = makeTeam(Division::AllOneFrame, schedule);
    ASSERT_EQ(team->framesInFlight(), 1u);
    expectSame(render(*team, makeRequest(0.4)), render(*one, makeRequest(0.4)));
  }
}

TEST_P(GpuTeamTest, EachMakesTheFramesOfOne) {
  const auto team = makeTeam(Division::EachAFrame, rt::Schedule::Auto);
  ASSERT_EQ(team->framesInFlight(), 6u);
  for (unsigned inFlight = 0; inFlight < 6; ++inFlight) {
    const rt::FrameRequest request = makeRequest(0.1 + 0.1 * inFlight);
    expectSame(render(*team, request, inFlight), render(*renderer, request));
  }
}

TEST_P(GpuTeamTest, TogetherMakesAShardOfOne) {
  rt::FrameRequest request = makeRequest(0.4);
  request.wantsHistogram = false;
  request.shard = Shard{2, 3};
  const rt::RenderedFrame expected = render(*renderer, request);
  const rt::RenderedFrame frame =
      render(*makeTeam(Division::AllOneFrame, rt::Schedule::Auto), request);
  const rt::HistogramPart &part = frame.part.value(), &whole = expected.part.value();
  EXPECT_EQ(part.ranges, whole.ranges);
  ASSERT_EQ(part.passes.size(), whole.passes.size());
  for (size_t pass = 0; pass < part.passes.size(); ++pass) {
    EXPECT_EQ(part.passes[pass].samples, whole.passes[pass].samples);
    EXPECT_EQ(memcmp(part.passes[pass].cells.data(), whole.passes[pass].cells.data(),
                     part.passes[pass].cells.size() * sizeof(abi::WideCell)),
              0);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, GpuTeamTest, testing::Values("gpu"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace flame::test
