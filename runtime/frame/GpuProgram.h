// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An artefact on a GPU: what all frames share and none changes. The modules and their kernels, the curves and palettes
// of the animation, and the shape of iterate launches, which follows from the flame and the GPU.

#ifndef FLAME_RUNTIME_FRAME_GPUPROGRAM_H
#define FLAME_RUNTIME_FRAME_GPUPROGRAM_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"
#include "runtime/frame/GpuFilters.h"
#include "runtime/plan/Schedule.h"

#include <memory>
#include <mutex>
#include <optional>

namespace flame::rt {

class GpuProgram {
public:
  /// Loads `artefact`, which must outlive the program, onto GPU `ordinal`.
  static Result<std::unique_ptr<GpuProgram>> load(const Driver &driver, int ordinal,
                                                  const Artefact &artefact);

  /// The kernels of both modules.
  struct Kernels {
    Kernel precalc, iterate;
    std::optional<Kernel> warmUp; ///< where the flame has one (abi::hasWarmUpKernel)
    Kernel interpolate, jitter, palettes, findHot, countSamples;
    Kernel accumulateLog, accumulatePairs, addHistogram;
    FilterKernels filters;
  };

  /// Tracks, knots and palettes with their times.
  struct Curves {
    DeviceBuffer<abi::Track> tracks;
    DeviceBuffer<abi::Knot> knots;
    DeviceBuffer<float> paletteTimes;
    DeviceBuffer<abi::PaletteEntry> palettes;
  };

  /// Takes the curves, colours and settings of another flame of the same structure, which must outlive the program. No frame may be
  /// in flight.
  Status replace(const FlameData &replacement);

  const FlameData &data() const { return *current; }

  const Context context;
  const CodeChoice code;
  const Module genome, generic;
  const Kernels kernels;
  Curves curves;
  uint32_t sharedBytes =
      0; ///< dynamic shared memory of the iterate kernel, without a table of hot buckets
  uint32_t hotBits =
      0; ///< slots of the largest such table there is room for, as a power of two; 0: none
  /// What of `sharedBytes` a group has to itself: a block that makes both needs it twice.
  uint32_t groupBytes() const;
  BlockShape shape = {}; ///< of blocks of the iterate kernel that have no log
  /// Logical blocks that the GPU holds at once.
  uint32_t residentBlocks() const { return shape.logicalBlocks(); }
  /// Room for a log; `logBytes` is what the owner of the program grants, 0 at first.
  SplitRoom split = {};
  /// The log of whoever holds `deviceMutex`. It grows to what a frame needs.
  struct Log {
    DeviceBuffer<uint32_t> entries, ends;
    std::optional<Event> isRead; ///< what was written has been added up; none: nothing ever was

    /// Marks the present end of `stream` as the point at which it is read.
    Status markRead(const Context &context, const Stream &stream);
    /// Gives the memory back when nobody reads it any more.
    Status release();
  };
  mutable Log log;
  Schedule schedule = Schedule::Auto; ///< as the user asked
  /// Held while the work of a frame that iterates is enqueued; its end is `log.isRead`, or without a log that of holding it. Frames
  /// finish beside each other, but two that iterate at once would compete for the multiprocessors and the L2 cache, and both be late.
  mutable std::mutex deviceMutex;

private:
  GpuProgram(const Artefact &artefact, Context context, CodeChoice code, Module genome,
             Module generic, Kernels kernels)
      : context(std::move(context)), code(std::move(code)), genome(std::move(genome)),
        generic(std::move(generic)), kernels(std::move(kernels)), current(&artefact.data()) {}

  Status shapeIterate();
  Status shapeHotTable(int resident);
  Status shapeSplit(int resident);
  Status shapeBothGroups(int resident);
  Status uploadCurves();

  const FlameData *current; ///< what frames are made of now
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPUPROGRAM_H
