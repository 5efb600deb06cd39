// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variation as the CPU device computes it: compiled by the whole compiler for vectors of
// lanes, at its known points and at random ones, against the oracle.

#include "tests/device/CpuProbe.h"
#include "tests/device/VariationFlame.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flame::test {
namespace {

constexpr unsigned kRandomPoints = 30, kParts = 6;

/// A number of lanes and a --fold.
using Setting = std::pair<unsigned, FoldMode>;

TEST(VariationFlameTest, CasesAreReadAsTheyWereWritten) {
  const VariationFlame variations = makeVariationFlame(1);
  const std::vector<ProbeCase> read = readCases(writeCases(variations.cases));
  ASSERT_EQ(read.size(), variations.cases.size());
  for (size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(read[i].sensitivity, variations.cases[i].sensitivity) << read[i].name;
}

class CpuVariations : public testing::TestWithParam<Setting> {};

/// Compares the results of a flame with those of the oracle.
void compare(const VariationFlame &variations, unsigned lanes, FoldMode fold) {
  CompileOptions options;
  options.fold = fold;
  options.library = cpuProbeLibrary(lanes);
  auto flame = CpuFlame::compile(variations.animation, lanes, options);
  ASSERT_TRUE(bool(flame)) << llvm::toString(flame.takeError());
  std::vector<abi::Probe> probes;
  for (const ProbeCase &one : variations.cases)
    probes.push_back(one.probe);
  const std::vector<float> results = probe(**flame, probes);
  for (size_t i = 0; i < variations.cases.size(); ++i) {
    const ProbeCase &expected = variations.cases[i];
    auto result = [&](unsigned component, unsigned lane = 0) {
      return results[(i * 4 + component) * lanes + lane];
    };
    for (unsigned component = 0; component < 4; ++component)
      for (unsigned lane = 1; lane < lanes; ++lane)
        EXPECT_EQ(result(component, lane), result(component)) << expected.name << ", lane " << lane;
    EXPECT_LE(std::hypot(result(0) - expected.x, result(1) - expected.y), expected.allowed)
        << expected.name << (expected.isSample ? "" : " at a random point") << ": " << result(0)
        << ", " << result(1) << " instead of " << expected.x << ", " << expected.y;
    EXPECT_LE(expected.colorError(result(2)), expected.allowedColor)
        << expected.name << ": colour " << result(2) << " instead of " << expected.color;
    EXPECT_EQ(result(3), expected.visibility) << expected.name;
  }
}

TEST_P(CpuVariations, AgreeWithTheOracle) {
  const auto [lanes, fold] = GetParam();
  if (lanes > CpuFlame::nativeLanes())
    GTEST_SKIP() << "this processor has " << CpuFlame::nativeLanes() << " lanes";
  size_t cases = 0;
  for (unsigned part = 0; part < kParts; ++part) {
    const VariationFlame variations = makeVariationFlame(kRandomPoints, part, kParts);
    cases += variations.cases.size();
    compare(variations, lanes, fold);
  }
  EXPECT_GT(cases, variationTable().size() * kRandomPoints);
}

INSTANTIATE_TEST_SUITE_P(Lanes, CpuVariations,
                         testing::Values(Setting(16, FoldMode::Structural),
                                         Setting(8, FoldMode::Structural),
                                         Setting(4, FoldMode::Structural),
                                         Setting(8, FoldMode::All), Setting(8, FoldMode::None)),
                         [](const auto &info) {
                           return std::to_string(info.param.first) + "_" +
                                  stringifyFoldMode(info.param.second).str();
                         });

} // namespace
} // namespace flame::test
