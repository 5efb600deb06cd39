// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU engine from parameter block to histogram, with genomes whose histogram is known: nothing
// is lost or counted twice, xforms are chosen with the right frequencies, deposits have the right
// mean, and the number of threads does not matter. Statistical limits are at least five standard
// deviations away, and the seeds are fixed.

#include "tests/unit/cpu/EngineJob.h"

#include "runtime/shared/Fuse.h"
#include "runtime/shared/Reseed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace flame {
namespace {

using cpu::Engine;
using test::cellAt;
using test::Job;
using test::totalCount;

bool sameBytes(const rt::CpuHistogram &a, const rt::CpuHistogram &b) {
  return a.cells.size() == b.cells.size() &&
         std::memcmp(a.cells.data(), b.cells.data(), a.cells.size() * sizeof(abi::WideCell)) == 0;
}

/// The unit square on a grid of `size` buckets per side, in frame as a whole.
Job contractionJob(Engine engine, uint32_t size) {
  Job job(test::contractionGenome(), {0.3f, 0.25f, 0.2f, 0.15f, 0.1f});
  job.setCamera(0, float(size), 0);
  job.job.args.gridWidth = job.job.args.gridHeight = size;
  job.job.engine = engine;
  return job;
}

Job curvedJob(Engine engine) {
  Job job(test::curvedGenome(), {0.5f, 0.2f, 0.3f});
  job.setCamera(0, 12, 24);
  job.job.args.gridWidth = 48;
  job.job.args.gridHeight = 40;
  job.job.engine = engine;
  return job;
}

class EachEngine : public testing::TestWithParam<Engine> {};

INSTANTIATE_TEST_SUITE_P(CpuEngine, EachEngine, testing::Values(Engine::Blocks, Engine::Queues),
                         [](const auto &info) {
                           return info.param == Engine::Blocks ? "Blocks" : "Queues";
                         });

TEST_P(EachEngine, CountsEverySampleInFrame) {
  Job job = contractionJob(GetParam(), 64);
  rt::CpuHistogram histogram = job.render();
  EXPECT_EQ(histogram.samples, uint64_t(8) * 256 * cpu::pointsPerBlock(job.kernels.lanes));
  EXPECT_EQ(histogram.binned, histogram.samples);
  EXPECT_EQ(totalCount(histogram), histogram.samples);
  EXPECT_TRUE(histogram.isComplete);
}

TEST_P(EachEngine, CountsNothingOutOfFrame) {
  rt::CpuHistogram histogram = curvedJob(GetParam()).render();
  EXPECT_EQ(totalCount(histogram), histogram.binned);
  EXPECT_LT(histogram.binned, histogram.samples);
  EXPECT_GT(histogram.binned, histogram.samples / 2);
}

TEST_P(EachEngine, GivesTheSameBytesForAnyNumberOfThreads) {
  Job job = curvedJob(GetParam());
  job.options.threads = 1;
  rt::CpuHistogram one = job.render();
  for (unsigned threads : {2u, 4u, 7u}) {
    job.options.threads = threads;
    EXPECT_TRUE(sameBytes(one, job.render())) << threads << " threads";
  }
}

TEST_P(EachEngine, GivesTheSameBytesFromSharedHistograms) {
  Job job = curvedJob(GetParam());
  rt::CpuHistogram initial = job.render();
  job.options.threads = 3;
  job.options.histogramBytes = 0;
  EXPECT_TRUE(sameBytes(initial, job.render()));
}

// 32 tiles, and logs that are replayed before the end.
TEST_P(EachEngine, GivesTheSameBytesByWayOfLogs) {
  Job job = contractionJob(GetParam(), 1024);
  job.job.args.iterations = 1024;
  const rt::CpuHistogram direct = job.render();
  EXPECT_EQ(direct.logged, 0u);
  job.options.loggedBytes = 0;
  for (unsigned threads : {1u, 2u, 7u}) {
    job.options.threads = threads;
    const rt::CpuHistogram logged = job.render();
    EXPECT_EQ(logged.logged, logged.binned) << threads << " threads";
    EXPECT_TRUE(sameBytes(direct, logged)) << threads << " threads";
  }
}

// All samples fall into one tile: the first replay is the last but that of the end.
TEST_P(EachEngine, LeavesLogsThatOneTileFills) {
  Job job = curvedJob(GetParam());
  const rt::CpuHistogram direct = job.render();
  job.options.loggedBytes = 0;
  const rt::CpuHistogram logged = job.render();
  EXPECT_GT(logged.logged, 0u);
  EXPECT_LT(logged.logged, logged.binned);
  EXPECT_TRUE(sameBytes(direct, logged));
}

TEST(CpuEngineTest, LogsOnlyWhereThereIsMemoryForThem) {
  Job job = contractionJob(Engine::Blocks, 512);
  job.options.loggedBytes = 0;
  const rt::CpuHistogram logged = job.render();
  job.options.histogramBytes =
      2 * 512 * 512 * sizeof(uint64_t); // a histogram for each of two threads, and nothing besides
  const rt::CpuHistogram direct = job.render();
  EXPECT_EQ(direct.logged, 0u);
  EXPECT_TRUE(sameBytes(direct, logged));
}

TEST_P(EachEngine, GivesTheSameTotalInSeveralLaunches) {
  Job job = curvedJob(GetParam());
  rt::CpuHistogram whole = job.render();
  job.job.args.endLogicalBlock = 5;
  rt::CpuHistogram first = job.render();
  job.job.args.firstLogicalBlock = 5;
  job.job.args.endLogicalBlock = 8;
  rt::CpuHistogram second = job.render();
  EXPECT_EQ(first.samples + second.samples, whole.samples);
  for (size_t i = 0; i < whole.cells.size(); ++i)
    ASSERT_EQ(first.cells[i].red + second.cells[i].red, whole.cells[i].red);
}

TEST_P(EachEngine, DependsOnTheSeed) {
  Job job = curvedJob(GetParam());
  rt::CpuHistogram one = job.render();
  job.job.args.seed += 1;
  EXPECT_FALSE(sameBytes(one, job.render()));
}

/// Sum over the transitions of (observed - expected)^2 / expected, for samples that are independent
/// given the rows.
double chiSquare(const Job &job, const rt::CpuHistogram &histogram, const double (&rows)[3][3]) {
  double sum = 0;
  for (uint32_t from = 0; from < 3; ++from) {
    double visits = 0;
    for (uint32_t to = 0; to < 3; ++to)
      visits += double(cellAt(job, histogram, to, from).count);
    for (uint32_t to = 0; to < 3; ++to) {
      double expected = visits * rows[from][to];
      double difference = double(cellAt(job, histogram, to, from).count) - expected;
      if (expected == 0)
        EXPECT_EQ(difference, 0) << from << " -> " << to;
      else
        sum += difference * difference / expected;
    }
  }
  return sum;
}

TEST(CpuEngineTest, ChoosesXformsByWeight) {
  Job job(test::transitionGenome(false), {0.5f, 0.3f, 0.2f});
  job.job.engine = Engine::Queues;
  const double rows[3][3] = {{0.5, 0.3, 0.2}, {0.5, 0.3, 0.2}, {0.5, 0.3, 0.2}};
  EXPECT_LT(chiSquare(job, job.render(), rows), 35); // six degrees of freedom: one in 200 000
}

TEST(CpuEngineTest, ChoosesXformsByTheRowOfThePredecessor) {
  Job job(test::transitionGenome(true), {0.5f, 0.3f, 0.2f});
  const double rows[3][3] = {{0, 0.25, 0.75}, {0.125, 0.125, 0.75}, {0.5, 0.5, 0}};
  for (size_t from = 0; from < 3; ++from) {
    float *row = job.block(0) + test::kXaosOffset + 3 * from;
    row[0] = float(rows[from][0]);
    row[1] = float(rows[from][0] + rows[from][1]);
    row[2] = 1;
  }
  EXPECT_LT(chiSquare(job, job.render(), rows), 30); // four degrees of freedom
}

// Points of a vector share their xform, so the frequencies of pairs scatter more than those of
// single draws, but those of the xforms themselves less: each round gives an xform its share of
// vectors to within one.
TEST(CpuEngineTest, SharesVectorsByWeight) {
  Job job(test::transitionGenome(false), {0.5f, 0.3f, 0.2f});
  rt::CpuHistogram histogram = job.render();
  const double weights[] = {0.5, 0.3, 0.2};
  double rounds = 8 * 256, vector = job.kernels.lanes;
  for (uint32_t to = 0; to < 3; ++to) {
    double visits = 0;
    for (uint32_t from = 0; from < 3; ++from) {
      double count = double(cellAt(job, histogram, to, from).count),
             samples = double(histogram.samples);
      EXPECT_NEAR(count / samples, weights[to] * weights[from], 0.005) << from << " -> " << to;
      visits += count;
    }
    EXPECT_NEAR(visits, double(histogram.samples) * weights[to], 5 * std::sqrt(rounds) * vector);
  }
}

/// Mean over the seeds of the relative difference between two engines, in units of its own scatter.
TEST(CpuEngineTest, EnginesAgree) {
  const int seeds = 12;
  const uint32_t buckets = 48 * 40;
  std::vector<double> mean[2], square[2];
  for (Engine engine : {Engine::Blocks, Engine::Queues}) {
    auto &sum = mean[int(engine)], &squares = square[int(engine)];
    sum.resize(buckets);
    squares.resize(buckets);
    for (int seed = 0; seed < seeds; ++seed) {
      Job job = curvedJob(engine);
      job.job.args.seed = 1000 + uint64_t(seed);
      rt::CpuHistogram histogram = job.render();
      for (uint32_t i = 0; i < buckets; ++i) {
        double count = double(histogram.cells[i].count);
        sum[i] += count / seeds;
        squares[i] += count * count / seeds;
      }
    }
  }
  double statistic = 0;
  int cells = 0;
  for (uint32_t i = 0; i < buckets; ++i) {
    double variance = 0;
    for (int engine = 0; engine < 2; ++engine)
      variance += (square[engine][i] - mean[engine][i] * mean[engine][i]) / (seeds - 1);
    if (mean[0][i] < 50 || variance == 0)
      continue;
    double difference = mean[0][i] - mean[1][i];
    statistic += difference * difference / variance;
    ++cells;
  }
  ASSERT_GT(cells, 500);
  // Student's t squared with 22 degrees of freedom has the mean 1.1.
  EXPECT_NEAR(statistic / cells, 1.1, 0.25);
}

TEST(CpuEngineTest, ReplacesBadValuesAndDoesNotPlotThem) {
  for (bool hasXaos : {false, true}) {
    Job job(test::badValueGenome(hasXaos), {0.75f, 0.25f});
    const float rows[] = {0.25f, 1, 0, 1}; // with xaos: after the second xform comes the second
    std::memcpy(job.block(0) + test::kXaosOffset, rows, sizeof rows);
    rt::CpuHistogram histogram = job.render();
    EXPECT_EQ(totalCount(histogram), cellAt(job, histogram, 0, 0).count);
    EXPECT_EQ(histogram.binned + histogram.badValues, histogram.samples);
    // The predecessor of a bad value stays the same, so with xaos it is always the first xform's
    // row that counts.
    double good = hasXaos ? 0.25 : 0.75;
    EXPECT_NEAR(double(histogram.binned) / double(histogram.samples), good, 0.003);
  }
}

TEST(CpuEngineTest, NaNPointsWaitForTheNextReseeding) {
  for (bool hasXaos : {false, true})
    for (uint32_t iterations : {64u, 2500u}) {
      Job job(test::lastingNaNGenome(hasXaos), {1.0f});
      job.block(0)[test::kXaosOffset] = 1;
      job.job.args.iterations = iterations;
      job.job.args.logicalBlocks = job.job.args.endLogicalBlock = 40;
      const rt::CpuHistogram histogram = job.render();
      EXPECT_EQ(histogram.badValues, 0u) << "they count as samples";
      EXPECT_EQ(totalCount(histogram), histogram.binned);
      // A reseeding and 44 more rounds are discarded, then 1000 count.
      double good = 0;
      for (uint32_t round = 0; round < kReseedPeriod; ++round)
        good +=
            std::pow(1 - double(test::kNaNProbability), kDiscardedRounds + round) / kReseedPeriod;
      EXPECT_NEAR(double(histogram.binned) / double(histogram.samples), good, 0.006);
    }
}

/// Variance over mean of the counts in blocks of 16 by 16 buckets: how much noise survives a
/// filter.
double fanoOfBlocks(Engine engine) {
  const int seeds = 40;
  const uint32_t size = 128, block = 16;
  const size_t across = size / block;
  std::vector<double> sum(across * across), squares(across * across);
  for (int seed = 0; seed < seeds; ++seed) {
    Job job = contractionJob(engine, size);
    job.job.args.seed = 7000 + uint64_t(seed);
    job.job.args.logicalBlocks = job.job.args.endLogicalBlock = 4;
    rt::CpuHistogram histogram = job.render();
    std::vector<double> counts(across * across);
    for (uint32_t y = 0; y < size; ++y)
      for (uint32_t x = 0; x < size; ++x)
        counts[y / block * across + x / block] += double(histogram.cells[y * size + x].count);
    for (size_t i = 0; i < counts.size(); ++i) {
      sum[i] += counts[i];
      squares[i] += counts[i] * counts[i];
    }
  }
  double fano = 0;
  for (size_t i = 0; i < sum.size(); ++i) {
    double mean = sum[i] / seeds;
    fano += (squares[i] / seeds - mean * mean) * seeds / (seeds - 1) / mean / double(sum.size());
  }
  return fano;
}

TEST(CpuEngineTest, ExchangeKeepsTheNoiseOfIndependentPoints) {
  EXPECT_LT(fanoOfBlocks(Engine::Blocks), 1.1 * fanoOfBlocks(Engine::Queues));
}

TEST(CpuEngineTest, StopsEarlyAndSaysSo) {
  Job job = contractionJob(Engine::Blocks, 64);
  std::stop_source stop;
  stop.request_stop();
  job.options.stop = stop.get_token();
  rt::CpuHistogram histogram = job.render();
  EXPECT_FALSE(histogram.isComplete);
  EXPECT_EQ(totalCount(histogram), histogram.samples);
}

TEST(CpuEngineTest, ReportsProgressToTheEnd) {
  Job job = contractionJob(Engine::Blocks, 64);
  uint64_t done = 0, total = 0;
  job.options.progress = [&](uint64_t now, uint64_t all) {
    EXPECT_GE(now, done);
    done = now;
    total = all;
  };
  rt::CpuHistogram histogram = job.render();
  EXPECT_EQ(done, histogram.samples);
  EXPECT_EQ(total, histogram.samples);
}

/// How many points start early must not depend on the seed: that would be noise of whole regions of
/// a picture.
TEST_P(EachEngine, CountsFlam3sShareOfUnconvergedSamples) {
  const float bucket = 1.0f / 16;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Job job(test::convergingGenome(), {1});
    job.setCamera(0, 1 / bucket, 0);
    job.job.engine = GetParam();
    job.job.args.seed = seed;
    job.job.args.fuse = 60; // converged: all points are in the first bucket
    const rt::CpuHistogram histogram = job.render();
    const double unconverged = double(histogram.binned - cellAt(job, histogram, 0, 0).count);
    double expected = 0;
    for (uint32_t round = kEarlyFuse; round < job.job.args.fuse; ++round)
      expected += std::max(0.0, 1 - bucket / std::pow(test::kConvergenceFactor, round + 1));
    expected *= double(histogram.samples) / kSubBatch;
    EXPECT_NEAR(unconverged / expected, 1, 0.12) << "seed " << seed;
  }
}

TEST_P(EachEngine, CountsNothingEarlyWhereTheFlameSaysSo) {
  const float bucket = 1.0f / 16;
  Job job(test::convergingGenome(/*countsEarly=*/false), {1});
  job.setCamera(0, 1 / bucket, 0);
  job.job.engine = GetParam();
  job.job.args.fuse = 60;
  const rt::CpuHistogram histogram = job.render();
  EXPECT_GT(histogram.binned, 0u);
  EXPECT_EQ(histogram.binned, cellAt(job, histogram, 0, 0).count);
}

TEST(CpuEngineTest, PlansBlocksThatOutlastTheFuse) {
  const uint64_t round = cpu::pointsPerBlock(16);
  for (uint32_t fuse : {15u, 100u, 1000u})
    for (uint64_t rounds : {10000ull, 45000ull, 300000ull, 3000000ull}) {
      abi::IterateArgs args{};
      args.fuse = fuse;
      rt::planBlocks(rounds * round, 16, &args);
      double skipped = 0;
      for (uint32_t block = 0; block < args.logicalBlocks; ++block)
        skipped += fuse - earlyRoundsOf(args, block);
      EXPECT_LE(skipped, 0.13 * double(rounds) + 8 * fuse) << fuse << ", " << rounds;
      EXPECT_GE(args.logicalBlocks, 8u);
    }
}

TEST(CpuEngineTest, PlansAtLeastTheSamplesAskedFor) {
  for (uint64_t samples :
       {uint64_t(1), uint64_t(1000), uint64_t(76800), uint64_t(207360000), uint64_t(1) << 40})
    for (uint32_t lanes : {4u, 8u, 16u}) {
      abi::IterateArgs args{};
      rt::planBlocks(samples, lanes, &args);
      uint64_t planned =
          uint64_t(args.logicalBlocks) * args.iterations * cpu::pointsPerBlock(lanes);
      EXPECT_GE(planned, samples);
      uint64_t round = cpu::pointsPerBlock(lanes);
      EXPECT_LE(planned, samples + samples / 100 + round * args.logicalBlocks);
    }
}

TEST(WideCells, AreZeroAndHandedOn) {
  // Several large pages and a part of one.
  constexpr size_t kLarge = (size_t(5) << 20) / sizeof(abi::WideCell) + 3;
  for (size_t count : {size_t(3), kLarge}) {
    rt::WideCells cells(count);
    ASSERT_EQ(cells.size(), count);
    for (const abi::WideCell &cell : cells)
      ASSERT_TRUE(cell.red == 0 && cell.green == 0 && cell.blue == 0 && cell.count == 0);
    cells[count - 1].count = 7;
    rt::WideCells moved = std::move(cells);
    EXPECT_EQ(cells.size(), 0u); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(moved.end(), moved.data() + count);
    abi::WideCell *released = moved.release();
    EXPECT_EQ(moved.size(), 0u);
    EXPECT_EQ(released[count - 1].count, 7u);
    std::free(released);
  }
  EXPECT_EQ(rt::WideCells().begin(), rt::WideCells().end());
}

} // namespace
} // namespace flame
