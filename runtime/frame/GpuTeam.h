// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders on several GPUs of one machine. Either each GPU renders its own frames of an animation,
// or all GPUs render one frame together. In both cases the bytes are those of one GPU.

#ifndef FLAME_RUNTIME_FRAME_GPUTEAM_H
#define FLAME_RUNTIME_FRAME_GPUTEAM_H

#include "runtime/frame/GpuRenderer.h"

#include <span>

namespace flame::rt {

/// A GPU and the artefact that it runs.
struct GpuChoice {
  int ordinal;
  const Artefact *artefact;
};

class GpuTeam final : public Renderer {
public:
  /// How work is divided: one frame per GPU, or all GPUs on one frame.
  enum class Division { EachAFrame, AllOneFrame };

  /// Loads artefacts of one flame onto GPUs. The artefacts must outlive the team. `choices` is not
  /// empty.
  static Result<std::unique_ptr<GpuTeam>> create(const Driver &driver,
                                                 std::span<const GpuChoice> choices,
                                                 const GpuOptions &options, Division division);

  /// For example "2 GPUs: NVIDIA H200 (sm_90 code), NVIDIA H200 (sm_90 code)".
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
