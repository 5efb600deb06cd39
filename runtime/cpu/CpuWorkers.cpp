// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads, memory and merging of the CPU engine. Histograms are mapped with mmap, because fresh
// pages are zero and huge pages can be requested: with small pages the random additions cost 12 to
// 18 % more.

#include "runtime/cpu/CpuWorkers.h"

#include "runtime/cpu/ReplayLog.h"
#include "runtime/shared/Deposit.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/HugePages.h"
#include "runtime/shared/StartThreads.h"
#include "runtime/shared/TemporalSample.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include <sys/mman.h>

namespace flame::rt {

/// Target number of logical blocks: enough for the threads of a large machine to finish at about
/// the same time.
static constexpr uint64_t kPlannedBlocks = 128;
/// Blocks are at least this many times as long as the fuse, so that the fuse costs little: some
/// flames need a thousand rounds to converge. Even such a block takes at most a tenth of a second.
static constexpr uint64_t kFusesPerBlock = 8;
/// That limit may not leave fewer blocks than this, so that a small machine has one for each
/// thread. Larger block counts are multiples of this number, which threads share evenly.
static constexpr uint64_t kFewBlocks = 8;
/// Minimum rounds of a block.
static constexpr uint64_t kShortestBlock = 256;
/// Maximum rounds of a block: flam3's sub-batch, so that all points start as early as flam3's
/// (Fuse.h).
static constexpr uint64_t kLongestBlock = kSubBatch;

static constexpr auto kReportInterval = std::chrono::milliseconds(50);

WideCells::WideCells(size_t count)
    : cells(static_cast<abi::WideCell *>(std::calloc(count, sizeof(abi::WideCell)))), count(count) {
  if (!cells && count > 0)
    throw std::bad_alloc();
  adviseHugePages(cells.get(), count * sizeof(abi::WideCell));
}

namespace {

/// Zeroed memory on its own pages, huge ones if possible. Empty if the system has no memory left.
class Pages {
public:
  explicit Pages(uint64_t bytes) : size(bytes) {
    void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      return;
    start = mapped;
    adviseHugePages(start, size);
  }
  Pages(Pages &&other) noexcept : start(std::exchange(other.start, nullptr)), size(other.size) {}
  Pages &operator=(Pages &&) = delete;
  ~Pages() {
    if (start)
      munmap(start, size);
  }

  explicit operator bool() const { return start != nullptr; }
  template <class T> T *as() const { return static_cast<T *>(start); }

private:
  void *start = nullptr;
  uint64_t size;
};

/// Memory for the log of one worker. It holds as many samples as there are buckets, so that each
/// replay has several samples per cache line.
class LogMemory {
public:
  explicit LogMemory(uint64_t buckets);
  explicit operator bool() const { return words && lines; }
  cpu::TileLog *log() { return &parts; }

private:
  std::vector<uint32_t> cursors, lastChunks, previousChunks;
  std::vector<uint64_t> ends;
  Pages words, lines;
  cpu::TileLog parts;
};

/// A frame in progress: the state that its threads share.
class Frame {
public:
  Frame(const CpuKernels &kernels, const CpuJob &job, const CpuOptions &options);
  CpuHistogram render();

private:
  bool mayLog() const;
  void work(unsigned thread);
  void merge();
  void report();
  template <class Task> void onAllThreads(Task task, bool isReported);

  const CpuKernels &kernels;
  const CpuJob &job;
  const CpuOptions &options;
  const uint64_t buckets;
  const uint32_t blocks;
  const uint64_t totalSamples;
  unsigned threads;
  std::vector<Pages> histograms, scratch;
  std::vector<std::unique_ptr<LogMemory>> logs;
  WideCells wide;
  std::atomic<uint64_t> nextBlock;
  std::atomic<uint64_t> nextBucket = 0; ///< next bucket to merge
  uint64_t samplesDone = 0;             ///< atomically increased by the engine
  uint32_t stop = 0;                    ///< atomically read by the engine
  std::mutex mutex;
  std::condition_variable allAreDone;
  unsigned ended = 0;
  bool isAlone = false; ///< no thread could be started: the calling thread works
  uint64_t binned = 0, logged = 0, badValues = 0;
};

} // namespace

static uint64_t tilesOf(uint64_t buckets) { return (buckets >> cpu::kTileBits) + 1; }

/// Half of each tile's last chunk is unused on average, and a log without room for another round is
/// replayed.
static uint64_t chunksFor(uint64_t buckets) {
  return buckets / cpu::kChunkWords + tilesOf(buckets) + uint64_t(2) * cpu::kChunksPerRound;
}

LogMemory::LogMemory(uint64_t buckets)
    : cursors(tilesOf(buckets)), lastChunks(cursors.size(), cpu::kNoChunk),
      previousChunks(chunksFor(buckets)), ends(cursors.size()),
      words(previousChunks.size() * cpu::kChunkWords * sizeof(uint32_t)),
      lines(cursors.size() * cpu::kLineWords * sizeof(uint32_t)),
      parts{words.as<uint32_t>(),
            lines.as<uint32_t>(),
            cursors.data(),
            ends.data(),
            lastChunks.data(),
            previousChunks.data(),
            uint32_t(cursors.size()),
            uint32_t(previousChunks.size()),
            0} {
  for (uint32_t tile = 0; tile < parts.tiles; ++tile)
    cursors[tile] = cpu::firstOfLine(tile);
}

Frame::Frame(const CpuKernels &kernels, const CpuJob &job, const CpuOptions &options)
    : kernels(kernels), job(job), options(options),
      buckets(uint64_t(job.args.gridWidth) * job.args.gridHeight),
      blocks(job.args.endLogicalBlock -
             std::min(job.args.firstLogicalBlock, job.args.endLogicalBlock)),
      totalSamples(uint64_t(blocks) * job.args.iterations * cpu::pointsPerBlock(kernels.lanes)),
      nextBlock(job.args.firstLogicalBlock) {
  threads = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  threads = std::min(threads, std::max(1u, blocks));

  const uint64_t bytes = std::max<uint64_t>(buckets, 1) * sizeof(uint64_t);
  const uint64_t logBytes = chunksFor(buckets) * sizeof(uint32_t) * cpu::kChunkWords;
  const bool wantsLogs = mayLog() && bytes >= options.loggedBytes &&
                         threads * (bytes + logBytes) <= options.histogramBytes;
  const uint64_t wanted = std::clamp<uint64_t>(options.histogramBytes / bytes, 1, threads);
  for (uint64_t i = 0; i < wanted; ++i)
    if (Pages pages(bytes); pages)
      histograms.push_back(std::move(pages));
  for (unsigned i = 0; wantsLogs && histograms.size() == threads && i < threads; ++i)
    if (auto memory = std::make_unique<LogMemory>(buckets); *memory)
      logs.push_back(std::move(memory));
  uint64_t scratchBytes = cpu::scratchLayout(kernels.lanes, kernels.xforms, job.engine).bytes;
  for (unsigned i = 0; i < threads; ++i)
    if (Pages pages(scratchBytes); pages)
      scratch.push_back(std::move(pages));
  if (histograms.empty() || scratch.size() < threads)
    throw std::bad_alloc();

  wide = WideCells(buckets);
}

/// True if samples may go through a log. A log keeps staged colours, whose meaning changes with the
/// palette row. It pays off if each of its replays has enough samples.
bool Frame::mayLog() const {
  return !(kernels.features & abi::kFractionalDeposit) && job.args.paletteRowCount == 1 &&
         buckets <= cpu::kMostLoggedCells && totalSamples / threads >= buckets;
}

/// Takes and runs blocks until none are left.
void Frame::work(unsigned thread) {
  cpu::Worker worker{};
  worker.job = &job.args;
  worker.cells = histograms[thread % histograms.size()].as<uint64_t>();
  worker.cellsAreShared = histograms.size() < threads;
  worker.wide = wide.data();
  worker.scratch = scratch[thread].as<unsigned char>();
  worker.engine = job.engine;
  worker.samplesDone = &samplesDone;
  worker.stop = &stop;
  worker.log = thread < logs.size() ? logs[thread]->log() : nullptr;
  worker.replay = replayLog;
  while (!std::atomic_ref(stop).load(std::memory_order_relaxed)) {
    uint64_t block = nextBlock.fetch_add(1, std::memory_order_relaxed);
    if (block >= job.args.endLogicalBlock)
      break;
    worker.logicalBlock = uint32_t(block);
    kernels.run(&worker);
    if (isAlone)
      report();
  }
  if (worker.log && worker.logged)
    replayLog(&worker);
  std::lock_guard lock(mutex);
  logged += worker.logged;
  binned += worker.binned;
  badValues += worker.badValues;
}

/// Adds all packed histograms to the wide one, share by share, until none are left.
void Frame::merge() {
  constexpr uint64_t kShare = 1 << 16;
  for (uint64_t first; (first = nextBucket.fetch_add(kShare, std::memory_order_relaxed)) < buckets;)
    for (const Pages &histogram : histograms) {
      const uint64_t *packed = histogram.as<uint64_t>();
      for (uint64_t i = first; i < std::min(buckets, first + kShare); ++i) {
        if (packed[i] == 0)
          continue;
        abi::WideCell cell = unpackCell(packed[i]);
        wide[i].red += cell.red;
        wide[i].green += cell.green;
        wide[i].blue += cell.blue;
        wide[i].count += cell.count;
      }
    }
}

/// Reports progress to the caller, and forwards the caller's stop request to the engine.
void Frame::report() {
  if (options.stop.stop_requested())
    std::atomic_ref(stop).store(1, std::memory_order_relaxed);
  if (options.progress)
    options.progress(std::atomic_ref(samplesDone).load(std::memory_order_relaxed), totalSamples);
}

/// Runs a task, which takes its work from a counter, on as many threads as can be started, or on
/// the calling thread if none can. Meanwhile the calling thread reports progress if `isReported`.
template <class Task> void Frame::onAllThreads(Task task, bool isReported) {
  ended = 0;
  std::vector<std::jthread> pool;
  const unsigned started = startThreads(pool, threads, [this, task](unsigned thread) {
    task(thread);
    std::lock_guard lock(mutex);
    ++ended;
    allAreDone.notify_one();
  });
  if (started == 0) {
    isAlone = isReported;
    task(0);
    return;
  }
  std::unique_lock lock(mutex);
  while (!allAreDone.wait_for(lock, kReportInterval, [&] { return ended == started; })) {
    if (!isReported)
      continue;
    lock.unlock();
    report();
    lock.lock();
  }
}

CpuHistogram Frame::render() {
  report();
  onAllThreads([this](unsigned thread) { work(thread); }, true);
  report();
  onAllThreads([this](unsigned) { merge(); }, false);
  return {std::move(wide), samplesDone, badValues, binned, logged, samplesDone == totalSamples};
}

cpu::Engine preferredEngine(uint32_t features) {
  return features & abi::kXaos ? cpu::Engine::Queues : cpu::Engine::Blocks;
}

void planBlocks(uint64_t samples, uint32_t lanes, abi::IterateArgs *args) {
  uint64_t points = cpu::pointsPerBlock(lanes);
  uint64_t rounds = std::max<uint64_t>(1, (samples + points - 1) / points);
  uint64_t fuseBound = std::min<uint64_t>(kFusesPerBlock * args->fuse, rounds / kFewBlocks);
  uint64_t length =
      std::clamp(std::max(rounds / kPlannedBlocks, fuseBound), kShortestBlock, kLongestBlock);
  uint64_t blocks = (rounds + length - 1) / length;
  if (blocks > kFewBlocks)
    blocks = (blocks + kFewBlocks - 1) / kFewBlocks * kFewBlocks;
  args->firstLogicalBlock = 0;
  args->endLogicalBlock = args->logicalBlocks = uint32_t(blocks);
  args->iterations = uint32_t((rounds + blocks - 1) / blocks);
  args->chunkShift = chunkShift(blocks * args->iterations);
}

CpuHistogram renderHistogram(const CpuKernels &kernels, const CpuJob &job,
                             const CpuOptions &options) {
  return Frame(kernels, job, options).render();
}

} // namespace flame::rt
