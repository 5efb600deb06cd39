// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plays an animation into a sink: as many threads as the renderer has frames in flight render them, others write them,
// and between them stands a queue of bounded length, so that neither waits for the other as long as both keep up, and
// memory does not grow when one does not. Frames are started in the order of the list; a sink that needs it gets them
// in that order.

#ifndef FLAME_RUNTIME_FRAME_REPLAY_H
#define FLAME_RUNTIME_FRAME_REPLAY_H

#include "runtime/frame/FrameSink.h"
#include "runtime/frame/Renderer.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace flame::rt {

/// What a frame took, for whoever reports it.
struct FrameReport {
  size_t index = 0;
  int64_t number = 0;
  std::filesystem::path path;
  uint64_t samples = 0;
  std::optional<double> noise;  ///< that remains, where it was measured
  std::vector<StageTime> times; ///< the renderer's stages, and "write"
};

struct ReplayOptions {
  /// Samples that a job will make, for the progress; null: 1 each.
  std::function<double(const FrameJob &)> samplesOf = nullptr;
  /// Called for every frame that was written, by one thread at a time; may be null.
  std::function<void(const FrameReport &)> onFrame = nullptr;
  /// Whether the user wants an end; asked several times a second, by any thread. May be null.
  std::function<bool()> shouldStop = nullptr;
  /// Threads that write into a sink that takes frames in any order; 0: as many as the processors suggest.
  unsigned writers = 0;
};

/// What a replay took.
struct ReplaySummary {
  size_t rendered = 0, kept = 0; ///< frames
  uint64_t samples = 0;
  std::vector<std::string> stages; ///< in the order in which frames go through them
  std::map<std::string, std::vector<double>> times; ///< seconds per stage and frame
};

/// Renders the jobs that `sink` does not have yet, and completes it. Whatever fails first ends the rest and is
/// returned. An interrupted replay fails with the Environment error "interrupted", and so does one whose threads
/// the system does not start.
Result<ReplaySummary> replay(Renderer &renderer, const std::vector<FrameJob> &jobs, FrameSink &sink,
                             Progress &progress, const ReplayOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_REPLAY_H
