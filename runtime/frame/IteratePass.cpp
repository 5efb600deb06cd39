// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the samples of a pass on the GPU: the arguments of its launches, the schedules that add up
// samples, and the pilot run for planning.

#include "runtime/frame/FrameInFlight.h"

#include "runtime/cuda/ProfilerRange.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/Palettes.h"
#include "runtime/shared/TemporalSample.h"
#include "runtime/shared/WarmUp.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace flame::rt {

/// Samples per launch: large enough that the idle time of multiprocessors at its end does not
/// matter, and small enough to report progress and to interrupt.
static constexpr uint64_t kSamplesPerLaunch = uint64_t(1) << 33;

/// With fewer samples, a frame has no pilot run unless a cell overflows: for most flames, finding
/// hot buckets then costs more than it saves.
static constexpr uint64_t kPilotThreshold = uint64_t(1) << 28;
/// Same for slow flames, which have a long fuse: where points linger, buckets are hot.
static constexpr uint64_t kSlowFlamePilotThreshold = uint64_t(1) << 22;
static constexpr uint32_t kSlowFlameFuse = 256;
/// With fewer samples there is no log: there are few blocks, and each of them rounds the colours of
/// the log once for all its samples.
static constexpr uint64_t kLogThreshold = 1'000'000;
/// With fewer samples and no pilot run, all additions return the old value of their cell. Otherwise
/// the samples that arrived are counted, and a frame whose cells overflowed is made again. At this
/// size both take the same time.
static constexpr uint64_t kOverflowCheckThreshold = uint64_t(1) << 25;

/// Maximum counted rounds of a block for which a frame of one wave of blocks begins with its pilot
/// run. In longer blocks, adding the early samples of a long fuse directly to cells would cost more
/// than a second fuse.
static constexpr uint32_t kMaxInitialPilotRounds = 4096;

/// Counted rounds of each block of a separate pilot run: 9 million samples on a large GPU. Its
/// samples queue up at hot buckets: twice as many took 2 % of a frame of 80725.
static constexpr uint32_t kPilotRounds = abi::kMostRoundsPerSample;

/// Minimum share of samples in hot buckets for which the lookup of every sample pays off.
static constexpr double kMinTableShare = 0.09;
/// Minimum share of samples in one bucket for which its cell fills too quickly for additions
/// without a returned value.
static constexpr double kFastFillingBucketShare = 5e-4;
/// Maximum number of hot buckets that a pilot run reports for a log.
static constexpr size_t kMaxHotBuckets = 65;

/// Reports progress of launches and checks for interruption.
struct FrameInFlight::Launcher {
  Timeline &timeline;
  Progress &progress;
  const std::stop_token &stop;
  uint64_t samples;  ///< samples of the pass
  Event counted;     ///< after the last segment; counters are final except for the log's part
  uint64_t told = 0; ///< samples reported; not reported again if the frame is repeated
  Schedule schedule = Schedule::Direct; ///< schedule that was used

  /// Reports that all blocks before `end` are done.
  void advanceTo(uint32_t end, const BlockPlan &blocks) {
    const uint64_t now = uint64_t(double(samples) * (end - blocks.range.first) / blocks.count);
    if (now > told)
      progress.advance(now - std::exchange(told, now));
  }
};

static bool isWorthPilot(const FramePlan &plan, const PassPlan &pass) {
  return pass.samples >= (plan.fuse >= kSlowFlameFuse ? kSlowFlamePilotThreshold : kPilotThreshold);
}

bool FrameInFlight::beginsWithPilot(const GpuProgram &program, const FramePlan &plan,
                                    const PassPlan &pass) {
  const Manifest &manifest = program.data().manifest;
  const BlockPlan blocks = planLogicalBlocks(pass.samples, manifest.pointsPerBlock, plan.fuse);
  return abi::canSuspend(manifest.features) && isWorthPilot(plan, pass) &&
         blocks.count <= kBlocksPerWave && blocks.iterations <= kMaxInitialPilotRounds;
}

LaunchPlan FrameInFlight::launchPlanOf(const GpuProgram &program, const FramePlan &plan,
                                       const PassPlan &pass, const BlockPlan &blocks) {
  return planLaunches(program.data().manifest.features, plan.fuse, blocks.iterations, blocks.count,
                      beginsWithPilot(program, plan, pass));
}

size_t FrameInFlight::savedBlockCount(const GpuProgram &program, const FramePlan &plan,
                                      const PassPlan &pass) {
  const Manifest &manifest = program.data().manifest;
  const BlockPlan blocks = planLogicalBlocks(pass.samples, manifest.pointsPerBlock, plan.fuse);
  size_t saved = beginsWithPilot(program, plan, pass) ? kBlocksPerWave : 0;
  // A pilot run with its own blocks has a warm-up kernel even if the frame has too many blocks for
  // one.
  for (uint32_t warmedUp : {blocks.count, program.residentBlocks()})
    if (warmUpRounds(manifest.features, plan.fuse, blocks.iterations, warmedUp))
      saved = std::max<size_t>(saved, warmedUp);
  return saved;
}

//===-- arguments and schedules --------------------------------------------------------------===//

Status FrameInFlight::clearHistogram() {
  FLAME_TRY(buffers.cells.fill(0, stream));
  FLAME_TRY(buffers.wide.fill(0, stream));
  return buffers.counters.fill(0, stream);
}

Status FrameInFlight::interpolate(const FramePlan &plan, const PassPlan &pass) {
  const uint32_t samples = uint32_t(pass.times.size());
  std::ranges::copy(pass.times, buffers.hostTimes.data());
  FLAME_TRY(buffers.times.upload(buffers.hostTimes.span().first(samples), stream));

  abi::InterpolateArgs args = {};
  args.tracks = program.curves.tracks.data();
  args.knots = program.curves.knots.data();
  args.times = buffers.times.data();
  args.params = buffers.params.data();
  args.trackCount = uint32_t(program.data().tracks.size());
  args.temporalSamples = samples;
  args.jitter = plan.jitter;
  args.seed = pass.seed;
  args.layout = program.data().manifest.layout;
  args.frame = plan.frame;
  args.pixelAspect = float(plan.pixelAspect);
  args.viewScale = float(plan.viewScale);
  FLAME_TRY(buffers.params.fill(0, stream)); // the kernels do not write the padding of sections
  FLAME_TRY(program.kernels.interpolate.launch({{samples}, {128}}, stream, args));
  constexpr uint32_t kThreads = 64;
  const LaunchShape threadPerSample = {{abi::ceilDivide(samples, kThreads)}, {kThreads}};
  FLAME_TRY(program.kernels.precalc.launch(threadPerSample, stream, args));
  if (plan.jitter > 0)
    FLAME_TRY(program.kernels.jitter.launch(threadPerSample, stream, args));

  abi::PaletteArgs palettes = {};
  palettes.paletteTimes = program.curves.paletteTimes.data();
  palettes.palettes = program.curves.palettes.data();
  palettes.palettesCount = uint32_t(program.data().paletteTimes.size());
  palettes.rowCount = rowsOf(program, pass);
  palettes.times = buffers.times.data();
  palettes.temporalSamples = samples;
  palettes.seed = pass.seed;
  palettes.rows = buffers.paletteRows.data();
  palettes.packed = buffers.palette.data();
  return program.kernels.palettes.launch({{palettes.rowCount}, {abi::kPaletteSize}}, stream,
                                         palettes);
}

abi::IterateArgs FrameInFlight::iterateArgs(const FramePlan &plan, const PassPlan &pass,
                                            const BlockPlan &blocks) const {
  const abi::BlockLayout &layout = program.data().manifest.layout;
  abi::IterateArgs args = {};
  args.params = buffers.params.data();
  args.palette = buffers.palette.data();
  args.paletteRows = buffers.paletteRows.data();
  args.cells = buffers.cells.data();
  args.wide = buffers.wide.data();
  args.badValues = &buffers.counters.data()->bad;
  args.plotted = &buffers.counters.data()->plotted;
  args.blockFloats = layout.blockFloats;
  args.sharedFloats = layout.sharedFloats;
  args.temporalSamples = uint32_t(pass.times.size());
  args.paletteRowCount = rowsOf(program, pass);
  args.gridWidth = plan.frame.gridWidth;
  args.gridHeight = plan.frame.gridHeight;
  args.logicalBlocks = blocks.count;
  args.xaosOffset = layout.xaosOffset;
  args.iterations = blocks.iterations;
  args.chunkShift = chunkShift(uint64_t(blocks.count) * blocks.iterations);
  args.fuse = plan.fuse;
  args.seed = pass.seed;
  args.threadBucket = kNoBucket;
  args.firstLogicalBlock = blocks.range.first;
  args.endLogicalBlock = blocks.range.end;
  args.savedBlocks = buffers.savedBlocks.data();
  return args;
}

/// True if a frame should use the split schedule if it can. Where points linger, a log planned
/// without knowledge of hot buckets is slow.
static bool wantsSplit(const GpuProgram &program, const FramePlan &plan, const PassPlan &pass) {
  if (program.schedule != Schedule::Auto)
    return program.schedule == Schedule::Split;
  return pass.samples >= kLogThreshold && (plan.fuse < kSlowFlameFuse || isWorthPilot(plan, pass));
}

/// While the last blocks of another frame end and its log is added up, enough of the GPU is idle
/// for the pilot run and for planning.
Status FrameInFlight::acquireDevice(const FramePlan &plan, const PassPlan &pass,
                                    const BlockPlan &blocks, const abi::IterateArgs &args,
                                    LaunchPlan &launches, std::optional<PilotResult> &pilot,
                                    Launcher &launcher, std::unique_lock<std::mutex> &deviceLock) {
  const auto runPilotIfWorthIt = [&]() -> Status {
    if (isWorthPilot(plan, pass)) {
      FLAME_TRY_ASSIGN(pilot, runPilot(plan, pass, blocks, args, launches));
    }
    return {};
  };
  bool isAlone = deviceLock.try_lock();
  if (isAlone && program.log.isRead) {
    FLAME_TRY_ASSIGN(isAlone, program.log.isRead->reached());
  }
  if (!isAlone)
    FLAME_TRY(runPilotIfWorthIt());
  if (!deviceLock)
    deviceLock.lock();
  if (program.log.isRead)
    FLAME_TRY(stream.waitFor(*program.log.isRead));
  FLAME_TRY(launcher.timeline.mark("wait"));
  return isAlone ? runPilotIfWorthIt() : Status();
}

Result<uint64_t> FrameInFlight::iterate(const FramePlan &plan, const PassPlan &pass,
                                        const std::optional<Shard> &shard, Launcher &launcher) {
  const uint32_t pointsPerBlock = program.data().manifest.pointsPerBlock;
  BlockPlan blocks = planLogicalBlocks(pass.samples, pointsPerBlock, plan.fuse);
  if (shard)
    blocks.range = rangeOf(*shard, blocks.count);
  const abi::IterateArgs args = iterateArgs(plan, pass, blocks);
  LaunchPlan launches = launchPlanOf(program, plan, pass, blocks);
  const bool beginsWithCopies = !launches.first.empty() && !launches.countsPilot();
  std::optional<PilotResult> pilot;
  std::unique_lock<std::mutex> deviceLock(program.deviceMutex, std::defer_lock);
  FLAME_TRY(acquireDevice(plan, pass, blocks, args, launches, pilot, launcher, deviceLock));
  const ProfilerRange range("iterate");
  std::optional<SplitPlan> split;
  if (wantsSplit(program, plan, pass)) {
    const SplitWork work = splitWork(plan, blocks, beginsWithCopies, pilot);
    split = planSplit(work, program.split);
    if (split && program.schedule == Schedule::Auto && !isLogQuicker(work, *split))
      split.reset();
    if (split && split->pieces > 1 && !abi::canSuspend(program.data().manifest.features))
      split.reset(); // chains cannot be suspended
  }
  abi::IterateArgs withLog = args;
  if (split && !enterLog(blocks, *split, withLog)) {
    FLAME_TRY(program.log.release());
    split.reset();
  }
  FLAME_TRY_ASSIGN(uint64_t bad,
                   split
                       ? iterateSplit(plan, blocks, launches, *split, withLog, launcher, deviceLock)
                       : iterateDirect(plan, pass, blocks, launches, pilot, args, launcher));
  FLAME_TRY(launcher.timeline.mark("iterate"));
  return uint64_t(blocks.range.size()) * blocks.iterations * pointsPerBlock - bad;
}

Result<uint64_t> FrameInFlight::iterateDirect(const FramePlan &plan, const PassPlan &pass,
                                              const BlockPlan &blocks, LaunchPlan launches,
                                              const std::optional<PilotResult> &pilot,
                                              abi::IterateArgs args, Launcher &launcher) {
  const uint32_t perLaunch = blocksPerLaunch(blocks);
  if (pilot)
    useHotTable(plan, *pilot, args);
  const bool isWhole = plan.unit == abi::kWholeUnit;
  // Fractional deposits fill cells too quickly for unreturned additions.
  const bool isProven = isWhole && (pilot || pass.samples >= kOverflowCheckThreshold);
  const SplitWork work = splitWork(plan, blocks, /*beginsWithCopies=*/false, pilot);
  args.unreturned = isProven ? roundsPerReturn(work) - 1 : 0;
  FLAME_TRY(launchAll(blocks, launches, perLaunch, /*pieces=*/1, program.shape, args, launcher));
  FLAME_TRY_ASSIGN(FrameCounts counts, readCounts(plan, isProven, launcher.counted));
  // A cell that overflowed has lost samples. The frame is then made again: first with a table of
  // hot buckets if it had none, then exactly.
  for (bool runsPilot = !pilot && program.hotBits;
       args.unreturned && counts.found != counts.plotted; runsPilot = false) {
    FLAME_TRY(clearHistogram());
    launches = launchPlanOf(program, plan, pass, blocks);
    if (runsPilot) {
      FLAME_TRY_ASSIGN(const PilotResult latePilot, runPilot(plan, pass, blocks, args, launches));
      useHotTable(plan, latePilot, args);
    } else {
      args.unreturned = 0;
    }
    FLAME_TRY(launchAll(blocks, launches, perLaunch, /*pieces=*/1, program.shape, args, launcher));
    FLAME_TRY_ASSIGN(counts, readCounts(plan, isWhole, launcher.counted));
  }
  return counts.bad;
}

Result<uint64_t> FrameInFlight::iterateSplit(const FramePlan &plan, const BlockPlan &blocks,
                                             const LaunchPlan &launches, const SplitPlan &split,
                                             const abi::IterateArgs &args, Launcher &launcher,
                                             std::unique_lock<std::mutex> &deviceLock) {
  launcher.schedule = Schedule::Split;
  FLAME_TRY(launchAll(blocks, launches, split.blocksPerLaunch, split.pieces, split.shape, args,
                      launcher));
  FLAME_TRY(program.log.markRead(program.context, stream));
  // The next frame is enqueued behind this one, so the GPU does not wait for the host.
  deviceLock.unlock();
  FLAME_TRY_ASSIGN(const FrameCounts counts, readCounts(plan, /*addsUp=*/false, launcher.counted));
  return counts.bad;
}

uint32_t FrameInFlight::blocksPerLaunch(const BlockPlan &blocks) const {
  const uint64_t samplesPerWave = uint64_t(blocks.iterations) *
                                  program.data().manifest.pointsPerBlock * program.residentBlocks();
  return uint32_t(std::max<uint64_t>(1, kSamplesPerLaunch / samplesPerWave) *
                  program.residentBlocks());
}

SplitWork FrameInFlight::splitWork(const FramePlan &plan, const BlockPlan &blocks,
                                   bool beginsWithCopies,
                                   const std::optional<PilotResult> &pilot) const {
  const PilotResult known = pilot.value_or(PilotResult());
  return {plan.frame,          blocks.count,
          blocks.range.size(), uint64_t(blocks.iterations) * program.data().manifest.pointsPerBlock,
          pilot.has_value(),   known.inFrame,
          known.inTable,       known.hottestBuckets,
          beginsWithCopies};
}

Status FrameInFlight::enterLog(const BlockPlan &blocks, const SplitPlan &split,
                               abi::IterateArgs &args) {
  GpuProgram::Log &log = program.log;
  const abi::SplitLog &sizes = split.log;
  if (log.ends.size() < sizes.allBins() ||
      log.entries.size() < size_t(sizes.allBins()) * sizes.binQuads * 4)
    FLAME_TRY(log.release());
  FLAME_TRY(grow(log.ends, program.context, sizes.allBins()));
  FLAME_TRY(grow(log.entries, program.context, size_t(sizes.allBins()) * sizes.binQuads * 4));
  args.log = sizes;
  args.log.entries = log.entries.data();
  args.log.ends = log.ends.data();
  if (split.pieces > 1) { // blocks are suspended between pieces
    FLAME_TRY(
        grow(buffers.savedBlocks, program.context, size_t(blocks.count) * abi::kSavedBlockBytes));
    args.savedBlocks = buffers.savedBlocks.data();
  }
  if (!sizes.hotBins)
    return {};
  FLAME_TRY(buffers.hotTags.upload(split.hotTags, stream));
  FLAME_TRY(buffers.hotBuckets.upload(split.hotBuckets, stream));
  args.log.hotTags = buffers.hotTags.data();
  args.log.hotBuckets = buffers.hotBuckets.data();
  return {};
}

Status FrameInFlight::accumulateLog(const abi::IterateArgs &args) {
  const auto multiprocessors = unsigned(program.context.device().multiprocessors);
  const uint32_t buckets = args.gridWidth * args.gridHeight;
  const bool isPaired = program.split.isPaired(args.log);
  const unsigned gridDim =
      isPaired ? multiprocessors / 2 * 2 : std::max(multiprocessors, args.log.tiles());
  const LaunchShape shape = {{gridDim},
                             {abi::kAccumulateThreads},
                             accumulateBytes(args.log.allBins(), args.log.tileCells, isPaired)};
  return (isPaired ? program.kernels.accumulatePairs : program.kernels.accumulateLog)
      .launch(shape, stream, abi::AccumulateLogArgs{args.log, args.cells, args.wide, buckets});
}

Status FrameInFlight::launchAll(const BlockPlan &blocks, const LaunchPlan &launches,
                                uint32_t perLaunch, uint32_t pieces, const BlockShape &shape,
                                abi::IterateArgs args, Launcher &launcher) {
  std::vector<Event> ends; // two launches in flight, so that the GPU never waits for the host
  const uint32_t end = blocks.range.end;
  const std::vector<Segment> counted = inPieces(launches.counted, pieces);
  const auto launch = [&](const Segment &segment, const abi::IterateArgs &args) -> Status {
    if (args.log.bins)
      FLAME_TRY(program.log.ends.fill(0, stream));
    FLAME_TRY(launchSegment(segment, shape, args));
    FLAME_TRY(launcher.counted.record(stream));
    FLAME_TRY(launcher.timeline.mark("iterate"));
    if (args.log.bins) {
      const ProfilerRange range("accumulate");
      FLAME_TRY(accumulateLog(args));
      FLAME_TRY(launcher.timeline.mark("accumulate"));
    }
    FLAME_TRY_ASSIGN(Event done, Event::create(program.context));
    FLAME_TRY(done.record(stream));
    ends.push_back(std::move(done));
    if (ends.size() > 1)
      FLAME_TRY(ends[ends.size() - 2].wait());
    if (launcher.stop.stop_requested()) {
      FLAME_TRY(stream.synchronize());
      return Error(ErrorKind::Environment, "interrupted");
    }
    return {};
  };
  for (args.firstLogicalBlock = blocks.range.first; args.firstLogicalBlock < end;
       args.firstLogicalBlock = args.endLogicalBlock) {
    args.endLogicalBlock =
        uint32_t(std::min<uint64_t>(end, uint64_t(args.firstLogicalBlock) + perLaunch));
    abi::IterateArgs withoutLog = args;
    withoutLog.log = {};
    for (const Segment &segment : launches.first)
      FLAME_TRY(launch(segment, withoutLog));
    for (const Segment &segment : counted)
      FLAME_TRY(launch(segment, args));
    launcher.advanceTo(args.endLogicalBlock, blocks);
  }
  return {};
}

Result<FrameInFlight::FrameCounts> FrameInFlight::readCounts(const FramePlan &plan, bool addsUp,
                                                             Event &counted) {
  abi::CountSamplesArgs args = {};
  args.cells = buffers.cells.data();
  args.wide = buffers.wide.data();
  args.count = &buffers.counters.data()->found;
  args.buckets = uint32_t(abi::bucketCount(plan.frame));
  if (addsUp) {
    FLAME_TRY(program.kernels.countSamples.launch({{gridOfScan()}, {256}}, stream, args));
    FLAME_TRY(counted.record(stream));
  }
  const std::span<FrameCounts> counts = buffers.hostCounters.span();
  FLAME_TRY(asking.waitFor(counted));
  FLAME_TRY(buffers.counters.download(counts, asking));
  FLAME_TRY(asking.synchronize());
  return counts.front();
}

Status FrameInFlight::launchSegment(const Segment &segment, const BlockShape &shape,
                                    abi::IterateArgs args) {
  segment.enter(args);
  const uint32_t logicalBlocks = args.endLogicalBlock - args.firstLogicalBlock;
  if (segment.hasWarmUp) {
    abi::IterateArgs few = args;
    few.firstRound = 0;
    few.endRound = segment.firstRound;
    FLAME_TRY(program.kernels.warmUp->launch(
        {{logicalBlocks * abi::kGroups}, {abi::kWarmUpThreads}, warmUpBytes(args.sharedFloats)},
        stream, few));
  }
  const uint32_t sharedBytes =
      program.sharedBytes + (shape.groups - 1) * program.groupBytes() +
      hotTableBytes(args.hotBits) +
      splitBytes(args.log.allBins(), args.log.hotBins, args.log.bufferBytes);
  const uint32_t gridDim = std::min(shape.grid, logicalBlocks * abi::kGroups / shape.groups);
  return program.kernels.iterate.launch({{gridDim}, {shape.threads()}, sharedBytes}, stream, args);
}

/// Grid size of kernels with 256 threads per block that visit all buckets.
unsigned FrameInFlight::gridOfScan() const {
  return unsigned(program.context.device().multiprocessors) * 8;
}

/// Samples of the first counted round of each block, and of the early counted ones.
static double countedPilotSamples(const BlockPlan &blocks, const abi::IterateArgs &args,
                                  uint32_t features) {
  uint64_t counted = 0;
  for (uint32_t block = 0; block < blocks.count; ++block)
    counted += 1 + (countsNoneEarly(features) ? 0 : earlyRoundsOf(args, block));
  return double(counted) * abi::kPointsPerBlock;
}

/// In a frame of one wave of blocks, the pilot run is the beginning of the frame, so points need no
/// second fuse. In other frames the first blocks would cover only part of the exposure. There the
/// pilot run has its own blocks, spread over all of the exposure, and its samples are discarded,
/// because they are too few to be part of the image. A shard makes the pilot run of the whole frame
/// and then starts again, so that all shards get the same plan.
Result<FrameInFlight::PilotResult>
FrameInFlight::runPilot(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                        const abi::IterateArgs &args, LaunchPlan &launches) {
  if (!blocks.range.size())
    return PilotResult();
  if (launches.countsPilot())
    return runCountedPilot(plan, blocks, args, launches);
  FLAME_TRY_ASSIGN(Event made, Event::create(program.context));
  uint32_t some = program.residentBlocks(), rounds = kPilotRounds;
  abi::IterateArgs few = args;
  if (launches.pilot) {
    const bool begins = blocks.range.size() == blocks.count;
    some = launches.pilotBlocks;
    rounds = launches.pilot->iterations;
    few.firstLogicalBlock = 0;
    few.endLogicalBlock = begins ? blocks.count : some;
    FLAME_TRY(launchSegment(launches.first.front(), program.shape, few));
    FLAME_TRY(launchPilot(plan, *launches.pilot, some, args, made));
    for (size_t i = 1; begins && i < launches.first.size(); ++i)
      FLAME_TRY(launchSegment(launches.first[i], program.shape, few));
    if (begins)
      launches.first.clear();
  } else {
    const LaunchPlan pilotLaunches =
        planLaunches(program.data().manifest.features, plan.fuse, rounds, some,
                     /*beginsWithPilot=*/false);
    FLAME_TRY(launchPilot(plan, pilotLaunches.counted, some, args, made));
  }
  return readPilot(plan, double(some) * rounds * abi::kPointsPerBlock, &FrameCounts::pilotPlotted,
                   made);
}

Result<FrameInFlight::PilotResult> FrameInFlight::runCountedPilot(const FramePlan &plan,
                                                                  const BlockPlan &blocks,
                                                                  const abi::IterateArgs &args,
                                                                  LaunchPlan &launches) {
  FLAME_TRY_ASSIGN(Event made, Event::create(program.context));
  abi::IterateArgs few = args;
  few.unreturned = 0;
  few.firstLogicalBlock = 0;
  few.endLogicalBlock = blocks.count;
  FLAME_TRY(launchSegment(*launches.pilot, program.shape, few));
  FLAME_TRY(findHot(plan, few, made));
  FLAME_TRY_ASSIGN(PilotResult result,
                   readPilot(plan,
                             countedPilotSamples(blocks, args, program.data().manifest.features),
                             &FrameCounts::plotted, made));
  if (blocks.range.size() == blocks.count)
    launches.first.clear();
  else
    FLAME_TRY(clearHistogram());
  return result;
}

Status FrameInFlight::launchPilot(const FramePlan &plan, const Segment &segment, uint32_t blocks,
                                  abi::IterateArgs args, Event &made) {
  args.firstLogicalBlock = 0;
  args.logicalBlocks = args.endLogicalBlock = blocks; // together they cover the whole exposure
  args.badValues = &buffers.counters.data()->pilotBad;
  args.plotted = &buffers.counters.data()->pilotPlotted;
  const bool countsOnly = plan.unit == abi::kWholeUnit;
  if (countsOnly)
    args.paletteRowCount = 0;
  args.unreturned = countsOnly ? UINT32_MAX : 0;
  FLAME_TRY(launchSegment(segment, program.shape, args));
  if (countsOnly)
    args.wide = nullptr;
  FLAME_TRY(findHot(plan, args, made));
  if (!countsOnly)
    FLAME_TRY(buffers.wide.fill(0, stream));
  return buffers.cells.fill(0, stream);
}

unsigned FrameInFlight::hotTableBits() const {
  return program.hotBits ? program.hotBits : kMaxHotBits;
}

Status FrameInFlight::findHot(const FramePlan &plan, const abi::IterateArgs &args, Event &made) {
  abi::FindHotArgs find = {};
  find.cells = args.cells;
  find.wide = args.wide;
  find.table = buffers.hotTable.data();
  find.buckets = uint32_t(abi::bucketCount(plan.frame));
  find.tableBits = hotTableBits();
  FLAME_TRY(buffers.hotTable.fill(0, stream));
  FLAME_TRY(program.kernels.findHot.launch({{gridOfScan()}, {256}}, stream, find));
  return made.record(stream);
}

Result<FrameInFlight::PilotResult> FrameInFlight::readPilot(const FramePlan &plan, double samples,
                                                            uint64_t FrameCounts::*plotted,
                                                            const Event &made) {
  const std::span<uint64_t> keys = buffers.hostHotTable.span().first(hotSlots(hotTableBits()));
  FLAME_TRY(asking.waitFor(made));
  FLAME_TRY(buffers.counters.download(buffers.hostCounters.span(), asking));
  FLAME_TRY(buffers.hotTable.download(keys, asking));
  FLAME_TRY(asking.synchronize());
  PilotResult result;
  result.inFrame = double(buffers.hostCounters.span().front().*plotted) / samples;
  const double weight = samples * plan.unit;
  const uint64_t hottest = *std::ranges::max_element(keys);
  result.hottestBuckets.reserve(keys.size());
  for (uint64_t key : keys) {
    const double share = double(key >> 32) / weight;
    result.inTable += share;
    if (key)
      result.hottestBuckets.push_back({uint32_t(key), share});
  }
  // The GPU waits for this result, so only the needed buckets are sorted.
  std::vector<HotBucket> &hot = result.hottestBuckets;
  const size_t wanted = std::min(hot.size(), kMaxHotBuckets);
  std::ranges::partial_sort(hot, hot.begin() + wanted, std::greater(), &HotBucket::share);
  hot.resize(wanted);
  result.inHottest = double(hottest >> 32) / weight;
  result.hottest = uint32_t(hottest);
  return result;
}

void FrameInFlight::useHotTable(const FramePlan &plan, const PilotResult &pilot,
                                abi::IterateArgs &args) const {
  if (!program.hotBits || abi::bucketCount(plan.frame) > mostHotBuckets(program.hotBits) ||
      (pilot.inTable < kMinTableShare && pilot.inHottest < kFastFillingBucketShare))
    return;
  args.hotTable = buffers.hotTable.data();
  args.hotBits = program.hotBits;
  if (plan.unit == abi::kWholeUnit) // a thread's sum has no room for many fractional deposits
    args.threadBucket = pilot.hottest;
}

Result<PassHistogram> FrameInFlight::iteratePass(const FramePlan &plan, uint32_t number,
                                                 const std::optional<Shard> &shard,
                                                 Timeline &timeline, Progress &progress,
                                                 const std::stop_token &stop) {
  const PassPlan pass = plan.pass(number);
  progress.stage("iterate");
  FLAME_TRY_ASSIGN(Event counted, Event::create(program.context));
  Launcher launcher = {timeline, progress, stop, pass.samples, std::move(counted)};
  {
    const ProfilerRange range("interpolate");
    FLAME_TRY(clearHistogram());
    FLAME_TRY(interpolate(plan, pass));
    FLAME_TRY(timeline.mark("interpolate"));
    // parameters and palettes are made while the previous frame runs
    FLAME_TRY(stream.synchronize());
  }
  FLAME_TRY_ASSIGN(uint64_t samples, iterate(plan, pass, shard, launcher));
  progress.stage("filter");
  return PassHistogram{samples, launcher.schedule, {}};
}

} // namespace flame::rt
