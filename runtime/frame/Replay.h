// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders an animation into a sink. One thread per frame in flight renders, other threads write,
// and a bounded queue connects them. Neither side waits while both keep up, and memory does not
// grow when one is slow. Frames start in the order of the list. Ordered sinks receive them in that
// order.

#ifndef FLAME_RUNTIME_FRAME_REPLAY_H
#define FLAME_RUNTIME_FRAME_REPLAY_H

#include "runtime/frame/FrameSink.h"
#include "runtime/frame/Renderer.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace flame::rt {

/// Times and results of a frame.
struct FrameReport {
  size_t index = 0;
  int64_t number = 0;
  std::filesystem::path path;
  uint64_t samples = 0;
  std::optional<double> noise;  ///< remaining noise, if measured
  std::vector<StageTime> times; ///< the renderer's stages, and "write"
};

struct ReplayOptions {
  /// Number of samples of a job, for the progress; null: 1 each.
  std::function<double(const FrameJob &)> samplesOf = nullptr;
  /// Called for every written frame, by one thread at a time; may be null.
  std::function<void(const FrameReport &)> onFrame = nullptr;
  /// Returns true if the user wants to stop. Called several times a second, by any thread. May be
  /// null.
  std::function<bool()> shouldStop = nullptr;
  /// Threads that write into an unordered sink; 0: chosen from the number of processors.
  unsigned writers = 0;
};

/// Totals of a replay.
struct ReplaySummary {
  size_t rendered = 0, kept = 0; ///< frames
  uint64_t samples = 0;
  std::vector<std::string> stages;                  ///< in pipeline order
  std::map<std::string, std::vector<double>> times; ///< seconds per stage and frame
};

/// Renders the jobs that `sink` does not have yet, and completes the sink. The first failure ends
/// all work and is returned. Fails with the Environment error "interrupted" if stopped, and with an
/// Environment error if the system cannot start a thread.
Result<ReplaySummary> replay(Renderer &renderer, const std::vector<FrameJob> &jobs, FrameSink &sink,
                             Progress &progress, const ReplayOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_REPLAY_H
