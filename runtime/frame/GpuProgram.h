// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An artefact loaded on a GPU, shared by all frames. It holds the modules and their kernels, the
// curves and palettes of the animation, and the shape of iterate launches, which depends on the
// flame and the GPU. Rendering changes none of them except the log.

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
  /// Loads `artefact` onto GPU `ordinal`. The artefact must outlive the program.
  static Result<std::unique_ptr<GpuProgram>> load(const Driver &driver, int ordinal,
                                                  const Artefact &artefact);

  /// The kernels of both modules.
  struct Kernels {
    Kernel precalc, iterate;
    std::optional<Kernel> warmUp; ///< only if the flame has one (abi::hasWarmUpKernel)
    Kernel interpolate, jitter, palettes, findHot, countSamples;
    Kernel accumulateLog, accumulatePairs, addHistogram;
    FilterKernels filters;
  };

  /// Tracks, knots, and palettes with their times.
  struct Curves {
    DeviceBuffer<abi::Track> tracks;
    DeviceBuffer<abi::Knot> knots;
    DeviceBuffer<float> paletteTimes;
    DeviceBuffer<abi::PaletteEntry> palettes;
  };

  /// Switches to the curves, colours and settings of another flame of the same structure, which
  /// must outlive the program. No frame may be in flight. Fails with an Internal error if the
  /// structure differs.
  Status replace(const FlameData &replacement);

  const FlameData &data() const { return *current; }

  const Context context;
  const CodeChoice code;
  const Module genome, generic;
  const Kernels kernels;
  Curves curves;
  /// Dynamic shared memory of the iterate kernel in bytes, without a table of hot buckets.
  uint32_t sharedBytes = 0;
  /// Log2 of the slots of the largest table of hot buckets that fits; 0: none fits.
  uint32_t hotBits = 0;
  /// The part of `sharedBytes` that each group needs; a thread block with both groups needs it
  /// twice.
  uint32_t groupBytes() const;
  BlockShape shape = {}; ///< thread blocks of the iterate kernel without a log
  /// Logical blocks that are resident on the GPU at the same time.
  uint32_t residentBlocks() const { return shape.logicalBlocks(); }
  /// Room for a log. The owner of the program sets `logBytes`; initially 0.
  SplitRoom split = {};
  /// The log, used by the holder of `deviceMutex`. It grows to the need of a frame.
  struct Log {
    DeviceBuffer<uint32_t> entries, ends;
    std::optional<Event> isRead; ///< the entries have been added up; empty: nothing was written yet

    /// Records the current end of `stream` as the point at which the log has been read.
    Status markRead(const Context &context, const Stream &stream);
    /// Waits until the log has been read and frees its memory.
    Status release();
  };
  mutable Log log;
  Schedule schedule = Schedule::Auto; ///< as requested by the user
  /// Held while an iterating frame enqueues its work. That work ends at `log.isRead`, or without a
  /// log when the mutex is released. Frames may be finished in parallel, but two that iterate at
  /// once would compete for the multiprocessors and the L2 cache, and both would be late.
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

  const FlameData *current; ///< source of the current frames
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPUPROGRAM_H
