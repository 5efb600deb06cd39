// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often the CPU device chooses each xform, and each after each, in compiled flames; and that
// its histograms do not depend on threads.

#include "compiler/cpu/CompileForCpu.h"
#include "runtime/shared/Deposit.h"
#include "tests/device/SelectionFlame.h"

#include <gtest/gtest.h>

#include <cstring>

namespace flame::test {
namespace {

constexpr uint64_t kSamples = 50'000'000;

/// With xaos a point chooses for itself, but remembers: the chains here forget within a few rounds.
constexpr double kXaosMemory = 10;

class CpuSelection : public testing::TestWithParam<SelectionCase> {
protected:
  void SetUp() override {
    auto compiled = CpuFlame::compile(makeSelectionFlame(GetParam()));
    ASSERT_TRUE(bool(compiled)) << llvm::toString(compiled.takeError());
    flame = std::move(*compiled);
    const float start = 0;
    abi::InterpolateArgs instant = {};
    instant.times = &start;
    instant.temporalSamples = 1;
    instant.frame = frame;
    instant.pixelAspect = instant.viewScale = 1;
    block = flame->makeBlocks(instant);
    palette.assign(abi::kPaletteSize, packDeposit(255, 255, 255, 1));
  }

  rt::CpuHistogram render(uint64_t samples, unsigned threads) {
    rt::CpuJob job = {};
    job.engine = rt::preferredEngine(flame->kernels().features);
    job.args.params = block.data();
    job.args.palette = palette.data();
    job.args.blockFloats = flame->layout().blockFloats;
    job.args.temporalSamples = job.args.paletteRowCount = 1;
    job.args.gridWidth = frame.gridWidth;
    job.args.gridHeight = frame.gridHeight;
    job.args.xaosOffset = flame->layout().xaosOffset;
    job.args.fuse = 15;
    job.args.seed = 1;
    rt::planBlocks(samples, flame->kernels().lanes, &job.args);
    rt::CpuOptions options;
    options.threads = threads;
    return rt::renderHistogram(flame->kernels(), job, options);
  }

  const abi::FrameGeometry frame = {kSelectionSize, kSelectionSize, 1, 0,
                                    kSelectionSize, kSelectionSize};
  std::unique_ptr<CpuFlame> flame;
  std::vector<float> block;
  std::vector<uint64_t> palette;
};

TEST_P(CpuSelection, HasTheRightFrequencies) {
  const bool hasXaos = !GetParam().chaos.empty();
  const rt::CpuHistogram histogram = render(kSamples, 0);
  EXPECT_EQ(histogram.binned, histogram.samples) << "everything is in frame";
  EXPECT_EQ(histogram.badValues, 0u);
  const TransitionCounts counts = countTransitions(histogram.cells, frame);
  const double lanes = flame->kernels().lanes; // points of a vector share their choice
  const Verdict successors = testSuccessors(counts, GetParam(), hasXaos ? 1 : lanes);
  EXPECT_LE(successors.chiSquare, successors.limit);
  EXPECT_EQ(successors.forbidden, 0u);
  const Verdict visits = testVisits(counts, GetParam(), hasXaos ? kXaosMemory : lanes);
  EXPECT_LE(visits.chiSquare, visits.limit);
}

TEST_P(CpuSelection, GivesTheSameBytesForAnyNumberOfThreads) {
  const rt::CpuHistogram one = render(kSamples / 10, 1), three = render(kSamples / 10, 3);
  ASSERT_EQ(one.cells.size(), three.cells.size());
  EXPECT_EQ(
      std::memcmp(one.cells.data(), three.cells.data(), one.cells.size() * sizeof(abi::WideCell)),
      0);
}

INSTANTIATE_TEST_SUITE_P(Cases, CpuSelection, testing::ValuesIn(selectionCases()),
                         [](const auto &info) { return info.param.name; });

TEST(SelectionTest, NoticesASmallErrorOfAWeight) {
  SelectionCase right = selectionCases().front(), wrong = right;
  wrong.weights[1] *= 1.01;
  TransitionCounts counts;
  for (unsigned from = 0; from < kSelectionXforms; ++from)
    for (unsigned to = 0; to < kSelectionXforms; ++to)
      counts[from][to] = double(kSamples) * right.weights[from] * wrong.probability(from, to);
  const Verdict verdict = testSuccessors(counts, right, 16);
  EXPECT_GT(verdict.chiSquare, verdict.limit);
}

} // namespace
} // namespace flame::test
