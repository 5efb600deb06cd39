// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders are histograms as the CPU device makes them, from code compiled in this process.

#include "tests/image/SamePicture.h"

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

static constexpr unsigned kFuse = 100;

static Blocks sumBlocks(const std::vector<abi::WideCell> &cells) {
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

/// Adds up squares of so many buckets in a direction.
static std::vector<abi::WideCell> coarser(const rt::WideCells &fine, unsigned factor) {
  if (factor == 1)
    return {fine.begin(), fine.end()};
  std::vector<abi::WideCell> cells(size_t(kWidth) * kHeight);
  const size_t width = size_t(kWidth) * factor;
  for (size_t i = 0; i < fine.size(); ++i) {
    const size_t x = i % width / factor, y = i / width / factor;
    abi::WideCell &cell = cells[y * kWidth + x];
    cell.red += fine[i].red;
    cell.green += fine[i].green;
    cell.blue += fine[i].blue;
    cell.count += fine[i].count;
  }
  return cells;
}

llvm::Expected<Renders> tryRender(const Animation &animation, const CompileOptions &options,
                                  const RenderOptions &how) {
  auto flame = CpuFlame::compile(animation, how.lanes, options);
  if (!flame)
    return flame.takeError();
  const float start = 0;
  abi::InterpolateArgs instant = {};
  instant.times = &start;
  instant.temporalSamples = 1;
  const unsigned width = kWidth * how.finer, height = kHeight * how.finer;
  instant.frame = {width, height, 1, 0, width, height};
  instant.pixelAspect = 1;
  instant.viewScale = float(width) / float(animation.width);
  const std::vector<float> block = (*flame)->makeBlocks(instant);
  std::vector<uint64_t> palette;
  for (const abi::PaletteEntry &entry : (*flame)->palettes())
    palette.push_back(packEntry(entry));
  rt::CpuJob job = {};
  job.engine = rt::preferredEngine((*flame)->kernels().features);
  job.args.params = block.data();
  job.args.palette = palette.data();
  job.args.paletteRows = (*flame)->palettes().data();
  job.args.blockFloats = (*flame)->layout().blockFloats;
  job.args.temporalSamples = job.args.paletteRowCount = 1;
  job.args.gridWidth = width;
  job.args.gridHeight = height;
  job.args.xaosOffset = (*flame)->layout().xaosOffset;
  job.args.fuse = kFuse;
  rt::planBlocks(how.samples, (*flame)->kernels().lanes, &job.args);
  rt::CpuOptions run;
  run.threads = how.threads;
  Renders renders;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    job.args.seed = how.firstSeed + seed;
    renders.cells.push_back(
        coarser(rt::renderHistogram((*flame)->kernels(), job, run).cells, how.finer));
    renders.blocks.push_back(sumBlocks(renders.cells.back()));
  }
  return renders;
}

Renders render(const Animation &animation, const CompileOptions &options, uint64_t firstSeed,
               unsigned threads) {
  llvm::Expected<Renders> renders =
      tryRender(animation, options, {.firstSeed = firstSeed, .threads = threads});
  if (renders)
    return std::move(*renders);
  ADD_FAILURE() << llvm::toString(renders.takeError());
  return {};
}

bool areSameBytes(const Renders &a, const Renders &b) {
  for (unsigned seed = 0; seed < kSeeds; ++seed)
    if (std::memcmp(a.cells[seed].data(), b.cells[seed].data(),
                    a.cells[seed].size() * sizeof(abi::WideCell)) != 0)
      return false;
  return true;
}

namespace {
struct Moments {
  double mean = 0, variance = 0;
};
} // namespace

static Moments momentsOf(const std::vector<Blocks> &renders, unsigned block, unsigned channel) {
  Moments moments;
  for (const Blocks &blocks : renders)
    moments.mean += blocks[block][channel] / kSeeds;
  for (const Blocks &blocks : renders)
    moments.variance += std::pow(blocks[block][channel] - moments.mean, 2) / (kSeeds - 1);
  return moments;
}

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

} // namespace flame::test
