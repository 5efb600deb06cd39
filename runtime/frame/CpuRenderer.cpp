// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders on the CPU.

#include "runtime/frame/CpuRenderer.h"

#include "runtime/cuda/ProfilerRange.h"
#include "runtime/denoise/OpenImageDenoise.h"
#include "runtime/plan/HostMemory.h"
#include "runtime/shared/HistogramCell.h"

#include <cassert>
#include <chrono>
#include <new>
#include <utility>

namespace flame::rt {

Result<std::unique_ptr<CpuRenderer>> CpuRenderer::create(const Artefact &artefact) {
  FLAME_TRY_ASSIGN(const CpuLibrary library, CpuLibrary::load());
  std::unique_ptr<CpuRenderer> renderer(new CpuRenderer(artefact.manifest(), library));
  const std::string_view text = artefact.animation();
  char *message = nullptr;
  if (const int32_t kind = library.open(text.data(), text.size(), &renderer->flame, &message))
    return std::move(
        library.takeError(ErrorKind(kind), message).addContext("cannot compile for the CPU"));
  return renderer;
}

std::unique_ptr<CpuRenderer> CpuRenderer::over(const Manifest &manifest, const CpuLibrary &library,
                                               FlameCpuFlame *flame) {
  std::unique_ptr<CpuRenderer> renderer(new CpuRenderer(manifest, library));
  renderer->flame = flame;
  return renderer;
}

CpuRenderer::~CpuRenderer() {
  if (flame)
    library.close(flame);
}

std::string CpuRenderer::describe() const { return "the CPU"; }

namespace {

/// Converts the library's absolute progress to increments.
struct ProgressForwarder {
  Progress &progress;
  uint64_t reported = 0, wanted;
  double factor = 1;

  static void report(void *context, uint64_t done, uint64_t total) {
    auto &self = *static_cast<ProgressForwarder *>(context);
    // The library rounds the number of samples up; the progress shows the requested number.
    const uint64_t now = total ? uint64_t(double(done) / double(total) * double(self.wanted)) : 0;
    if (now > self.reported)
      self.progress.advance(now - std::exchange(self.reported, now));
    else
      self.progress.tick();
  }
};

} // namespace

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static FlameCpuJob makeJob(const FramePlan &plan, const PassPlan &pass, unsigned threads) {
  FlameCpuJob job = {};
  job.frame = plan.frame;
  job.pixelAspect = float(plan.pixelAspect);
  job.viewScale = float(plan.viewScale);
  job.times = pass.times.data();
  job.temporalSamples = uint32_t(pass.times.size());
  job.jitter = plan.jitter;
  job.seed = pass.seed;
  job.samples = pass.samples;
  job.fuse = plan.fuse;
  job.threads = threads;
  const Shard shard = plan.shard.value_or(Shard());
  job.shard = shard.index;
  job.shards = shard.count;
  return job;
}

/// The inputs that all passes of a frame have in common.
static FinishInputs makeFinishInputs(const FramePlan &plan) {
  FinishInputs inputs;
  inputs.frame = plan.frame;
  inputs.unit = plan.unit;
  inputs.filters = &plan.filters;
  inputs.format = plan.format;
  inputs.seed = plan.seed;
  return inputs;
}

static void addHistogram(RenderedFrame &frame, std::span<const abi::WideCell> cells) {
  frame.histogram.resize(cells.size());
  for (size_t i = 0; i < cells.size(); ++i)
    addTotals(frame.histogram[i], cells[i]);
}

Result<CpuRenderer::OwnedHistogram>
CpuRenderer::iteratePass(const FramePlan &plan, const PassPlan &pass, const FrameRequest &request,
                         Progress &progress, const std::stop_token &stop, RenderedFrame &frame) {
  progress.stage("iterate");
  const ProfilerRange range("iterate");
  ProgressForwarder forwarder{progress, 0, pass.samples / plan.shard.value_or(Shard()).count};
  FlameCpuJob job = makeJob(plan, pass, request.threads);
  job.progress = ProgressForwarder::report;
  job.progressContext = &forwarder;
  job.shouldStop = [](void *context) {
    return static_cast<const std::stop_token *>(context)->stop_requested();
  };
  job.stopContext = const_cast<std::stop_token *>(&stop);
  FlameCpuHistogram histogram = {};
  char *message = nullptr;
  if (!library.render(flame, &job, &histogram, &message))
    return library.takeError(ErrorKind::Environment, message);
  Cells cells(histogram.cells, library.freeCells);
  if (stop.stop_requested())
    return Error(ErrorKind::Environment, "interrupted");
  frame.samples += histogram.samples;
  if (!std::exchange(toldCompileTime, true)) // only the first frame includes it
    addTime(frame.times, "compile", histogram.compileSeconds);
  addTime(frame.times, "iterate", histogram.iterateSeconds);
  return OwnedHistogram{histogram, std::move(cells)};
}

Status CpuRenderer::renderPass(const FramePlan &plan, const PassPlan &pass,
                               const FrameRequest &request, Progress &progress,
                               const std::stop_token &stop, FinishInputs &inputs,
                               Accumulation &accumulators, RenderedFrame &frame) {
  FLAME_TRY_ASSIGN(const OwnedHistogram histogram,
                   iteratePass(plan, pass, request, progress, stop, frame));
  progress.stage("filter");
  const ProfilerRange range("finish");
  const auto start = std::chrono::steady_clock::now();
  inputs.wide = {histogram.cells.get(), abi::bucketCount(plan.frame)};
  inputs.logScale = plan.logScale(pass, histogram.made.samples);
  FLAME_TRY(addPass(inputs, accumulators, request.threads));
  addTime(frame.times, "finish", secondsSince(start));
  if (request.wantsHistogram)
    addHistogram(frame, inputs.wide);
  inputs.wide = {};
  return {};
}

Result<RenderedFrame> CpuRenderer::renderPlan(const FramePlan &plan, const FrameRequest &request,
                                              Progress &progress, const std::stop_token &stop) {
  RenderedFrame result = frameWithoutPixels(plan);
  FinishInputs inputs = makeFinishInputs(plan);
  Accumulation accumulators;
  for (uint32_t number = 0; number < plan.passes(); ++number)
    FLAME_TRY(
        renderPass(plan, plan.pass(number), request, progress, stop, inputs, accumulators, result));
  const ProfilerRange range("finish");
  const auto start = std::chrono::steady_clock::now();
  result.pixels = developFrame(inputs, std::move(accumulators), request.threads);
  addTime(result.times, "finish", secondsSince(start));
  return result;
}

Result<RenderedFrame> CpuRenderer::renderShard(const FramePlan &plan, const FrameRequest &request,
                                               Progress &progress, const std::stop_token &stop) {
  RenderedFrame result = frameWithoutPixels(plan);
  HistogramPart &part = result.part.emplace();
  part.gridWidth = plan.frame.gridWidth;
  part.gridHeight = plan.frame.gridHeight;
  for (uint32_t number = 0; number < plan.passes(); ++number) {
    FLAME_TRY_ASSIGN(const OwnedHistogram histogram,
                     iteratePass(plan, plan.pass(number), request, progress, stop, result));
    const FlameCpuHistogram &made = histogram.made;
    const abi::WideCell *cells = histogram.cells.get();
    part.code = std::to_string(made.lanes) + " lanes";
    part.blocks = made.blocks;
    part.ranges.clear();
    // all passes are divided in the same way
    if (made.firstBlock < made.endBlock)
      part.ranges.push_back({made.firstBlock, made.endBlock});
    part.passes.push_back(
        {made.samples, Schedule::Direct, {cells, cells + abi::bucketCount(plan.frame)}});
  }
  return result;
}

static Error noMemory(const FramePlan &plan) {
  return Error(ErrorKind::Environment,
               "not enough memory to finish " + std::to_string(plan.frame.gridWidth) + "x" +
                   std::to_string(plan.frame.gridHeight) + " buckets",
               "choose a smaller --size or --supersample");
}

Result<RenderedFrame> CpuRenderer::render(const FrameRequest &request, Progress &progress,
                                          std::stop_token stop, unsigned inFlight) {
  assert(inFlight == 0);
  (void)inFlight;
  if (request.gpuTarget)
    return Error(ErrorKind::Usage, "the CPU does not render into the memory of a GPU",
                 "render on that GPU, or into memory of the host");
  FLAME_TRY_ASSIGN(FramePlan plan, planFrame(manifest, request, &planCache));
  if (!plan.shard)
    FLAME_TRY(checkOpenImageDenoise(plan.filters.plan));
  FLAME_TRY(checkHostMemory(plan, renderBytes(plan), request.memory));
  try {
    return plan.shard ? renderShard(plan, request, progress, stop)
                      : renderPlan(plan, request, progress, stop);
  } catch (const std::bad_alloc &) {
    return noMemory(plan);
  }
}

Result<RenderedFrame> CpuRenderer::finish(const FrameRequest &request,
                                          const std::vector<PassHistogram> &passes) {
  return finishOnCpu(manifest, request, passes);
}

Result<RenderedFrame> finishOnCpu(const Manifest &manifest, const FrameRequest &request,
                                  const std::vector<PassHistogram> &passes) {
  FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(manifest, request));
  FLAME_TRY(checkHistograms(passes, plan.passes(), abi::bucketCount(plan.frame)));
  // The histograms are already in memory, so they count only against an explicit limit.
  FLAME_TRY(checkHostMemory(plan, finishBytes(plan) + (request.memory ? histogramBytes(plan) : 0),
                            request.memory));
  try {
    const auto start = std::chrono::steady_clock::now();
    RenderedFrame result = frameWithoutPixels(plan);
    FinishInputs inputs = makeFinishInputs(plan);
    Accumulation accumulators;
    for (uint32_t number = 0; number < plan.passes(); ++number) {
      const PassHistogram &pass = passes[number];
      inputs.wide = pass.cells;
      inputs.logScale = plan.logScale(plan.pass(number), pass.samples);
      FLAME_TRY(addPass(inputs, accumulators, request.threads));
      result.samples += pass.samples;
    }
    inputs.wide = {};
    result.pixels = developFrame(inputs, std::move(accumulators), request.threads);
    addTime(result.times, "finish", secondsSince(start));
    return result;
  } catch (const std::bad_alloc &) {
    return noMemory(plan);
  }
}

} // namespace flame::rt
