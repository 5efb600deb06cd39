// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optional passes make code smaller or faster and never change the picture: every flame of genomes/
// and of the lit tests is compiled for the CPU with all of them and with one left out.

#include "tests/image/SamePicture.h"

#include "compiler/genome/xml/GenomeReader.h"
#include "passes/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

namespace flame::test {
namespace {

class PassesOff : public testing::TestWithParam<std::string> {};

TEST_P(PassesOff, GivesTheSamePicture) {
  const std::optional<Genome> genome = readGenome(GetParam());
  ASSERT_TRUE(genome);
  const Animation animation = makeStill(*genome);
  const Renders all = render(animation, {});
  for (llvm::StringRef pass : optionalPasses()) {
    CompileOptions options;
    options.disabledPasses = {pass.str()};
    const Renders without = render(animation, options);
    if (HasFailure())
      return;
    if (!areSameBytes(all, without))
      EXPECT_LT(differenceOf(all, without), kLimit) << "without " << pass.str();
  }
}

INSTANTIATE_TEST_SUITE_P(Genomes, PassesOff, testing::ValuesIn(genomePaths()),
                         [](const auto &info) {
                           std::string name = llvm::sys::path::stem(info.param).str();
                           llvm::replace(name, '-', '_');
                           return name;
                         });

/// Xforms that share a body compute what they would have computed apart, to the last bit.
TEST(MergeEqualXforms, GivesTheSameBytes) {
  std::optional<Genome> genome = readGenome(FLAME_TEST_INPUTS "/symmetric.flame");
  ASSERT_TRUE(genome);
  CompileOptions options;
  options.disabledPasses = {"flame-merge-equal-xforms"};
  EXPECT_TRUE(areSameBytes(render(makeStill(*genome), {}), render(makeStill(*genome), options)));
}

TEST(DifferenceTest, NoticesASmallErrorOfAWeight) {
  std::optional<Genome> genome = readGenome(FLAME_TEST_INPUTS "/symmetric.flame");
  ASSERT_TRUE(genome);
  const Renders right = render(makeStill(*genome), {});
  genome->xforms.front().weight *= 1.1;
  EXPECT_GT(differenceOf(right, render(makeStill(*genome), {})), 2 * kLimit);
}

} // namespace
} // namespace flame::test
