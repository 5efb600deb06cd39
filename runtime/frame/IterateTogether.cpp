// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One frame on several GPUs. Each GPU iterates a shard of the logical blocks into its own
// histogram. Histograms are sums of integers, so their total equals the histogram of a single GPU.
// The GPU that finishes the frame adds them up piece by piece, so the extra memory does not depend
// on the frame.

#include "runtime/frame/FrameInFlight.h"

#include "runtime/shared/StartThreads.h"

#include <algorithm>
#include <new>

namespace flame::rt {

/// Buckets of a piece: 64 MiB.
static constexpr uint64_t kPiece = uint64_t(64 << 20) / sizeof(abi::WideCell);

/// Subshard `index` of `count` of a shard, or of all blocks.
static Shard subshardOf(const std::optional<Shard> &shard, uint32_t index, uint32_t count) {
  const Shard whole = shard.value_or(Shard());
  return {(whole.index - 1) * count + index + 1, whole.count * count};
}

/// Calls work(0) to work(count - 1) in other threads while this thread runs `local`, or after it if
/// there are too few threads. Returns the result of `local` once all are done.
template <class Work, class Local>
static auto beside(size_t count, const Work &work, const Local &local) {
  std::vector<std::jthread> threads;
  unsigned busy = startThreads(threads, unsigned(count), work);
  auto result = local();
  for (; busy < count; ++busy)
    work(busy);
  return result;
}

/// Returns the result of `work`, or an error if there is not enough memory. For threads, which must
/// not throw.
template <class Work> static auto withoutThrowing(const Work &work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return Error(ErrorKind::Environment, "not enough memory");
  }
}

Result<PassHistogram> FrameInFlight::help(const FramePlan &plan, uint32_t number,
                                          const Shard &shard, Progress &progress,
                                          const std::stop_token &stop) {
  FLAME_TRY(program.context.makeCurrent());
  Timeline timeline(program.context, stream);
  FLAME_TRY(timeline.mark("start"));
  FLAME_TRY_ASSIGN(PassHistogram made, iteratePass(plan, number, shard, timeline, progress, stop));
  const uint32_t buckets = uint32_t(abi::bucketCount(plan.frame));
  const abi::AddHistogramArgs args = {buffers.wide.data(), buffers.cells.data(), nullptr, buckets};
  FLAME_TRY(program.kernels.addHistogram.launch({{gridOfScan()}, {256}}, stream, args));
  FLAME_TRY(stream.synchronize());
  return made;
}

Status FrameInFlight::prepareTogether(const FramePlan &plan,
                                      std::span<FrameInFlight *const> helpers) {
  std::vector<Status> prepared(helpers.size());
  const auto prepare = [&](unsigned i) {
    prepared[i] = withoutThrowing([&]() -> Status {
      FLAME_TRY(helpers[i]->program.context.makeCurrent());
      return helpers[i]->prepareBuffers(plan);
    });
  };
  Status local = beside(helpers.size(), prepare, [&] { return prepareBuffers(plan); });
  FLAME_TRY(program.context.makeCurrent());
  FLAME_TRY(std::move(local));
  for (Status &status : prepared)
    FLAME_TRY(std::move(status));
  return {};
}

Status FrameInFlight::addHistogramOf(const FrameInFlight &helper, const FramePlan &plan) {
  const uint64_t buckets = abi::bucketCount(plan.frame);
  const uint64_t piece = std::min(buckets, kPiece);
  FLAME_TRY(grow(buffers.fromHelper, program.context, piece));
  for (uint64_t first = 0; first < buckets; first += piece) {
    const uint64_t count = std::min(piece, buckets - first);
    FLAME_TRY(buffers.fromHelper.copyFrom(helper.buffers.wide, first, count, stream));
    const abi::AddHistogramArgs args = {buffers.wide.data() + first, nullptr,
                                        buffers.fromHelper.data(), uint32_t(count)};
    FLAME_TRY(program.kernels.addHistogram.launch({{gridOfScan()}, {256}}, stream, args));
  }
  return {};
}

Result<PassHistogram> FrameInFlight::iterateTogether(const FramePlan &plan, uint32_t number,
                                                     Timeline &timeline, Progress &progress,
                                                     const std::stop_token &stop,
                                                     std::span<FrameInFlight *const> helpers) {
  if (helpers.empty())
    return iteratePass(plan, number, plan.shard, timeline, progress, stop);
  const uint32_t count = uint32_t(helpers.size()) + 1;
  std::vector<std::optional<Result<PassHistogram>>> made(helpers.size());
  const auto makePart = [&](unsigned i) {
    const Shard shard = subshardOf(plan.shard, i + 1, count);
    made[i].emplace(
        withoutThrowing([&] { return helpers[i]->help(plan, number, shard, progress, stop); }));
  };
  const auto makeLocal = [&] {
    return iteratePass(plan, number, subshardOf(plan.shard, 0, count), timeline, progress, stop);
  };
  Result<PassHistogram> sum = beside(helpers.size(), makePart, makeLocal);
  FLAME_TRY(program.context.makeCurrent());
  if (!sum)
    return sum;
  for (size_t i = 0; i < helpers.size(); ++i) {
    FLAME_TRY_ASSIGN(const PassHistogram part, *std::move(made[i]));
    sum->samples += part.samples;
    FLAME_TRY(addHistogramOf(*helpers[i], plan));
  }
  FLAME_TRY(timeline.mark("gather"));
  return sum;
}

} // namespace flame::rt
