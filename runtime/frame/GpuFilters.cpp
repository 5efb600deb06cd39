// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches the stages of finishing.

#include "runtime/frame/GpuFilters.h"

#include "runtime/denoise/OpenImageDenoise.h"
#include "runtime/frame/Finish.h"
#include "runtime/shared/Bilateral.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace flame::rt {

Result<FilterKernels> FilterKernels::load(const Module &generic) {
  FLAME_TRY_ASSIGN(Kernel readHistogram, generic.kernel("flame_read_histogram"));
  FLAME_TRY_ASSIGN(Kernel local, generic.kernel("flame_local"));
  FLAME_TRY_ASSIGN(Kernel densitySelect, generic.kernel("flame_density_select"));
  FLAME_TRY_ASSIGN(Kernel densityGather, generic.kernel("flame_density_gather"));
  FLAME_TRY_ASSIGN(Kernel pixelKernels, generic.kernel("flame_pixel_kernels"));
  FLAME_TRY_ASSIGN(Kernel nearKernels, generic.kernel("flame_near_kernels"));
  FLAME_TRY_ASSIGN(Kernel pixelPlan, generic.kernel("flame_pixel_plan"));
  FLAME_TRY_ASSIGN(Kernel pixelNear, generic.kernel("flame_pixel_near"));
  FLAME_TRY_ASSIGN(Kernel pixelList, generic.kernel("flame_pixel_list"));
  FLAME_TRY_ASSIGN(Kernel bilateralBlur, generic.kernel("flame_bilateral_blur"));
  FLAME_TRY_ASSIGN(Kernel bilateralGuide, generic.kernel("flame_bilateral_guide"));
  FLAME_TRY_ASSIGN(Kernel bilateral, generic.kernel("flame_bilateral"));
  FLAME_TRY_ASSIGN(Kernel nlmRoots, generic.kernel("flame_nlm_roots"));
  FLAME_TRY_ASSIGN(Kernel nlm, generic.kernel("flame_nlm"));
  FLAME_TRY_ASSIGN(Kernel smearClip, generic.kernel("flame_smear_clip"));
  FLAME_TRY_ASSIGN(Kernel haloBlur, generic.kernel("flame_halo_blur"));
  FLAME_TRY_ASSIGN(Kernel haloClip, generic.kernel("flame_halo_clip"));
  FLAME_TRY_ASSIGN(Kernel addPass, generic.kernel("flame_add_pass"));
  FLAME_TRY_ASSIGN(Kernel store8, generic.kernel("flame_store8"));
  FLAME_TRY_ASSIGN(Kernel store16, generic.kernel("flame_store16"));
  FLAME_TRY_ASSIGN(Kernel storeColor, generic.kernel("flame_store_color"));
  FLAME_TRY_ASSIGN(Kernel videoPlanes, generic.kernel("flame_video_planes"));
  return FilterKernels{readHistogram,  local,      densitySelect, densityGather, pixelKernels,
                       nearKernels,    pixelPlan,  pixelNear,     pixelList,     bilateralBlur,
                       bilateralGuide, bilateral,  nlmRoots,      nlm,           smearClip,
                       haloBlur,       haloClip,   addPass,       store8,        store16,
                       storeColor,     videoPlanes};
}

static LaunchShape shapeOf(abi::LaunchShape shape) {
  return {{shape.gridX, shape.gridY, 1}, {shape.threadsX, shape.threadsY, 1}, 0};
}

template <class T> Status GpuFilters::uploadIfNew(Uploaded<T> &table, std::vector<T> values) {
  if (table.values.size() == values.size() &&
      std::memcmp(table.values.data(), values.data(), values.size() * sizeof(T)) == 0)
    return {};
  FLAME_TRY(grow(table.buffer, context, values.size()));
  table.values = std::move(values); // must stay alive until the copy is done
  return table.buffer.upload(table.values, stream);
}

Status GpuFilters::prepare() {
  const SpatialFilter &spatial = plan.filters.spatial;
  FLAME_TRY(uploadIfNew(buffers.filterX, {spatial.x.begin(), spatial.x.end()}));
  FLAME_TRY(uploadIfNew(buffers.filterY, {spatial.y.begin(), spatial.y.end()}));
  if (!spatial.taps.empty())
    FLAME_TRY(uploadIfNew(buffers.taps, spatial.taps));
  if (!plan.filters.curves.empty())
    FLAME_TRY(uploadIfNew(buffers.curves, plan.filters.curves));
  if (plan.filters.density.isActive())
    FLAME_TRY(uploadIfNew(buffers.densityKernels, plan.filters.density.kernels));
  if (plan.filters.pixelDensity.isActive()) {
    FLAME_TRY(uploadIfNew(buffers.pixelKernels, plan.filters.pixelDensity.kernels));
    FLAME_TRY(uploadIfNew(buffers.noFilter, {1}));
  }
  return plan.passes() > 1 ? buffers.sum.fill(0, stream) : Status();
}

abi::LocalSteps GpuFilters::stepsOf(const FilterStage &stage) const {
  abi::LocalSteps steps = localSteps(stage, plan.filters, scale);
  steps.curves = plan.filters.curves.empty() ? nullptr : buffers.curves.buffer.data();
  return steps;
}

GpuFilters::ActiveBuffers GpuFilters::startBuffers() const {
  ActiveBuffers active = {buffers.accumulators.data(), {}};
  const FilterPlan &stages = plan.filters.plan;
  const bool skipsBuckets = plan.filters.pixelDensity.isActive();
  for (uint32_t i = 0; i < (skipsBuckets ? stages.sparesWithDensity : stages.spares); ++i)
    active.spares.push_back(buffers.spares.data() + i * abi::bucketCount(plan.frame));
  return active;
}

Status GpuFilters::addPass(const DeviceBuffer<uint64_t> &passCells,
                           const DeviceBuffer<abi::WideCell> &passWide,
                           const abi::LogScale &passScale) {
  cells = passCells.data();
  wide = passWide.data();
  scale = passScale;
  ActiveBuffers active = startBuffers();
  for (const FilterStage &stage : plan.filters.plan.beforeSum)
    FLAME_TRY(run(stage, active));
  accumulatorsOfPass = active.accumulators;
  if (plan.passes() == 1)
    return {};
  const abi::FrameGeometry added = sumFrame();
  FLAME_TRY(kernels.addPass.launch(shapeOf(abi::launchPerBucket(added)), stream,
                                   abi::AddPassArgs{active.accumulators, buffers.sum.data(),
                                                    uint32_t(abi::bucketCount(added))}));
  return mark("add pass");
}

Status GpuFilters::develop() {
  ActiveBuffers active = startBuffers();
  if (plan.passes() > 1)
    active.accumulators = buffers.sum.data();
  else if (plan.filters.pixelDensity.isActive())
    active.accumulators = accumulatorsOfPass;
  else if (accumulatorsOfPass != active.accumulators)
    std::swap(active.accumulators, *std::ranges::find(active.spares, accumulatorsOfPass));
  for (const FilterStage &stage : plan.filters.plan.afterSum)
    FLAME_TRY(run(stage, active));
  return {};
}

abi::FrameGeometry GpuFilters::sumFrame() const {
  const abi::FrameGeometry &frame = plan.frame;
  if (!plan.filters.pixelDensity.isActive())
    return frame;
  return {frame.width, frame.height, 1, 0, frame.width, frame.height};
}

Status GpuFilters::run(const FilterStage &stage, ActiveBuffers &active) {
  switch (stage.kind) {
  case FilterStage::Read:
    return readHistogram(stage, active);
  case FilterStage::Local:
    return applyLocal(stage, active);
  case FilterStage::Density:
    return estimateDensity(active);
  case FilterStage::Bilateral:
    return filterBilaterally(active);
  case FilterStage::NonLocalMeans:
    return takeNonLocalMeans(active);
  case FilterStage::OpenImageDenoise:
    return denoiseOnHost(active);
  case FilterStage::SmearClip:
    return smear(active);
  case FilterStage::HaloClip:
    return clipHalos(active);
  case FilterStage::Store:
    return store(stage, active);
  }
  __builtin_unreachable();
}

/// Reuses the memory of a spare accumulator for floats. Sample counts share memory with the result
/// of density estimation: their last read is before the first write of the result.
static float *numbersIn(abi::Accumulator *spare) { return reinterpret_cast<float *>(spare); }

float *GpuFilters::sampleCountsOf(const FilterStage &stage, const ActiveBuffers &active) const {
  if (!stage.keepsSampleCounts)
    return nullptr;
  return plan.filters.pixelDensity.isActive() ? buffers.sampleCounts.data()
                                              : numbersIn(active.spares.front());
}

Status GpuFilters::readHistogram(const FilterStage &stage, const ActiveBuffers &active) {
  abi::ReadHistogramArgs args = {};
  args.cells = cells;
  args.wide = wide;
  args.accumulators = active.accumulators;
  args.sampleCounts = sampleCountsOf(stage, active);
  args.buckets = uint32_t(abi::bucketCount(plan.frame));
  args.unit = plan.unit;
  args.then = stepsOf(stage);
  FLAME_TRY(kernels.readHistogram.launch(shapeOf(abi::launchPerBucket(plan.frame)), stream, args));
  return mark("read histogram");
}

Status GpuFilters::applyLocal(const FilterStage &stage, const ActiveBuffers &active) {
  abi::LocalArgs args = {};
  args.accumulators = active.accumulators;
  args.sampleCounts = sampleCountsOf(stage, active);
  args.buckets = uint32_t(abi::bucketCount(plan.frame));
  args.steps = stepsOf(stage);
  FLAME_TRY(kernels.local.launch(shapeOf(abi::launchPerBucket(plan.frame)), stream, args));
  return mark("local filters");
}

Status GpuFilters::estimateDensity(ActiveBuffers &active) {
  abi::DensityArgs args = {};
  args.scaled = active.accumulators;
  args.kernelIndex = buffers.kernelIndex.data();
  args.tileReach = buffers.tileReach.data();
  args.kernels = buffers.densityKernels.buffer.data();
  args.params = densityParams(plan.filters.density, plan.frame);
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  if (plan.filters.pixelDensity.isActive()) {
    args.sampleCounts = buffers.sampleCounts.data();
    args.tileCounts = buffers.tileCounts.data();
    args.classes = plan.filters.pixelDensity.classes;
    FLAME_TRY(kernels.densitySelect.launch(shape, stream, args));
    return estimatePixels(active, args);
  }
  args.sampleCounts = numbersIn(active.spares.front());
  args.result = active.spares.front();
  FLAME_TRY(kernels.densitySelect.launch(shape, stream, args));
  FLAME_TRY(kernels.densityGather.launch(shape, stream, args));
  std::swap(active.accumulators, active.spares.front());
  return mark("density");
}

Status GpuFilters::estimatePixels(ActiveBuffers &active, const abi::DensityArgs &selected) {
  abi::PixelDensityArgs args = pixelDensityArgs(plan.filters, plan.frame);
  args.scaled = selected.scaled;
  args.kernelIndex = selected.kernelIndex;
  args.tileReach = selected.tileReach;
  args.tileCounts = selected.tileCounts;
  args.kernels = selected.kernels;
  args.pixelKernels = buffers.pixelKernels.buffer.data();
  args.filterX = buffers.filterX.buffer.data();
  args.filterY = buffers.filterY.buffer.data();
  args.byKernel = buffers.byKernel.data();
  args.byOffset = buffers.byOffset.data();
  args.result = buffers.pixelAccumulators.data();
  args.plans = buffers.pixelPlans.data();
  const size_t tiles = size_t(abi::kTileWeights) * abi::pixelTiles(plan.frame);
  args.nearOrder = {buffers.orderCounts.data(), buffers.orderTiles.data()};
  args.listOrder = {args.nearOrder.counts + abi::kTileWeights, args.nearOrder.tiles + tiles};
  FLAME_TRY(buffers.orderCounts.fill(0, stream));
  FLAME_TRY(kernels.pixelKernels.launch(shapeOf(abi::launchPerPixelKernel(args)), stream, args));
  FLAME_TRY(kernels.nearKernels.launch(shapeOf(abi::launchPerNearOffset(args)), stream, args));
  const LaunchShape shape = shapeOf(abi::launchPerPixelTile(plan.frame));
  FLAME_TRY(kernels.pixelPlan.launch(shape, stream, args));
  FLAME_TRY(kernels.pixelNear.launch(shape, stream, args));
  FLAME_TRY(kernels.pixelList.launch(shape, stream, args));
  active.accumulators = args.result;
  return mark("density");
}

Status GpuFilters::filterBilaterally(ActiveBuffers &active) {
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  LaunchShape sheared = shapeOf(abi::launchPerShearedTile(plan.frame));
  abi::BilateralArgs args = bilateralArgs(plan.filters, plan.frame);
  sheared.sharedBytes = bilateralBytes(args.params.reach);
  args.guide = reinterpret_cast<abi::BilateralGuide *>(active.spares[1]);
  args.resultDensity = reinterpret_cast<float *>(args.guide + abi::bucketCount(plan.frame));
  for (const abi::Direction &direction : abi::kBilateralDirections) {
    args.direction = direction;
    args.accumulators = active.accumulators;
    args.result = active.spares[0];
    args.blurred = numbersIn(active.spares[0]); // last read before the first write of the result
    FLAME_TRY(kernels.bilateralBlur.launch(shape, stream, args));
    FLAME_TRY(kernels.bilateralGuide.launch(shape, stream, args));
    FLAME_TRY(kernels.bilateral.launch(sheared, stream, args));
    std::swap(active.accumulators, active.spares[0]);
    args.density = args.resultDensity;
  }
  return mark("bilateral");
}

Status GpuFilters::takeNonLocalMeans(ActiveBuffers &active) {
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  float *variances[2] = {numbersIn(active.spares[2]),
                         numbersIn(active.spares[2]) + abi::bucketCount(plan.frame)};
  for (int pass = 0; pass < abi::kNlmPasses; ++pass) {
    abi::NlmArgs args = nlmArgs(plan.filters, plan.frame, pass);
    args.accumulators = active.accumulators;
    args.roots = active.spares[1];
    args.variance = pass ? variances[0] : nullptr;
    args.result = active.spares[0];
    args.resultVariance = variances[1];
    FLAME_TRY(kernels.nlmRoots.launch(shape, stream, args));
    FLAME_TRY(kernels.nlm.launch(shape, stream, args));
    std::swap(active.accumulators, active.spares[0]);
    std::swap(variances[0], variances[1]);
  }
  return mark("nlm");
}

Status GpuFilters::denoiseOnHost(const ActiveBuffers &active) {
  const bool isSpare = active.accumulators != buffers.accumulators.data();
  DeviceBuffer<abi::Accumulator> &buffer = isSpare ? buffers.spares : buffers.accumulators;
  const size_t first = size_t(active.accumulators - buffer.data());
  std::vector<abi::Accumulator> accumulators(abi::bucketCount(plan.frame));
  FLAME_TRY(buffer.download(accumulators, stream, first));
  FLAME_TRY(stream.synchronize());
  FLAME_TRY(denoiseByLibrary(accumulators, plan.frame, /*threads=*/0));
  FLAME_TRY(buffer.upload(accumulators, stream, first));
  FLAME_TRY(stream.synchronize()); // the source memory is freed on return
  return mark("oidn");
}

Status GpuFilters::smear(const ActiveBuffers &active) {
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  abi::SmearArgs args = smearArgs(plan.filters, plan.frame);
  args.accumulators = active.accumulators;
  unsigned turn = 0;
  for (const abi::Direction &direction : abi::kSmearDirections) {
    args.direction = direction;
    args.isLast = &direction == std::end(abi::kSmearDirections) - 1;
    args.result = args.isLast ? active.accumulators : active.spares[turn++ % 2];
    FLAME_TRY(kernels.smearClip.launch(shape, stream, args));
    args.excess = args.result;
  }
  return mark("smearclip");
}

Status GpuFilters::clipHalos(const ActiveBuffers &active) {
  const LaunchShape shape = shapeOf(abi::launchPerTile(plan.frame));
  abi::HaloArgs args = haloArgs(plan.filters, plan.frame);
  args.accumulators = args.result = active.accumulators;
  args.blurred = numbersIn(active.spares[0]);
  args.direction = abi::kHaloDirections[0];
  FLAME_TRY(kernels.haloBlur.launch(shape, stream, args));
  args.halo = args.blurred;
  args.direction = abi::kHaloDirections[1];
  FLAME_TRY(kernels.haloClip.launch(shape, stream, args));
  return mark("haloclip");
}

Status GpuFilters::store(const FilterStage &stage, const ActiveBuffers &active) {
  const SpatialFilter &spatial = plan.filters.spatial;
  const bool isPlanar = plan.format.kind == PixelFormat::Planar;
  abi::StoreArgs args = {};
  const bool isFiltered = plan.filters.pixelDensity.isActive();
  const uint32_t width = isFiltered ? 1 : spatial.width();
  args.buckets = active.accumulators;
  args.filterX = (isFiltered ? buffers.noFilter : buffers.filterX).buffer.data();
  args.filterY = (isFiltered ? buffers.noFilter : buffers.filterY).buffer.data();
  args.taps = spatial.taps.empty() ? nullptr : buffers.taps.buffer.data();
  args.pixels = isPlanar ? static_cast<void *>(buffers.colors.data()) : buffers.pixels.data();
  args.frame = sumFrame();
  args.filterWidth = width;
  args.filterOffset = filterOffset(args.frame, width);
  args.then = stepsOf(stage);
  const bool storesColors = isPlanar || plan.format.bits == 32; // the host converts these to floats
  const Kernel &kernel = storesColors             ? kernels.storeColor
                         : plan.format.bits == 16 ? kernels.store16
                                                  : kernels.store8;
  FLAME_TRY(kernel.launch(shapeOf(abi::launchPerPixel(plan.frame)), stream, args));
  FLAME_TRY(mark("store"));
  if (!isPlanar)
    return {};
  const abi::VideoArgs video = videoArgs(plan.format, plan.frame.width, plan.frame.height,
                                         plan.seed, buffers.colors.data(), buffers.pixels.data());
  FLAME_TRY(kernels.videoPlanes.launch(shapeOf(abi::launchPerVideoBlock(video)), stream, video));
  return mark("planes");
}

} // namespace flame::rt
