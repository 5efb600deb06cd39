// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rendering on several GPUs of one machine: each makes frames of an animation, or all of them one frame together. Whatever
// they do, the bytes are those of one GPU.

#ifndef FLAME_RUNTIME_FRAME_GPUTEAM_H
#define FLAME_RUNTIME_FRAME_GPUTEAM_H

#include "runtime/frame/GpuRenderer.h"

#include <span>

namespace flame::rt {

/// A GPU, and the artefact that it is to run.
struct GpuChoice {
  int ordinal;
  const Artefact *artefact;
};

class GpuTeam final : public Renderer {
public:
  /// Who makes a frame.
  enum class Division { EachAFrame, AllOneFrame };

  /// Loads artefacts, which must outlive the team and are of one flame, onto GPUs. There is one at least.
  static Result<std::unique_ptr<GpuTeam>> create(const Driver &driver,
                                                 std::span<const GpuChoice> choices,
                                                 const GpuOptions &options, Division division);

  /// "2 GPUs: NVIDIA H200 (sm_90 code), NVIDIA H200 (sm_90 code)".
  std::string describe() const override;
  unsigned framesInFlight() const override;
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

private:
  explicit GpuTeam(Division division) : division(division) {}

  Division division;
  std::vector<std::unique_ptr<GpuRenderer>> members;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_GPUTEAM_H
