// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optional passes make code smaller or faster and never change the picture: every flame of genomes/ and of the lit tests
// is compiled for the CPU with all of them and with one left out, and the two are told apart by nothing but noise. Rounding
// may differ, and then orbits do; therefore several renders of either kind are compared, block of pixels by block. The
// noise is that between seeds.

#include "compiler/cpu/CompileForCpu.h"
#include "compiler/genome/xml/GenomeReader.h"
#include "runtime/shared/Palettes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace flame::test {
namespace {

constexpr unsigned kSeeds = 8, kWidth = 160, kHeight = 90, kBlock = 10;
constexpr unsigned kBlocks = kWidth / kBlock * (kHeight / kBlock);
constexpr uint64_t kSamples = 1'000'000;
constexpr unsigned kFuse = 100;

/// When nothing but noise differs, the squared t-value of a block has mean d/(d-2) = 1.17, d = 2 * kSeeds - 2; blocks are
/// many, so that their mean does not get far from it.
constexpr double kLimit = 1.6;

/// Red, green, blue and count of every block, as shares of the whole picture's.
using Blocks = std::array<std::array<double, 4>, kBlocks>;

Blocks sumBlocks(const std::vector<abi::WideCell> &cells) {
  Blocks blocks = {};
  double total = 0;
  for (unsigned i = 0; i < cells.size(); ++i) {
    std::array<double, 4> &sums =
        blocks[i / kWidth / kBlock * (kWidth / kBlock) + i % kWidth / kBlock];
    const uint64_t values[] = {cells[i].red, cells[i].green, cells[i].blue, cells[i].count};
    for (unsigned c = 0; c < 4; ++c)
      sums[c] += double(values[c]);
    total += double(cells[i].count);
  }
  for (std::array<double, 4> &sums : blocks)
    for (double &sum : sums)
      sum /= total;
  return blocks;
}

/// The renders of one compilation of a flame, by seed.
struct Renders {
  std::vector<std::vector<abi::WideCell>> cells;
  std::vector<Blocks> blocks;
};

Renders render(const Animation &animation, const CompileOptions &options) {
  auto flame = CpuFlame::compile(animation, /*lanes=*/0, options);
  if (!flame) {
    ADD_FAILURE() << llvm::toString(flame.takeError());
    return {};
  }
  const float start = 0;
  abi::InterpolateArgs instant = {};
  instant.times = &start;
  instant.temporalSamples = 1;
  instant.frame = {kWidth, kHeight, 1, 0, kWidth, kHeight};
  instant.pixelAspect = 1;
  instant.viewScale = float(kWidth) / float(animation.width);
  const std::vector<float> block = (*flame)->makeBlocks(instant);
  std::vector<uint64_t> palette;
  for (const abi::PaletteEntry &entry : (*flame)->palettes())
    palette.push_back(packEntry(entry));
  rt::CpuJob job = {};
  job.engine = rt::preferredEngine((*flame)->kernels().features);
  job.args.blocks = block.data();
  job.args.palette = palette.data();
  job.args.paletteRows = (*flame)->palettes().data();
  job.args.blockFloats = (*flame)->layout().blockFloats;
  job.args.temporalSamples = job.args.paletteRowCount = 1;
  job.args.gridWidth = kWidth;
  job.args.gridHeight = kHeight;
  job.args.xaosOffset = (*flame)->layout().xaosOffset;
  job.args.fuse = kFuse;
  rt::planBlocks(kSamples, (*flame)->kernels().lanes, &job.args);
  Renders renders;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    job.args.seed = seed;
    renders.cells.push_back(rt::renderHistogram((*flame)->kernels(), job, {}).cells);
    renders.blocks.push_back(sumBlocks(renders.cells.back()));
  }
  return renders;
}

bool areSameBytes(const Renders &a, const Renders &b) {
  for (unsigned seed = 0; seed < kSeeds; ++seed)
    if (std::memcmp(a.cells[seed].data(), b.cells[seed].data(),
                    a.cells[seed].size() * sizeof(abi::WideCell)) != 0)
      return false;
  return true;
}

struct Moments {
  double mean = 0, variance = 0;
};

Moments momentsOf(const std::vector<Blocks> &renders, unsigned block, unsigned channel) {
  Moments moments;
  for (const Blocks &blocks : renders)
    moments.mean += blocks[block][channel] / kSeeds;
  for (const Blocks &blocks : renders)
    moments.variance += std::pow(blocks[block][channel] - moments.mean, 2) / (kSeeds - 1);
  return moments;
}

/// The mean squared t-value of the differences of two sets of renders.
double differenceOf(const Renders &a, const Renders &b) {
  double sum = 0;
  unsigned count = 0;
  for (unsigned block = 0; block < kBlocks; ++block)
    for (unsigned channel = 0; channel < 4; ++channel) {
      const Moments left = momentsOf(a.blocks, block, channel);
      const Moments right = momentsOf(b.blocks, block, channel);
      const double variance = (left.variance + right.variance) / kSeeds;
      if (variance == 0)
        continue; // nothing ever lands there, or it would vary
      sum += std::pow(left.mean - right.mean, 2) / variance;
      ++count;
    }
  return count ? sum / count : 0;
}

/// The flame of a file, or its first key frame.
std::optional<Genome> readGenome(llvm::StringRef path) {
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources);
  auto genomes = readGenomeFile(path, diagnostics);
  return genomes ? selectGenome(*genomes, "0", path, diagnostics) : std::nullopt;
}

std::vector<std::string> genomePaths() {
  std::vector<std::string> paths;
  std::error_code error;
  for (const char *folder : {FLAME_GENOMES, FLAME_TEST_INPUTS})
    for (llvm::sys::fs::directory_iterator entry(folder, error), end; entry != end && !error;
         entry.increment(error))
      if (llvm::sys::path::extension(entry->path()) == ".flame")
        paths.push_back(entry->path());
  llvm::sort(paths);
  return paths;
}

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
