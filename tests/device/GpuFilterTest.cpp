// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters of frames on the GPU, on a random histogram of a high dynamic range: the colours are those that the CPU makes.

#include "runtime/cuda/EmbeddedModule.h"
#include "runtime/frame/Finish.h"
#include "runtime/frame/GpuFilters.h"
#include "runtime/shared/LocalFilters.h"
#include "tests/device/GpuFixture.h"

#include <cmath>
#include <random>

extern "C" const FlameEmbedded flame_generic_modules[];

namespace flame::test {
namespace {

class GpuFilterTest : public GpuTest, public testing::WithParamInterface<const char *> {};

/// A frame of one pass that goes through a chain, to colours.
rt::FramePlan planOf(const rt::FilterChain &chain) {
  rt::FrameDefaults settings;
  chain.apply(settings);
  rt::FramePlan plan;
  const bool usesEdges = chain.has(rt::Filter::EdgeDensity);
  const rt::DensitySettings density{settings.estimatorRadius, 0, settings.estimatorCurve};
  if (usesEdges || chain.has(rt::Filter::DensityEstimation))
    plan.filters.density =
        take(usesEdges ? rt::makeEdgeDensityTable(density, 1) : rt::makeDensityTable(density, 1));
  plan.filters.spatial = rt::makeMeanFilter(1);
  plan.filters.tone = rt::makeToneParams(settings);
  plan.frame = take(rt::makeFrameGeometry(301, 157, 1, 1, settings.estimatorRadius, 12));
  setFilters(plan.filters, settings, plan.frame);
  plan.filters.plan = planFilters(chain, 1, plan.filters.density.isActive());
  plan.passWeights = {1};
  plan.format = {rt::PixelFormat::Planar, 8};
  return plan;
}

std::vector<abi::WideCell> randomHistogram(size_t buckets) {
  std::mt19937 random(23);
  std::uniform_real_distribution<double> uniform;
  std::vector<abi::WideCell> cells(buckets);
  for (abi::WideCell &cell : cells) {
    const double count = std::floor(std::pow(10, -0.5 + 4.5 * uniform(random)));
    const auto level = [&] { return uint64_t(255 * count * uniform(random)); };
    cell = {level(), level(), level(), uint64_t(count)};
  }
  return cells;
}

TEST_P(GpuFilterTest, ColoursAreThoseOfTheCpu) {
  const rt::FramePlan plan = planOf(take(rt::FilterChain::parse(GetParam())));
  const size_t buckets = abi::bucketCount(plan.frame);
  const std::vector<abi::WideCell> histogram = randomHistogram(buckets);
  const abi::LogScale scale = {300, 1e-3f};
  rt::FinishInputs inputs;
  inputs.frame = plan.frame;
  inputs.wide = histogram;
  inputs.logScale = scale;
  inputs.filters = &plan.filters;
  const std::vector<abi::Accumulator> expected = rt::lightOfPass(inputs);
  const abi::LocalSteps then = localSteps(plan.filters.plan.afterSum.back(), plan.filters, scale);

  const auto image = rt::chooseEmbedded(flame_generic_modules, context->device());
  const rt::Module module = take(rt::Module::load(*context, image, "the finishing kernels"));
  const rt::FilterKernels kernels = take(rt::FilterKernels::load(module));
  auto cells =
      take(rt::DeviceBuffer<uint64_t>::create(*context, abi::cellCount(uint32_t(buckets))));
  auto wide = take(rt::DeviceBuffer<abi::WideCell>::create(*context, buckets));
  check(cells.fill(0, *stream));
  check(wide.upload(histogram, *stream));
  rt::GpuFilters::Buffers buffers;
  rt::GpuFilters::forEachBuffer(buffers, plan, [&](auto &buffer, size_t elements) {
    check(rt::grow(buffer, *context, elements));
  });
  rt::GpuFilters filters(kernels, *context, *stream, buffers, plan,
                         [](const std::string &) { return rt::Status(); });
  check(filters.prepare());
  check(filters.addPass(cells, wide, scale));
  check(filters.develop());
  std::vector<abi::Accumulator> found(size_t(plan.frame.width) * plan.frame.height);
  check(buffers.colors.download(found, *stream));
  check(stream->synchronize());

  for (uint32_t y = 0; y < plan.frame.height; ++y)
    for (uint32_t x = 0; x < plan.frame.width; ++x) {
      const uint32_t gutter = plan.frame.gutter;
      const abi::Accumulator on = clampedColor(
          afterLocal(expected[size_t(y + gutter) * plan.frame.gridWidth + x + gutter], then));
      const abi::Accumulator &color = found[size_t(y) * plan.frame.width + x];
      ASSERT_NEAR(color.red, on.red, 1e-4 * on.red + 1e-3) << x << ", " << y;
      ASSERT_NEAR(color.green, on.green, 1e-4 * on.green + 1e-3) << x << ", " << y;
      ASSERT_NEAR(color.blue, on.blue, 1e-4 * on.blue + 1e-3) << x << ", " << y;
      ASSERT_NEAR(color.alpha, on.alpha, 1e-4) << x << ", " << y;
    }
}

INSTANTIATE_TEST_SUITE_P(Chains, GpuFilterTest,
                         testing::Values("logscale,de,colorclip", "bilateral,logscale,plainclip",
                                         "bilateral,logscale,de,plainclip", "logscale,smearclip",
                                         "nlm,logscale,colorclip",
                                         "nlm(strength=30),logscale,de,plainclip",
                                         "logscale,edgede,haloclip", "logscale,plainclip,logencode",
                                         "logscale,hdrclip,pq", "logscale,hdrclip,hlg"));

} // namespace
} // namespace flame::test
