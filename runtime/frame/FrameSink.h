// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where rendered frames go: picture files, or a video.

#ifndef FLAME_RUNTIME_FRAME_FRAMESINK_H
#define FLAME_RUNTIME_FRAME_FRAMESINK_H

#include "runtime/plan/FramePlan.h"

#include <filesystem>
#include <vector>

namespace flame::rt {

/// A frame of an animation, asked for.
struct FrameJob {
  int64_t number = 0;
  FrameRequest request;
};

/// What to do about frames that exist already.
enum class Existing {
  Replace,  ///< render and write them again
  KeepSame, ///< keep those that were made from the same artefact and settings
  KeepAny   ///< keep whatever has the right name
};

/// Takes the frames of a list of jobs; index i is the i-th of them. A sink that is destroyed before it was finished
/// leaves no partial file behind, but keeps what is worth keeping for the next attempt.
class FrameSink {
public:
  virtual ~FrameSink() = default;

  /// Which frames are there already and need not be rendered; as long as the list of jobs. Asked once, before
  /// everything else.
  virtual Result<std::vector<bool>> findExisting() = 0;

  /// Whether frames must arrive in order and one at a time. If not, `put` may be called from several threads.
  virtual bool isOrdered() const = 0;

  /// Takes a frame over.
  virtual Status put(size_t index, const RenderedFrame &frame) = 0;

  /// Shows what there is of a frame that is not complete, where the frame will be. It is not taken for the frame by findExisting.
  /// Does nothing in a sink that has no place for it.
  virtual Status show(size_t index, const RenderedFrame &frame) {
    (void)index, (void)frame;
    return {};
  }

  /// Completes the output once all frames are there.
  virtual Status finish() = 0;

  /// The file that a frame is in, for reports.
  virtual std::filesystem::path pathOf(size_t index) const = 0;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FRAMESINK_H
