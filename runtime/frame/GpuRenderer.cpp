// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two frames in flight on one GPU, and the accounting of their memory.

#include "runtime/frame/GpuRenderer.h"

#include "runtime/denoise/OpenImageDenoise.h"
#include "runtime/plan/HostMemory.h"
#include "support/NumberText.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace flame::rt {

/// One part in kReservedPart of the free memory is left to the driver and other programs.
static constexpr uint64_t kReservedPart = 16;
/// One part in kLogPart of the rest is for the log of split frames.
static constexpr uint64_t kLogPart = 4;

FrameMemoryChoice chooseFrameMemory(uint64_t budget, uint64_t needed, FrameMemoryChange requested,
                                    FrameMemoryChange other) {
  if (needed > budget)
    return FrameMemoryChoice::Nowhere;
  if (requested.after + other.now <= budget)
    return FrameMemoryChoice::Requested;
  return other.after + requested.now <= budget ? FrameMemoryChoice::Other
                                               : FrameMemoryChoice::Alone;
}

Result<std::unique_ptr<GpuRenderer>> GpuRenderer::create(const Driver &driver, int ordinal,
                                                         const Artefact &artefact,
                                                         const GpuOptions &options) {
  const KeptContext kept(driver);
  FLAME_TRY_ASSIGN(std::unique_ptr<GpuProgram> program,
                   GpuProgram::load(driver, ordinal, artefact));
  FLAME_TRY_ASSIGN(MemoryInfo memory, program->context.memory());
  const uint64_t usable = memory.freeBytes - memory.freeBytes / kReservedPart;
  const uint64_t budget = options.memoryLimit ? std::min(options.memoryLimit, usable) : usable;
  program->schedule = options.schedule;
  const uint64_t forLog = program->split.tileCells ? budget / kLogPart : 0;
  program->split.logBytes = forLog;
  std::unique_ptr<GpuRenderer> renderer(
      new GpuRenderer(std::move(program), options.memoryLimit, budget - forLog));
  for (OwnedFrame &owned : renderer->frames) {
    FLAME_TRY_ASSIGN(owned.frame, FrameInFlight::create(*renderer->program));
  }
  return renderer;
}

std::string GpuRenderer::describe() const {
  const CodeChoice &code = program->code;
  return program->context.device().name + " (" + (code.isPtx ? "PTX for " : "") + code.target +
         " code)";
}

Error GpuRenderer::tooLarge(uint64_t bytes) const {
  return Error(ErrorKind::Environment,
               "the frame needs " + formatBytes(bytes) + " on " + program->context.device().name +
                   ", and " + formatBytes(budget) + (memoryLimit ? " may be used" : " are free"),
               std::string("choose a smaller --size or --supersample") +
                   (budget == memoryLimit ? ", or a larger --memory" : ""));
}

Status GpuRenderer::giveUpLog() {
  std::lock_guard deviceLock(program->deviceMutex);
  FLAME_TRY(program->log.release());
  budget += std::exchange(program->split.logBytes, 0);
  return {};
}

/// A thread that holds the lock of a frame never waits for `account`, so waiting for a frame while
/// holding `account` cannot deadlock.
Result<GpuRenderer::Lease> GpuRenderer::takeLease(const FramePlan &plan, unsigned inFlight) {
  static_assert(kFramesInFlight == 2, "there is one other frame in flight");
  OwnedFrame &requested = frames[inFlight], &other = frames[1 - inFlight];
  std::lock_guard held(account);
  const FrameMemory needed = FrameInFlight::memoryFor(plan, *program);
  if (needed.total() > budget)
    FLAME_TRY(giveUpLog());
  const FrameMemory requestedAfter = requested.memory.grownTo(needed),
                    otherAfter = other.memory.grownTo(needed);
  switch (chooseFrameMemory(budget, needed.total(),
                            {requested.memory.total(), requestedAfter.total()},
                            {other.memory.total(), otherAfter.total()})) {
  case FrameMemoryChoice::Nowhere:
    return tooLarge(needed.total());
  case FrameMemoryChoice::Requested:
    requested.memory = requestedAfter;
    return Lease{requested.frame.get(), std::unique_lock(requested.isBusy)};
  case FrameMemoryChoice::Other:
    other.memory = otherAfter;
    return Lease{other.frame.get(), std::unique_lock(other.isBusy)};
  case FrameMemoryChoice::Alone:
    break;
  }
  Lease lease{requested.frame.get(), std::unique_lock(requested.isBusy)};
  std::lock_guard otherLock(other.isBusy);
  requested.frame->releaseMemory();
  other.frame->releaseMemory();
  requested.memory = needed;
  other.memory = {};
  return lease;
}

/// Checks that can fail before GPU memory is allocated.
static Status checkPlan(const FramePlan &plan, const FrameRequest &request) {
  if (plan.shard) // its histograms go to the host
    return checkHostMemory(plan, histogramBytes(plan), request.memory);
  return checkOpenImageDenoise(plan.filters.plan);
}

Result<RenderedFrame> GpuRenderer::render(const FrameRequest &request, Progress &progress,
                                          std::stop_token stop, unsigned inFlight) {
  assert(inFlight < kFramesInFlight);
  const KeptContext kept(program->context.driver());
  FLAME_TRY(program->context.makeCurrent());
  FLAME_TRY_ASSIGN(FramePlan plan,
                   planFrame(program->data().manifest, request, &planCaches[inFlight]));
  FLAME_TRY(checkPlan(plan, request));
  FLAME_TRY_ASSIGN(Lease lease, takeLease(plan, inFlight));
  return plan.shard ? lease.frame->renderShard(plan, progress, stop)
                    : lease.frame->render(plan, request.wantsHistogram, progress, stop);
}

Result<RenderedFrame> GpuRenderer::renderWith(std::span<const std::unique_ptr<GpuRenderer>> others,
                                              const FrameRequest &request, Progress &progress,
                                              const std::stop_token &stop) {
  const KeptContext kept(program->context.driver());
  FLAME_TRY_ASSIGN(FramePlan plan, planFrame(program->data().manifest, request, &planCaches[0]));
  FLAME_TRY(checkPlan(plan, request));
  std::vector<Lease> leases;
  std::vector<FrameInFlight *> helpers;
  for (const std::unique_ptr<GpuRenderer> &other : others) {
    FLAME_TRY(other->program->context.makeCurrent());
    FLAME_TRY_ASSIGN(Lease lease, other->takeLease(plan, 0));
    helpers.push_back(lease.frame);
    leases.push_back(std::move(lease));
  }
  FLAME_TRY(program->context.makeCurrent());
  FLAME_TRY_ASSIGN(Lease lease, takeLease(plan, 0));
  return plan.shard ? lease.frame->renderShard(plan, progress, stop, helpers)
                    : lease.frame->render(plan, request.wantsHistogram, progress, stop, helpers);
}

void GpuRenderer::reach(const GpuRenderer &other) const {
  program->context.reach(other.program->context);
}

Result<RenderedFrame> GpuRenderer::finish(const FrameRequest &request,
                                          const std::vector<PassHistogram> &passes) {
  const KeptContext kept(program->context.driver());
  FLAME_TRY(program->context.makeCurrent());
  FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(program->data().manifest, request));
  FLAME_TRY(checkHistograms(passes, plan.passes(), abi::bucketCount(plan.frame)));
  FLAME_TRY_ASSIGN(Lease lease, takeLease(plan, 0));
  return lease.frame->finishHistograms(plan, passes);
}

} // namespace flame::rt
