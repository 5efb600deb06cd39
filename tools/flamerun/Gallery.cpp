// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the devices one after the other, because each holds the code of one artefact and memory for
// its frames.

#include "tools/flamerun/Gallery.h"

#include "runtime/frame/AdaptiveRenderer.h"

#include <cassert>
#include <filesystem>

namespace flame {

using namespace rt;

static Error galleryError(const std::string &problem, const std::string &note) {
  return Error(ErrorKind::Usage, "a sheet of several artefacts " + problem, note);
}

/// Rejects options that concern the frames of a single artefact.
static Status checkGallery(const Options &options) {
  if (!options.sheet)
    return Error(ErrorKind::Usage,
                 "these are " + std::to_string(options.artefacts.size()) + " artefacts",
                 "render one after the other, or one picture of each in a sheet: --sheet=4");
  if (!options.sheet->sweeps.empty())
    return galleryError("shows one picture of each", "say how many are in a row: --sheet=4");
  if (!options.frames.empty())
    return galleryError("shows one frame of each", "choose it with --time=50%");
  if (options.previewSeconds > 0)
    return galleryError("has no previews", "leave out --preview");
  if (options.info)
    return Error(ErrorKind::Usage, "--info describes one artefact", "ask for one after the other");
  if (options.output.empty())
    return galleryError("has no name of its own", "say where it goes: -o sheet.png");
  return {};
}

static Result<FrameJob> jobOf(const Artefact &artefact, const Options &options) {
  FLAME_TRY_ASSIGN(const FrameClock clock, makeClock(artefact.manifest(), options));
  double time = 0;
  if (!clock.isStill()) {
    FLAME_TRY_ASSIGN(time, parseMoment(options.moment.empty() ? "50%" : options.moment, clock));
  }
  return jobAt(clock.frameAt(time), time, clock, options.request);
}

Result<std::unique_ptr<Plan>> makeGalleryPlan(const std::vector<Artefact> &artefacts,
                                              const Options &options) {
  FLAME_TRY(checkGallery(options));
  const FrameDefaults &first = artefacts.front().manifest().frame;
  auto plan = std::make_unique<Plan>();
  SheetFrames frames;
  frames.columns = options.sheet->columns;
  for (size_t i = 0; i < artefacts.size(); ++i) {
    FLAME_TRY_ASSIGN(FrameJob job, jobOf(artefacts[i], options));
    job.number = int64_t(i);
    job.request.width = options.request.width.value_or(first.width);
    job.request.height = options.request.height.value_or(first.height);
    FLAME_TRY(planFrame(artefacts[i].manifest(), job.request));
    plan->jobs.push_back(std::move(job));
    frames.labels.push_back(std::filesystem::path(options.artefacts[i]).stem().string());
  }
  FLAME_TRY_ASSIGN(plan->sink,
                   makeSheet(options.output, artefacts.front(), options, frames, plan->jobs));
  FLAME_TRY(prepareOutputs(*plan, options));
  return plan;
}

Result<RenderedFrame> GalleryRenderer::render(const FrameRequest &request, Progress &progress,
                                              std::stop_token stop, unsigned inFlight) {
  const Artefact &artefact = artefacts[next++];
  FLAME_TRY_ASSIGN(const Device opened, openDevice(device, artefact, options));
  description = opened.renderer->describe();
  if (fallback.empty() && !opened.fallback.empty()) {
    fallback = opened.fallback;
    tell(fallback);
  }
  AdaptiveRenderer renderer(*opened.renderer, artefact.manifest());
  return renderer.render(request, progress, std::move(stop), inFlight);
}

Result<RenderedFrame> GalleryRenderer::finish(const FrameRequest &,
                                              const std::vector<PassHistogram> &) {
  return Error(ErrorKind::Internal, "a gallery was to be made of histograms");
}

} // namespace flame
