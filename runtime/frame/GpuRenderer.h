// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rendering on a GPU: an artefact that is loaded once, and two frames in flight, so that one can be finished and copied
// while the next one is iterated. Where memory does not suffice for both, they take turns in that of one.

#ifndef FLAME_RUNTIME_FRAME_GPURENDERER_H
#define FLAME_RUNTIME_FRAME_GPURENDERER_H

#include "runtime/frame/FrameInFlight.h"
#include "runtime/frame/Renderer.h"

#include <array>
#include <memory>
#include <mutex>

namespace flame::rt {

/// How a GPU is used.
struct GpuOptions {
  uint64_t memoryLimit = 0; ///< bytes of device memory for frames; 0: nearly all that is free
  Schedule schedule = Schedule::Auto;
};

/// Whose memory a new frame is rendered in.
enum class FrameMemoryChoice {
  Requested, ///< that of the frame in flight asked for
  Other,     ///< that of the other one, after what is rendered there
  Alone,     ///< that of the frame in flight asked for, once both have given back what they have
  Nowhere    ///< it is larger than the budget
};

/// Memory of a frame in flight in bytes, without the new frame and with it.
struct FrameMemoryChange {
  uint64_t now, after;
};

/// Chooses. `budget` is for both frames in flight together, `needed` what the frame takes by itself; bytes.
FrameMemoryChoice chooseFrameMemory(uint64_t budget, uint64_t needed, FrameMemoryChange requested,
                                    FrameMemoryChange other);

/// An artefact that has been loaded onto one GPU.
class GpuRenderer final : public Renderer {
public:
  /// Loads `artefact`, which must outlive the renderer, onto GPU `ordinal`.
  static Result<std::unique_ptr<GpuRenderer>> create(const Driver &driver, int ordinal,
                                                     const Artefact &artefact,
                                                     const GpuOptions &options = {});

  /// Renders another flame of the same structure from now on, which must outlive the renderer. No frame may be rendered meanwhile.
  Status replace(const FlameData &data) { return program->replace(data); }

  /// "NVIDIA H200 (sm_90 code)".
  std::string describe() const override;
  unsigned framesInFlight() const override { return kFramesInFlight; }
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

  /// Renders one frame together with others that have loaded the same artefact onto other GPUs, and are not in use: the bytes
  /// are those of one GPU.
  Result<RenderedFrame> renderWith(std::span<const std::unique_ptr<GpuRenderer>> others,
                                   const FrameRequest &request, Progress &progress,
                                   const std::stop_token &stop);
  /// Lets what others have made be copied straight to this one's GPU.
  void reach(const GpuRenderer &other) const;

private:
  static constexpr unsigned kFramesInFlight = 2;
  /// A frame in flight with its lock and its account: the memory that it has, or will have when rendering has begun.
  struct OwnedFrame {
    std::unique_ptr<FrameInFlight> frame;
    std::mutex isBusy;
    FrameMemory memory; ///< guarded by `account`
  };
  /// A frame in flight, locked for as long as it is rendered.
  struct Lease {
    FrameInFlight *frame;
    std::unique_lock<std::mutex> lock;
  };

  GpuRenderer(std::unique_ptr<GpuProgram> program, uint64_t memoryLimit, uint64_t budget)
      : program(std::move(program)), memoryLimit(memoryLimit), budget(budget) {}

  Result<Lease> takeLease(const FramePlan &plan, unsigned inFlight);
  /// Leaves the memory of the log to frames for good.
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
