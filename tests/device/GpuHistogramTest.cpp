// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms of the GPU: how often each xform is chosen, and that the bytes depend on the seed and
// on nothing else: not on the run, nor on how a frame is cut into launches, nor on the grid, nor on
// which buckets are taken for hot; and that counts do not depend on the schedule.

#include "runtime/frame/GpuRenderer.h"
#include "runtime/shared/Chains.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/SplitLog.h"
#include "tests/device/FilledFlame.h"
#include "tests/device/GpuFixture.h"
#include "tests/device/Selection.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace flame::test {
namespace {

/// Points of the GPU that share one choice: those of a warp, with xaos those of a chain.
constexpr double kSharedChoice = 32 * abi::kPointsPerThread;
/// With xaos a point remembers: the chains here forget within a few rounds.
constexpr double kXaosMemory = 10;

class GpuHistograms : public GpuTest, public testing::WithParamInterface<SelectionCase> {
protected:
  rt::Artefact openCase() const { return openPrepared("selection-" + GetParam().name + ".cubin"); }

  rt::RenderedFrame render(const rt::Artefact &artefact, const rt::FrameRequest &request,
                           const rt::GpuOptions &options = {}) {
    auto renderer = take(rt::GpuRenderer::create(*driver, 0, artefact, options));
    rt::Progress progress(rt::ProgressMode::None);
    return take(renderer->render(request, progress, {}));
  }

  static rt::FrameRequest requestOf(double samples) {
    rt::FrameRequest request;
    request.quality = samples / (double(kSelectionSize) * kSelectionSize);
    request.seed = 7;
    request.wantsHistogram = true;
    return request;
  }
};

/// Whether two histograms have the same counts, and colours that differ by rounding alone: by no
/// more than `levels` on average over each of them. Fractional deposits and xaos know one schedule,
/// hence the same bytes.
void expectSameSamples(const std::vector<abi::WideCell> &a, const std::vector<abi::WideCell> &b,
                       double levels) {
  ASSERT_EQ(a.size(), b.size());
  double count = 0, red = 0, green = 0, blue = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].count, b[i].count) << "bucket " << i;
    count += double(a[i].count);
    red += double(a[i].red) - double(b[i].red);
    green += double(a[i].green) - double(b[i].green);
    blue += double(a[i].blue) - double(b[i].blue);
  }
  ASSERT_GT(count, 0);
  EXPECT_LE(std::abs(red), levels * count);
  EXPECT_LE(std::abs(green), levels * count);
  EXPECT_LE(std::abs(blue), levels * count);
}

bool sameBytes(const std::vector<abi::WideCell> &a, const std::vector<abi::WideCell> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

TEST_P(GpuHistograms, HaveTheRightFrequencies) {
  const bool hasXaos = !GetParam().chaos.empty();
  const rt::Artefact artefact = openCase();
  rt::FrameRequest request = requestOf(2e9);
  if (GetParam().onlyConverged)
    request.fuse = 400; // with a warm-up kernel
  const rt::RenderedFrame frame = render(artefact, request);
  const abi::FrameGeometry geometry = take(rt::planFrame(artefact.manifest(), request)).frame;
  const TransitionCounts counts = countTransitions(frame.histogram, geometry);
  double inFrame = 0;
  for (const auto &row : counts)
    for (double count : row)
      inFrame += count;
  EXPECT_EQ(inFrame, double(frame.samples)) << "everything is in frame";
  const double group = hasXaos ? kPointsPerChain : kSharedChoice;
  const Verdict successors = testSuccessors(counts, GetParam(), group);
  EXPECT_LE(successors.chiSquare, successors.limit);
  EXPECT_EQ(successors.forbidden, 0u);
  const Verdict visits = testVisits(counts, GetParam(), hasXaos ? kXaosMemory * group : group);
  EXPECT_LE(visits.chiSquare, visits.limit);
  std::printf("             successors %.1f of at most %.1f, visits %.1f of at most %.1f\n",
              successors.chiSquare, successors.limit, visits.chiSquare, visits.limit);
}

TEST_P(GpuHistograms, AreTheSameBytesInEveryRun) {
  const rt::Artefact artefact = openCase();
  rt::FrameRequest request = requestOf(5e8); // enough for the search for hot buckets
  const rt::RenderedFrame first = render(artefact, request), second = render(artefact, request);
  EXPECT_TRUE(sameBytes(first.histogram, second.histogram));
  EXPECT_EQ(first.pixels, second.pixels);
  request.seed += 1;
  EXPECT_FALSE(sameBytes(first.histogram, render(artefact, request).histogram));
}

TEST_P(GpuHistograms, HaveTheSameCountsWithEverySchedule) {
  const rt::Artefact artefact = openCase();
  for (double samples : {3e6, 5e8}) { // without and with a table of hot buckets
    SCOPED_TRACE(samples);
    const rt::FrameRequest request = requestOf(samples);
    const rt::RenderedFrame direct = render(artefact, request, {.schedule = rt::Schedule::Direct});
    const rt::RenderedFrame split = render(artefact, request, {.schedule = rt::Schedule::Split});
    EXPECT_EQ(direct.samples, split.samples);
    expectSameSamples(direct.histogram, split.histogram,
                      samples < 1e7 ? 6 : 1); // of 24 roundings or 264
    EXPECT_TRUE(sameBytes(split.histogram,
                          render(artefact, request, {.schedule = rt::Schedule::Split}).histogram));
  }
}

/// Whether the bucket is in the square of an xform, or near it and in no other.
bool isOfSquare(size_t bucket, const abi::FrameGeometry &frame, unsigned xform) {
  const auto scaled = [&](size_t position, uint32_t size) {
    return (double(position) - frame.gutter + 0.5) / size;
  };
  const double *centre = kSelectionCentres[xform];
  return std::hypot(scaled(bucket % frame.gridWidth, frame.width) - centre[0],
                    scaled(bucket / frame.gridWidth, frame.height) - centre[1]) < kSelectionShrink;
}

TEST_P(GpuHistograms, AreTheSameWhereOneXformIsNotSeen) {
  const rt::Artefact all = openCase();
  const rt::Artefact others = openPrepared("hidden-" + GetParam().name + ".cubin");
  const rt::FrameRequest request = requestOf(3e6);
  const abi::FrameGeometry geometry = take(rt::planFrame(all.manifest(), request)).frame;
  for (const rt::Schedule schedule : {rt::Schedule::Direct, rt::Schedule::Split}) {
    const auto shown = render(all, request, {.schedule = schedule}).histogram;
    const auto seen = render(others, request, {.schedule = schedule}).histogram;
    uint64_t hidden = 0;
    for (size_t i = 0; i < shown.size(); ++i) {
      const bool isHidden = isOfSquare(i, geometry, kHiddenXform);
      hidden += isHidden ? shown[i].count : 0;
      ASSERT_EQ(seen[i].count, isHidden ? 0 : shown[i].count) << "bucket " << i;
    }
    EXPECT_GT(hidden, 0u);
  }
}

TEST_F(GpuTest, AnimationsHaveTheSameCountsWithEverySchedule) {
  const rt::Artefact artefact = openPrepared("moving.cubin");
  rt::FrameRequest request;
  request.time = 0.4;
  request.shutter = 0.05;
  request.width = 501;
  request.height = 399;
  request.wantsHistogram = true;
  std::vector<abi::WideCell> histograms[3];
  const rt::GpuOptions options[3] = {
      {.schedule = rt::Schedule::Direct},
      {.schedule = rt::Schedule::Split},
      {.memoryLimit = uint64_t(11) << 30, .schedule = rt::Schedule::Split}};
  for (double samples : {4e8, 1.2e9}) { // one wave of blocks, and two
    SCOPED_TRACE(samples);
    request.quality = samples / (501.0 * 399);
    for (int i = 0; i < 3; ++i) {
      auto renderer = take(rt::GpuRenderer::create(*driver, 0, artefact, options[i]));
      rt::Progress progress(rt::ProgressMode::None);
      histograms[i] = take(renderer->render(request, progress, {})).histogram;
    }
    expectSameSamples(histograms[0], histograms[1], 1);
    expectSameSamples(histograms[0], histograms[2], 1);
  }
}

TEST_F(GpuTest, FramesThatShowLittleAreAddedUpDirectly) {
  for (double samples : {4e8, 3e9}) // the pilot run is the beginning, and separate
    for (const auto &[name, expected] : {std::pair("filled.cubin", rt::Schedule::Split),
                                         std::pair("detail.cubin", rt::Schedule::Direct)}) {
      SCOPED_TRACE(testing::Message() << name << ", " << samples);
      rt::FrameRequest request;
      request.quality = samples / (double(kFilledSize) * kFilledSize);
      request.wantsHistogram = true;
      const rt::Artefact artefact = openPrepared(name);
      const auto frameOf = [&](rt::Schedule schedule) {
        auto renderer = take(rt::GpuRenderer::create(*driver, 0, artefact, {.schedule = schedule}));
        rt::Progress progress(rt::ProgressMode::None);
        return take(renderer->render(request, progress, {}));
      };
      const std::vector<abi::WideCell> direct = frameOf(rt::Schedule::Direct).histogram;
      const std::vector<abi::WideCell> split = frameOf(rt::Schedule::Split).histogram;
      ASSERT_FALSE(sameBytes(direct, split)) << "roundings tell schedules from each other";
      EXPECT_TRUE(sameBytes(frameOf(rt::Schedule::Auto).histogram,
                            expected == rt::Schedule::Split ? split : direct));
      request.shard = Shard{2, 3}; // parts are added up like the whole
      EXPECT_EQ(frameOf(rt::Schedule::Auto).part->passes[0].schedule, expected);
    }
}

/// Launches the iterate kernel as no renderer would.
class Launcher {
public:
  Launcher(const rt::Context &context, const rt::Stream &stream, const rt::Artefact &artefact,
           const rt::FramePlan &plan)
      : context(context), stream(stream), artefact(artefact), plan(plan),
        module(take(rt::Module::load(context, codeOf(context, artefact).genome, "the flame"))),
        generic(take(
            rt::Module::load(context, codeOf(context, artefact).generic, "the generic kernels"))),
        kernel(take(module.kernel("flame_iterate"))),
        accumulate(take(generic.kernel("flame_accumulate_log"))),
        accumulatePairs(take(generic.kernel("flame_accumulate_pairs"))) {
    interpolate();
    check(kernel.allowSharedMemory(context.device().sharedBytesPerBlock));
  }

  /// The same with a log of these sizes; bins, bufferBytes, binQuads, chunkQuads and roundsPerFlush
  /// are to be set.
  std::vector<abi::WideCell> runSplit(uint32_t blocks, uint32_t perLaunch, unsigned grid,
                                      abi::SplitLog sizes, const std::vector<uint32_t> &hot = {}) {
    const uint32_t buckets = uint32_t(abi::bucketCount(plan.frame));
    sizes.binReciprocal = binReciprocalOf(sizes.bins);
    sizes.binCells = (buckets + sizes.bins - 1) / sizes.bins;
    if (!sizes.tileCells)
      sizes.tileCells = sizes.binCells;
    sizes.hotBins = uint32_t(hot.size()) * kBinsPerHotBucket;
    auto entries = take(
        rt::DeviceBuffer<uint32_t>::create(context, size_t(sizes.allBins()) * sizes.binQuads * 4));
    auto ends = take(rt::DeviceBuffer<uint32_t>::create(context, sizes.allBins()));
    sizes.entries = entries.data();
    sizes.ends = ends.data();
    auto hotTags = take(rt::DeviceBuffer<uint32_t>::create(context, kHotTags));
    auto hotBuckets =
        take(rt::DeviceBuffer<uint32_t>::create(context, hot.size() * kBinsPerHotBucket));
    enterHot(hot, sizes, hotTags, hotBuckets);
    log = {&ends, sizes};
    std::vector<abi::WideCell> histogram = run(blocks, perLaunch, grid);
    log = {};
    return histogram;
  }

  /// The histogram of logical blocks [0, blocks), cut into launches of `perLaunch`, each of which
  /// makes `grid` of them at once.
  std::vector<abi::WideCell> run(uint32_t blocks, uint32_t perLaunch, unsigned grid,
                                 const std::vector<uint32_t> &hot = {}, uint32_t unreturned = 0) {
    const uint32_t buckets = uint32_t(abi::bucketCount(plan.frame));
    auto cells = take(rt::DeviceBuffer<uint64_t>::create(context, abi::cellCount(buckets)));
    auto wide = take(rt::DeviceBuffer<abi::WideCell>::create(context, buckets));
    auto badValues = take(rt::DeviceBuffer<uint64_t>::create(context, 1));
    check(cells.fill(0, stream));
    check(wide.fill(0, stream));
    check(badValues.fill(0, stream));
    auto counter = take(rt::DeviceBuffer<uint64_t>::create(context, 1));
    check(counter.fill(0, stream));
    abi::IterateArgs args = makeArgs(blocks);
    args.cells = cells.data();
    args.wide = wide.data();
    args.badValues = badValues.data();
    args.plotted = counter.data();
    args.unreturned = unreturned;
    auto table = take(rt::DeviceBuffer<uint64_t>::create(context, hotSlots(kTableBits)));
    check(table.upload(tableOf(hot), stream));
    args.hotTable = table.data();
    args.hotBits = hot.empty() ? 0 : kTableBits;
    args.threadBucket = hot.empty() ? kNoBucket : hot.back(); // it has its slot
    args.log = log.sizes;
    const uint32_t tileBytes = accumulateBytes(args.log.allBins(), args.log.tileCells, byPairs);
    const rt::Kernel &adder = byPairs ? accumulatePairs : accumulate;
    const unsigned adders = byPairs ? 2 * grid : log.ends ? std::max(grid, args.log.tiles()) : 0;
    check(adder.allowSharedMemory(tileBytes));
    auto saved = take(rt::DeviceBuffer<uint8_t>::create(
        context, suspensions.empty() ? 0 : size_t(blocks) * abi::kSavedBlockBytes));
    args.savedBlocks = saved.data();
    const auto launch = [&](uint32_t first) {
      args.firstLogicalBlock = first;
      args.endLogicalBlock = std::min(blocks, first + perLaunch);
      if (log.ends)
        check(log.ends->fill(0, stream));
      const rt::BlockShape shape = {.groups = groups};
      check(kernel.launch({{grid * abi::kGroups / groups}, {shape.threads()}, sharedBytes()},
                          stream, args));
      if (log.ends)
        check(adder.launch({{adders}, {abi::kAccumulateThreads}, tileBytes}, stream,
                           abi::AccumulateLogArgs{args.log, args.cells, args.wide, buckets}));
    };
    for (size_t stage = 0; stage <= suspensions.size(); ++stage) {
      args.firstRound = stage ? suspensions[stage - 1] : 0;
      args.endRound = stage < suspensions.size() ? suspensions[stage] : 0;
      args.choicesFrom = suspensionsEndSegments() ? args.firstRound : 0;
      for (uint32_t first = 0; first < blocks; first += perLaunch)
        launch(first);
    }
    std::vector<uint64_t> packed(cells.size());
    std::vector<abi::WideCell> totals(buckets);
    check(cells.download(packed, stream));
    check(wide.download(totals, stream));
    check(counter.download(std::span(&plotted, 1), stream));
    check(stream.synchronize());
    for (uint32_t i = 0; i < buckets; ++i)
      totals[i] = exactTotals(packed[abi::cellOf(i, abi::layOutCells(buckets))], totals[i]);
    return totals;
  }

  /// Whether each suspension starts a segment, with a stream of choices of its own: without a log
  /// segments are never in pieces.
  bool suspensionsEndSegments() const { return artefact.manifest().features & abi::kDirectOnly; }

  const uint32_t fuse = isSmall ? 8 : 20;
  /// Counted rounds of a block, and the last of all.
  const uint32_t rounds = (isSmall ? 1 : 4) * abi::kMostRoundsPerSample;
  const uint32_t last = fuse + rounds - 1;
  bool hasPairs() const { return accumulatePairs.clusterBlocks() == 2; }
  bool makesBothGroups() const { return uint32_t(take(kernel.maxThreads())) >= abi::kThreads; }
  uint32_t groups = 1;               ///< of a logical block that each block makes
  bool byPairs = false;              ///< pairs of blocks add up logs, of bins of one tile
  std::vector<uint32_t> suspensions; ///< rounds before which blocks are suspended
  uint64_t plotted = 0; ///< samples in the frame, as the kernel counted them in the last run

private:
  /// More than any of the flames here needs.
  uint32_t sharedBytes() const {
    return std::min(context.device().sharedBytesPerBlock, groups * (64u << 10));
  }
  static constexpr uint32_t kTableBits = kMinHotBits;

  static rt::CodeChoice codeOf(const rt::Context &context, const rt::Artefact &artefact) {
    const rt::DeviceInfo &device = context.device();
    return take(artefact.chooseCode(device.computeMajor, device.computeMinor));
  }

  /// Of the buckets with the same set the last ones have it, the very last its first slot.
  static std::vector<uint64_t> tableOf(const std::vector<uint32_t> &hot) {
    std::vector<uint64_t> table(hotSlots(kTableBits));
    for (uint32_t bucket : hot) {
      uint64_t *set = &table[size_t(hotSetOf(bucket, kTableBits)) * kHotWays];
      std::copy_backward(set, set + kHotWays - 1, set + kHotWays);
      set[0] = hotKey(1, bucket);
    }
    return table;
  }

  static constexpr uint32_t kBinsPerHotBucket = 2; ///< of each hot bucket

  /// Enters hot buckets, which have different entries.
  void enterHot(const std::vector<uint32_t> &hot, abi::SplitLog &sizes,
                rt::DeviceBuffer<uint32_t> &tags, rt::DeviceBuffer<uint32_t> &buckets) {
    sizes.hotFactor = hashFactor(0x9E3779B1u);
    std::vector<uint32_t> words(kHotTags), bins;
    const uint32_t outside = uint32_t(abi::bucketCount(plan.frame));
    for (uint32_t i = 0; i < 64 * kHotTags; ++i) {
      const uint32_t hash = (outside + i) * sizes.hotFactor;
      words[hotTagIndex(hash)] = hotTag(hash, 0, 1);
    }
    for (uint32_t bucket : hot) {
      const uint32_t hash = bucket * sizes.hotFactor;
      words[hotTagIndex(hash)] = hotTag(hash, uint32_t(bins.size()), kBinsPerHotBucket);
      bins.insert(bins.end(), kBinsPerHotBucket, bucket);
    }
    check(tags.upload(words, stream));
    check(buckets.upload(bins, stream));
    check(stream.synchronize());
    sizes.hotTags = tags.data();
    sizes.hotBuckets = buckets.data();
  }

  void interpolate() {
    tracks = take(rt::DeviceBuffer<abi::Track>::create(context, artefact.tracks().size()));
    knots = take(rt::DeviceBuffer<abi::Knot>::create(context, artefact.knots().size()));
    block = take(rt::DeviceBuffer<float>::create(context, artefact.manifest().layout.blockFloats));
    palette = take(rt::DeviceBuffer<uint64_t>::create(context, abi::kPaletteSize));
    const std::vector<uint64_t> colors(abi::kPaletteSize, packDeposit(255, 128, 1, 1));
    check(tracks.upload(artefact.tracks(), stream));
    check(knots.upload(artefact.knots(), stream));
    times = take(rt::DeviceBuffer<float>::create(context, 1));
    check(times.fill(0, stream));
    check(block.fill(0, stream)); // the kernel copies what lies between its sections, too
    check(palette.upload(colors, stream));
    abi::InterpolateArgs instant = {};
    instant.tracks = tracks.data();
    instant.knots = knots.data();
    instant.times = times.data();
    instant.params = block.data();
    instant.trackCount = uint32_t(artefact.tracks().size());
    instant.temporalSamples = 1;
    instant.layout = artefact.manifest().layout;
    instant.frame = plan.frame;
    instant.pixelAspect = float(plan.pixelAspect);
    instant.viewScale = float(plan.viewScale);
    fillBlocks(module, generic, stream, instant);
    check(stream.synchronize());
  }

  abi::IterateArgs makeArgs(uint32_t blocks) const {
    abi::IterateArgs args = {};
    args.params = block.data();
    args.palette = palette.data();
    args.blockFloats = artefact.manifest().layout.blockFloats;
    args.sharedFloats = artefact.manifest().layout.sharedFloats;
    args.temporalSamples = args.paletteRowCount = 1;
    args.gridWidth = plan.frame.gridWidth;
    args.gridHeight = plan.frame.gridHeight;
    args.logicalBlocks = blocks;
    args.xaosOffset = artefact.manifest().layout.xaosOffset;
    args.iterations = rounds;
    args.chunkShift = abi::kMostChunkShift;
    args.fuse = fuse;
    args.seed = 7;
    return args;
  }

  const rt::Context &context;
  const rt::Stream &stream;
  const rt::Artefact &artefact;
  const rt::FramePlan &plan;
  rt::Module module, generic;
  rt::Kernel kernel, accumulate, accumulatePairs;
  struct {
    rt::DeviceBuffer<uint32_t> *ends = nullptr;
    abi::SplitLog sizes = {};
  } log;
  rt::DeviceBuffer<abi::Track> tracks;
  rt::DeviceBuffer<abi::Knot> knots;
  rt::DeviceBuffer<float> times, block;
  rt::DeviceBuffer<uint64_t> palette;
};

/// How a launch is cut: into how many blocks, `many` or few, and into launches and grids of some of
/// them.
struct Cut {
  explicit Cut(uint32_t many) : blocks(isSmall ? 4 : many) {}

  uint32_t blocks;
  uint32_t grid = isSmall ? 4 : 64;       ///< most blocks at once, or all
  uint32_t few = isSmall ? 3 : 7;         ///< a last launch has fewer
  uint32_t smallerGrid = isSmall ? 2 : 5; ///< some of the few wait for others
};

TEST_P(GpuHistograms, DoNotDependOnLaunchesOrGrids) {
  const Cut cut(300);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  const std::vector<abi::WideCell> whole = launcher.run(cut.blocks, cut.blocks, cut.grid);
  uint64_t samples = 0;
  for (const abi::WideCell &cell : whole)
    samples += cell.count;
  EXPECT_EQ(samples % abi::kPointsPerBlock, 0u);
  EXPECT_GT(samples, 0u);
  EXPECT_TRUE(sameBytes(whole, launcher.run(cut.blocks, cut.few, cut.grid)))
      << "launches of few blocks";
  EXPECT_TRUE(sameBytes(whole, launcher.run(cut.blocks, cut.blocks, 1)))
      << "one block after another";
  EXPECT_TRUE(sameBytes(whole, launcher.run(cut.blocks, cut.blocks / 3, cut.blocks)))
      << "idle blocks";
}

TEST_P(GpuHistograms, DoNotDependOnWhereBlocksSuspend) {
  if (!GetParam().chaos.empty())
    GTEST_SKIP() << "with xaos, blocks are never suspended";
  const Cut cut(300);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  const std::vector<abi::WideCell> whole = launcher.run(cut.blocks, cut.blocks, cut.grid);
  const uint32_t fuse = launcher.fuse, last = launcher.last;
  const auto withSuspensions = [&](const std::vector<uint32_t> &suspensions) {
    launcher.suspensions = suspensions;
    return launcher.run(cut.blocks, cut.few, cut.smallerGrid);
  };
  const std::vector<uint32_t> several = {fuse + 3, fuse + launcher.rounds / 2, last - 1,
                                         last + 1000};
  if (launcher.suspensionsEndSegments()) {
    launcher.suspensions = several;
    const std::vector<abi::WideCell> segments = launcher.run(cut.blocks, cut.blocks, cut.grid);
    const uint64_t plotted = launcher.plotted;
    EXPECT_GT(plotted, 0u);
    EXPECT_TRUE(sameBytes(segments, withSuspensions(several))) << "segments";
    EXPECT_EQ(launcher.plotted, plotted);
  } else {
    const uint64_t plotted = launcher.plotted;
    EXPECT_TRUE(sameBytes(whole, withSuspensions({fuse}))) << "when the fuse is over";
    EXPECT_EQ(launcher.plotted, plotted);
    EXPECT_TRUE(sameBytes(whole, withSuspensions(several))) << "several times";
  }
  launcher.suspensions = {last + 1000};
  EXPECT_TRUE(sameBytes(whole, launcher.run(cut.blocks, cut.blocks, cut.grid)))
      << "when all is done";
}

TEST_P(GpuHistograms, DoNotDependOnHotBuckets) {
  const Cut cut(100);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  const std::vector<abi::WideCell> plain = launcher.run(cut.blocks, cut.blocks, cut.grid);
  std::vector<uint32_t> hit;
  for (uint32_t i = 0; i < plain.size(); ++i)
    if (plain[i].count > 0)
      hit.push_back(i);
  ASSERT_GT(hit.size(), 2u);
  EXPECT_TRUE(sameBytes(plain, launcher.run(cut.blocks, cut.blocks, cut.grid, hit)))
      << "all that fit the table";
  EXPECT_TRUE(sameBytes(plain, launcher.run(cut.blocks, cut.blocks, cut.grid, {hit[2]}))) << "one";
  EXPECT_TRUE(sameBytes(plain, launcher.run(cut.blocks, cut.few, cut.smallerGrid, hit)))
      << "several launches";
}

/// A log with room for everything.
abi::SplitLog sevenBins() {
  abi::SplitLog sizes = {};
  sizes.bins = 7;
  sizes.binQuads = isSmall ? 1u << 16 : 1u << 20;
  sizes.chunkQuads = 16;
  sizes.bufferBytes = 1024;
  sizes.roundsPerFlush = 2;
  return sizes;
}

/// So are the random streams and the order of saved points.
TEST_P(GpuHistograms, AreTheSameWhereBlocksMakeBothGroups) {
  const Cut cut(100);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  if (!launcher.makesBothGroups())
    GTEST_SKIP() << "its code is for one group";
  const std::vector<abi::WideCell> plain = launcher.run(cut.blocks, cut.blocks, cut.grid);
  const uint64_t plotted = launcher.plotted;
  const uint32_t hottest =
      uint32_t(std::ranges::max_element(plain, {}, &abi::WideCell::count) - plain.begin());
  abi::SplitLog small = sevenBins();
  small.binQuads = 3;
  small.chunkQuads = 1;
  small.bufferBytes = 64;
  const std::vector<abi::WideCell> split =
      launcher.runSplit(cut.blocks, cut.blocks, cut.grid, sevenBins(), {hottest});
  launcher.groups = abi::kGroups;
  EXPECT_TRUE(sameBytes(plain, launcher.run(cut.blocks, cut.blocks, cut.grid)));
  EXPECT_EQ(launcher.plotted, plotted);
  EXPECT_TRUE(sameBytes(plain, launcher.run(cut.blocks, cut.few, cut.smallerGrid, {hottest})));
  EXPECT_TRUE(sameBytes(
      split, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, sevenBins(), {hottest})));
  EXPECT_TRUE(
      sameBytes(split, launcher.runSplit(cut.blocks, cut.few, cut.smallerGrid, sevenBins())));
  EXPECT_TRUE(sameBytes(split, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, small)))
      << "full buffers";
  if (!GetParam().chaos.empty())
    return; // with xaos, blocks are never suspended
  launcher.suspensions = {launcher.fuse + 3, launcher.fuse + launcher.rounds / 2};
  EXPECT_TRUE(
      sameBytes(split, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, sevenBins(), {hottest})))
      << "in pieces";
}

uint64_t samplesIn(const std::vector<abi::WideCell> &histogram) {
  uint64_t samples = 0;
  for (const abi::WideCell &cell : histogram)
    samples += cell.count;
  return samples;
}

TEST_P(GpuHistograms, LoseNothingThatTheSumOfCountsDoesNotShow) {
  constexpr uint32_t kBlocks = 100, kNever = UINT32_MAX;
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  const std::vector<abi::WideCell> exact = launcher.run(kBlocks, kBlocks, 64);
  EXPECT_EQ(samplesIn(exact), launcher.plotted);
  // The few buckets of these flames overflow when nobody looks.
  const std::vector<abi::WideCell> blind = launcher.run(kBlocks, kBlocks, 64, {}, kNever);
  EXPECT_LT(samplesIn(blind), launcher.plotted);
  std::vector<uint32_t> hit;
  for (uint32_t i = 0; i < exact.size(); ++i)
    if (exact[i].count > 0)
      hit.push_back(i);
  const std::vector<abi::WideCell> tabled = launcher.run(kBlocks, kBlocks, 64, hit, 7);
  EXPECT_EQ(sameBytes(exact, tabled), samplesIn(tabled) == launcher.plotted);
}

TEST_P(GpuHistograms, AreTheSameHoweverSmallTheLogIs) {
  const Cut cut(100);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  const std::vector<abi::WideCell> plain = launcher.run(cut.blocks, cut.blocks, cut.grid);
  const abi::SplitLog large = sevenBins();
  const std::vector<abi::WideCell> first =
      launcher.runSplit(cut.blocks, cut.blocks, cut.grid, large);
  expectSameSamples(plain, first, 13); // of 100 roundings or fewer
  abi::SplitLog smallBuffers = large, smallLog = large, rarelyFlushed = large;
  smallBuffers.bufferBytes = 16;
  smallLog.binQuads = 3;
  smallLog.chunkQuads = 1;
  rarelyFlushed.roundsPerFlush = 1000000;
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, smallBuffers)));
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, smallLog)));
  EXPECT_TRUE(
      sameBytes(first, launcher.runSplit(cut.blocks, cut.few, cut.smallerGrid, rarelyFlushed)));
  abi::SplitLog largeChunks = large, fewChunks = large;
  largeChunks.chunkQuads = 1024;
  fewChunks.chunkQuads = 32;
  fewChunks.binQuads = 64;
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, largeChunks)));
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, fewChunks)));
  const uint32_t binCells = uint32_t(abi::ceilDivide(uint32_t(abi::bucketCount(plan.frame)), 7));
  abi::SplitLog twoTiles = large, manyTiles = large;
  twoTiles.tileCells = (binCells + 1) / 2;
  manyTiles.tileCells = binCells / 11;
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, twoTiles)));
  EXPECT_TRUE(
      sameBytes(first, launcher.runSplit(cut.blocks, cut.few, 2 * cut.smallerGrid + 3, manyTiles)));
  if (GetParam().chaos.empty()) {
    launcher.suspensions = {launcher.fuse + 3, launcher.fuse + launcher.rounds / 2};
    EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, large)))
        << "in pieces";
    launcher.suspensions = {};
  }
  const uint32_t hottest =
      uint32_t(std::ranges::max_element(plain, {}, &abi::WideCell::count) - plain.begin());
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, twoTiles,
                                                 {hottest, hottest + 1, hottest + 3})));
  EXPECT_TRUE(
      sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, large, {hottest})));
  EXPECT_TRUE(sameBytes(
      first, launcher.runSplit(cut.blocks, cut.few, cut.smallerGrid, smallBuffers, {hottest})));
  EXPECT_TRUE(sameBytes(first, launcher.runSplit(cut.blocks, cut.blocks, cut.grid, rarelyFlushed,
                                                 {hottest, hottest + 1, hottest + 3})));
}

TEST_P(GpuHistograms, AreTheSameWherePairsAddUp) {
  const Cut cut(100);
  const rt::Artefact artefact = openCase();
  const rt::FramePlan plan = take(rt::planFrame(artefact.manifest(), requestOf(1e6)));
  Launcher launcher(*context, *stream, artefact, plan);
  if (!launcher.hasPairs())
    GTEST_SKIP() << "the GPU, or its driver, has no clusters";
  const abi::SplitLog sizes = sevenBins();
  const auto run = [&](const abi::SplitLog &log, uint32_t perLaunch, unsigned grid,
                       const std::vector<uint32_t> &hot = {}) {
    return launcher.runSplit(cut.blocks, perLaunch, grid, log, hot);
  };
  const std::vector<abi::WideCell> single = run(sizes, cut.blocks, cut.grid);
  const uint32_t hottest =
      uint32_t(std::ranges::max_element(single, {}, &abi::WideCell::count) - single.begin());
  abi::SplitLog smallLog = sizes, moreBins = sizes;
  smallLog.binQuads = 3;
  smallLog.chunkQuads = 1;
  moreBins.bins = 37; // not one for each pair
  moreBins.bufferBytes = 256;
  launcher.byPairs = true;
  EXPECT_TRUE(sameBytes(single, run(sizes, cut.blocks, cut.grid)));
  EXPECT_TRUE(sameBytes(single, run(sizes, cut.few, cut.smallerGrid))) << "of few pairs";
  EXPECT_TRUE(sameBytes(single, run(smallLog, cut.blocks, cut.grid)));
  EXPECT_TRUE(sameBytes(single, run(moreBins, cut.blocks, 1))) << "by one pair";
  EXPECT_TRUE(sameBytes(single, run(sizes, cut.blocks, cut.grid, {hottest, hottest + 1})));
}

/// Three of four entries are of one cell, which nobody finds to be hot, and as green or as red as
/// there is: all threads add to its words before one of them sees that they are full.
TEST_F(GpuTest, PairsLoseNothingThatOverflows) {
  const rt::Artefact artefact = openPrepared("filled.cubin");
  const rt::DeviceInfo &device = context->device();
  const rt::Module generic = take(rt::Module::load(
      *context, take(artefact.chooseCode(device.computeMajor, device.computeMinor)).generic,
      "the generic kernels"));
  const rt::Kernel kernel = take(generic.kernel("flame_accumulate_pairs"));
  if (kernel.clusterBlocks() != 2)
    GTEST_SKIP() << "the GPU, or its driver, has no clusters";
  constexpr uint32_t kCells = 5000, kFull = 4711;
  const uint32_t quadCount = isSmall ? 5003 : 100003;
  const uint32_t green = entryColor(3, 255, 3, 0.5f, 0, 0),
                 red = entryColor(255, 129, 3, 0.5f, 0, 0);
  std::vector<uint32_t> entries;
  std::vector<LumaSums> wanted(kCells);
  for (uint32_t i = 0; i < 4 * quadCount; ++i) {
    const uint32_t cell = i % 4 ? kFull : i / 4 * 37 % (kCells + 1); // some are no sample
    entries.push_back((i % 2 ? green : red) | cell);
    if (cell == kCells)
      continue;
    const LumaSums entry = sumsOf(entries.back());
    wanted[cell].luma += entry.luma;
    wanted[cell].orange += entry.orange;
    wanted[cell].green += entry.green;
    wanted[cell].count += entry.count;
  }
  auto log = take(rt::DeviceBuffer<uint32_t>::create(*context, entries.size()));
  auto ends = take(rt::DeviceBuffer<uint32_t>::create(*context, 1));
  auto cells = take(rt::DeviceBuffer<uint64_t>::create(*context, abi::cellCount(kCells)));
  auto wide = take(rt::DeviceBuffer<abi::WideCell>::create(*context, kCells));
  check(log.upload(entries, *stream));
  check(ends.upload(std::vector<uint32_t>{quadCount}, *stream));
  abi::AccumulateLogArgs args = {};
  args.log.entries = log.data();
  args.log.ends = ends.data();
  args.log.bins = 1;
  args.log.binCells = args.log.tileCells = kCells;
  args.log.binQuads = quadCount;
  args.cells = cells.data();
  args.wide = wide.data();
  args.buckets = kCells;
  const uint32_t bytes = accumulateBytes(1, kCells, /*isPaired=*/true);
  check(kernel.allowSharedMemory(bytes));
  for (unsigned blocks : {2u, 6u}) {
    SCOPED_TRACE(blocks);
    check(cells.fill(0, *stream));
    check(wide.fill(0, *stream));
    check(kernel.launch({{blocks}, {abi::kAccumulateThreads}, bytes}, *stream, args));
    std::vector<uint64_t> packed(cells.size());
    std::vector<abi::WideCell> totals(kCells);
    check(cells.download(packed, *stream));
    check(wide.download(totals, *stream));
    check(stream->synchronize());
    for (uint32_t cell = 0; cell < kCells; ++cell) {
      const abi::WideCell found = exactTotals(packed[abi::cellOf(cell, abi::layOutCells(kCells))],
                                              totals[cell]),
                          expected = toLevels(wanted[cell]);
      ASSERT_EQ(found.count, expected.count) << cell;
      ASSERT_EQ(found.red, expected.red) << cell;
      ASSERT_EQ(found.green, expected.green) << cell;
      ASSERT_EQ(found.blue, expected.blue) << cell;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GpuHistograms, testing::ValuesIn(selectionCases()),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace flame::test
