// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flamerun: renders an artefact of flamec, a still or frames of an animation, on a GPU, or on the
// CPU if there is none.

#include "runtime/frame/AdaptiveRenderer.h"
#include "runtime/frame/Devices.h"
#include "runtime/frame/Replay.h"
#include "support/AtomicFile.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/flamerun/Gallery.h"
#include "tools/flamerun/Interrupt.h"
#include "tools/flamerun/Options.h"
#include "tools/flamerun/Plan.h"
#include "tools/flamerun/Report.h"

#include <iostream>
#include <new>

using namespace flame;
using namespace flame::rt;

static int fail(const Error &error) {
  const ExitCode code = reportError("flamerun", error);
  return wasInterrupted() ? interruptedExitCode() : int(code);
}

/// Plans previews of the only picture. They go to the file of the result.
static PreviewPlan previewOf(Plan &plan, const Options &options) {
  if (options.previewSeconds <= 0)
    return {};
  return {options.previewSeconds,
          [&plan](const RenderedFrame &frame) { return plan.sink->show(0, frame); }};
}

static Result<ReplaySummary> render(Renderer &device, const Artefact &artefact, Plan &plan,
                                    const Options &options, Progress &progress) {
  const GracefulStop graceful;
  AdaptiveRenderer renderer(device, artefact.manifest(), previewOf(plan, options));
  ReplayOptions replayOptions;
  replayOptions.shouldStop = wasInterrupted;
  replayOptions.samplesOf = [&](const FrameJob &job) {
    // The renderer reports the number during the render.
    if (job.request.stop.isSet())
      return 0.0;
    return plannedSamples(artefact.manifest(), job.request) /
           job.request.shard.value_or(Shard()).count;
  };
  QualityReport quality(artefact.manifest(), options.request);
  replayOptions.onFrame = [&](const FrameReport &frame) {
    quality.add(frame);
    if (options.verbose)
      progress.message(frameLine(frame));
  };
  FLAME_TRY_ASSIGN(ReplaySummary summary,
                   replay(renderer, plan.jobs, *plan.sink, progress, replayOptions));
  if (options.progress == ProgressMode::Auto || options.progress == ProgressMode::Bar)
    for (const std::string &line : quality.lines())
      progress.message(line);
  return summary;
}

static DeviceOptions deviceOptions(const Options &options, size_t frames) {
  DeviceOptions gpu = options.gpu;
  gpu.frames = frames;
  gpu.note = [](const std::string &text) { std::cerr << "flamerun: note: " << text << '\n'; };
  return gpu;
}

static void tellFallback(const std::string &why, Progress &progress) {
  progress.message("flamerun: note: rendering on the CPU: " + why);
}

static Status reportTimings(const TimingsOutput &timings, const ReplaySummary &summary,
                            const Renderer &renderer) {
  if (timings.form == TimingsForm::Table)
    printTimings(std::cerr, summary, renderer.describe());
  if (timings.form != TimingsForm::Json)
    return {};
  const std::string json = timingsJson(summary, renderer.describe());
  if (!timings.file.empty())
    return writeOutput(timings.file, json);
  std::cerr << json;
  return {};
}

/// Renders one picture of each of several artefacts.
static Status workOnGallery(const Options &options) {
  std::vector<Artefact> artefacts;
  for (const std::string &name : options.artefacts) {
    FLAME_TRY_ASSIGN(Artefact artefact, Artefact::open(name));
    artefacts.push_back(std::move(artefact));
  }
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan, makeGalleryPlan(artefacts, options));
  const GracefulStop graceful;
  Progress progress(options.progress);
  GalleryRenderer renderer(artefacts, options.device, deviceOptions(options, 1),
                           [&](const std::string &why) { tellFallback(why, progress); });
  ReplayOptions replayOptions;
  replayOptions.shouldStop = wasInterrupted;
  replayOptions.samplesOf = [&](const FrameJob &job) {
    // The renderer reports the number during the render.
    return job.request.stop.isSet()
               ? 0.0
               : plannedSamples(artefacts[size_t(job.number)].manifest(), job.request);
  };
  replayOptions.onFrame = [&](const FrameReport &frame) {
    if (options.verbose)
      progress.message(frameLine(frame));
  };
  FLAME_TRY_ASSIGN(const ReplaySummary summary,
                   replay(renderer, plan->jobs, *plan->sink, progress, replayOptions));
  return reportTimings(options.timings, summary, renderer);
}

static Status work(const Arguments &arguments) {
  FLAME_TRY_ASSIGN(const Options options, readOptions(arguments));
  FLAME_TRY(checkDevice(options.device));
  for (const std::string &line : warnings(options))
    std::cerr << "flamerun: warning: " << line << '\n';
  if (options.artefacts.size() > 1)
    return workOnGallery(options);
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(options.artefacts.front()));
  if (options.info) {
    FLAME_TRY_ASSIGN(const FrameClock clock, makeClock(artefact.manifest(), options));
    printInfo(std::cout, artefact, clock, options.request);
    return {};
  }
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan, makePlan(artefact, options));
  for (const std::string &line : plan->warnings)
    std::cerr << "flamerun: warning: " << line << '\n';
  if (plan->jobs.empty())
    return {};
  FLAME_TRY_ASSIGN(const Device device,
                   openDevice(options.device, artefact, deviceOptions(options, plan->jobs.size())));
  Progress progress(options.progress);
  if (!device.fallback.empty())
    tellFallback(device.fallback, progress);
  FLAME_TRY_ASSIGN(const ReplaySummary summary,
                   render(*device.renderer, artefact, *plan, options, progress));
  if (options.verbose && summary.kept > 0)
    std::cerr << "kept " << summary.kept << " of " << plan->jobs.size() << " frames\n";
  return reportTimings(options.timings, summary, *device.renderer);
}

static Status run(const Arguments &arguments) {
  try {
    return work(arguments);
  } catch (const std::bad_alloc &) {
    return Error(ErrorKind::Environment, "not enough memory",
                 "choose a smaller --size or --supersample");
  }
}

int main(int argc, char **argv) {
  CLI::App app("Renders what flamec compiled: pictures, frames of animations, videos.", "flamerun");
  Arguments arguments;
  declareOptions(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  handleSignals();
  const Status status = run(arguments);
  return endProgram("flamerun", status ? kDone : fail(status.error()));
}
