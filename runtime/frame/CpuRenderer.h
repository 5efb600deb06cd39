// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders on the CPU. libflamecpu.so (CpuLibrary.h) makes the histogram; this class plans and
// finishes the frame.

#ifndef FLAME_RUNTIME_FRAME_CPURENDERER_H
#define FLAME_RUNTIME_FRAME_CPURENDERER_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/CpuLibrary.h"
#include "runtime/frame/Finish.h"
#include "runtime/frame/Renderer.h"

#include <memory>
#include <stop_token>

namespace flame::rt {

/// An artefact that is compiled for the CPU.
class CpuRenderer final : public Renderer {
public:
  /// Loads the library, whose version must be kFlameCpuVersion, and compiles the animation of
  /// `artefact`. The artefact must outlive the renderer.
  static Result<std::unique_ptr<CpuRenderer>> create(const Artefact &artefact);
  /// Takes over `flame` of `library`, for programs that hold the device themselves. The manifest
  /// must outlive the renderer.
  static std::unique_ptr<CpuRenderer> over(const Manifest &manifest, const CpuLibrary &library,
                                           FlameCpuFlame *flame);
  ~CpuRenderer() override;

  std::string describe() const override;
  /// One, because a single frame uses all processors.
  unsigned framesInFlight() const override { return 1; }
  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned inFlight = 0) override;
  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override;

private:
  CpuRenderer(const Manifest &manifest, const CpuLibrary &library)
      : manifest(manifest), library(library) {}
  /// Cells allocated by the library.
  using Cells = std::unique_ptr<abi::WideCell, decltype(&flame_cpu_free_cells)>;
  /// A histogram made by the library, and its cells.
  struct OwnedHistogram {
    FlameCpuHistogram made;
    Cells cells;
  };

  /// Makes the histogram of a pass and records its counts and times in `frame`.
  Result<OwnedHistogram> iteratePass(const FramePlan &plan, const PassPlan &pass,
                                     const FrameRequest &request, Progress &progress,
                                     const std::stop_token &stop, RenderedFrame &frame);
  /// Makes the histogram of a pass and adds it to `frame` and `accumulators`.
  Status renderPass(const FramePlan &plan, const PassPlan &pass, const FrameRequest &request,
                    Progress &progress, const std::stop_token &stop, FinishInputs &inputs,
                    Accumulation &accumulators, RenderedFrame &frame);
  Result<RenderedFrame> renderPlan(const FramePlan &plan, const FrameRequest &request,
                                   Progress &progress, const std::stop_token &stop);
  Result<RenderedFrame> renderShard(const FramePlan &plan, const FrameRequest &request,
                                    Progress &progress, const std::stop_token &stop);

  const Manifest &manifest;
  const CpuLibrary library;
  FlameCpuFlame *flame = nullptr;
  PlanCache planCache;
  bool toldCompileTime = false;
};

/// Renderer::finish on the CPU, without a flame to iterate. Needs only the manifest, not the
/// library.
Result<RenderedFrame> finishOnCpu(const Manifest &manifest, const FrameRequest &request,
                                  const std::vector<PassHistogram> &passes);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_CPURENDERER_H
