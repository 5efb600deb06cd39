// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of the frames that a GPU has in flight: a stream, the memory of a frame, and the stages that it goes through: for
// each pass interpolate, palettes, iterate (several launches, so that progress can be told and work be interrupted), then
// the filters (GpuFilters.h) and the copy. Memory is kept for the next frame and grows when one needs
// more; tables go to the GPU only when they are others than the last time. Frames on other GPUs may help: each iterates a
// part of the logical blocks, and the histograms are added up here.

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

/// Bytes of device memory, buffer by buffer, of a frame, or what a frame in flight has kept of those before.
struct FrameMemory {
  std::vector<uint64_t> bytes; ///< those behind the end are 0

  /// What a frame in flight has after one that needs `other`: each buffer has grown if it had to.
  FrameMemory grownTo(const FrameMemory &other) const;
  uint64_t total() const;
};

class FrameInFlight {
public:
  /// `program` must outlive the frame.
  static Result<std::unique_ptr<FrameInFlight>> create(const GpuProgram &program);

  /// What `plan` needs. Small tables are not counted.
  static FrameMemory memoryFor(const FramePlan &plan, const GpuProgram &program);
  /// Gives the memory of frames back. No frame may be in flight here.
  void releaseMemory();

  /// Renders a frame, with the help of frames that are on other GPUs and have the same artefact. The program's context must be
  /// current in the calling thread.
  Result<RenderedFrame> render(const FramePlan &plan, bool wantsHistogram, Progress &progress,
                               const std::stop_token &stop,
                               std::span<FrameInFlight *const> helpers = {});
  /// Makes the histograms of the shard that `plan` has, in the same way.
  Result<RenderedFrame> renderShard(const FramePlan &plan, Progress &progress,
                                    const std::stop_token &stop,
                                    std::span<FrameInFlight *const> helpers = {});
  /// Finishes a frame from the histograms of all of its passes.
  Result<RenderedFrame> finishHistograms(const FramePlan &plan,
                                         const std::vector<PassHistogram> &passes);

private:
  /// Counters on the device.
  struct FrameCounts {
    uint64_t bad;     ///< bad values, which were not plotted
    uint64_t plotted; ///< samples in the frame
    uint64_t found;   ///< samples in the histogram, where one weighs 1
    /// The first two, of discarded samples of the pilot run.
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
    DeviceBuffer<abi::WideCell> fromHelper; ///< a piece of a histogram; not counted: it is small
    PinnedBuffer<float> hostTimes;
    PinnedBuffer<FrameCounts> hostCounters;
    PinnedBuffer<uint64_t> hostHotTable;
    PinnedBuffer<uint8_t> hostPixels;
  };
  /// Result of the pilot run, as fractions of all samples.
  struct PilotResult {
    double inFrame = 1;
    double inTable = 0;                    ///< in the buckets of the table
    double inHottest = 0;                  ///< of these
    uint32_t hottest = 0;                  ///< bucket
    std::vector<HotBucket> hottestBuckets; ///< some of them, in this order
  };
  struct Launcher;

  FrameInFlight(const GpuProgram &program, Stream stream, Stream asking)
      : program(program), stream(std::move(stream)), asking(std::move(asking)) {}

  /// Calls `visit(buffer, elements)` with every buffer of FrameMemory and what `plan` needs of it.
  template <class Visitor>
  static void forEachBuffer(Buffers &buffers, const GpuProgram &program, const FramePlan &plan,
                            Visitor visit);

  /// Working palettes of a pass.
  static uint32_t rowsOf(const GpuProgram &program, const PassPlan &pass);
  /// Whether a pass begins with its pilot run.
  static bool beginsWithPilot(const GpuProgram &program, const FramePlan &plan,
                              const PassPlan &pass);

  /// The launches of a pass over these blocks.
  static LaunchPlan launchPlanOf(const GpuProgram &program, const FramePlan &plan,
                                 const PassPlan &pass, const BlockPlan &blocks);

  /// Logical blocks of a pass that may be suspended.
  static size_t savedBlockCount(const GpuProgram &program, const FramePlan &plan,
                                const PassPlan &pass);

  Status prepareBuffers(const FramePlan &plan);
  /// The same for this and for those that help, side by side.
  Status prepareTogether(const FramePlan &plan, std::span<FrameInFlight *const> helpers);
  Status clearHistogram();
  Status interpolate(const FramePlan &plan, const PassPlan &pass);
  abi::IterateArgs iterateArgs(const FramePlan &plan, const PassPlan &pass,
                               const BlockPlan &blocks) const;
  /// Waits until no other frame iterates, and then holds `deviceMutex` by `deviceLock`. A pilot run
  /// does not wait: `launches` and `pilot` are as `runPilot` leaves them.
  Status acquireDevice(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                       const abi::IterateArgs &args, LaunchPlan &launches,
                       std::optional<PilotResult> &pilot, Launcher &launcher,
                       std::unique_lock<std::mutex> &deviceLock);
  /// Iterates a pass, or a shard of its logical blocks, and adds up its samples, once it has
  /// acquired the device. Returns its counted iterations.
  Result<uint64_t> iterate(const FramePlan &plan, const PassPlan &pass,
                           const std::optional<Shard> &shard, Launcher &launcher);
  /// The same by a schedule (Schedule.h), from the result of the pilot run, if there was one; they
  /// return the number of bad values.
  Result<uint64_t> iterateDirect(const FramePlan &plan, const PassPlan &pass,
                                 const BlockPlan &blocks, LaunchPlan launches,
                                 const std::optional<PilotResult> &pilot, abi::IterateArgs args,
                                 Launcher &launcher);
  Result<uint64_t> iterateSplit(const FramePlan &plan, const BlockPlan &blocks,
                                const LaunchPlan &launches, const SplitPlan &split,
                                const abi::IterateArgs &args, Launcher &launcher,
                                std::unique_lock<std::mutex> &deviceLock);
  /// Launches all logical blocks, `perLaunch` at a time, in thread blocks of `shape`: their
  /// segments one after the other, the counted one in `pieces`. Only samples of the counted one go
  /// to the log of `args`, if it has one.
  Status launchAll(const BlockPlan &blocks, const LaunchPlan &launches, uint32_t perLaunch,
                   uint32_t pieces, const BlockShape &shape, abi::IterateArgs args,
                   Launcher &launcher);
  /// How many logical blocks a launch has without a log.
  uint32_t blocksPerLaunch(const BlockPlan &blocks) const;
  SplitWork splitWork(const FramePlan &plan, const BlockPlan &blocks, bool beginsWithCopies,
                      const std::optional<PilotResult> &pilot) const;
  /// Enters a log into `args`. Fails where other programs have taken the memory meanwhile.
  Status enterLog(const BlockPlan &blocks, const SplitPlan &split, abi::IterateArgs &args);
  /// Adds up the log of a launch.
  Status accumulateLog(const abi::IterateArgs &args);
  /// The counters of a frame, once the event `counted` behind its last segment is reached; `found`
  /// only if `addsUp`, which needs a complete histogram.
  Result<FrameCounts> readCounts(const FramePlan &plan, bool addsUp, Event &counted);
  unsigned gridOfScan() const;
  /// Launches a segment of the logical blocks of `args` by blocks of `shape`, after their warm-up
  /// kernel if they have one.
  Status launchSegment(const Segment &segment, const BlockShape &shape, abi::IterateArgs args);
  /// Finds hot buckets by a pilot run, and makes a table of them. If it makes the first segments of
  /// all blocks of the frame, it removes them from `launches`.
  Result<PilotResult> runPilot(const FramePlan &plan, const PassPlan &pass, const BlockPlan &blocks,
                               const abi::IterateArgs &args, LaunchPlan &launches);
  /// The same by the first segment, which counts.
  Result<PilotResult> runCountedPilot(const FramePlan &plan, const BlockPlan &blocks,
                                      const abi::IterateArgs &args, LaunchPlan &launches);
  /// Launches a segment of the pilot run, with `blocks` blocks, makes the table of hot buckets, and
  /// empties the histogram.
  Status launchPilot(const FramePlan &plan, const Segment &segment, uint32_t blocks,
                     abi::IterateArgs args, Event &made);
  /// Makes the table of hot buckets of what is in the cells of `args`, `made` behind it.
  Status findHot(const FramePlan &plan, const abi::IterateArgs &args, Event &made);
  /// Reads the result of a pilot run of `samples` samples, once the table is `made`; the counter
  /// `plotted` has the number of those in the frame. Does not wait for work enqueued after that.
  Result<PilotResult> readPilot(const FramePlan &plan, double samples,
                                uint64_t FrameCounts::*plotted, const Event &made);
  unsigned hotTableBits() const;
  /// Enters the table of hot buckets into `args`, if it is worth it.
  void useHotTable(const FramePlan &plan, const PilotResult &pilot, abi::IterateArgs &args) const;
  /// Makes the histogram of a pass, or of a shard of its logical blocks. It is in the buffers; the
  /// result has what was counted, and no cells.
  Result<PassHistogram> iteratePass(const FramePlan &plan, uint32_t number,
                                    const std::optional<Shard> &shard, Timeline &timeline,
                                    Progress &progress, const std::stop_token &stop);
  /// The same of the pass or of the shard that `plan` has, divided evenly among this frame and its helpers.
  Result<PassHistogram> iterateTogether(const FramePlan &plan, uint32_t number, Timeline &timeline,
                                        Progress &progress, const std::stop_token &stop,
                                        std::span<FrameInFlight *const> helpers);
  /// Makes the histogram of a shard for another frame. All of it is in the wide cells.
  Result<PassHistogram> help(const FramePlan &plan, uint32_t number, const Shard &shard,
                             Progress &progress, const std::stop_token &stop);
  /// Adds the wide cells of a frame on another GPU to those here.
  Status addHistogramOf(const FrameInFlight &helper, const FramePlan &plan);
  /// From what all passes gave to pixels, and everything about the frame but its samples.
  Result<RenderedFrame> takePixels(const FramePlan &plan, GpuFilters &filters, Timeline &timeline);
  /// The filters of `plan`, whose buffers are prepared, with their stages marked in `timeline`.
  GpuFilters filtersOf(const FramePlan &plan, Timeline &timeline);
  /// The histogram in the buffers, as it is: sums of colours may be below 0.
  Result<std::vector<abi::WideCell>> readHistogram(const FramePlan &plan);

  const GpuProgram &program;
  Stream stream;
  Stream asking; ///< what the host must know while the frame goes on
  Buffers buffers;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FRAMEINFLIGHT_H
