// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds up and finishes shards of increasing size.

#include "runtime/frame/ProgressiveFrame.h"

#include <algorithm>
#include <cassert>
#include <new>

namespace flame::rt {

std::vector<Shard> progressiveShards(const ProgressiveSteps &steps) {
  assert(steps.largest >= 1 && steps.first >= steps.largest && steps.first <= kMaxShards);
  std::vector<Shard> shards = {{1, steps.first}};
  // as many samples as all earlier shards together
  for (uint32_t count = steps.first; count >= steps.largest && count > 1; count /= 2)
    shards.push_back({2, count});
  for (uint32_t index = 3; index <= steps.largest; ++index)
    shards.push_back({index, steps.largest});
  return shards;
}

namespace {

/// The sum of the shards rendered so far.
class PartialFrame {
public:
  PartialFrame(Renderer &renderer, const FrameRequest &request)
      : renderer(renderer), request(request) {}

  /// Adds a shard. Returns true if it had samples.
  Result<bool> add(HistogramPart part) {
    blocks = part.blocks;
    if (part.ranges.empty())
      return false;
    covered = part.ranges.back().end;
    FLAME_TRY(addPasses(passes, std::move(part.passes)));
    return true;
  }

  Result<RenderedFrame> finish() const { return renderer.finish(request, passes); }

  /// True if a shard has blocks, or if that is not known yet.
  bool mayHave(const Shard &shard) const { return blocks == 0 || rangeOf(shard, blocks).size(); }
  double share() const { return double(covered) / blocks; }
  bool isWhole() const { return blocks && covered == blocks; }

private:
  Renderer &renderer;
  const FrameRequest &request;
  std::vector<PassHistogram> passes;
  uint32_t blocks = 0, covered = 0;
};

} // namespace

/// Adds the times of a step to those of the whole picture.
static void addTimes(const RenderedFrame &from, RenderedFrame &to) {
  for (const StageTime &stage : from.times)
    addTime(to.times, stage.name, stage.seconds);
}

static Result<RenderedFrame>
makeInSteps(Renderer &renderer, const FrameRequest &request, const ProgressiveSteps &steps,
            Progress &progress, const std::stop_token &stop,
            const std::function<bool(const ProgressivePicture &)> &show) {
  PartialFrame partial(renderer, request);
  RenderedFrame work; // accumulates the times of all steps
  FrameRequest step = request;
  for (const Shard &shard : progressiveShards(steps)) {
    if (!partial.mayHave(shard))
      continue;
    step.shard = shard;
    FLAME_TRY_ASSIGN(RenderedFrame made, renderer.render(step, progress, stop));
    addTimes(made, work);
    FLAME_TRY_ASSIGN(const bool hasSamples, partial.add(*std::move(made.part)));
    if (!hasSamples)
      continue;
    progress.stage("filter");
    FLAME_TRY_ASSIGN(RenderedFrame picture, partial.finish());
    addTimes(picture, work);
    picture.times = work.times;
    if (!show({picture, partial.share()}) || stop.stop_requested())
      return Error(ErrorKind::Environment, "interrupted");
    if (partial.isWhole())
      return picture;
  }
  return Error(ErrorKind::Internal, "the steps are not a whole frame");
}

Result<RenderedFrame> renderInSteps(Renderer &renderer, const FrameRequest &request,
                                    const ProgressiveSteps &steps, Progress &progress,
                                    const std::stop_token &stop,
                                    const std::function<bool(const ProgressivePicture &)> &show) {
  assert(!request.shard && !request.wantsHistogram);
  try {
    return makeInSteps(renderer, request, steps, progress, stop, show);
  } catch (const std::bad_alloc &) {
    return Error(ErrorKind::Environment, "not enough memory to show a frame while it is made",
                 "choose a smaller size or supersample");
  }
}

} // namespace flame::rt
