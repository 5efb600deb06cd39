// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the logical blocks of a frame on threads and returns the exact histogram. Knows nothing of
// vectors or of the compiler: the machine code comes as function pointers.
//
// Threads take the next logical block from a common counter. Each adds to a packed histogram of its
// own; carries out of packed cells go to the one wide histogram, which is also the result: at the
// end every packed histogram is added to it. All of this is addition of integers, so the result
// does not depend on the number of threads or their timing.

#ifndef FLAME_RUNTIME_CPU_CPUWORKERS_H
#define FLAME_RUNTIME_CPU_CPUWORKERS_H

#include "abi/Engine.h"

#include <cstdlib>
#include <functional>
#include <memory>
#include <stop_token>

namespace flame::rt {

/// The machine code of one genome and what the host must know about it.
struct CpuKernels {
  void (*run)(cpu::Worker *); ///< flame_cpu_run
  uint32_t lanes;             ///< flame_lane_count
  uint32_t xforms;            ///< flame_num_xforms
  uint32_t features;          ///< flame_features
};

/// What to iterate. Of `args`, the members `cells`, `wide`, `badValues` and `sharedFloats` are
/// ignored; `palette` may be null with kFractionalDeposit, `paletteRows` without.
struct CpuJob {
  abi::IterateArgs args;
  cpu::Engine engine;
};

/// How to run it.
struct CpuOptions {
  /// 0 is one per processor. Where the system starts fewer, these do all of the work; the calling thread does it when
  /// there is none.
  unsigned threads = 0;
  /// Memory for packed histograms. If it does not hold one per thread, threads share them, with
  /// atomic additions: the same result, at half the speed. There is always at least one histogram.
  uint64_t histogramBytes = uint64_t(2) << 30;
  /// From this size of a packed histogram on samples wait in logs and are added tile by tile (TileLog.h): the same
  /// result, and faster where no cache holds the histogram. A log takes half the memory of a histogram, and there are none
  /// where `histogramBytes` do not hold one for each thread, too.
  uint64_t loggedBytes = uint64_t(32) << 20;
  /// Called on the calling thread several times per second with the samples done and their total.
  /// May be empty.
  std::function<void(uint64_t, uint64_t)> progress;
  std::stop_token stop; ///< ends the work early
};

/// Wide cells, zero at first. Those of large frames take memory only where somebody writes, and are neither zeroed nor copied.
class WideCells {
public:
  WideCells() = default;
  /// Throws std::bad_alloc.
  explicit WideCells(size_t count);

  abi::WideCell *data() { return cells.get(); }
  const abi::WideCell *data() const { return cells.get(); }
  size_t size() const { return cells ? count : 0; }
  const abi::WideCell *begin() const { return data(); }
  const abi::WideCell *end() const { return data() + size(); }
  abi::WideCell &operator[](size_t index) { return cells[index]; }
  const abi::WideCell &operator[](size_t index) const { return cells[index]; }
  /// Whoever calls this frees them, by std::free.
  abi::WideCell *release() { return cells.release(); }

private:
  struct Free {
    void operator()(abi::WideCell *memory) const { std::free(memory); }
  };
  std::unique_ptr<abi::WideCell[], Free> cells;
  size_t count = 0;
};

/// The histogram of a frame, or of a range of its logical blocks.
struct CpuHistogram {
  WideCells cells;    ///< gridWidth * gridHeight, row by row
  uint64_t samples;   ///< counted rounds times points, in frame or not
  uint64_t badValues; ///< of these, bad values that were replaced, hence not plotted
  uint64_t binned;    ///< of these, samples that fell into the grid and were visible
  uint64_t logged;    ///< of these, samples that went by way of a log
  bool isComplete;    ///< false if stopped early: then the cells depend on timing
};

/// The engine to use for a genome: Queues where it must be (xaos), Blocks otherwise.
cpu::Engine preferredEngine(uint32_t features);

/// Divides at least `samples` samples into logical blocks: sets the block counts and `iterations`
/// of args, for one launch. Reads `fuse` of args, which blocks should outlast. Independent of the
/// number of threads, and as even as whole rounds allow.
void planBlocks(uint64_t samples, uint32_t lanes, abi::IterateArgs *args);

/// Iterates the job. Throws std::bad_alloc if there is no memory for the wide histogram and one
/// packed histogram.
CpuHistogram renderHistogram(const CpuKernels &kernels, const CpuJob &job,
                             const CpuOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_CPU_CPUWORKERS_H
