// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One mutex guards all state that the threads share; they hold it only for short bookkeeping. A
// render thread takes the next job when there is room for its result: no started job may be ahead
// of the oldest unwritten one by more than the queue's length. This bounds the frames in memory,
// and the oldest frame can always proceed.

#include "runtime/frame/Replay.h"

#include "runtime/cuda/ProfilerRange.h"
#include "runtime/shared/StartThreads.h"
#include "support/ChildProcess.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>

namespace flame::rt {

/// Frames that may be finished but not written, in addition to those in flight and those being
/// written. Evens out differences between frames.
static constexpr size_t kQueueLength = 1;

/// Limits of the default number of writers. Compressing a picture takes as long as a GPU needs for
/// several; more writers would only use memory.
static constexpr unsigned kFewestWriters = 2, kMostWriters = 32;
static unsigned writersFor(const ReplayOptions &options, const FrameSink &sink) {
  if (sink.isOrdered())
    return 1;
  return options.writers
             ? options.writers
             : std::clamp(std::thread::hardware_concurrency() / 2, kFewestWriters, kMostWriters);
}

/// Interval at which shouldStop is called.
static constexpr auto kAskInterval = std::chrono::milliseconds(50);

namespace {

class Player {
public:
  Player(Renderer &renderer, const std::vector<FrameJob> &jobs, std::vector<size_t> wanted,
         FrameSink &sink, Progress &progress, const ReplayOptions &options)
      : renderer(renderer), jobs(jobs), wanted(std::move(wanted)), sink(sink), progress(progress),
        options(options), writers(writersFor(options, sink)) {}

  Result<ReplaySummary> run() {
    {
      std::vector<std::jthread> threads;
      if (startThreads(threads, 1, [this](unsigned) { guard(&Player::writeFrames); }) == 0 ||
          startThreads(threads, 1, [this](unsigned) { guard(&Player::renderFrames, 0u); }) == 0)
        fail(Error(ErrorKind::Environment, "the system does not start more threads",
                   kMoreProcesses));
      // If fewer than these start, the replay only takes longer.
      startThreads(threads, renderer.framesInFlight() - 1,
                   [this](unsigned i) { guard(&Player::renderFrames, i + 1); });
      startThreads(threads, writers - 1, [this](unsigned) { guard(&Player::writeFrames); });
      awaitEnd();
    }
    if (failure)
      return *std::move(failure);
    return std::move(summary);
  }

private:
  /// True if the user wants to stop; forwards that to the renderers.
  bool isInterrupted() {
    if (!options.shouldStop || !options.shouldStop())
      return false;
    stop.request_stop();
    return true;
  }

  /// Waits until everything is written or something has failed, and forwards interruptions to the
  /// renderers.
  void awaitEnd() {
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kAskInterval,
                             [&] { return failure || contiguous == wanted.size(); })) {
      lock.unlock();
      isInterrupted();
      lock.lock();
    }
  }

  void fail(Error error) {
    std::lock_guard lock(mutex);
    if (!failure)
      failure = std::move(error);
    stop.request_stop();
    changed.notify_all();
  }

  /// Waits for room and returns the position in `wanted` of the next job to render.
  std::optional<size_t> nextToRender() {
    std::unique_lock lock(mutex);
    const size_t room = renderer.framesInFlight() + writers + kQueueLength;
    changed.wait(
        lock, [&] { return failure || started == wanted.size() || started < contiguous + room; });
    if (failure || started == wanted.size())
      return std::nullopt;
    return started++;
  }

  /// Runs the work of a thread. Turns a failed allocation into an error.
  template <class... Arguments>
  void guard(void (Player::*work)(Arguments...), Arguments... arguments) {
    try {
      (this->*work)(arguments...);
    } catch (const std::bad_alloc &) {
      fail(Error(ErrorKind::Environment, "not enough memory",
                 "choose a smaller --size or --supersample"));
    }
  }

  Result<RenderedFrame> render(const FrameJob &job, unsigned inFlight) {
    const ProfilerRange range("frame " + std::to_string(job.number));
    return renderer.render(job.request, progress, stop.get_token(), inFlight);
  }

  void renderFrames(unsigned inFlight) {
    while (const std::optional<size_t> position = nextToRender()) {
      if (isInterrupted())
        return fail(Error(ErrorKind::Environment, "interrupted"));
      const FrameJob &job = jobs[wanted[*position]];
      Result<RenderedFrame> frame = render(job, inFlight);
      if (!frame) {
        if (isInterrupted())
          return fail(Error(ErrorKind::Environment, "interrupted"));
        if (jobs.size() > 1)
          frame = std::move(frame).withContext("frame " + std::to_string(job.number));
        return fail(std::move(frame).error());
      }
      std::lock_guard lock(mutex);
      queue.emplace(*position, *std::move(frame));
      changed.notify_all();
    }
  }

  /// The queued frame to be written next, if there is one. The caller holds the mutex.
  std::map<size_t, RenderedFrame>::iterator writable() {
    if (queue.empty() || (sink.isOrdered() && queue.begin()->first != contiguous))
      return queue.end();
    return queue.begin();
  }

  void writeFrames() {
    for (;;) {
      std::unique_lock lock(mutex);
      changed.wait(lock,
                   [&] { return failure || taken == wanted.size() || writable() != queue.end(); });
      if (failure || taken == wanted.size())
        return;
      auto found = writable();
      const size_t position = found->first;
      const RenderedFrame frame = std::move(found->second);
      queue.erase(found);
      ++taken;
      lock.unlock();
      write(position, frame);
    }
  }

  void write(size_t position, const RenderedFrame &frame) {
    const size_t index = wanted[position];
    const ProfilerRange range("write frame " + std::to_string(jobs[index].number));
    const auto start = std::chrono::steady_clock::now();
    if (Status status = sink.put(index, frame); !status)
      return fail(std::move(status).error());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    FrameReport report{index,         jobs[index].number, sink.pathOf(index),
                       frame.samples, frame.noise,        frame.times};
    report.times.push_back({"write", seconds.count()});
    std::lock_guard lock(mutex);
    account(position, report);
    changed.notify_all();
    progress.frameDone(
        {report.number, report.path.string(), report.samples, secondsOf(report), report.noise});
    if (options.onFrame)
      options.onFrame(report);
  }

  static double secondsOf(const FrameReport &report) {
    double seconds = 0;
    for (const StageTime &stage : report.times)
      seconds += stage.seconds;
    return seconds;
  }

  /// The caller holds the mutex.
  void account(size_t position, const FrameReport &report) {
    written.push_back(position);
    while (std::erase(written, contiguous))
      ++contiguous;
    ++summary.rendered;
    summary.samples += report.samples;
    for (const StageTime &stage : report.times) {
      if (std::ranges::find(summary.stages, stage.name) == summary.stages.end())
        summary.stages.push_back(stage.name);
      summary.times[stage.name].push_back(stage.seconds);
    }
  }

  Renderer &renderer;
  const std::vector<FrameJob> &jobs;
  const std::vector<size_t> wanted; ///< indices of jobs, in order
  FrameSink &sink;
  Progress &progress;
  const ReplayOptions &options;
  const unsigned writers;

  std::mutex mutex;
  std::condition_variable changed;
  // Positions in `wanted`. The mutex guards all members from here.
  size_t started = 0, taken = 0;
  size_t contiguous = 0;                 ///< all earlier positions are written
  std::vector<size_t> written;           ///< written positions after `contiguous`
  std::map<size_t, RenderedFrame> queue; ///< rendered, not yet taken by a writer
  std::optional<Error> failure;
  ReplaySummary summary;
  std::stop_source stop; ///< stops the renderers after a user's request or a failure
};

} // namespace

Result<ReplaySummary> replay(Renderer &renderer, const std::vector<FrameJob> &jobs, FrameSink &sink,
                             Progress &progress, const ReplayOptions &options) {
  FLAME_TRY_ASSIGN(const std::vector<bool> existing, sink.findExisting());
  std::vector<size_t> wanted;
  double samples = 0;
  for (size_t i = 0; i < jobs.size(); ++i)
    if (!existing[i]) {
      wanted.push_back(i);
      samples += options.samplesOf ? options.samplesOf(jobs[i]) : 1;
    }
  const size_t kept = jobs.size() - wanted.size();
  if (wanted.empty()) {
    FLAME_TRY(sink.finish());
    ReplaySummary nothing;
    nothing.kept = kept;
    return nothing;
  }
  progress.start(uint64_t(samples), uint32_t(wanted.size()));
  Player player(renderer, jobs, std::move(wanted), sink, progress, options);
  FLAME_TRY_ASSIGN(ReplaySummary summary, player.run());
  summary.kept = kept;
  progress.stage("finish");
  FLAME_TRY(sink.finish());
  progress.finish();
  return summary;
}

} // namespace flame::rt
