// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface of the output of rendered frames: picture files or a video.

#ifndef FLAME_RUNTIME_FRAME_FRAMESINK_H
#define FLAME_RUNTIME_FRAME_FRAMESINK_H

#include "runtime/plan/FramePlan.h"

#include <filesystem>
#include <vector>

namespace flame::rt {

/// A requested frame of an animation.
struct FrameJob {
  int64_t number = 0;
  FrameRequest request;
};

/// How to treat frames that already exist.
enum class Existing {
  Replace,  ///< render and write them again
  KeepSame, ///< keep frames made from the same artefact and settings
  KeepAny   ///< keep any file with the right name
};

/// Takes the frames of a list of jobs; index i is the i-th job. A sink that is destroyed before
/// finish() leaves no partial file, but keeps complete results for the next attempt.
class FrameSink {
public:
  virtual ~FrameSink() = default;

  /// Tells, for each job, whether its frame exists already and need not be rendered. Called once,
  /// before all other methods.
  virtual Result<std::vector<bool>> findExisting() = 0;

  /// True if frames must arrive in order and one at a time. Otherwise several threads may call
  /// `put`.
  virtual bool isOrdered() const = 0;

  /// Writes a finished frame.
  virtual Status put(size_t index, const RenderedFrame &frame) = 0;

  /// Shows an incomplete frame at the path of the finished one. findExisting does not take it for
  /// the frame. Sinks that cannot show one do nothing.
  virtual Status show(size_t index, const RenderedFrame &frame) {
    (void)index, (void)frame;
    return {};
  }

  /// Completes the output after the last frame.
  virtual Status finish() = 0;

  /// Path of the file that holds a frame, for reports.
  virtual std::filesystem::path pathOf(size_t index) const = 0;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FRAMESINK_H
