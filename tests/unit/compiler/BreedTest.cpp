// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breeding: what comes out can be read again and rendered, depends on the seed alone, and leaves
// alone what was locked.

#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/CutStrips.h"
#include "compiler/breed/ImproveColors.h"
#include "compiler/breed/MutateGenome.h"
#include "compiler/breed/RandomPalette.h"
#include "compiler/breed/ReferenceIterator.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/Symmetry.h"
#include "tests/unit/animation/KeyFrames.h"

#include "llvm/ADT/STLExtras.h"

#include <gmock/gmock.h>

#include <map>

#include <cmath>

using testing::Each;
using testing::Gt;
using testing::SizeIs;

namespace flame::test {

namespace {

/// Two circles' worth of inversions and a line, colours at 0, 0.5, 1.
const char kXforms[] =
    "<xform weight=\"1\" color=\"0\" spherical=\"1\" coefs=\".8 .1 -.1 .8 .3 .2\"/>"
    "<xform weight=\"0.5\" color=\".5\" julian=\"1\" julian_power=\"3\" julian_dist=\"1\" "
    "coefs=\".5 -.3 .3 .5 -.4 .3\"/>"
    "<xform weight=\"0.7\" color=\"1\" linear=\"1\" coefs=\".6 .2 -.2 .6 .1 -.5\"/>";

Genome parent(const std::string &attributes = "") {
  return readKeyFrames(keyFrame(attributes, kXforms)).front();
}

/// What is written of it must be read again without a message.
void expectReadable(const Genome &genome) {
  const std::vector<Genome> read = readKeyFrames(writeFlame(genome));
  ASSERT_THAT(read, SizeIs(1));
  EXPECT_EQ(writeFlame(read.front()), writeFlame(genome));
}

} // namespace

//===-- reference iteration -------------------------------------------------------------------===//

TEST(ReferenceIteratorTest, FindsTheExtentOfAKnownFlame) {
  // The unit square, by four halvings.
  const Genome square =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 0 0\"/>"
                                 "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 .5 0\"/>"
                                 "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 0 .5\"/>"
                                 "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 .5 .5\"/>"))
          .front();
  const GenomeExtent extent = measureGenome(square, 1);
  // 1 % is cut off on each side; 12,000 points put that within 0.4 %.
  EXPECT_NEAR(extent.left, 0.01, 0.006);
  EXPECT_NEAR(extent.right, 0.99, 0.006);
  EXPECT_NEAR(extent.top, 0.01, 0.006);
  EXPECT_NEAR(extent.bottom, 0.99, 0.006);
  EXPECT_GT(extent.coverage, 0.95);
  EXPECT_EQ(extent.lost, 0);
}

TEST(ReferenceIteratorTest, SeesNothingInADotAndInALine) {
  const Genome dot =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 1 1\"/>"))
          .front();
  EXPECT_FALSE(isWorthSeeing(measureGenome(dot, 1)));
  const Genome line =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 0 0\"/>"
                                 "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 .5 0\"/>"))
          .front();
  EXPECT_FALSE(isWorthSeeing(measureGenome(line, 1)));
  EXPECT_TRUE(isWorthSeeing(measureGenome(parent(), 1)));
}

TEST(ReferenceIteratorTest, CountsPointsThatGoAstray) {
  const Genome away =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\"3 0 0 3 1 1\"/>"))
          .front();
  EXPECT_GT(measureGenome(away, 1).lost, 0.02);
}

TEST(ReferenceIteratorTest, FollowsChaos) {
  // The second xform follows the first alone, and never itself.
  const Genome genome =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" chaos=\"0 1\"/>"
                                 "<xform weight=\"1\" linear=\"1\" chaos=\"1 0\"/>"))
          .front();
  ReferenceIterator iterator(genome, 3);
  for (int i = 0; i < 50; ++i) {
    const IteratedPoint point = iterator.next();
    EXPECT_NE(point.path[0], point.path[1]);
  }
}

TEST(ReferenceIteratorTest, AppliesAllFinalXforms) {
  // All points are at the origin. One final xform moves them by 5, and another one doubles that.
  Genome genome =
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" coefs=\".5 0 0 .5 0 0\"/>"
                                 "<finalxform linear=\"1\" coefs=\"1 0 0 1 5 0\"/>"))
          .front();
  genome.laterFinals.push_back(*genome.finalXform);
  genome.laterFinals[0].coefs = {.a = 2, .d = 0, .b = 0, .e = 1, .c = 0, .f = 0};
  ReferenceIterator iterator(genome, 3);
  for (int i = 0; i < 50; ++i)
    EXPECT_NEAR(iterator.next().x, 10, 1e-6);
}

TEST(ReferenceIteratorTest, KnowsTheShareInThePicture) {
  Genome genome = parent();
  genome.width = 640;
  genome.height = 480;
  frameGenome(genome, measureGenome(genome, 1));
  EXPECT_GT(measureGenome(genome, 1).inView, 0.9);
  genome.centerX += 1000;
  EXPECT_EQ(measureGenome(genome, 1).inView, 0);
}

TEST(ReferenceIteratorTest, FramesWhatItFound) {
  Genome genome = parent();
  genome.width = 640;
  genome.height = 480;
  const GenomeExtent extent = measureGenome(genome, 1);
  frameGenome(genome, extent);
  EXPECT_LE(extent.width() * genome.scale, 640);
  EXPECT_LE(extent.height() * genome.scale, 480);
  EXPECT_TRUE(extent.width() * genome.scale > 500 || extent.height() * genome.scale > 380);
}

//===-- random --------------------------------------------------------------------------------===//

TEST(RandomGenomeTest, MakesTheSameOfTheSameSeed) {
  Dice one(7), same(7), other(8);
  EXPECT_EQ(writeFlame(randomGenome({}, one)), writeFlame(randomGenome({}, same)));
  EXPECT_NE(writeFlame(randomGenome({}, other)), writeFlame(randomGenome({}, same)));
}

TEST(RandomGenomeTest, MakesFlamesThatCanBeReadAndSeen) {
  for (const VariationFamily &family : variationFamilies()) {
    Dice dice(11);
    RandomOptions options;
    options.variations = variationsOf(family);
    ASSERT_FALSE(options.variations.empty()) << family.name.str();
    const Genome genome = randomGenome(options, dice);
    expectReadable(genome);
    for (const Xform &xform : genome.xforms)
      for (const VariationUse &use : xform.variations)
        EXPECT_TRUE(xform.fromSymmetry || llvm::is_contained(options.variations, use.info))
            << family.name.str() << " has " << use.info->name.str();
    EXPECT_TRUE(isWorthSeeing(measureGenome(genome, 5))) << family.name.str();
  }
}

TEST(RandomGenomeTest, HasWhatWasAskedFor) {
  Dice dice(3);
  RandomOptions options;
  options.xforms = 4;
  options.symmetry = -3;
  options.width = 320;
  options.height = 200;
  const Genome genome = randomGenome(options, dice);
  EXPECT_EQ(genome.symmetry, -3);
  EXPECT_THAT(genome.xforms, SizeIs(4 + 3));
  EXPECT_EQ(genome.width, 320);
  EXPECT_EQ(genome.height, 200);
}

TEST(SymmetryTest, IsTheOneThatFilesHave) {
  Genome added = parent();
  ASSERT_TRUE(addSymmetry(added, 5));
  EXPECT_FALSE(addSymmetry(added, 2));
  expectReadable(added);
  EXPECT_NE(writeFlame(added).find("<symmetry kind=\"5\"/>"), std::string::npos);
  double sum = 0;
  for (const Xform &xform : added.xforms)
    sum += xform.fromSymmetry ? 0 : xform.weight;
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_THAT(makeSymmetry(1), SizeIs(0));
  EXPECT_THAT(makeSymmetry(-1), SizeIs(1));
}

//===-- mutation ------------------------------------------------------------------------------===//

TEST(MutateGenomeTest, EachKindChangesItsPartAndStaysReadable) {
  const Genome from = parent();
  for (unsigned kind = 0; kind < mutationKeywords().size(); ++kind) {
    Dice dice(kind);
    MutateOptions options;
    options.mutation = static_cast<Mutation>(kind);
    const Mutant mutant = mutateGenome(from, options, dice);
    EXPECT_EQ(mutant.mutation, options.mutation);
    EXPECT_NE(writeFlame(mutant.genome), writeFlame(from)) << mutationKeywords()[kind].str();
    expectReadable(mutant.genome);
  }
}

TEST(MutateGenomeTest, LeavesAloneWhatIsLocked) {
  const Genome from = parent();
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    MutateOptions options;
    options.lockedXforms = {1};
    options.lockColors = true;
    const Genome mutant = mutateGenome(from, options, dice).genome;
    EXPECT_EQ(mutant.palette, from.palette);
    EXPECT_EQ(mutant.centerX, from.centerX);
    auto isLocked = [&](const Xform &xform) {
      return xform.coefs == from.xforms[1].coefs && xform.weight == from.xforms[1].weight &&
             xform.color == from.xforms[1].color && xform.variations.size() == 1 &&
             xform.variations[0].params == from.xforms[1].variations[0].params;
    };
    EXPECT_TRUE(llvm::any_of(mutant.xforms, isLocked)) << "seed " << seed;
  }
}

TEST(MutateGenomeTest, ChangesLittleAtLittleStrength) {
  const Genome from = parent();
  Dice dice(1);
  MutateOptions options;
  options.mutation = Mutation::Coefs;
  options.strength = 0.01;
  const Genome mutant = mutateGenome(from, options, dice).genome;
  for (auto [a, b] : llvm::zip(mutant.xforms, from.xforms))
    EXPECT_NEAR(a.coefs.a, b.coefs.a, 0.0013);
}

TEST(MutateGenomeTest, MakesEveryKindOfChange) {
  Genome line = parent(); // not worth seeing
  for (Xform &xform : line.xforms)
    xform.coefs.b = xform.coefs.d = xform.coefs.e = xform.coefs.f = 0;
  for (const Genome &from : {parent(), line}) {
    std::map<Mutation, int> made;
    Dice dice(1);
    for (int i = 0; i < 160; ++i)
      ++made[mutateGenome(from, {}, dice).mutation.value()];
    for (unsigned kind = 0; kind < mutationKeywords().size(); ++kind)
      EXPECT_GE(made[static_cast<Mutation>(kind)], 2) << mutationKeywords()[kind].str();
  }
}

TEST(MutateGenomeTest, StaysInThePictureOfALockedCamera) {
  Genome from = parent();
  from.width = 640;
  from.height = 480;
  frameGenome(from, measureGenome(from, 1));
  from.scale *= 4;
  const double inView = measureGenome(from, 1).inView;
  Dice dice(1);
  for (int i = 0; i < 60; ++i) {
    const Mutant mutant = mutateGenome(from, {}, dice);
    EXPECT_GT(measureGenome(mutant.genome, 2).inView, 0.3 * inView)
        << mutationKeywords()[static_cast<unsigned>(*mutant.mutation)].str();
  }
}

TEST(MutateGenomeTest, KeepsChaosInStep) {
  Genome from = parent();
  from.xforms[0].chaos = {1, 2, 3};
  MutateOptions options;
  options.mutation = Mutation::DropXform;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    Dice dice(seed);
    const Genome mutant = mutateGenome(from, options, dice).genome;
    ASSERT_THAT(mutant.xforms, SizeIs(2));
    if (mutant.xforms[0].color == 0)
      EXPECT_THAT(mutant.xforms[0].chaos, SizeIs(2));
    expectReadable(mutant);
  }
}

TEST(MutateGenomeTest, WithoutTheOnlyOneThatMayFollowAllMay) {
  Genome genome = parent();
  genome.xforms[0].chaos = {0, 1, 0};
  MutateOptions options;
  options.mutation = Mutation::DropXform;
  options.lockedXforms = {0, 2};
  Dice dice(1);
  const Genome mutant = mutateGenome(genome, options, dice).genome;
  ASSERT_THAT(mutant.xforms, SizeIs(2));
  EXPECT_THAT(mutant.xforms[0].chaos, testing::IsEmpty());
  expectReadable(mutant);
}

TEST(MutateGenomeTest, SaysThatNothingMayChange) {
  MutateOptions options;
  options.mutation = Mutation::Coefs;
  options.lockedXforms = {0, 1, 2};
  Dice dice(1);
  const Mutant mutant = mutateGenome(parent(), options, dice);
  EXPECT_EQ(mutant.mutation, std::nullopt);
  EXPECT_THAT(mutant.genome.xforms, SizeIs(3));
}

TEST(MutateGenomeTest, LeavesXformsOff) {
  Genome genome = parent();
  genome.xforms[1].weight = 0;
  genome.xforms[1].chaos = {0, 0, 0};
  MutateOptions options;
  options.mutation = Mutation::Weights;
  Dice dice(1);
  const Genome mutant = mutateGenome(genome, options, dice).genome;
  EXPECT_EQ(mutant.xforms[1].weight, 0);
  EXPECT_NE(mutant.xforms[0].weight, genome.xforms[0].weight);
  expectReadable(mutant);
}

//===-- crossing ------------------------------------------------------------------------------===//

TEST(CrossGenomesTest, AlternatesTakeXformsOfBoth) {
  const Genome first = parent();
  Genome second = first;
  for (Xform &xform : second.xforms)
    xform.color = 0.25;
  CrossOptions options;
  options.crossing = Crossing::Alternate;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Dice dice(seed);
    const Genome child = crossGenomes(first, second, options, dice);
    ASSERT_THAT(child.xforms, SizeIs(3));
    const auto fromSecond =
        llvm::count_if(child.xforms, [](const Xform &xform) { return xform.color == 0.25; });
    EXPECT_GT(fromSecond, 0);
    expectReadable(child);
  }
}

TEST(CrossGenomesTest, UnionsHaveAllXforms) {
  Genome first = parent(), second = parent();
  second.xforms[0].chaos = {1, 0, 2};
  Dice dice(1);
  CrossOptions options;
  options.crossing = Crossing::Union;
  const Genome child = crossGenomes(first, second, options, dice);
  ASSERT_THAT(child.xforms, SizeIs(6));
  EXPECT_EQ(child.xforms[3].chaosTo(4), 0);
  EXPECT_EQ(child.xforms[3].chaosTo(1), 1);
  expectReadable(child);
}

TEST(CrossGenomesTest, InterpolationBeginsAndEndsWithItsParents) {
  const Genome first = parent("brightness=\"2\"");
  Genome second = parent("brightness=\"8\"");
  second.xforms.pop_back();
  CrossOptions options;
  options.crossing = Crossing::Interpolate;
  Dice dice(1);
  options.share = 0;
  EXPECT_DOUBLE_EQ(crossGenomes(first, second, options, dice).brightness, 2);
  options.share = 1;
  const Genome end = crossGenomes(first, second, options, dice);
  EXPECT_DOUBLE_EQ(end.brightness, 8);
  EXPECT_THAT(end.xforms, SizeIs(2));
  options.share = 0.5;
  const Genome middle = crossGenomes(first, second, options, dice);
  EXPECT_DOUBLE_EQ(middle.brightness, 5);
  expectReadable(middle);
}

//===-- colours -------------------------------------------------------------------------------===//

TEST(ImproveColorsTest, FindsMoreColors) {
  Genome genome = parent();
  genome.width = 640;
  genome.height = 480;
  frameGenome(genome, measureGenome(genome, 1));
  for (Xform &xform : genome.xforms)
    xform.color = 0.5;
  const unsigned before = countColors(genome, 9);
  Dice dice(2);
  EXPECT_TRUE(improveColors(genome, /*withPalette=*/true, 30, dice));
  EXPECT_GT(countColors(genome, 9), before);
  expectReadable(genome);
}

TEST(RandomPaletteTest, IsOpaqueAndClosed) {
  Dice dice(4);
  for (int i = 0; i < 20; ++i) {
    const Palette palette = randomPalette(dice);
    std::vector<double> alphas;
    for (const PaletteColor &color : palette)
      alphas.push_back(color.alpha);
    EXPECT_THAT(alphas, Each(1));
    EXPECT_LT(std::abs(palette.front().red - palette.back().red), 0.1);
  }
}

//===-- strips --------------------------------------------------------------------------------===//

TEST(CutStripsTest, CoverThePictureOnce) {
  Genome genome = parent("scale=\"50\" center=\"1 2\"");
  genome.height = 65;
  genome.rotate = 90;
  const std::vector<Genome> strips = cutStrips(genome, 4);
  int rows = 0;
  for (const Genome &strip : strips)
    rows += strip.height;
  EXPECT_EQ(rows, 65);
  EXPECT_EQ(strips[0].height, 17);
  // The camera is turned by a quarter: the strip above has its centre to the left of the centre in
  // the plane.
  EXPECT_NEAR(strips[0].centerX, 1 - (65.0 - 17) / 2 / 50, 1e-12);
  EXPECT_NEAR(strips[0].centerY, 2, 1e-12);
}

} // namespace flame::test
