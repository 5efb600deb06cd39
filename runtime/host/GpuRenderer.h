// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rendering on a GPU: loads the two modules of an artefact, keeps the buffers of the last frame size, and runs the
// stages of a frame in one stream.

#ifndef FLAME_RUNTIME_HOST_GPURENDERER_H
#define FLAME_RUNTIME_HOST_GPURENDERER_H

#include "runtime/host/ArtefactReader.h"
#include "runtime/host/Buffer.h"
#include "runtime/host/Context.h"
#include "runtime/host/FramePlan.h"
#include "runtime/host/Module.h"
#include "runtime/host/Progress.h"

#include <memory>

namespace flame::rt {

/// An artefact that has been loaded onto one GPU.
class GpuRenderer {
public:
  /// Loads `artefact`, which must outlive the renderer, onto GPU `ordinal`.
  static Result<std::unique_ptr<GpuRenderer>> create(const Driver &driver, int ordinal,
                                                     const Artefact &artefact);

  /// Renders one frame. `shouldStop` (may be null) is polled between launches; a stopped frame is an error.
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               bool (*shouldStop)());

  /// "NVIDIA H200 (sm_90 code)": what renders, for people.
  std::string describe() const;

private:
  /// The kernels of both modules.
  struct Kernels {
    Kernel interpolate, iterate;
    Kernel findHot, logScale, densitySelect, densityGather, toneBuckets, filter8, filter16;
  };
  /// Device memory of a frame; grows as needed.
  struct Buffers {
    DeviceBuffer<abi::Track> tracks;
    DeviceBuffer<abi::Knot> knots;
    DeviceBuffer<float> blocks;
    DeviceBuffer<uint64_t> palette;
    DeviceBuffer<abi::PaletteEntry> paletteRows;
    DeviceBuffer<uint64_t> cells, uncounted, hottest;
    DeviceBuffer<abi::WideCell> wide;
    DeviceBuffer<abi::Accumulator> scaled, estimated;
    DeviceBuffer<uint16_t> kernelIndex;
    DeviceBuffer<int32_t> tileReach;
    DeviceBuffer<abi::DensityKernel> densityKernels;
    DeviceBuffer<float> filterX, filterY;
    DeviceBuffer<uint8_t> pixels;
    PinnedBuffer<uint8_t> hostPixels;
  };
  class Timeline;

  GpuRenderer(const Artefact &artefact, Context context, Module genome, Module generic,
              Kernels kernels, Stream stream, CodeChoice code)
      : artefact(artefact), context(std::move(context)), genome(std::move(genome)),
        generic(std::move(generic)), kernels(std::move(kernels)), stream(std::move(stream)),
        code(code) {}

  Status uploadAnimation();
  Status prepareBuffers(const FramePlan &plan);
  Status interpolate(const FramePlan &plan);
  Result<uint64_t> iterate(const FramePlan &plan, Progress &progress, bool (*shouldStop)());
  Status findHotBuckets(const FramePlan &plan, uint64_t samples, abi::IterateArgs &args);
  Status finish(const FramePlan &plan, uint64_t counted, Timeline &timeline);
  Status estimateDensity(const FramePlan &plan);
  Result<std::vector<abi::WideCell>> downloadHistogram(const FramePlan &plan);

  const Artefact &artefact;
  Context context;
  Module genome, generic;
  Kernels kernels;
  Stream stream;
  CodeChoice code;
  Buffers buffers;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_HOST_GPURENDERER_H
