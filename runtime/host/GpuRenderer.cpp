// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a frame on the GPU: interpolate -> iterate (several launches, so that progress can be told and work be
// interrupted) -> log scale -> density estimation -> spatial filter and tone mapping -> copy.

#include "runtime/host/GpuRenderer.h"

#include "runtime/device/Deposit.h"
#include "runtime/device/HistogramCell.h"

#include <algorithm>
#include <cmath>

using namespace flame;
using namespace flame::rt;

/// Samples of one launch: long enough that its start does not matter, short enough to follow and to interrupt.
static constexpr uint64_t kSamplesPerLaunch = uint64_t(1) << 31;

/// Shared memory for the sums of hot buckets: four words per warp and bucket.
static constexpr uint32_t kHotBytes = abi::kThreads / 32 * abi::kMaxHotBuckets * 4 * sizeof(uint32_t);

/// With fewer samples than this in a frame, looking for hot buckets costs more than it saves.
static constexpr uint64_t kSamplesWorthPilot = uint64_t(1) << 28;

/// Measures stages by events of the stream.
class GpuRenderer::Timeline {
public:
  Timeline(const Context &context, const Stream &stream) : context(context), stream(stream) {}

  /// Marks the end of what was enqueued since the last mark.
  Status mark(std::string name) {
    FLAME_TRY_ASSIGN(Event event, Event::create(context));
    FLAME_TRY(event.record(stream));
    events.push_back({std::move(name), std::move(event)});
    return {};
  }

  /// The stages between the marks; the stream must be idle.
  Result<std::vector<StageTime>> times() const {
    std::vector<StageTime> result;
    for (size_t i = 1; i < events.size(); ++i) {
      FLAME_TRY_ASSIGN(double seconds, events[i].second.secondsSince(events[i - 1].second));
      result.push_back({events[i].first, seconds});
    }
    return result;
  }

private:
  const Context &context;
  const Stream &stream;
  std::vector<std::pair<std::string, Event>> events;
};

/// Makes `buffer` at least `size` elements large.
template <class Buffer> static Status grow(Buffer &buffer, const Context &context, size_t size) {
  if (buffer.size() >= size)
    return {};
  buffer = Buffer(); // first release, then allocate
  FLAME_TRY_ASSIGN(buffer, Buffer::create(context, size));
  return {};
}

static LaunchShape shapeOf(abi::LaunchShape shape) {
  return {{shape.gridX, shape.gridY, 1}, {shape.threadsX, shape.threadsY, 1}, 0};
}

Result<std::unique_ptr<GpuRenderer>> GpuRenderer::create(const Driver &driver, int ordinal,
                                                         const Artefact &artefact) {
  FLAME_TRY_ASSIGN(Context context, Context::create(driver, ordinal));
  const DeviceInfo &device = context.device();
  FLAME_TRY_ASSIGN(CodeChoice code, artefact.chooseCode(device.computeMajor, device.computeMinor));
  FLAME_TRY_ASSIGN(Module genome, Module::load(context, code.genome, "the flame"));
  FLAME_TRY_ASSIGN(Module generic, Module::load(context, code.generic, "the finishing kernels"));
  FLAME_TRY_ASSIGN(Kernel interpolate, genome.kernel("flame_interpolate"));
  FLAME_TRY_ASSIGN(Kernel iterate, genome.kernel("flame_iterate"));
  FLAME_TRY_ASSIGN(Kernel findHot, generic.kernel("flame_find_hot"));
  FLAME_TRY_ASSIGN(Kernel logScale, generic.kernel("flame_log_scale"));
  FLAME_TRY_ASSIGN(Kernel densitySelect, generic.kernel("flame_density_select"));
  FLAME_TRY_ASSIGN(Kernel densityGather, generic.kernel("flame_density_gather"));
  FLAME_TRY_ASSIGN(Kernel toneBuckets, generic.kernel("flame_tone_buckets"));
  FLAME_TRY_ASSIGN(Kernel filter8, generic.kernel("flame_filter_tone8"));
  FLAME_TRY_ASSIGN(Kernel filter16, generic.kernel("flame_filter_tone16"));
  FLAME_TRY_ASSIGN(Stream stream, Stream::create(context));
  std::unique_ptr<GpuRenderer> renderer(new GpuRenderer(
      artefact, std::move(context), std::move(genome), std::move(generic),
      {interpolate, iterate, findHot, logScale, densitySelect, densityGather, toneBuckets, filter8,
       filter16},
      std::move(stream), code));
  FLAME_TRY(renderer->uploadAnimation());
  return renderer;
}

std::string GpuRenderer::describe() const {
  return context.device().name + " (" + (code.isPtx ? "PTX for " : "") + code.target + " code)";
}

/// The deposit of an opaque sample of each palette entry.
static std::vector<uint64_t> packPalette(std::span<const abi::PaletteEntry> palette) {
  auto level = [](float value) { return uint32_t(std::lround(value * 255)); };
  std::vector<uint64_t> packed;
  for (const abi::PaletteEntry &entry : palette)
    packed.push_back(packDeposit(level(entry.red), level(entry.green), level(entry.blue), 1));
  return packed;
}

Status GpuRenderer::uploadAnimation() {
  const std::vector<uint64_t> packed = packPalette(artefact.palette());
  FLAME_TRY(grow(buffers.tracks, context, artefact.tracks().size()));
  FLAME_TRY(grow(buffers.knots, context, artefact.knots().size()));
  FLAME_TRY(grow(buffers.palette, context, packed.size()));
  FLAME_TRY(grow(buffers.paletteRows, context, packed.size()));
  FLAME_TRY(grow(buffers.uncounted, context, 1));
  FLAME_TRY(grow(buffers.hottest, context, 1));
  FLAME_TRY(buffers.tracks.upload(artefact.tracks(), stream));
  FLAME_TRY(buffers.knots.upload(artefact.knots(), stream));
  FLAME_TRY(buffers.palette.upload(packed, stream));
  FLAME_TRY(buffers.paletteRows.upload(artefact.palette(), stream));
  return stream.synchronize();
}

Status GpuRenderer::prepareBuffers(const FramePlan &plan) {
  const size_t buckets = abi::bucketCount(plan.frame);
  FLAME_TRY(grow(buffers.blocks, context, artefact.manifest().layout.blockFloats));
  FLAME_TRY(grow(buffers.cells, context, buckets));
  FLAME_TRY(grow(buffers.wide, context, buckets));
  FLAME_TRY(grow(buffers.scaled, context, buckets));
  const size_t pixelBytes = size_t(plan.frame.width) * plan.frame.height * 4 * (plan.bits / 8);
  FLAME_TRY(grow(buffers.pixels, context, pixelBytes));
  FLAME_TRY(grow(buffers.hostPixels, context, pixelBytes));
  const std::vector<float> x(plan.filter.x.begin(), plan.filter.x.end());
  const std::vector<float> y(plan.filter.y.begin(), plan.filter.y.end());
  FLAME_TRY(grow(buffers.filterX, context, x.size()));
  FLAME_TRY(grow(buffers.filterY, context, y.size()));
  FLAME_TRY(buffers.filterX.upload(x, stream));
  FLAME_TRY(buffers.filterY.upload(y, stream));
  if (plan.density.isActive()) {
    const abi::LaunchShape tiles = abi::launchPerTile(plan.frame);
    FLAME_TRY(grow(buffers.estimated, context, buckets));
    FLAME_TRY(grow(buffers.kernelIndex, context, buckets));
    FLAME_TRY(grow(buffers.tileReach, context, size_t(tiles.gridX) * tiles.gridY));
    FLAME_TRY(grow(buffers.densityKernels, context, plan.density.kernels.size()));
    FLAME_TRY(buffers.densityKernels.upload(plan.density.kernels, stream));
  }
  FLAME_TRY(buffers.cells.fill(0, stream));
  FLAME_TRY(buffers.wide.fill(0, stream));
  FLAME_TRY(buffers.uncounted.fill(0, stream));
  return stream.synchronize(); // the filter tables leave scope
}

Status GpuRenderer::interpolate(const FramePlan &plan) {
  abi::InterpolateArgs args = {};
  args.tracks = buffers.tracks.data();
  args.knots = buffers.knots.data();
  args.blocks = buffers.blocks.data();
  args.trackCount = uint32_t(artefact.tracks().size());
  args.temporalSamples = 1;
  args.layout = artefact.manifest().layout;
  args.frame = plan.frame;
  args.pixelAspect = float(plan.pixelAspect);
  args.viewScale = float(plan.viewScale);
  return kernels.interpolate.launch({{args.temporalSamples}, {128}}, stream, args);
}

Result<uint64_t> GpuRenderer::iterate(const FramePlan &plan, Progress &progress,
                                      bool (*shouldStop)()) {
  const Manifest &manifest = artefact.manifest();
  const BlockPlan blocks = planLogicalBlocks(plan.samples, manifest.pointsPerBlock);
  abi::IterateArgs args = {};
  args.blocks = buffers.blocks.data();
  args.palette = buffers.palette.data();
  args.paletteRows = buffers.paletteRows.data();
  args.cells = buffers.cells.data();
  args.wide = buffers.wide.data();
  args.uncounted = buffers.uncounted.data();
  args.blockFloats = manifest.layout.blockFloats;
  args.sharedFloats = manifest.layout.sharedFloats;
  args.temporalSamples = 1;
  args.paletteRowCount = 1;
  args.gridWidth = plan.frame.gridWidth;
  args.gridHeight = plan.frame.gridHeight;
  args.logicalBlocks = blocks.blocks;
  args.xaosOffset = manifest.layout.xaosOffset;
  args.iterations = blocks.iterations;
  args.fuse = plan.fuse;
  args.seed = plan.seed;

  const uint32_t exchange =
      manifest.features & abi::kXaos ? 0 : abi::kPointsPerBlock * sizeof(abi::Point);
  const uint32_t entry =
      manifest.features & abi::kFractionalDeposit ? sizeof(abi::PaletteEntry) : sizeof(uint64_t);
  const uint32_t sharedBytes =
      exchange + abi::kPaletteSize * entry + kHotBytes + manifest.layout.sharedFloats * sizeof(float);
  FLAME_TRY(kernels.iterate.allowSharedMemory(sharedBytes));
  FLAME_TRY_ASSIGN(int resident, kernels.iterate.blocksPerMultiprocessor(abi::kThreads, sharedBytes));
  if (resident < 1)
    return Error(ErrorKind::Environment, "the flame needs more shared memory than this GPU has");
  const uint32_t waves = uint32_t(resident) * context.device().multiprocessors;
  const uint64_t perBlock = uint64_t(blocks.iterations) * manifest.pointsPerBlock;
  const uint32_t perLaunch = uint32_t(
      std::max<uint64_t>(1, kSamplesPerLaunch / (perBlock * waves)) * waves);

  // Two launches are in flight: the GPU never waits for the host, but once, after a first short launch that shows which
  // buckets are hot.
  const bool pilots = plan.samples >= kSamplesWorthPilot;
  std::vector<Event> ends;
  for (uint32_t first = 0; first < blocks.blocks; first = args.endLogicalBlock) {
    const uint32_t length = pilots && first == 0 ? waves : perLaunch;
    args.firstLogicalBlock = first;
    args.endLogicalBlock = uint32_t(std::min<uint64_t>(blocks.blocks, uint64_t(first) + length));
    const uint32_t grid = std::min(waves, args.endLogicalBlock - first);
    FLAME_TRY(kernels.iterate.launch({{grid}, {abi::kThreads}, sharedBytes}, stream, args));
    FLAME_TRY_ASSIGN(Event end, Event::create(context));
    FLAME_TRY(end.record(stream));
    ends.push_back(std::move(end));
    if (pilots && first == 0) {
      FLAME_TRY(findHotBuckets(plan, args.endLogicalBlock * perBlock, args));
    } else if (ends.size() > 1) {
      FLAME_TRY(ends[ends.size() - 2].wait());
    }
    if (shouldStop && shouldStop()) {
      FLAME_TRY(stream.synchronize());
      return Error(ErrorKind::Environment, "interrupted");
    }
    progress.advance(plan.samples * args.endLogicalBlock / blocks.blocks -
                     plan.samples * first / blocks.blocks);
  }
  uint64_t uncounted = 0;
  FLAME_TRY(buffers.uncounted.download({&uncounted, 1}, stream));
  FLAME_TRY(stream.synchronize());
  return blocks.blocks * perBlock - uncounted;
}

Status GpuRenderer::findHotBuckets(const FramePlan &plan, uint64_t samples, abi::IterateArgs &args) {
  abi::FindHotArgs find = {};
  find.cells = args.cells;
  find.wide = args.wide;
  find.result = buffers.hottest.data();
  find.buckets = abi::bucketCount(plan.frame);
  const unsigned grid = unsigned(context.device().multiprocessors) * 4;
  while (find.knownCount < abi::kMaxHotBuckets) {
    uint64_t hottest = 0;
    FLAME_TRY(buffers.hottest.fill(0, stream));
    FLAME_TRY(kernels.findHot.launch({{grid}, {256}}, stream, find));
    FLAME_TRY(buffers.hottest.download({&hottest, 1}, stream));
    FLAME_TRY(stream.synchronize());
    if (double(hottest >> 32) < abi::kHotShare * double(samples) * plan.unit)
      break;
    find.known[find.knownCount++] = uint32_t(hottest);
  }
  args.hotCount = find.knownCount;
  std::copy(std::begin(find.known), std::end(find.known), args.hot);
  return {};
}

Status GpuRenderer::estimateDensity(const FramePlan &plan) {
  abi::DensityArgs args = {};
  args.scaled = buffers.scaled.data();
  // The hits are last read before the result is first written.
  args.hits = reinterpret_cast<const float *>(buffers.estimated.data());
  args.kernelIndex = buffers.kernelIndex.data();
  args.tileReach = buffers.tileReach.data();
  args.result = buffers.estimated.data();
  args.kernels = buffers.densityKernels.data();
  args.params = densityParams(plan.density, plan.frame);
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  FLAME_TRY(kernels.densitySelect.launch(shape, stream, args));
  return kernels.densityGather.launch(shape, stream, args);
}

Status GpuRenderer::finish(const FramePlan &plan, uint64_t counted, Timeline &timeline) {
  const bool estimates = plan.density.isActive();
  abi::LogScaleArgs scale = {};
  scale.cells = buffers.cells.data();
  scale.wide = buffers.wide.data();
  scale.accumulator = buffers.scaled.data();
  scale.hits = estimates ? reinterpret_cast<float *>(buffers.estimated.data()) : nullptr;
  scale.buckets = abi::bucketCount(plan.frame);
  scale.unit = plan.unit;
  scale.scale = plan.logScale(counted);
  const LaunchShape perBucket = shapeOf(abi::launchPerBucket(plan.frame));
  FLAME_TRY(kernels.logScale.launch(perBucket, stream, scale));
  FLAME_TRY(timeline.mark("log scale"));
  if (estimates)
    FLAME_TRY(estimateDensity(plan));
  FLAME_TRY(timeline.mark("density"));

  abi::Accumulator *accumulated = (estimates ? buffers.estimated : buffers.scaled).data();
  if (plan.tone.earlyClip)
    FLAME_TRY(kernels.toneBuckets.launch(perBucket, stream,
                                         abi::ToneArgs{accumulated, scale.buckets, plan.tone}));
  abi::FilterToneArgs filter = {};
  filter.buckets = accumulated;
  filter.filterX = buffers.filterX.data();
  filter.filterY = buffers.filterY.data();
  filter.pixels = buffers.pixels.data();
  filter.filterWidth = plan.filter.width();
  filter.filterOffset = filterOffset(plan.frame, plan.filter.width());
  filter.frame = plan.frame;
  filter.tone = plan.tone;
  const Kernel &kernel = plan.bits == 16 ? kernels.filter16 : kernels.filter8;
  FLAME_TRY(kernel.launch(shapeOf(abi::launchPerPixel(plan.frame)), stream, filter));
  return timeline.mark("filter");
}

Result<std::vector<abi::WideCell>> GpuRenderer::downloadHistogram(const FramePlan &plan) {
  const size_t buckets = abi::bucketCount(plan.frame);
  std::vector<uint64_t> cells(buckets);
  std::vector<abi::WideCell> wide(buckets);
  FLAME_TRY(buffers.cells.download(cells, stream));
  FLAME_TRY(buffers.wide.download(wide, stream));
  FLAME_TRY(stream.synchronize());
  for (size_t i = 0; i < buckets; ++i)
    wide[i] = exactTotals(cells[i], wide[i]);
  return wide;
}

Result<RenderedFrame> GpuRenderer::render(const FrameRequest &request, Progress &progress,
                                          bool (*shouldStop)()) {
  FLAME_TRY_ASSIGN(FramePlan plan, planFrame(artefact.manifest(), request));
  FLAME_TRY(prepareBuffers(plan));
  Timeline timeline(context, stream);
  progress.stage("iterate");
  FLAME_TRY(timeline.mark("start"));
  FLAME_TRY(interpolate(plan));
  FLAME_TRY(timeline.mark("interpolate"));
  FLAME_TRY_ASSIGN(uint64_t counted, iterate(plan, progress, shouldStop));
  FLAME_TRY(timeline.mark("iterate"));
  progress.stage("filter");
  FLAME_TRY(finish(plan, counted, timeline));

  RenderedFrame result;
  result.width = plan.frame.width;
  result.height = plan.frame.height;
  result.bits = plan.bits;
  result.samples = counted;
  result.pixels.resize(size_t(result.width) * result.height * 4 * (plan.bits / 8));
  const std::span<uint8_t> target = buffers.hostPixels.span().first(result.pixels.size());
  FLAME_TRY(buffers.pixels.download(target, stream));
  FLAME_TRY(timeline.mark("copy"));
  FLAME_TRY(stream.synchronize());
  std::copy(target.begin(), target.end(), result.pixels.begin());
  FLAME_TRY_ASSIGN(result.times, timeline.times());
  if (request.wantsHistogram) {
    FLAME_TRY_ASSIGN(result.histogram, downloadHistogram(plan));
  }
  return result;
}
