// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame that is rendered and shown in steps. It is rendered as shards (runtime/shared/Shard.h),
// first small ones and then larger ones, and finished after each as if there were no more; since
// shards add up exactly, the last picture is the one that rendering it at once gives, byte for
// byte. That holds on a GPU as long as all shards take one schedule, as the whole frame does.

#ifndef FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H
#define FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H

#include "runtime/frame/Renderer.h"

#include <functional>
#include <vector>

namespace flame::rt {

/// The steps in which a frame is shown.
struct ProgressiveSteps {
  /// The first picture has one of so many parts of the samples, the next ones twice as many each; a power of two, at most
  /// kMaxShards.
  uint32_t first = 64;
  /// No step has more than one of so many parts; a power of two, at most `first`.
  uint32_t largest = 8;
};

/// The shards of a frame in the order in which they are rendered. Together they are the whole frame, each begins where the one
/// before it ends.
std::vector<Shard> progressiveShards(const ProgressiveSteps &steps);

/// How far a frame is.
struct ProgressivePicture {
  const RenderedFrame &frame; ///< its pixels are of all samples so far
  double share;               ///< of the logical blocks, above 0; 1: that is the whole frame
};

/// Renders a frame in steps and calls `show` with the picture after each that had anything to add. Where `show` returns false, and
/// where `stop` is requested, rendering ends with the Environment error "interrupted". Returns the whole frame, which was shown
/// too. `request` asks for no shard and no histogram.
Result<RenderedFrame> renderInSteps(Renderer &renderer, const FrameRequest &request,
                                    const ProgressiveSteps &steps, Progress &progress,
                                    const std::stop_token &stop,
                                    const std::function<bool(const ProgressivePicture &)> &show);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H
