// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the logical blocks of a frame on threads and returns the exact histogram. The machine code
// comes as function pointers, so this code depends on neither vectors nor the compiler.
//
// Threads take the next logical block from a common counter. Each thread adds to its own packed
// histogram. Carries out of packed cells go to the single wide histogram, which is also the result:
// at the end all packed histograms are added to it. All sums are integers, so the result does not
// depend on the number of threads or their timing.

#ifndef FLAME_RUNTIME_CPU_CPUWORKERS_H
#define FLAME_RUNTIME_CPU_CPUWORKERS_H

#include "abi/Engine.h"

#include <cstdlib>
#include <functional>
#include <memory>
#include <stop_token>

namespace flame::rt {

/// The machine code of one genome, and its properties.
struct CpuKernels {
  void (*run)(cpu::Worker *); ///< flame_cpu_run
  uint32_t lanes;             ///< flame_lane_count
  uint32_t xforms;            ///< flame_num_xforms
  uint32_t features;          ///< flame_features
};

/// The work to do. Of `args`, the members `cells`, `wide`, `badValues` and `sharedFloats` are
/// ignored. `palette` may be null with kFractionalDeposit, `paletteRows` without.
struct CpuJob {
  abi::IterateArgs args;
  cpu::Engine engine;
};

/// Resources and callbacks of a job.
struct CpuOptions {
  /// Number of threads; 0: one per processor. If the system starts fewer, these do all of the work;
  /// if it starts none, the calling thread does.
  unsigned threads = 0;
  /// Memory for packed histograms in bytes. If it cannot hold one per thread, threads share them
  /// with atomic additions: the same result at half the speed. There is always at least one
  /// histogram.
  uint64_t histogramBytes = uint64_t(2) << 30;
  /// Packed histograms of at least this size in bytes use logs: samples are collected and added
  /// tile by tile (TileLog.h). The result is the same, and faster if the histogram exceeds all
  /// caches. A log takes half the memory of a histogram. Without room in `histogramBytes` for a
  /// histogram and a log per thread, there are no logs.
  uint64_t loggedBytes = uint64_t(32) << 20;
  /// Called on the calling thread several times per second with the number of samples done and the
  /// total. May be empty.
  std::function<void(uint64_t, uint64_t)> progress;
  std::stop_token stop; ///< stops the work early
};

/// Wide cells, initially zero. Pages of large frames take memory only once they are written; cells
/// are never explicitly zeroed or copied.
class WideCells {
public:
  WideCells() = default;
  /// Throws std::bad_alloc if there is not enough memory.
  explicit WideCells(size_t count);

  abi::WideCell *data() { return cells.get(); }
  const abi::WideCell *data() const { return cells.get(); }
  size_t size() const { return cells ? count : 0; }
  const abi::WideCell *begin() const { return data(); }
  const abi::WideCell *end() const { return data() + size(); }
  abi::WideCell &operator[](size_t index) { return cells[index]; }
  const abi::WideCell &operator[](size_t index) const { return cells[index]; }
  /// Hands the cells to the caller, which frees them with std::free.
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
  uint64_t badValues; ///< of these: bad values, which were replaced and not plotted
  uint64_t binned;    ///< of these: visible samples inside the grid
  uint64_t logged;    ///< of these: samples that went through a log
  bool isComplete;    ///< false if stopped early; then the cells depend on timing
};

/// The engine for a genome: Queues if required (xaos), otherwise Blocks.
cpu::Engine preferredEngine(uint32_t features);

/// Divides at least `samples` samples into logical blocks for one launch: sets the block counts and
/// `iterations` of args. Reads `fuse` of args, because blocks should be longer than the fuse. The
/// result is independent of the number of threads, and as even as whole rounds allow.
void planBlocks(uint64_t samples, uint32_t lanes, abi::IterateArgs *args);

/// Iterates the job. Throws std::bad_alloc if there is no memory for the wide histogram and one
/// packed histogram.
CpuHistogram renderHistogram(const CpuKernels &kernels, const CpuJob &job,
                             const CpuOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_CPU_CPUWORKERS_H
