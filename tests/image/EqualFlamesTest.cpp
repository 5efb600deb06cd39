// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames that are written differently and are the same flame: the pictures differ by noise, or by
// nothing.

#include "tests/image/SamePicture.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace flame::test {
namespace {

/// What lands in one block of a spiral depends on what lands in others, which leaves few that are
/// independent: two sets of seeds differed by 2.0. A weight that is a tenth too large makes 3.2 and
/// more.
constexpr double kLoose = 3;

class EqualFlames : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    genome = readGenome(GetParam());
    ASSERT_TRUE(genome);
    static std::map<std::string, Renders> known;
    const auto [found, isNew] = known.try_emplace(GetParam());
    if (isNew)
      found->second = render(makeStill(*genome), {});
    original = found->second;
    const auto isHit = [](const abi::WideCell &cell) { return cell.count > 0; };
    if (std::ranges::none_of(original.cells.front(), isHit))
      GTEST_SKIP() << "nothing is to be seen of it";
  }

  Renders renderIt() const { return render(makeStill(*genome), {}); }
  /// Every factor of every xform is said.
  void fillChaos() {
    for (Xform &xform : genome->xforms)
      xform.chaos.resize(genome->xforms.size(), 1);
  }

  std::optional<Genome> genome;
  Renders original;
};

TEST_P(EqualFlames, ThreadsChangeNothing) {
  EXPECT_TRUE(areSameBytes(original, render(makeStill(*genome), {}, 0, /*threads=*/1)));
  EXPECT_TRUE(areSameBytes(original, render(makeStill(*genome), {}, 0, /*threads=*/3)));
}

TEST_P(EqualFlames, SeedsChangeNoiseAlone) {
  const Renders other = render(makeStill(*genome), {}, /*firstSeed=*/1000);
  EXPECT_FALSE(areSameBytes(original, other));
  EXPECT_LT(differenceOf(original, other), kLoose);
}

TEST_P(EqualFlames, XformsComeInAnyOrder) {
  fillChaos();
  std::ranges::reverse(genome->xforms);
  for (Xform &xform : genome->xforms)
    std::ranges::reverse(xform.chaos);
  EXPECT_LT(differenceOf(original, renderIt()), kLoose);
}

TEST_P(EqualFlames, AnXformIsTwoOfHalfTheWeight) {
  fillChaos();
  const size_t split = genome->xforms.size() / 2;
  genome->xforms[split].weight /= 2;
  genome->xforms.push_back(genome->xforms[split]);
  for (Xform &xform : genome->xforms)
    xform.chaos.push_back(xform.chaos[split]);
  EXPECT_LT(differenceOf(original, renderIt()), kLoose);
}

TEST_P(EqualFlames, WeightsAreRelative) {
  for (Xform &xform : genome->xforms)
    xform.weight *= 3;
  EXPECT_LT(differenceOf(original, renderIt()), kLoose);
}

TEST_P(EqualFlames, SizeAndScaleTogetherChangeTheResolutionAlone) {
  genome->width *= 3;
  genome->height *= 3;
  genome->scale *= 3;
  llvm::Expected<Renders> finer = tryRender(makeStill(*genome), {}, {.finer = 3});
  ASSERT_TRUE(bool(finer));
  EXPECT_LT(differenceOf(original, *finer), kLoose);
}

INSTANTIATE_TEST_SUITE_P(Genomes, EqualFlames, testing::ValuesIn(genomePaths()),
                         [](const auto &info) {
                           std::string name = llvm::sys::path::stem(info.param).str();
                           llvm::replace(name, '-', '_');
                           return name;
                         });

} // namespace
} // namespace flame::test
