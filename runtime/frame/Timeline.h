// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the duration of the stages of a frame on a GPU.

#ifndef FLAME_RUNTIME_FRAME_TIMELINE_H
#define FLAME_RUNTIME_FRAME_TIMELINE_H

#include "runtime/cuda/Stream.h"
#include "runtime/plan/FramePlan.h"

#include <string>
#include <utility>
#include <vector>

namespace flame::rt {

/// Measures stages by events in the stream.
class Timeline {
public:
  Timeline(const Context &context, const Stream &stream) : context(context), stream(stream) {}

  /// Marks the end of the stage whose work was enqueued after the previous mark.
  Status mark(std::string name) {
    FLAME_TRY_ASSIGN(Event event, Event::create(context));
    FLAME_TRY(event.record(stream));
    events.push_back({std::move(name), std::move(event)});
    return {};
  }

  /// Returns the duration of each stage, with stages of the same name added up. The stream must be
  /// idle.
  Result<std::vector<StageTime>> times() const {
    std::vector<StageTime> result;
    for (size_t i = 1; i < events.size(); ++i) {
      FLAME_TRY_ASSIGN(double seconds, events[i].second.secondsSince(events[i - 1].second));
      addTime(result, events[i].first, seconds);
    }
    return result;
  }

private:
  const Context &context;
  const Stream &stream;
  std::vector<std::pair<std::string, Event>> events;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_TIMELINE_H
