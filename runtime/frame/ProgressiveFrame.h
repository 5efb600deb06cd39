// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders a frame as shards of increasing size (runtime/shared/Shard.h) and shows the picture after
// each of them. Shards add up exactly, so the last picture equals the frame rendered at once, byte
// for byte. On a GPU this requires that all shards use the schedule of the whole frame.

#ifndef FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H
#define FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H

#include "runtime/frame/Renderer.h"

#include <functional>
#include <vector>

namespace flame::rt {

/// The sizes of the steps in which a frame is shown.
struct ProgressiveSteps {
  /// The first picture has 1/`first` of the samples, and each later step twice as many as the one
  /// before. A power of two, at most kMaxShards.
  uint32_t first = 64;
  /// No step has more than 1/`largest` of the samples. A power of two, at most `first`.
  uint32_t largest = 8;
};

/// The shards of a frame in rendering order. They are contiguous and together make the whole frame.
std::vector<Shard> progressiveShards(const ProgressiveSteps &steps);

/// An intermediate picture of a frame.
struct ProgressivePicture {
  const RenderedFrame &frame; ///< pixels of all samples so far
  double share;               ///< fraction of the logical blocks, in (0, 1]; 1: the whole frame
};

/// Renders a frame in steps and calls `show` with the picture after each step that added samples.
/// If `show` returns false or `stop` is requested, ends with the Environment error "interrupted".
/// Returns the whole frame, which is also shown. `request` has neither a shard nor a histogram.
Result<RenderedFrame> renderInSteps(Renderer &renderer, const FrameRequest &request,
                                    const ProgressiveSteps &steps, Progress &progress,
                                    const std::stop_token &stop,
                                    const std::function<bool(const ProgressivePicture &)> &show);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_PROGRESSIVEFRAME_H
