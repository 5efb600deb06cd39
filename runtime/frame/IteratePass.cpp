// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The samples of a pass on the GPU: what its launches are given, how they are added up, and the survey that this is planned from.

#include "runtime/frame/FrameInFlight.h"

#include "runtime/cuda/ProfilerRange.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/Nursery.h"
#include "runtime/shared/Palettes.h"
#include "runtime/shared/TemporalSample.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace flame::rt {

/// Samples of one launch: so many that its end, where multiprocessors wait for the last block, does not matter, and few
/// enough to follow and to interrupt.
static constexpr uint64_t kSamplesPerLaunch = uint64_t(1) << 33;

/// With fewer samples than this in a frame, hot buckets are looked for only when a cell overflows: that costs more than it saves
/// most flames.
static constexpr uint64_t kSamplesWorthSurvey = uint64_t(1) << 28;
/// The same for flames of so long a fuse: where points linger, buckets are hot.
static constexpr uint64_t kSamplesWorthSurveyOfSlow = uint64_t(1) << 22;
static constexpr uint32_t kFuseOfSlow = 256;
/// With fewer samples than this, there is no log: there are few blocks, and each rounds the colours of a log for all of its samples.
static constexpr uint64_t kSamplesWorthLog = 1'000'000;
/// With fewer samples than this, and no survey, additions return what cells held: to count what has arrived takes as long, and a frame
/// whose cells overflowed would be made again.
static constexpr uint64_t kSamplesWorthProof = uint64_t(1) << 25;

/// Counted rounds of a block, at most, for which a frame of one turn begins with its own survey. With the samples that count before
/// the end of a long fuse more of them would be added to cells than one more fuse costs.
static constexpr uint32_t kRoundsWorthOwnSurvey = 4096;

/// Counted rounds of each block of its own that looks for hot buckets: 9 million samples on a large GPU. They queue up where
/// buckets are hot, so that twice as many took 2 % of a frame of 80725.
static constexpr uint32_t kPilotRounds = abi::kMostRoundsPerSample;

/// The share of samples in hot buckets from which looking each sample up is worth it.
static constexpr double kShareWorthTable = 0.09;
/// The share of samples in one bucket from which its cell fills too quickly for additions that return nothing.
static constexpr double kShareOfFullBucket = 5e-4;
/// So many of the hottest buckets are looked at when there is a log.
static constexpr size_t kMostHotBuckets = 65;

/// Who is told of launches, and who may end them.
struct FrameInFlight::Launcher {
  Timeline &timeline;
  Progress &progress;
  const std::stop_token &stop;
  uint64_t samples;  ///< of the pass
  Event counted;     ///< the last leg: counters are final but for what the log gives
  uint64_t told = 0; ///< of these; a frame that is made again is not told of twice
  Schedule schedule = Schedule::Direct; ///< that was taken

  /// All before `end` are done.
  void advanceTo(uint32_t end, const BlockPlan &blocks) {
    const uint64_t now = uint64_t(double(samples) * (end - blocks.range.first) / blocks.blocks);
    if (now > told)
      progress.advance(now - std::exchange(told, now));
  }
};

static bool isWorthSurvey(const FramePlan &plan, const PassPlan &pass) {
  return pass.samples >=
         (plan.fuse >= kFuseOfSlow ? kSamplesWorthSurveyOfSlow : kSamplesWorthSurvey);
}

bool FrameInFlight::beginsWithSurvey(const GpuProgram &program, const FramePlan &plan,
                                     const PassPlan &pass) {
  const Manifest &manifest = program.data().manifest;
  const BlockPlan blocks = planLogicalBlocks(pass.samples, manifest.pointsPerBlock, plan.fuse);
  return abi::canRest(manifest.features) && isWorthSurvey(plan, pass) &&
         blocks.blocks <= kBlocksOfTurn && blocks.iterations <= kRoundsWorthOwnSurvey;
}

Legs FrameInFlight::legsOf(const GpuProgram &program, const FramePlan &plan, const PassPlan &pass,
                           const BlockPlan &blocks) {
  return planLegs(program.data().manifest.features, plan.fuse, blocks.iterations, blocks.blocks,
                  beginsWithSurvey(program, plan, pass));
}

size_t FrameInFlight::restingBlocks(const GpuProgram &program, const FramePlan &plan,
                                    const PassPlan &pass) {
  const Manifest &manifest = program.data().manifest;
  const BlockPlan blocks = planLogicalBlocks(pass.samples, manifest.pointsPerBlock, plan.fuse);
  size_t resting = beginsWithSurvey(program, plan, pass) ? kBlocksOfTurn : 0;
  // A survey with blocks of its own has a nursery even where the frame has too many blocks for one.
  for (uint32_t nursed : {blocks.blocks, program.residentBlocks()})
    if (nurseryRounds(manifest.features, plan.fuse, blocks.iterations, nursed))
      resting = std::max<size_t>(resting, nursed);
  return resting;
}

//===-- what is iterated -----------------------------------------------------------------------===//

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
  args.blocks = buffers.blocks.data();
  args.trackCount = uint32_t(program.data().tracks.size());
  args.temporalSamples = samples;
  args.jitter = plan.jitter;
  args.seed = pass.seed;
  args.layout = program.data().manifest.layout;
  args.frame = plan.frame;
  args.pixelAspect = float(plan.pixelAspect);
  args.viewScale = float(plan.viewScale);
  FLAME_TRY(buffers.blocks.fill(0, stream)); // sections end with floats that nobody writes
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
  args.blocks = buffers.blocks.data();
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
  args.logicalBlocks = blocks.blocks;
  args.xaosOffset = layout.xaosOffset;
  args.iterations = blocks.iterations;
  args.chunkShift = chunkShift(uint64_t(blocks.blocks) * blocks.iterations);
  args.fuse = plan.fuse;
  args.seed = pass.seed;
  args.threadBucket = kNoBucket;
  args.firstLogicalBlock = blocks.range.first;
  args.endLogicalBlock = blocks.range.end;
  args.resting = buffers.resting.data();
  return args;
}

/// Whether a frame is to be split if it can be. Where points linger, a log whose plan knows nothing of hot buckets is slow.
static bool wantsSplit(const GpuProgram &program, const FramePlan &plan, const PassPlan &pass) {
  if (program.schedule != Schedule::Auto)
    return program.schedule == Schedule::Split;
  return pass.samples >= kSamplesWorthLog && (plan.fuse < kFuseOfSlow || isWorthSurvey(plan, pass));
}

/// What another frame leaves idle, while its last blocks end and its log is added up, is enough for a survey. Its planning, too, is
/// done then.
Status FrameInFlight::takeTurn(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                               const abi::IterateArgs &args, Legs &legs,
                               std::optional<Survey> &found, Launcher &launcher,
                               std::unique_lock<std::mutex> &turn) {
  const auto look = [&]() -> Status {
    if (isWorthSurvey(plan, pass)) {
      FLAME_TRY_ASSIGN(found, survey(plan, pass, blocks, args, legs));
    }
    return {};
  };
  bool isAlone = turn.try_lock();
  if (isAlone && program.log.isRead) {
    FLAME_TRY_ASSIGN(isAlone, program.log.isRead->reached());
  }
  if (!isAlone)
    FLAME_TRY(look());
  if (!turn)
    turn.lock();
  if (program.log.isRead)
    FLAME_TRY(stream.waitFor(*program.log.isRead));
  FLAME_TRY(launcher.timeline.mark("wait"));
  return isAlone ? look() : Status();
}

Result<uint64_t> FrameInFlight::iterate(const FramePlan &plan, const PassPlan &pass,
                                        const std::optional<Shard> &part, Launcher &launcher) {
  const uint32_t pointsPerBlock = program.data().manifest.pointsPerBlock;
  BlockPlan blocks = planLogicalBlocks(pass.samples, pointsPerBlock, plan.fuse);
  if (part)
    blocks.range = rangeOf(*part, blocks.blocks);
  const abi::IterateArgs args = iterateArgs(plan, pass, blocks);
  Legs legs = legsOf(program, plan, pass, blocks);
  const bool beginsWithCopies = !legs.first.empty() && !legs.countsSurvey();
  std::optional<Survey> found;
  std::unique_lock<std::mutex> turn(program.iterating, std::defer_lock);
  FLAME_TRY(takeTurn(plan, pass, blocks, args, legs, found, launcher, turn));
  const ProfilerRange range("iterate");
  std::optional<SplitPlan> split;
  if (wantsSplit(program, plan, pass)) {
    const SplitWork work = splitWork(plan, blocks, beginsWithCopies, found);
    split = planSplit(work, program.split);
    if (split && program.schedule == Schedule::Auto && !isLogQuicker(work, *split))
      split.reset();
    if (split && split->pieces > 1 && !abi::canRest(program.data().manifest.features))
      split.reset(); // chains do not rest
  }
  abi::IterateArgs withLog = args;
  if (split && !enterLog(blocks, *split, withLog)) {
    FLAME_TRY(program.log.release());
    split.reset();
  }
  FLAME_TRY_ASSIGN(uint64_t bad,
                   split ? iterateSplit(plan, blocks, legs, *split, withLog, launcher, turn)
                         : iterateDirect(plan, pass, blocks, legs, found, args, launcher));
  FLAME_TRY(launcher.timeline.mark("iterate"));
  return uint64_t(blocks.range.size()) * blocks.iterations * pointsPerBlock - bad;
}

Result<uint64_t> FrameInFlight::iterateDirect(const FramePlan &plan, const PassPlan &pass,
                                              const BlockPlan &blocks, Legs legs,
                                              const std::optional<Survey> &found,
                                              abi::IterateArgs args, Launcher &launcher) {
  const uint32_t perLaunch = blocksPerLaunch(blocks);
  if (found)
    useHotTable(plan, *found, args);
  const bool isWhole = plan.unit == abi::kWholeUnit;
  // Fractional deposits fill cells too quickly.
  const bool isProven = isWhole && (found || pass.samples >= kSamplesWorthProof);
  const SplitWork work = splitWork(plan, blocks, /*beginsWithCopies=*/false, found);
  args.unreturned = isProven ? roundsPerReturn(work) - 1 : 0;
  FLAME_TRY(launchAll(blocks, legs, perLaunch, /*pieces=*/1, program.shape, args, launcher));
  FLAME_TRY_ASSIGN(FrameCounts counts, readCounts(plan, isProven, launcher.counted));
  // A cell that overflowed loses samples: the frame is made again, once with a table if it had none, then exactly.
  for (bool surveysNow = !found && program.hotBits;
       args.unreturned && counts.found != counts.plotted; surveysNow = false) {
    FLAME_TRY(clearHistogram());
    legs = legsOf(program, plan, pass, blocks);
    if (surveysNow) {
      FLAME_TRY_ASSIGN(const Survey late, survey(plan, pass, blocks, args, legs));
      useHotTable(plan, late, args);
    } else {
      args.unreturned = 0;
    }
    FLAME_TRY(launchAll(blocks, legs, perLaunch, /*pieces=*/1, program.shape, args, launcher));
    FLAME_TRY_ASSIGN(counts, readCounts(plan, isWhole, launcher.counted));
  }
  return counts.bad;
}

Result<uint64_t> FrameInFlight::iterateSplit(const FramePlan &plan, const BlockPlan &blocks,
                                             const Legs &legs, const SplitPlan &split,
                                             const abi::IterateArgs &args, Launcher &launcher,
                                             std::unique_lock<std::mutex> &turn) {
  launcher.schedule = Schedule::Split;
  FLAME_TRY(
      launchAll(blocks, legs, split.blocksPerLaunch, split.pieces, split.shape, args, launcher));
  FLAME_TRY(program.log.markRead(program.context, stream));
  turn.unlock(); // the next frame is enqueued behind this one: the GPU does not wait for the host
  FLAME_TRY_ASSIGN(const FrameCounts counts, readCounts(plan, /*addsUp=*/false, launcher.counted));
  return counts.bad;
}

uint32_t FrameInFlight::blocksPerLaunch(const BlockPlan &blocks) const {
  const uint64_t perTurn = uint64_t(blocks.iterations) * program.data().manifest.pointsPerBlock *
                           program.residentBlocks();
  return uint32_t(std::max<uint64_t>(1, kSamplesPerLaunch / perTurn) * program.residentBlocks());
}

SplitWork FrameInFlight::splitWork(const FramePlan &plan, const BlockPlan &blocks,
                                   bool beginsWithCopies,
                                   const std::optional<Survey> &found) const {
  const Survey known = found.value_or(Survey());
  return {plan.frame,          blocks.blocks,
          blocks.range.size(), uint64_t(blocks.iterations) * program.data().manifest.pointsPerBlock,
          found.has_value(),   known.inFrame,
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
  if (split.pieces > 1) { // where blocks are resting there is room for them
    FLAME_TRY(grow(buffers.resting, program.context, size_t(blocks.blocks) * abi::kRestingBytes));
    args.resting = buffers.resting.data();
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
  const unsigned blocks =
      isPaired ? multiprocessors / 2 * 2 : std::max(multiprocessors, args.log.tiles());
  const LaunchShape shape = {{blocks},
                             {abi::kAccumulateThreads},
                             accumulateBytes(args.log.allBins(), args.log.tileCells, isPaired)};
  return (isPaired ? program.kernels.accumulatePairs : program.kernels.accumulateLog)
      .launch(shape, stream, abi::AccumulateLogArgs{args.log, args.cells, args.wide, buckets});
}

Status FrameInFlight::launchAll(const BlockPlan &blocks, const Legs &legs, uint32_t perLaunch,
                                uint32_t pieces, const BlockShape &shape, abi::IterateArgs args,
                                Launcher &launcher) {
  std::vector<Event> ends; // two launches are in flight: the GPU never waits for the host
  const uint32_t end = blocks.range.end;
  const std::vector<Leg> counted = inPieces(legs.counted, pieces);
  const auto launch = [&](const Leg &leg, const abi::IterateArgs &args) -> Status {
    if (args.log.bins)
      FLAME_TRY(program.log.ends.fill(0, stream));
    FLAME_TRY(launchLeg(leg, shape, args));
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
    for (const Leg &leg : legs.first)
      FLAME_TRY(launch(leg, withoutLog));
    for (const Leg &leg : counted)
      FLAME_TRY(launch(leg, args));
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

Status FrameInFlight::launchLeg(const Leg &leg, const BlockShape &shape, abi::IterateArgs args) {
  leg.enter(args);
  const uint32_t blocks = args.endLogicalBlock - args.firstLogicalBlock;
  if (leg.isNursed) {
    abi::IterateArgs few = args;
    few.firstRound = 0;
    few.restRound = leg.firstRound;
    FLAME_TRY(program.kernels.nursery->launch(
        {{blocks * abi::kGroups}, {abi::kNurseryThreads}, nurseryBytes(args.sharedFloats)}, stream,
        few));
  }
  const uint32_t sharedBytes =
      program.sharedBytes + (shape.groups - 1) * program.groupBytes() +
      hotTableBytes(args.hotBits) +
      splitBytes(args.log.allBins(), args.log.hotBins, args.log.bufferBytes);
  const uint32_t grid = std::min(shape.grid, blocks * abi::kGroups / shape.groups);
  return program.kernels.iterate.launch({{grid}, {shape.threads()}, sharedBytes}, stream, args);
}

/// Blocks of 256 threads that go over all buckets.
unsigned FrameInFlight::gridOfScan() const {
  return unsigned(program.context.device().multiprocessors) * 8;
}

/// The samples of the first counted round of each block, and of what counts before.
static double samplesOfSurvey(const BlockPlan &blocks, const abi::IterateArgs &args,
                              uint32_t features) {
  uint64_t counted = 0;
  for (uint32_t block = 0; block < blocks.blocks; ++block)
    counted += 1 + (countsNoneEarly(features) ? 0 : earlyRoundsOf(args, block));
  return double(counted) * abi::kPointsPerBlock;
}

/// A frame of one turn begins with it: points need no second fuse. Of others it would be a part of the exposure only; blocks of
/// its own are spread over all of it, and their samples are thrown away, since among the others they would have to be many. A part
/// of a frame makes the survey of all of it, and begins anew, so that all parts are planned alike.
Result<FrameInFlight::Survey> FrameInFlight::survey(const FramePlan &plan, const PassPlan &pass,
                                                    const BlockPlan &blocks,
                                                    const abi::IterateArgs &args, Legs &legs) {
  if (!blocks.range.size())
    return Survey();
  if (legs.countsSurvey())
    return surveyCounted(plan, blocks, args, legs);
  FLAME_TRY_ASSIGN(Event made, Event::create(program.context));
  uint32_t some = program.residentBlocks(), rounds = kPilotRounds;
  abi::IterateArgs few = args;
  if (legs.survey) {
    const bool begins = blocks.range.size() == blocks.blocks;
    some = legs.surveyBlocks;
    rounds = legs.survey->iterations;
    few.firstLogicalBlock = 0;
    few.endLogicalBlock = begins ? blocks.blocks : some;
    FLAME_TRY(launchLeg(legs.first.front(), program.shape, few));
    FLAME_TRY(lookAt(plan, *legs.survey, some, args, made));
    for (size_t i = 1; begins && i < legs.first.size(); ++i)
      FLAME_TRY(launchLeg(legs.first[i], program.shape, few));
    if (begins)
      legs.first.clear();
  } else {
    const Legs pilot = planLegs(program.data().manifest.features, plan.fuse, rounds, some,
                                /*beginsWithSurvey=*/false);
    FLAME_TRY(lookAt(plan, pilot.counted, some, args, made));
  }
  return readSurvey(plan, double(some) * rounds * abi::kPointsPerBlock,
                    &FrameCounts::plottedOfSurvey, made);
}

Result<FrameInFlight::Survey> FrameInFlight::surveyCounted(const FramePlan &plan,
                                                           const BlockPlan &blocks,
                                                           const abi::IterateArgs &args,
                                                           Legs &legs) {
  FLAME_TRY_ASSIGN(Event made, Event::create(program.context));
  abi::IterateArgs few = args;
  few.unreturned = 0;
  few.firstLogicalBlock = 0;
  few.endLogicalBlock = blocks.blocks;
  FLAME_TRY(launchLeg(*legs.survey, program.shape, few));
  FLAME_TRY(findHot(plan, few, made));
  FLAME_TRY_ASSIGN(Survey found,
                   readSurvey(plan, samplesOfSurvey(blocks, args, program.data().manifest.features),
                              &FrameCounts::plotted, made));
  if (blocks.range.size() == blocks.blocks)
    legs.first.clear();
  else
    FLAME_TRY(clearHistogram());
  return found;
}

Status FrameInFlight::lookAt(const FramePlan &plan, const Leg &leg, uint32_t blocks,
                             abi::IterateArgs args, Event &made) {
  args.firstLogicalBlock = 0;
  args.logicalBlocks = args.endLogicalBlock = blocks; // together they show all of the exposure
  args.badValues = &buffers.counters.data()->badOfSurvey;
  args.plotted = &buffers.counters.data()->plottedOfSurvey;
  const bool countsAlone = plan.unit == abi::kWholeUnit;
  if (countsAlone)
    args.paletteRowCount = 0;
  args.unreturned = countsAlone ? UINT32_MAX : 0;
  FLAME_TRY(launchLeg(leg, program.shape, args));
  if (countsAlone)
    args.wide = nullptr;
  FLAME_TRY(findHot(plan, args, made));
  if (!countsAlone)
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

Result<FrameInFlight::Survey> FrameInFlight::readSurvey(const FramePlan &plan, double samples,
                                                        uint64_t FrameCounts::*plotted,
                                                        const Event &made) {
  const std::span<uint64_t> keys = buffers.hostHotTable.span().first(hotSlots(hotTableBits()));
  FLAME_TRY(asking.waitFor(made));
  FLAME_TRY(buffers.counters.download(buffers.hostCounters.span(), asking));
  FLAME_TRY(buffers.hotTable.download(keys, asking));
  FLAME_TRY(asking.synchronize());
  Survey found;
  found.inFrame = double(buffers.hostCounters.span().front().*plotted) / samples;
  const double weight = samples * plan.unit;
  const uint64_t hottest = *std::ranges::max_element(keys);
  found.hottestBuckets.reserve(keys.size());
  for (uint64_t key : keys) {
    const double share = double(key >> 32) / weight;
    found.inTable += share;
    if (key)
      found.hottestBuckets.push_back({uint32_t(key), share});
  }
  // The GPU waits for this: no more is sorted than needed.
  std::vector<HotBucket> &hot = found.hottestBuckets;
  const size_t wanted = std::min(hot.size(), kMostHotBuckets);
  std::ranges::partial_sort(hot, hot.begin() + wanted, std::greater(), &HotBucket::share);
  hot.resize(wanted);
  found.inHottest = double(hottest >> 32) / weight;
  found.hottest = uint32_t(hottest);
  return found;
}

void FrameInFlight::useHotTable(const FramePlan &plan, const Survey &found,
                                abi::IterateArgs &args) const {
  if (!program.hotBits || abi::bucketCount(plan.frame) > mostHotBuckets(program.hotBits) ||
      (found.inTable < kShareWorthTable && found.inHottest < kShareOfFullBucket))
    return;
  args.hotTable = buffers.hotTable.data();
  args.hotBits = program.hotBits;
  if (plan.unit == abi::kWholeUnit) // a thread's sums have no room for many fractional deposits
    args.threadBucket = found.hottest;
}

Result<PassHistogram> FrameInFlight::iteratePass(const FramePlan &plan, uint32_t number,
                                                 const std::optional<Shard> &part,
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
    FLAME_TRY(stream.synchronize()); // parameters and palettes are made beside the frame before
  }
  FLAME_TRY_ASSIGN(uint64_t samples, iterate(plan, pass, part, launcher));
  progress.stage("filter");
  return PassHistogram{samples, launcher.schedule, {}};
}

} // namespace flame::rt
