// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enqueues the stages of a frame in its stream.

#include "runtime/frame/FrameInFlight.h"

#include "runtime/cuda/ProfilerRange.h"
#include "runtime/frame/Finish.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HotBins.h"
#include "runtime/shared/HotTable.h"
#include "runtime/shared/Palettes.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace flame::rt {

//===-- memory --------------------------------------------------------------------------------===//

uint32_t FrameInFlight::rowsOf(const GpuProgram &program, const PassPlan &pass) {
  return paletteRowCount(uint32_t(program.data().paletteTimes.size()), uint32_t(pass.times.size()));
}

template <class Visitor>
void FrameInFlight::forEachBuffer(Buffers &buffers, const GpuProgram &program,
                                  const FramePlan &plan, Visitor visit) {
  const uint64_t buckets = abi::bucketCount(plan.frame);
  const PassPlan pass = plan.pass(0); // all passes have the same size
  const size_t samples = pass.times.size();
  const size_t paletteEntries = size_t(rowsOf(program, pass)) * abi::kPaletteSize;
  visit(buffers.times, samples);
  visit(buffers.params, samples * program.data().manifest.layout.blockFloats);
  visit(buffers.palette, paletteEntries);
  visit(buffers.paletteRows, paletteEntries);
  visit(buffers.counters, 1);
  visit(buffers.hotTable, hotSlots(kMaxHotBits));
  visit(buffers.hotTags, kHotTags);
  visit(buffers.hotBuckets, kMostHotBins);
  visit(buffers.savedBlocks, savedBlockCount(program, plan, pass) * abi::kSavedBlockBytes);
  visit(buffers.cells, abi::cellCount(uint32_t(buckets)));
  visit(buffers.wide, buckets);
  GpuFilters::forEachBuffer(buffers.filters, plan, visit);
}

FrameMemory FrameInFlight::memoryFor(const FramePlan &plan, const GpuProgram &program) {
  FrameMemory memory;
  Buffers none;
  forEachBuffer(none, program, plan, [&]<class T>(DeviceBuffer<T> &, size_t elements) {
    memory.bytes.push_back(elements * sizeof(T));
  });
  return memory;
}

FrameMemory FrameMemory::grownTo(const FrameMemory &other) const {
  FrameMemory grown = *this;
  grown.bytes.resize(std::max(bytes.size(), other.bytes.size()));
  for (size_t i = 0; i < other.bytes.size(); ++i)
    grown.bytes[i] = std::max(grown.bytes[i], other.bytes[i]);
  return grown;
}

uint64_t FrameMemory::total() const {
  return std::accumulate(bytes.begin(), bytes.end(), uint64_t(0));
}

void FrameInFlight::releaseMemory() { buffers = Buffers(); }

Status FrameInFlight::prepareBuffers(const FramePlan &plan) {
  const Context &context = program.context;
  Status status;
  forEachBuffer(buffers, program, plan, [&](auto &buffer, size_t elements) {
    if (status)
      status = grow(buffer, context, elements);
  });
  FLAME_TRY(std::move(status));
  FLAME_TRY(grow(buffers.hostTimes, context, plan.pass(0).times.size()));
  FLAME_TRY(grow(buffers.hostCounters, context, 1));
  FLAME_TRY(grow(buffers.hostHotTable, context, hotSlots(kMaxHotBits)));
  return grow(buffers.hostPixels, context, buffers.filters.pixels.size());
}

//===-- frames -------------------------------------------------------------------------------===//

Result<std::vector<abi::WideCell>> FrameInFlight::readHistogram(const FramePlan &plan) {
  const uint32_t buckets = uint32_t(abi::bucketCount(plan.frame));
  const abi::CellLayout layout = abi::layOutCells(buckets);
  std::vector<uint64_t> cells(abi::cellCount(buckets));
  std::vector<abi::WideCell> wide(buckets);
  FLAME_TRY(buffers.cells.download(cells, stream));
  FLAME_TRY(buffers.wide.download(wide, stream));
  FLAME_TRY(stream.synchronize());
  for (uint32_t i = 0; i < buckets; ++i)
    addTotals(wide[i], unpackCell(cells[abi::cellOf(i, layout)]));
  return wide;
}

/// Adds a complete histogram to the sum of all passes.
static void addHistogram(std::vector<abi::WideCell> &sum,
                         const std::vector<abi::WideCell> &histogram) {
  sum.resize(histogram.size());
  for (size_t i = 0; i < histogram.size(); ++i)
    addTotals(sum[i], exactTotals(0, histogram[i]));
}

Result<std::unique_ptr<FrameInFlight>> FrameInFlight::create(const GpuProgram &program) {
  FLAME_TRY_ASSIGN(Stream stream, Stream::create(program.context));
  FLAME_TRY_ASSIGN(Stream asking, Stream::create(program.context));
  return std::unique_ptr<FrameInFlight>(
      new FrameInFlight(program, std::move(stream), std::move(asking)));
}

GpuFilters FrameInFlight::filtersOf(const FramePlan &plan, Timeline &timeline) {
  return GpuFilters(program.kernels.filters, program.context, stream, buffers.filters, plan,
                    [&](std::string stage) { return timeline.mark(std::move(stage)); });
}

Result<RenderedFrame> FrameInFlight::takePixels(const FramePlan &plan, GpuFilters &filters,
                                                Timeline &timeline) {
  const ProfilerRange range("finish");
  FLAME_TRY(filters.develop());
  RenderedFrame result = frameWithoutPixels(plan);
  const size_t bytes = plan.format.bytes(result.width, result.height);
  const std::span<uint8_t> target = buffers.hostPixels.span().first(plan.gpuTarget ? 0 : bytes);
  if (plan.gpuTarget)
    FLAME_TRY(buffers.filters.pixels.copyTo(plan.gpuTarget, bytes, stream));
  else
    FLAME_TRY(buffers.filters.pixels.download(target, stream));
  FLAME_TRY(timeline.mark("copy"));
  FLAME_TRY(stream.synchronize());
  result.pixels.assign(target.begin(), target.end());
  if (plan.format == kRgbaFloat)
    makeFloatPixels({reinterpret_cast<abi::Accumulator *>(result.pixels.data()),
                     result.pixels.size() / sizeof(abi::Accumulator)},
                    plan.filters.tone);
  FLAME_TRY_ASSIGN(result.times, timeline.times());
  return result;
}

Result<RenderedFrame> FrameInFlight::render(const FramePlan &plan, bool wantsHistogram,
                                            Progress &progress, const std::stop_token &stop,
                                            std::span<FrameInFlight *const> helpers) {
  FLAME_TRY(prepareTogether(plan, helpers));
  Timeline timeline(program.context, stream);
  GpuFilters filters = filtersOf(plan, timeline);
  FLAME_TRY(filters.prepare());
  FLAME_TRY(timeline.mark("start"));
  uint64_t samples = 0;
  std::vector<abi::WideCell> histogram;
  for (uint32_t number = 0; number < plan.passes(); ++number) {
    const PassPlan pass = plan.pass(number);
    FLAME_TRY_ASSIGN(const PassHistogram made,
                     iterateTogether(plan, number, timeline, progress, stop, helpers));
    FLAME_TRY(filters.addPass(buffers.cells, buffers.wide, plan.logScale(pass, made.samples)));
    samples += made.samples;
    if (wantsHistogram) {
      FLAME_TRY_ASSIGN(const std::vector<abi::WideCell> local, readHistogram(plan));
      addHistogram(histogram, local);
      FLAME_TRY(timeline.mark("histogram"));
    }
  }
  FLAME_TRY_ASSIGN(RenderedFrame result, takePixels(plan, filters, timeline));
  result.samples = samples;
  result.histogram = std::move(histogram);
  return result;
}

Result<RenderedFrame> FrameInFlight::renderShard(const FramePlan &plan, Progress &progress,
                                                 const std::stop_token &stop,
                                                 std::span<FrameInFlight *const> helpers) {
  FLAME_TRY(prepareTogether(plan, helpers));
  Timeline timeline(program.context, stream);
  FLAME_TRY(timeline.mark("start"));
  RenderedFrame result = frameWithoutPixels(plan);
  HistogramPart &part = result.part.emplace();
  part.device = DeviceKind::Gpu;
  part.gridWidth = plan.frame.gridWidth;
  part.gridHeight = plan.frame.gridHeight;
  part.code = (program.code.isPtx ? "PTX for " : "") + program.code.target;
  for (uint32_t number = 0; number < plan.passes(); ++number) {
    FLAME_TRY_ASSIGN(PassHistogram made,
                     iterateTogether(plan, number, timeline, progress, stop, helpers));
    FLAME_TRY_ASSIGN(made.cells, readHistogram(plan));
    FLAME_TRY(timeline.mark("histogram"));
    result.samples += made.samples;
    part.passes.push_back(std::move(made));
  }
  part.blocks = planLogicalBlocks(plan.pass(0).samples, program.data().manifest.pointsPerBlock,
                                  plan.fuse) // other passes are divided in the same way
                    .count;
  if (const BlockRange range = rangeOf(*plan.shard, part.blocks); range.size())
    part.ranges.push_back(range);
  FLAME_TRY(stream.synchronize());
  FLAME_TRY_ASSIGN(result.times, timeline.times());
  return result;
}

Result<RenderedFrame> FrameInFlight::finishHistograms(const FramePlan &plan,
                                                      const std::vector<PassHistogram> &passes) {
  FLAME_TRY(prepareBuffers(plan));
  Timeline timeline(program.context, stream);
  GpuFilters filters = filtersOf(plan, timeline);
  FLAME_TRY(filters.prepare());
  FLAME_TRY(timeline.mark("start"));
  uint64_t samples = 0;
  for (uint32_t number = 0; number < plan.passes(); ++number) {
    const PassHistogram &pass = passes[number];
    FLAME_TRY(buffers.cells.fill(0, stream));
    FLAME_TRY(buffers.wide.upload(pass.cells, stream));
    FLAME_TRY(timeline.mark("upload"));
    FLAME_TRY(filters.addPass(buffers.cells, buffers.wide,
                              plan.logScale(plan.pass(number), pass.samples)));
    samples += pass.samples;
  }
  FLAME_TRY_ASSIGN(RenderedFrame result, takePixels(plan, filters, timeline));
  result.samples = samples;
  return result;
}

} // namespace flame::rt
