// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two frames on one GPU, and the account of their memory.

#include "runtime/frame/GpuRenderer.h"

#include <algorithm>
#include <cassert>

using namespace flame;
using namespace flame::rt;

/// Of the memory that is free, this share is left to the driver and to other programs.
static constexpr uint64_t kReservedPart = 16;

FramePlace flame::rt::placeFrame(uint64_t budget, uint64_t needed, SlotMemory own,
                                 SlotMemory other) {
  if (needed > budget)
    return FramePlace::Nowhere;
  if (own.after + other.now <= budget)
    return FramePlace::Own;
  return other.after + own.now <= budget ? FramePlace::Other : FramePlace::Alone;
}

Result<std::unique_ptr<GpuRenderer>> GpuRenderer::create(const Driver &driver, int ordinal,
                                                         const Artefact &artefact,
                                                         const GpuOptions &options) {
  FLAME_TRY_ASSIGN(std::unique_ptr<GpuProgram> program,
                   GpuProgram::load(driver, ordinal, artefact));
  FLAME_TRY_ASSIGN(MemoryInfo memory, program->context.memory());
  const uint64_t usable = memory.freeBytes - memory.freeBytes / kReservedPart;
  const uint64_t budget = options.memoryLimit ? std::min(options.memoryLimit, usable) : usable;
  std::unique_ptr<GpuRenderer> renderer(
      new GpuRenderer(std::move(program), options.memoryLimit, budget));
  for (Place &place : renderer->places) {
    FLAME_TRY_ASSIGN(place.slot, GpuSlot::create(*renderer->program));
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

/// Whoever holds the lock of a place never waits for the account, so that waiting for a place while holding the account
/// comes to an end.
Result<GpuRenderer::Lease> GpuRenderer::findPlace(const FramePlan &plan, unsigned slot) {
  static_assert(kSlots == 2, "there is one other slot");
  Place &own = places[slot], &other = places[1 - slot];
  std::lock_guard held(account);
  const FrameMemory needed = GpuSlot::memoryFor(plan, *program);
  const FrameMemory ownAfter = own.memory.grownTo(needed),
                    otherAfter = other.memory.grownTo(needed);
  switch (placeFrame(budget, needed.total(), {own.memory.total(), ownAfter.total()},
                     {other.memory.total(), otherAfter.total()})) {
  case FramePlace::Nowhere:
    return tooLarge(needed.total());
  case FramePlace::Own:
    own.memory = ownAfter;
    return Lease{own.slot.get(), std::unique_lock(own.isBusy)};
  case FramePlace::Other:
    other.memory = otherAfter;
    return Lease{other.slot.get(), std::unique_lock(other.isBusy)};
  case FramePlace::Alone:
    break;
  }
  Lease lease{own.slot.get(), std::unique_lock(own.isBusy)};
  std::lock_guard otherLock(other.isBusy);
  own.slot->releaseMemory();
  other.slot->releaseMemory();
  own.memory = needed;
  other.memory = {};
  return lease;
}

Result<RenderedFrame> GpuRenderer::render(const FrameRequest &request, Progress &progress,
                                          std::stop_token stop, unsigned slot) {
  assert(slot < kSlots);
  FLAME_TRY(program->context.makeCurrent());
  FLAME_TRY_ASSIGN(FramePlan plan,
                   planFrame(program->artefact.manifest(), request, &planCaches[slot]));
  FLAME_TRY_ASSIGN(Lease lease, findPlace(plan, slot));
  return lease.slot->render(plan, request.wantsHistogram, progress, stop);
}
