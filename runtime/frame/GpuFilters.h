// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters of a frame on a GPU: accumulators in device memory, and the stages of a plan
// (FilterPlan.h), which run one after another in the frame's stream. Takes the histogram of every
// pass and leaves the pixels in device memory.

#ifndef FLAME_RUNTIME_FRAME_GPUFILTERS_H
#define FLAME_RUNTIME_FRAME_GPUFILTERS_H

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"
#include "runtime/plan/FramePlan.h"

#include <functional>

namespace flame::rt {

/// The kernels of abi/FinishAbi.h.
struct FilterKernels {
  Kernel readHistogram, local, densitySelect, densityGather;
  Kernel pixelKernels, nearKernels, pixelPlan, pixelNear, pixelList;
  Kernel bilateralBlur, bilateralGuide, bilateral, nlmRoots, nlm, smearClip, haloBlur, haloClip;
  Kernel addPass, store8, store16, storeColor, videoPlanes;

  static Result<FilterKernels> load(const Module &generic);
};

class GpuFilters {
public:
  /// A table on the device and a host copy of its contents.
  template <class T> struct Uploaded {
    std::vector<T> values;
    DeviceBuffer<T> buffer;
  };
  /// Device memory. It is kept for the next frame and only grows.
  struct Buffers {
    DeviceBuffer<abi::Accumulator> accumulators;
    DeviceBuffer<abi::Accumulator> spares; ///< size: the buckets times the plan's number of spares
    DeviceBuffer<abi::Accumulator> sum;    ///< sum of several passes
    DeviceBuffer<uint16_t> kernelIndex;
    DeviceBuffer<int32_t> tileReach;
    // For density estimation of pixels:
    DeviceBuffer<float> sampleCounts; ///< samples per bucket
    DeviceBuffer<abi::Accumulator> pixelAccumulators;
    DeviceBuffer<abi::TileCounts> tileCounts;
    DeviceBuffer<float> byKernel, byOffset;
    DeviceBuffer<abi::TilePlan> pixelPlans;
    DeviceBuffer<uint32_t> orderCounts, orderTiles; ///< both orders of tiles
    DeviceBuffer<uint8_t> pixels;
    DeviceBuffer<abi::Accumulator> colors; ///< colours of a planar format before conversion
    Uploaded<abi::DensityKernel> densityKernels;
    Uploaded<abi::PixelKernel> pixelKernels;
    Uploaded<float> filterX, filterY;
    Uploaded<float> noFilter; ///< one tap per pixel
    Uploaded<abi::FilterTap> taps;
    Uploaded<float> curves;
  };

  /// Calls `visit(buffer, elements)` for every large buffer, with the number of elements that
  /// `plan` needs.
  template <class Visitor>
  static void forEachBuffer(Buffers &buffers, const FramePlan &plan, Visitor visit);

  /// Called after a stage of a frame is enqueued.
  using Mark = std::function<Status(std::string)>;

  GpuFilters(const FilterKernels &kernels, const Context &context, const Stream &stream,
             Buffers &buffers, const FramePlan &plan, Mark mark)
      : kernels(kernels), context(context), stream(stream), buffers(buffers), plan(plan),
        mark(std::move(mark)) {}

  /// Uploads the tables. The buffers must have the size that the plan needs.
  Status prepare();
  /// Applies the stages before the sum to a histogram and adds the result to the sum of earlier
  /// passes.
  Status addPass(const DeviceBuffer<uint64_t> &cells, const DeviceBuffer<abi::WideCell> &wide,
                 const abi::LogScale &scale);
  /// Runs the stages from the sum to `Buffers::pixels`.
  Status develop();

private:
  /// The accumulators in use and the spare ones. A stage that cannot work in place swaps them.
  struct ActiveBuffers {
    abi::Accumulator *accumulators;
    std::vector<abi::Accumulator *> spares;
  };

  template <class T> Status uploadIfNew(Uploaded<T> &table, std::vector<T> values);
  /// Same as localSteps, with tables on the device.
  abi::LocalSteps stepsOf(const FilterStage &stage) const;
  ActiveBuffers startBuffers() const;
  Status run(const FilterStage &stage, ActiveBuffers &active);
  Status readHistogram(const FilterStage &stage, const ActiveBuffers &active);
  Status applyLocal(const FilterStage &stage, const ActiveBuffers &active);
  /// The grid on which passes are summed: buckets or pixels.
  abi::FrameGeometry sumFrame() const;
  /// The sample counts of buckets, if a stage keeps them.
  float *sampleCountsOf(const FilterStage &stage, const ActiveBuffers &active) const;
  Status estimateDensity(ActiveBuffers &active);
  Status estimatePixels(ActiveBuffers &active, const abi::DensityArgs &selected);
  Status filterBilaterally(ActiveBuffers &active);
  Status takeNonLocalMeans(ActiveBuffers &active);
  Status denoiseOnHost(const ActiveBuffers &active);
  Status smear(const ActiveBuffers &active);
  Status clipHalos(const ActiveBuffers &active);
  Status store(const FilterStage &stage, const ActiveBuffers &active);

  const FilterKernels &kernels;
  const Context &context;
  const Stream &stream;
  Buffers &buffers;
  const FramePlan &plan;
  const Mark mark;
  // Of the current pass:
  const uint64_t *cells = nullptr;
  const abi::WideCell *wide = nullptr;
  abi::LogScale scale = {};
  abi::Accumulator *accumulatorsOfPass = nullptr; ///< output of the stages before the sum
};

template <class Visitor>
void GpuFilters::forEachBuffer(Buffers &buffers, const FramePlan &plan, Visitor visit) {
  const uint64_t buckets = abi::bucketCount(plan.frame);
  const size_t pixels = size_t(plan.frame.width) * plan.frame.height;
  const bool estimates = plan.filters.density.isActive();
  const PixelDensityTable &ofPixels = plan.filters.pixelDensity;
  const bool skipsBuckets = ofPixels.isActive();
  const FilterPlan &stages = plan.filters.plan;
  const abi::LaunchShape shape = abi::launchPerTile(plan.frame);
  const size_t tiles = size_t(shape.gridX) * shape.gridY;
  visit(buffers.accumulators, buckets);
  visit(buffers.spares, buckets * (skipsBuckets ? stages.sparesWithDensity : stages.spares));
  visit(buffers.sum, plan.passes() == 1 ? 0 : skipsBuckets ? pixels : buckets);
  visit(buffers.kernelIndex, estimates ? buckets : 0);
  visit(buffers.tileReach, estimates ? tiles : 0);
  visit(buffers.sampleCounts, skipsBuckets ? buckets : 0);
  visit(buffers.pixelAccumulators, skipsBuckets ? pixels : 0);
  visit(buffers.tileCounts, skipsBuckets ? tiles : 0);
  visit(buffers.byKernel, ofPixels.entries);
  visit(buffers.byOffset, skipsBuckets ? abi::kNearEntries : 0);
  const uint32_t pixelTiles = skipsBuckets ? abi::pixelTiles(plan.frame) : 0;
  visit(buffers.pixelPlans, pixelTiles);
  visit(buffers.orderCounts, skipsBuckets ? 2 * abi::kTileWeights : 0);
  visit(buffers.orderTiles, size_t(2) * abi::kTileWeights * pixelTiles);
  visit(buffers.pixels, plan.format.bytes(plan.frame.width, plan.frame.height));
  visit(buffers.colors, plan.format.kind == PixelFormat::Planar ? pixels : 0);
}

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPUFILTERS_H
