// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders on a GPU. The artefact is loaded once. Two frames are in flight, so one is finished and
// copied while the next is iterated. If memory does not suffice for both, they take turns in the
// memory of one.

#ifndef FLAME_RUNTIME_FRAME_GPURENDERER_H
#define FLAME_RUNTIME_FRAME_GPURENDERER_H

#include "runtime/frame/FrameInFlight.h"
#include "runtime/frame/Renderer.h"

#include <array>
#include <memory>
#include <mutex>

namespace flame::rt {

/// Limits and schedule of a GPU.
struct GpuOptions {
  uint64_t memoryLimit = 0; ///< bytes of device memory for frames; 0: nearly all free memory
  Schedule schedule = Schedule::Auto;
};

/// Which memory a new frame uses.
enum class FrameMemoryChoice {
  Requested, ///< memory of the requested frame in flight
  Other,     ///< memory of the other frame in flight, after its current frame
  Alone,     ///< memory of the requested frame in flight, after both have freed theirs
  Nowhere    ///< none: the frame exceeds the budget
};

/// Bytes of memory of a frame in flight, before and after it takes the new frame.
struct FrameMemoryChange {
  uint64_t now, after;
};

/// Chooses the memory of a frame. `budget` is the limit for both frames in flight together;
/// `needed` is the need of this frame alone. Both in bytes.
FrameMemoryChoice chooseFrameMemory(uint64_t budget, uint64_t needed, FrameMemoryChange requested,
                                    FrameMemoryChange other);

/// An artefact that is loaded onto one GPU.
class GpuRenderer final : public Renderer {
public:
  /// Loads `artefact` onto GPU `ordinal`. The artefact must outlive the renderer.
  static Result<std::unique_ptr<GpuRenderer>> create(const Driver &driver, int ordinal,
                                                     const Artefact &artefact,
                                                     const GpuOptions &options = {});

  /// Switches to another flame of the same structure, which must outlive the renderer. No frame may
  /// be in flight.
  Status replace(const FlameData &data) { return program->replace(data); }

  /// For example "NVIDIA H200 (sm_90 code)".
  std::string describe() const override;
  unsigned framesInFlight() const override { return kFramesInFlight; }
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

  /// Renders one frame together with `others`, which have loaded the same artefact onto other GPUs
  /// and are idle. The bytes are those of one GPU.
  Result<RenderedFrame> renderWith(std::span<const std::unique_ptr<GpuRenderer>> others,
                                   const FrameRequest &request, Progress &progress,
                                   const std::stop_token &stop);
  /// Allows direct copies from the GPU of `other` to the GPU of this renderer.
  void reach(const GpuRenderer &other) const;

private:
  static constexpr unsigned kFramesInFlight = 2;
  /// A frame in flight with its lock and the memory that it has, or will have once rendering
  /// begins.
  struct OwnedFrame {
    std::unique_ptr<FrameInFlight> frame;
    std::mutex isBusy;
    FrameMemory memory; ///< guarded by `account`
  };
  /// A frame in flight, locked while it is rendered.
  struct Lease {
    FrameInFlight *frame;
    std::unique_lock<std::mutex> lock;
  };

  GpuRenderer(std::unique_ptr<GpuProgram> program, uint64_t memoryLimit, uint64_t budget)
      : program(std::move(program)), memoryLimit(memoryLimit), budget(budget) {}

  Result<Lease> takeLease(const FramePlan &plan, unsigned inFlight);
  /// Frees the memory of the log for frames, permanently.
  Status giveUpLog();
  Error tooLarge(uint64_t bytes) const;

  std::unique_ptr<GpuProgram> program;
  uint64_t memoryLimit, budget;
  std::array<PlanCache, kFramesInFlight> planCaches;
  std::array<OwnedFrame, kFramesInFlight> frames;
  std::mutex account;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPURENDERER_H
