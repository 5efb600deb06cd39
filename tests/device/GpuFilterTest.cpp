// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters of frames on the GPU, on a random histogram of a high dynamic range: the colours are
// those that the CPU makes.

#include "runtime/cuda/EmbeddedModule.h"
#include "runtime/frame/Finish.h"
#include "runtime/frame/GpuFilters.h"
#include "runtime/shared/LocalFilters.h"
#include "tests/device/GpuFixture.h"

#include <cmath>
#include <cstring>
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
  if (chain.has(rt::Filter::Mix)) {
    settings.mixerRr = {0, 0.1, 0.25, 0.5, 1, 0.75};
    settings.mixerGb = {0, 0, 1, 1};
    addMixer(plan.filters, settings);
  }
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

/// Thin to the left, dense to the right, and empty at the top: each way of adding up has its tiles.
std::vector<abi::WideCell> slopingHistogram(const abi::FrameGeometry &frame) {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> uniform;
  std::vector<abi::WideCell> cells(abi::bucketCount(frame));
  for (size_t i = frame.gridWidth * size_t(frame.gridHeight / 4); i < cells.size(); ++i) {
    const double mean = std::pow(10, -2 + 5.5 * double(i % frame.gridWidth) / frame.gridWidth);
    const uint64_t count = std::poisson_distribution<uint64_t>(mean)(random);
    const auto level = [&] { return uint64_t(255 * double(count) * uniform(random)); };
    cells[i] = {level(), level(), level(), count};
  }
  return cells;
}

/// The histogram, once for each pass of the plan, through the filters on the GPU: colours.
std::vector<abi::Accumulator> colorsOnGpu(const rt::Context &context, const rt::Stream &stream,
                                          const rt::FramePlan &plan,
                                          const std::vector<abi::WideCell> &histogram,
                                          const abi::LogScale &scale) {
  const auto image = rt::chooseEmbedded(flame_generic_modules, context.device());
  const rt::Module module = take(rt::Module::load(context, image, "the finishing kernels"));
  const rt::FilterKernels kernels = take(rt::FilterKernels::load(module));
  auto cells =
      take(rt::DeviceBuffer<uint64_t>::create(context, abi::cellCount(uint32_t(histogram.size()))));
  auto wide = take(rt::DeviceBuffer<abi::WideCell>::create(context, histogram.size()));
  check(cells.fill(0, stream));
  check(wide.upload(histogram, stream));
  rt::GpuFilters::Buffers buffers;
  rt::GpuFilters::forEachBuffer(buffers, plan, [&](auto &buffer, size_t elements) {
    check(rt::grow(buffer, context, elements));
  });
  rt::GpuFilters filters(kernels, context, stream, buffers, plan,
                         [](const std::string &) { return rt::Status(); });
  check(filters.prepare());
  for (uint32_t pass = 0; pass < plan.passes(); ++pass)
    check(filters.addPass(cells, wide, scale));
  check(filters.develop());
  std::vector<abi::Accumulator> found(size_t(plan.frame.width) * plan.frame.height);
  check(buffers.colors.download(found, stream));
  check(stream.synchronize());
  return found;
}

rt::FinishInputs inputsOf(const rt::FramePlan &plan, const std::vector<abi::WideCell> &histogram,
                          const abi::LogScale &scale) {
  rt::FinishInputs inputs;
  inputs.frame = plan.frame;
  inputs.wide = histogram;
  inputs.logScale = scale;
  inputs.filters = &plan.filters;
  return inputs;
}

TEST_P(GpuFilterTest, ColoursAreThoseOfTheCpu) {
  const rt::FramePlan plan = planOf(take(rt::FilterChain::parse(GetParam())));
  const abi::LogScale scale = {300, 1e-3f};
  const abi::LocalSteps then = localSteps(plan.filters.plan.afterSum.back(), plan.filters, scale);
  for (const auto &histogram :
       {randomHistogram(abi::bucketCount(plan.frame)), slopingHistogram(plan.frame)}) {
    const std::vector<abi::Accumulator> expected =
        rt::accumulatorsOfPass(inputsOf(plan, histogram, scale));
    const std::vector<abi::Accumulator> found =
        colorsOnGpu(*context, *stream, plan, histogram, scale);
    for (uint32_t y = 0; y < plan.frame.height; ++y)
      for (uint32_t x = 0; x < plan.frame.width; ++x) {
        const uint32_t gutter = plan.frame.gutter;
        const abi::Accumulator on = clampedColor(
            afterLocal(expected[size_t(y + gutter) * plan.frame.gridWidth + x + gutter], then));
        const abi::Accumulator &color = found[size_t(y) * plan.frame.width + x];
        EXPECT_NEAR(color.red, on.red, 1e-4 * on.red + 1e-3) << x << ", " << y;
        EXPECT_NEAR(color.green, on.green, 1e-4 * on.green + 1e-3) << x << ", " << y;
        EXPECT_NEAR(color.blue, on.blue, 1e-4 * on.blue + 1e-3) << x << ", " << y;
        EXPECT_NEAR(color.alpha, on.alpha, 1e-4) << x << ", " << y;
        if (HasFailure())
          return;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Chains, GpuFilterTest,
                         testing::Values("logscale,de,colorclip", "bilateral,logscale,plainclip",
                                         "bilateral,logscale,de,plainclip", "logscale,smearclip",
                                         "nlm,logscale,colorclip",
                                         "nlm(strength=30),logscale,de,plainclip",
                                         "logscale,edgede,haloclip", "logscale,plainclip,logencode",
                                         "logscale,plainclip,saturate(saturation=1.4)",
                                         "mix,logscale,plainclip", "logscale,hdrclip,pq",
                                         "logscale,hdrclip,hlg"));

/// A supersampled frame in which density estimation and the spatial filter are one step.
struct PixelCase {
  const char *chain;
  uint32_t supersample;
  double radius; ///< of density estimation, in pixels
  const char *shape;
  double filter; ///< radius of the spatial filter
  uint32_t width, height, passes;
};

class GpuPixelDensityTest : public GpuTest, public testing::WithParamInterface<PixelCase> {};

rt::FramePlan planOf(const PixelCase &c) {
  const rt::FilterChain chain = take(rt::FilterChain::parse(c.chain));
  const rt::DensitySettings density{c.radius, 0, 0.4};
  rt::FramePlan plan;
  plan.filters.density =
      take(chain.has(rt::Filter::EdgeDensity) ? rt::makeEdgeDensityTable(density, c.supersample)
                                              : rt::makeDensityTable(density, c.supersample));
  plan.filters.spatial =
      take(rt::makeSpatialFilter(*rt::findSpatialKernel(c.shape), c.filter, c.supersample));
  plan.filters.tone = rt::makeToneParams({});
  plan.frame = take(rt::makeFrameGeometry(c.width, c.height, c.supersample,
                                          plan.filters.spatial.width(), c.radius, 12));
  setFilters(plan.filters, {}, plan.frame);
  plan.filters.plan = planFilters(chain, c.passes, true);
  setPixelDensity(plan.filters, c.supersample);
  plan.passWeights.assign(c.passes, 1);
  plan.format = {rt::PixelFormat::Planar, 8};
  return plan;
}

TEST_P(GpuPixelDensityTest, ColoursAreThoseOfTwoStepsOnTheCpu) {
  const PixelCase &c = GetParam();
  const rt::FramePlan plan = planOf(c);
  ASSERT_TRUE(plan.filters.pixelDensity.isActive());
  const std::vector<abi::WideCell> histogram = slopingHistogram(plan.frame);
  const abi::LogScale scale = {300, 1e-3f};
  rt::FinishInputs inputs = inputsOf(plan, histogram, scale);
  inputs.format = rt::kRgbaFloat;
  rt::Accumulation sum;
  for (uint32_t pass = 0; pass < c.passes; ++pass)
    check(rt::addPass(inputs, sum));
  const std::vector<uint8_t> floats = rt::developFrame(inputs, std::move(sum));
  const auto *expected = reinterpret_cast<const float *>(floats.data());
  const std::vector<abi::Accumulator> found =
      colorsOnGpu(*context, *stream, plan, histogram, scale);
  for (size_t i = 0; i < found.size(); ++i) {
    const size_t x = i % c.width, y = i / c.width;
    const float colors[] = {found[i].red, found[i].green, found[i].blue};
    for (size_t channel = 0; channel < 3; ++channel)
      ASSERT_NEAR(colors[channel] / 255, expected[4 * i + channel],
                  1e-4 * expected[4 * i + channel] + 4e-6)
          << x << ", " << y;
  }
}

TEST_P(GpuPixelDensityTest, EveryRunGivesTheSameBytes) {
  const rt::FramePlan plan = planOf(GetParam());
  const std::vector<abi::WideCell> histogram = slopingHistogram(plan.frame);
  const auto first = colorsOnGpu(*context, *stream, plan, histogram, {300, 1e-3f});
  for (int run = 0; run < 3; ++run) {
    const auto again = colorsOnGpu(*context, *stream, plan, histogram, {300, 1e-3f});
    ASSERT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(first[0])), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Frames, GpuPixelDensityTest,
    testing::Values(
        PixelCase{"logscale,de,spatial,colorclip", 4, 11, "gaussian", 0.5, 301, 157, 1},
        PixelCase{"logscale,de,spatial,colorclip", 4, 3, "hamming", 1, 97, 49, 1},
        PixelCase{"logscale,de,spatial,colorclip", 3, 9, "lanczos2", 0.75, 130, 71, 3},
        PixelCase{"logscale,de,spatial,colorclip", 2, 9, "bspline", 1.25, 150, 90, 1},
        PixelCase{"logscale,de,spatial,colorclip", 2, 6, "box", 0.1, 33, 17, 1},
        PixelCase{"bilateral,logscale,de,spatial,plainclip", 2, 5, "gaussian", 0.5, 97, 60, 1},
        PixelCase{"logscale,edgede,spatial,colorclip", 4, 9, "gaussian", 0.5, 201, 90, 1},
        PixelCase{"logscale,edgede,spatial,colorclip", 3, 5, "catrom", 1, 65, 33, 2}));

} // namespace
} // namespace flame::test
