// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame that a GPU has in flight: a stream, device memory, and the stages of the frame. Each pass
// runs the stages interpolate, palettes and iterate; iterate takes several launches, so that
// progress can be reported and the work interrupted. The filters (GpuFilters.h) and the copy
// follow. Memory is kept for the next frame and only grows. Tables are uploaded only when they
// differ from the last ones. Frames on other GPUs may help: each iterates a part of the logical
// blocks, and this frame adds up the histograms.

#ifndef FLAME_RUNTIME_FRAME_FRAMEINFLIGHT_H
#define FLAME_RUNTIME_FRAME_FRAMEINFLIGHT_H

#include "runtime/frame/GpuFilters.h"
#include "runtime/frame/GpuProgram.h"
#include "runtime/frame/Progress.h"
#include "runtime/frame/Timeline.h"
#include "runtime/plan/FramePlan.h"
#include "runtime/plan/LaunchPlan.h"

#include <stop_token>

namespace flame::rt {

/// Device memory in bytes, buffer by buffer: the need of a frame, or the memory that a frame in
/// flight has kept.
struct FrameMemory {
  std::vector<uint64_t> bytes; ///< buffers past the end have 0

  /// Memory after rendering a frame that needs `other`: each buffer has the larger of both sizes.
  FrameMemory grownTo(const FrameMemory &other) const;
  uint64_t total() const;
};

class FrameInFlight {
public:
  /// `program` must outlive the frame.
  static Result<std::unique_ptr<FrameInFlight>> create(const GpuProgram &program);

  /// Memory that `plan` needs. Small tables are not counted.
  static FrameMemory memoryFor(const FramePlan &plan, const GpuProgram &program);
  /// Frees the memory of frames. No frame may be in flight here.
  void releaseMemory();

  /// Renders a frame. `helpers` are frames on other GPUs with the same artefact. The program's
  /// context must be current in the calling thread.
  Result<RenderedFrame> render(const FramePlan &plan, bool wantsHistogram, Progress &progress,
                               const std::stop_token &stop,
                               std::span<FrameInFlight *const> helpers = {});
  /// Makes the histograms of the shard in `plan`, with the same conditions.
  Result<RenderedFrame> renderShard(const FramePlan &plan, Progress &progress,
                                    const std::stop_token &stop,
                                    std::span<FrameInFlight *const> helpers = {});
  /// Finishes a frame from the complete histograms of all its passes.
  Result<RenderedFrame> finishHistograms(const FramePlan &plan,
                                         const std::vector<PassHistogram> &passes);

private:
  /// Counters on the device.
  struct FrameCounts {
    uint64_t bad;     ///< bad values, which are not plotted
    uint64_t plotted; ///< samples inside the frame
    uint64_t found;   ///< samples in the histogram, if each has weight 1
    /// The first two counters for discarded samples of the pilot run.
    uint64_t pilotBad, pilotPlotted;
  };
  /// Device memory of a frame.
  struct Buffers {
    DeviceBuffer<float> times, params;
    DeviceBuffer<uint64_t> palette;
    DeviceBuffer<abi::PaletteEntry> paletteRows;
    DeviceBuffer<uint64_t> cells, hotTable;
    DeviceBuffer<FrameCounts> counters;
    DeviceBuffer<abi::WideCell> wide;
    DeviceBuffer<uint32_t> hotTags, hotBuckets;
    DeviceBuffer<uint8_t> savedBlocks;
    GpuFilters::Buffers filters;
    /// A piece of another GPU's histogram. Not counted in FrameMemory: it is small.
    DeviceBuffer<abi::WideCell> fromHelper;
    PinnedBuffer<float> hostTimes;
    PinnedBuffer<FrameCounts> hostCounters;
    PinnedBuffer<uint64_t> hostHotTable;
    PinnedBuffer<uint8_t> hostPixels;
  };
  /// Result of the pilot run, as fractions of all samples.
  struct PilotResult {
    double inFrame = 1;
    double inTable = 0;                    ///< in the buckets of the hot table
    double inHottest = 0;                  ///< in the hottest bucket
    uint32_t hottest = 0;                  ///< index of the hottest bucket
    std::vector<HotBucket> hottestBuckets; ///< some hot buckets, hottest first
  };
  struct Launcher;

  FrameInFlight(const GpuProgram &program, Stream stream, Stream asking)
      : program(program), stream(std::move(stream)), asking(std::move(asking)) {}

  /// Calls `visit(buffer, elements)` for every buffer of FrameMemory, with the number of elements
  /// that `plan` needs.
  template <class Visitor>
  static void forEachBuffer(Buffers &buffers, const GpuProgram &program, const FramePlan &plan,
                            Visitor visit);

  /// Number of working palettes of a pass.
  static uint32_t rowsOf(const GpuProgram &program, const PassPlan &pass);
  /// True if a pass begins with a pilot run.
  static bool beginsWithPilot(const GpuProgram &program, const FramePlan &plan,
                              const PassPlan &pass);

  /// The launches of a pass over `blocks`.
  static LaunchPlan launchPlanOf(const GpuProgram &program, const FramePlan &plan,
                                 const PassPlan &pass, const BlockPlan &blocks);

  /// Number of logical blocks of a pass that may be suspended.
  static size_t savedBlockCount(const GpuProgram &program, const FramePlan &plan,
                                const PassPlan &pass);

  Status prepareBuffers(const FramePlan &plan);
  /// Prepares this frame and its helpers in parallel.
  Status prepareTogether(const FramePlan &plan, std::span<FrameInFlight *const> helpers);
  Status clearHistogram();
  Status interpolate(const FramePlan &plan, const PassPlan &pass);
  abi::IterateArgs iterateArgs(const FramePlan &plan, const PassPlan &pass,
                               const BlockPlan &blocks) const;
  /// Waits until no other frame iterates, then locks `deviceMutex` in `deviceLock`. A pilot run
  /// does not wait; it updates `launches` and `pilot` as runPilot does.
  Status acquireDevice(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                       const abi::IterateArgs &args, LaunchPlan &launches,
                       std::optional<PilotResult> &pilot, Launcher &launcher,
                       std::unique_lock<std::mutex> &deviceLock);
  /// Acquires the device, iterates a pass or a shard of its logical blocks, and adds up the
  /// samples. Returns the number of counted iterations.
  Result<uint64_t> iterate(const FramePlan &plan, const PassPlan &pass,
                           const std::optional<Shard> &shard, Launcher &launcher);
  /// Iterate by one schedule (Schedule.h), with the result of the pilot run if there was one. Both
  /// return the number of bad values.
  Result<uint64_t> iterateDirect(const FramePlan &plan, const PassPlan &pass,
                                 const BlockPlan &blocks, LaunchPlan launches,
                                 const std::optional<PilotResult> &pilot, abi::IterateArgs args,
                                 Launcher &launcher);
  Result<uint64_t> iterateSplit(const FramePlan &plan, const BlockPlan &blocks,
                                const LaunchPlan &launches, const SplitPlan &split,
                                const abi::IterateArgs &args, Launcher &launcher,
                                std::unique_lock<std::mutex> &deviceLock);
  /// Launches all logical blocks, `perLaunch` at a time, in thread blocks of `shape`. Their
  /// segments run one after the other, the counted one in `pieces` parts. Only samples of the
  /// counted segment go to the log of `args`, if it has one.
  Status launchAll(const BlockPlan &blocks, const LaunchPlan &launches, uint32_t perLaunch,
                   uint32_t pieces, const BlockShape &shape, abi::IterateArgs args,
                   Launcher &launcher);
  /// Logical blocks per launch without a log.
  uint32_t blocksPerLaunch(const BlockPlan &blocks) const;
  SplitWork splitWork(const FramePlan &plan, const BlockPlan &blocks, bool beginsWithCopies,
                      const std::optional<PilotResult> &pilot) const;
  /// Enters a log into `args`. Fails if other programs have taken the memory meanwhile.
  Status enterLog(const BlockPlan &blocks, const SplitPlan &split, abi::IterateArgs &args);
  /// Adds up the log of a launch.
  Status accumulateLog(const abi::IterateArgs &args);
  /// Reads the counters of a frame after the event `counted`, which follows the last segment.
  /// `found` is valid only if `addsUp`, which requires a complete histogram.
  Result<FrameCounts> readCounts(const FramePlan &plan, bool addsUp, Event &counted);
  unsigned gridOfScan() const;
  /// Launches a segment of the logical blocks of `args` in thread blocks of `shape`, preceded by
  /// their warm-up kernel if the flame has one.
  Status launchSegment(const Segment &segment, const BlockShape &shape, abi::IterateArgs args);
  /// Finds hot buckets by a pilot run and makes a table of them. If the pilot run is the first
  /// segment of all blocks of the frame, removes that segment from `launches`.
  Result<PilotResult> runPilot(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                               const abi::IterateArgs &args, LaunchPlan &launches);
  /// Same as runPilot, with the first segment as the pilot run, whose samples count.
  Result<PilotResult> runCountedPilot(const FramePlan &plan, const BlockPlan &blocks,
                                      const abi::IterateArgs &args, LaunchPlan &launches);
  /// Launches a segment of the pilot run with `blocks` blocks, makes the table of hot buckets, and
  /// clears the histogram.
  Status launchPilot(const FramePlan &plan, const Segment &segment, uint32_t blocks,
                     abi::IterateArgs args, Event &made);
  /// Makes the table of hot buckets from the cells of `args`, and records `made` after it.
  Status findHot(const FramePlan &plan, const abi::IterateArgs &args, Event &made);
  /// Reads the result of a pilot run of `samples` samples once the table is `made`. The counter
  /// `plotted` holds the number of samples inside the frame. Does not wait for work enqueued later.
  Result<PilotResult> readPilot(const FramePlan &plan, double samples,
                                uint64_t FrameCounts::*plotted, const Event &made);
  unsigned hotTableBits() const;
  /// Enters the table of hot buckets into `args` if the table pays off.
  void useHotTable(const FramePlan &plan, const PilotResult &pilot, abi::IterateArgs &args) const;
  /// Makes the histogram of a pass, or of a shard of its logical blocks. The histogram stays in the
  /// buffers; the result has the counts and no cells.
  Result<PassHistogram> iteratePass(const FramePlan &plan, uint32_t number,
                                    const std::optional<Shard> &shard, Timeline &timeline,
                                    Progress &progress, const std::stop_token &stop);
  /// Same for the pass or shard in `plan`, divided evenly among this frame and its helpers.
  Result<PassHistogram> iterateTogether(const FramePlan &plan, uint32_t number, Timeline &timeline,
                                        Progress &progress, const std::stop_token &stop,
                                        std::span<FrameInFlight *const> helpers);
  /// Makes the histogram of a shard for another frame, entirely in the wide cells.
  Result<PassHistogram> help(const FramePlan &plan, uint32_t number, const Shard &shard,
                             Progress &progress, const std::stop_token &stop);
  /// Adds the wide cells of a frame on another GPU to the cells of this frame.
  Status addHistogramOf(const FrameInFlight &helper, const FramePlan &plan);
  /// Develops the sum of all passes into pixels. The result lacks its sample count and histogram.
  Result<RenderedFrame> takePixels(const FramePlan &plan, GpuFilters &filters, Timeline &timeline);
  /// The filters of `plan`, which mark their stages in `timeline`. Its buffers must be prepared.
  GpuFilters filtersOf(const FramePlan &plan, Timeline &timeline);
  /// Downloads the histogram from the buffers unchanged: sums of colours may be negative.
  Result<std::vector<abi::WideCell>> readHistogram(const FramePlan &plan);

  const GpuProgram &program;
  Stream stream;
  Stream asking; ///< for results that the host reads during the frame
  Buffers buffers;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FRAMEINFLIGHT_H
