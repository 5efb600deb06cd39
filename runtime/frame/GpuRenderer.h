// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rendering on a GPU: an artefact that is loaded once, and two slots, so that one frame can be finished and copied while
// the next one is iterated. Where memory does not suffice for two frames, they take turns in one slot.

#ifndef FLAME_RUNTIME_FRAME_GPURENDERER_H
#define FLAME_RUNTIME_FRAME_GPURENDERER_H

#include "runtime/frame/GpuSlot.h"
#include "runtime/frame/Renderer.h"

#include <array>
#include <memory>
#include <mutex>

namespace flame::rt {

/// How a GPU is used.
struct GpuOptions {
  uint64_t memoryLimit = 0; ///< bytes of device memory for frames; 0: nearly all that is free
};

/// Where a frame that a slot was asked for gets its memory.
enum class FramePlace {
  Own,    ///< in the slot asked for
  Other,  ///< in the other slot, after the frame there
  Alone,  ///< in the slot asked for, once both have given back what they have
  Nowhere ///< it is larger than the budget
};

/// Memory of a slot in bytes, without the frame and with it.
struct SlotMemory {
  uint64_t now, after;
};

/// Chooses. `budget` is for both slots together, `needed` what the frame takes by itself; bytes.
FramePlace placeFrame(uint64_t budget, uint64_t needed, SlotMemory own, SlotMemory other);

/// An artefact that has been loaded onto one GPU.
class GpuRenderer final : public Renderer {
public:
  /// Loads `artefact`, which must outlive the renderer, onto GPU `ordinal`.
  static Result<std::unique_ptr<GpuRenderer>> create(const Driver &driver, int ordinal,
                                                     const Artefact &artefact,
                                                     const GpuOptions &options = {});

  /// "NVIDIA H200 (sm_90 code)".
  std::string describe() const override;
  unsigned slots() const override { return kSlots; }
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned slot = 0) override;

private:
  static constexpr unsigned kSlots = 2;
  /// A slot with its lock and its account: the memory that it has, or will have when the frame in it has begun.
  struct Place {
    std::unique_ptr<GpuSlot> slot;
    std::mutex isBusy;
    FrameMemory memory; ///< guarded by `account`
  };
  /// The place of a frame for as long as it is rendered.
  struct Lease {
    GpuSlot *slot;
    std::unique_lock<std::mutex> lock;
  };

  GpuRenderer(std::unique_ptr<GpuProgram> program, uint64_t memoryLimit, uint64_t budget)
      : program(std::move(program)), memoryLimit(memoryLimit), budget(budget) {}

  Result<Lease> findPlace(const FramePlan &plan, unsigned slot);
  Error tooLarge(uint64_t bytes) const;

  std::unique_ptr<GpuProgram> program;
  uint64_t memoryLimit, budget;
  std::array<PlanCache, kSlots> planCaches;
  std::array<Place, kSlots> places;
  std::mutex account;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPURENDERER_H
